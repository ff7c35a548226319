#!/bin/sh
# Set up what the tests need and run them: sh deploy/test.sh [--quick | --with NAME | --long NAME] [options of pytest]
# --quick runs the linters and, of the tests, those that take no time: rules, table and words.
# --long NAME runs a long part instead, by the name in its marker @pytest.mark.long(name="NAME"); all of them with "all".
# --with NAME runs the usual tests and one of those parts that have many short ones.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$here/deploy/setup.sh"

chosen=
quick=
several=
# Other sizes, languages and every step of an evening are parts of their own, also of a test that is in one of these.
short="not long(name='sizes') and not long(name='languages') and not long(name='evenings')"
if [ "${1:-}" = --quick ]; then
    quick=yes
    shift
    # Random games take longer than all others together.
    for slow in rules/test_walk rules/test_as_played rules/test_wholeturn_walk rules/test_combos; do
        set -- --ignore "tests/$slow.py" "$@"
    done
    set -- tests/rules tests/table tests/words "$@"
    several=yes
elif [ "${1:-}" = --long ]; then
    case "${2:-}" in
    all) chosen=long ;;
    # Many tests as short as the usual ones, so several at once. Where "long" comes first, a disk is used.
    looks | moments | extras | tray)
        chosen="$short and long(name='$2')"
        several=yes
        ;;
    '' | *[!a-z0-9_]*) fail "Name a long part, for example: sh deploy/test.sh --long walk" ;;
    *) chosen="long(name='$2')" ;;
    esac
    shift 2
    # A test here may wait longer for an emulated computer than another one hangs.
    [ "$several" ] || set -- -o faulthandler_timeout=3600 -o faulthandler_exit_on_timeout=false "$@"
    set -- -m "$chosen" "$@"
elif [ "${1:-}" = --with ]; then
    case "${2:-}" in
    looks | moments | extras | tray) chosen="$short and (not long or long(name='$2'))" ;;
    *) fail "Name a part of short tests, for example: sh deploy/test.sh --with extras" ;;
    esac
    shift 2
    set -- -m "$chosen" "$@"
    several=yes
else
    several=yes
fi
# Most tests wait for a phone or a process, so two more than the processors run at once. Long parts run by themselves.
if [ "$several" ]; then
    set -- -n "$(($(nproc) + 2))" --dist worksteal "$@"
fi

if [ "$quick" ]; then
    packages shellcheck
else
    packages chromium fonts-dejavu-core shellcheck poppler-utils nginx
    # The same without windows, for which pages are less work; not every archive has it beside its chromium.
    if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
        (packages chromium-headless-shell) || :
    fi
fi
# The engines of the other phones: Safari's family on a screen that nobody sees, and in a long part Firefox.
[ "$quick" ] || packages webkit2gtk-driver xvfb
case $chosen in
*"'extras'"* | long) packages firefox-esr ;;
esac
# The dice tray's firmware: its compiler, the compiler of its own tests, the chip it is run in, and what writes it there.
[ "$quick" ] || packages make gcc libc6-dev gcc-avr avr-libc libsimavr-dev libelf-dev avrdude
case $chosen in
*install* | *hotspot* | *"'card'"* | *"'club'"* | long) packages mmdebstrap systemd-container ;;
esac
case $chosen in
*"'container'"* | long) packages mmdebstrap podman buildah runc ;;
esac
case $chosen in
*"'card'"* | long) packages dosfstools ;;
esac
case $chosen in
*arm64* | long) packages mmdebstrap arch-test qemu-user-static binfmt-support ;;
esac
case $chosen in
*gpio* | *"'pi'"* | long) packages qemu-system-x86 busybox-static cpio kmod linux-headers-amd64 linux-source xz-utils ;;
esac
case $chosen in
*"'pi'"* | long) packages mmdebstrap e2fsprogs ;;
esac
case $chosen in
*"'wifi'"* | *"'cuts'"* | *"'fresh'"* | long) packages qemu-system-x86 ;;
esac
case $chosen in
*"'wifi_arm64'"* | *"'cuts_arm64'"* | *"'fresh_arm64'"* | long) packages qemu-system-arm ;;
esac
case $chosen in
*wifi* | *cuts* | *fresh* | long) packages mmdebstrap e2fsprogs dosfstools mtools ;;
esac
case $chosen in
*power* | long) packages libnbd-bin fuse3 e2fsprogs ;;
esac
case $chosen in
*hotspot*) installed network-manager ||
    fail "The hotspot test needs NetworkManager, which may take over this computer's network when installed. If you want it:" \
        "sudo apt-get install network-manager" ;;
esac
case $chosen in
*hotspot* | long) packages dnsmasq-base dbus nftables busybox-static iproute2 ;;
esac
case $chosen in
*"'radio'"* | *"'crowd'"*) packages iproute2 ;;
esac
extras="book test"
case $chosen in
*"'api'"*) extras="book test api" ;;
*"'guided'"*) extras="book test fuzz" ;;
long) extras="book test api fuzz" ;;
esac
# shellcheck disable=SC2086  # They are words of their own.
environment "$here/.venv-test" $extras
cd "$here"
PATH="$here/.venv-test/bin:$PATH"
export PATH

# What Python and pytest make of the code is kept, also where the computer says that Python shall keep nothing: hundreds
# of processes would make it again. It is made beside the linters, once for all. Those of them that take longest begin
# beside the others, and speak when it is their turn.
unset PYTHONDONTWRITEBYTECODE
said=$(mktemp -d)
trap 'rm -rf "$said"' EXIT
pytest --collect-only --quiet >/dev/null 2>&1 &
mypy --strict companion >"$said/types" 2>&1 &
types=$!
sh "$here/tests/js/check.sh" >"$said/scripts" 2>&1 &
scripts=$!
# All the linters speak before the first failure ends the run.
clean=yes
say "ruff: style and common mistakes..."
ruff check . || clean=no
ruff format --check --quiet . || { say "Some files are not formatted: ruff format"; clean=no; }
say "shellcheck: the shell scripts..."
shellcheck --external-sources --shell=dash deploy/*.sh deploy/card/*.sh tests/js/check.sh || clean=no
say "import-linter: the layers..."
lint-imports || clean=no
say "mypy: types..."
wait "$types" || clean=no
cat "$said/types"
say "prettier, eslint, tsc: the scripts of the pages..."
wait "$scripts" || clean=no
cat "$said/scripts"
[ "$clean" = yes ] || fail "The tests were not run because of the faults above."
wait || :
rm -rf "$said"
say "pytest: the tests..."
exec pytest "$@"
