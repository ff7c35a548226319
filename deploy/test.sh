#!/bin/sh
# Set up what the tests need and run them all: sh deploy/test.sh [--long NAME] [options of pytest]
# --long NAME runs a long part instead, by the name in its marker @pytest.mark.long(name="NAME"); all of them with "all".
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$here/deploy/setup.sh"

if [ "${1:-}" = --long ]; then
    case "${2:-}" in
    all) chosen=long ;;
    '' | *[!a-z0-9_]*) fail "Name the long part, as in: sh deploy/test.sh --long walk" ;;
    *) chosen="long(name='$2')" ;;
    esac
    shift 2
    set -- -m "$chosen" "$@"
fi

packages chromium fonts-dejavu-core
environment "$here/.venv-test" test
cd "$here"
PATH="$here/.venv-test/bin:$PATH"
export PATH

# All the linters speak before the first failure ends the run.
clean=yes
say "ruff: style and common mistakes ..."
ruff check . || clean=no
say "mypy: types ..."
mypy --strict companion || clean=no
say "import-linter: the layers ..."
lint-imports || clean=no
[ "$clean" = yes ] || fail "The tests were not run, because of what stands above."
say "pytest: the tests ..."
exec pytest "$@"
