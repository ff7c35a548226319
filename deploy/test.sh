#!/bin/sh
# Set up what the tests need and run them all: sh deploy/test.sh [--long NAME] [options of pytest]
# --long NAME runs a long part instead, by the name in its marker @pytest.mark.long(name="NAME"); all of them with "all".
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$here/deploy/setup.sh"

chosen=
if [ "${1:-}" = --long ]; then
    case "${2:-}" in
    all) chosen=long ;;
    '' | *[!a-z0-9_]*) fail "Name the long part, as in: sh deploy/test.sh --long walk" ;;
    *) chosen="long(name='$2')" ;;
    esac
    shift 2
    # A test here may wait longer for an emulated computer than another one hangs.
    set -- -m "$chosen" -o faulthandler_timeout=3600 "$@"
else
    # Most tests wait for a phone or a process, so two more than the processors run at once. Long parts run by themselves.
    set -- -n "$(($(nproc) + 2))" --dist worksteal "$@"
fi

packages chromium fonts-dejavu-core shellcheck poppler-utils
# The engines of the other phones: Safari's family on a screen that nobody sees, and Firefox.
packages webkit2gtk-driver xvfb firefox-esr
# The dice tray's firmware: its compiler, the compiler of its own tests, and the chip it is run in.
packages make gcc libc6-dev gcc-avr avr-libc libsimavr-dev libelf-dev
case $chosen in
*install* | *hotspot* | long) packages mmdebstrap systemd-container ;;
esac
case $chosen in
*arm64* | long) packages mmdebstrap qemu-user-static binfmt-support ;;
esac
case $chosen in
*gpio* | *"'pi'"* | long) packages qemu-system-x86 busybox-static cpio kmod linux-headers-amd64 linux-source xz-utils ;;
esac
case $chosen in
*"'pi'"* | long) packages mmdebstrap e2fsprogs ;;
esac
case $chosen in
*power* | long) packages libnbd-bin fuse3 e2fsprogs ;;
esac
case $chosen in
*hotspot*) installed network-manager ||
    fail "The hotspot's test needs NetworkManager, which may take this computer's network over when it is installed:" \
        "sudo apt-get install network-manager, if you want that." ;;
esac
case $chosen in
*hotspot* | long) packages dnsmasq-base dbus nftables busybox-static iproute2 ;;
esac
case $chosen in
*"'radio'"* | *"'crowd'"*) packages iproute2 ;;
esac
extras="test"
case $chosen in
*"'api'"*) extras=test,api ;;
*"'guided'"*) extras=test,fuzz ;;
long) extras=test,api,fuzz ;;
esac
environment "$here/.venv-test" "$extras"
cd "$here"
PATH="$here/.venv-test/bin:$PATH"
export PATH

# What pytest makes of the tests' code is kept, so it is made beside the linters, once for all who will run it.
pytest --collect-only --quiet >/dev/null 2>&1 &
# All the linters speak before the first failure ends the run.
clean=yes
say "ruff: style and common mistakes ..."
ruff check . || clean=no
say "shellcheck: the scripts ..."
shellcheck --external-sources --shell=dash deploy/*.sh || clean=no
say "mypy: types ..."
mypy --strict companion || clean=no
say "import-linter: the layers ..."
lint-imports || clean=no
[ "$clean" = yes ] || fail "The tests were not run, because of what stands above."
wait || :
say "pytest: the tests ..."
exec pytest "$@"
