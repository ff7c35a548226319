# shellcheck shell=sh disable=SC2154  # The caller has set `here`, the folder of the checkout.
# What run.sh, test.sh and install.sh share; sourced, not run. Plain POSIX sh: Debian's sh is dash.

say() {
    printf '%s\n' "$*"
}

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Run a command as root: as root at once, otherwise by sudo.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Set `missing` to those of the Debian packages that are not installed; true when there are any.
lacks() {
    missing=
    for package in "$@"; do
        installed "$package" || missing="$missing $package"
    done
    [ -n "$missing" ]
}

# Install those Debian packages that are missing.
packages() {
    lacks "$@" || return 0
    command -v apt-get >/dev/null ||
        fail "These packages are missing, and only on Debian can they be installed for you:$missing"
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null ||
        fail "These packages are missing, and there is no sudo here. As root, run: apt-get install$missing"
    say "Installing the Debian packages$missing..."
    # The lists of a new system are empty. An update may fail for one source and still find the packages in another.
    as_root apt-get update -qq || true
    # A new system brings itself up to date in the background, and may hold apt's lock for minutes.
    # shellcheck disable=SC2086  # The names are words of their own.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o DPkg::Lock::Timeout=300 $missing >/dev/null ||
        fail "The Debian packages$missing could not be installed. The lines above say why. If there is no network," \
            "connect to one and run the same command again."
}

# Set `python` to a Python that can make virtual environments, 3.11 or newer.
find_python() {
    for python in "${PYTHON:-python3}" /usr/bin/python3; do
        "$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && return
    done
    return 1
}

# environment FOLDER EXTRA...: a virtual environment with this checkout and all that the locks list, wheels only. When
# nothing changed since it was made, this takes no time and no network.
environment() {
    folder=$1
    shift
    # Pins that appear later, as when a card moves to another computer, ask for one more library.
    pins=$(ls /dev/gpiochip* 2>/dev/null || true)
    find_python || packages python3 python3-venv
    find_python || fail "Python 3.11 or newer is needed, and there is none here. Debian 12 and later have it."
    base="$("$python" -c 'import sys; print(sys.version.split()[0], sys.base_prefix)') $folder"
    locks=$(cd "$here" && cat pyproject.toml companion/*.lock deploy/*.lock | cksum)
    want="$base $* $locks $pins"
    [ "$(cat "$folder/made-from" 2>/dev/null)" = "$want" ] && return
    [ -w "$here" ] || fail "You are not allowed to write in $here. Clone it as yourself, or run the command as its owner."
    if [ "$(cat "$folder/made-with" 2>/dev/null)" != "$base" ]; then
        say "Creating a virtual environment in $folder..."
        rm -f "$folder/made-from"
        fresh "$folder"
        printf '%s\n' "$base" >"$folder/made-with"
    fi
    say "Installing the Python libraries. On a Raspberry Pi this takes a minute or two..."
    : >"$folder/pip.log"
    for extra; do
        set -- "$@" --requirement "$here/deploy/$extra.lock"
        shift
    done
    set -- --requirement "$here/deploy/build.lock" --requirement "$here/companion/libraries.lock" "$@"
    # What builds the package is listed too, so that nothing else is fetched for it.
    if ! { pip "$folder" install --no-compile --require-hashes "$@" &&
        pip "$folder" install --no-compile --no-build-isolation --no-index --editable "$here"; }; then
        [ -f "$folder/made-from" ] || not_installed
        pip_error
        say "The Python libraries could not be updated. Going on with the ones already here."
        return 0
    fi
    if [ -n "$pins" ]; then
        pip "$folder" install --require-hashes --requirement "$here/companion/pins.lock" || true
        has_lgpio || no_pins
    fi
    # pip would do it with one processor. Some files are for other versions of Python, hence no failure; where processes
    # cannot work together, one does it.
    for workers in "$(nproc)" 1; do
        if "$folder/bin/python" -m compileall -q -j "$workers" "$folder/lib" >>"$folder/pip.log" 2>&1; then
            break
        fi
    done
    printf '%s\n' "$want" >"$folder/made-from"
}

# A virtual environment in a folder, with nothing in it but pip.
fresh() {
    "$python" -m venv --clear "$1" || fail "The virtual environment could not be created. The lines above say why."
}

# pip ENVIRONMENT install|wheel|download ...: its pip, with wheels only and nothing that is not named here, which installs
# into the environment `into` where that is set. All that it says is kept beside what is made in `folder`. Wheels that came
# along with this folder are enough by themselves if they fit this computer: then no network is asked.
into=
pip() {
    in=$1 verb=$2
    shift 2
    if [ -d "$here/wheels" ] && run_pip --no-index --find-links "$here/wheels" "$@"; then
        return
    fi
    run_pip "$@"
}

run_pip() {
    PIP_RETRIES=2 PIP_DISABLE_PIP_VERSION_CHECK=1 "$in/bin/python" -m pip ${into:+--python "$into/bin/python"} "$verb" \
        --no-input --only-binary :all: --no-deps "$@" >>"$folder/pip.log" 2>&1
}

# Whether the environment `folder` has the library for the pins.
has_lgpio() {
    ls "$folder"/lib/python3*/site-packages/lgpio.py >/dev/null 2>&1
}

pip_error() {
    grep -h 'ERROR:' "$folder/pip.log" | tail -n 1 >&2
}

not_installed() {
    pip_error
    fail "The Python libraries could not be installed. If there is no network, connect to one and run the same command" \
        "again. Everything pip said is in $folder/pip.log."
}

no_pins() {
    say "There is no GPIO library for this computer: the die button cannot be used, everything else works."
}
