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
        fail "These are missing, and this is no Debian where they could be installed for you:$missing"
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null ||
        fail "These packages are missing, and there is no sudo here. As root, type: apt-get install$missing"
    say "Installing the Debian packages$missing ..."
    # The lists of a new system are empty. An update may fail for one source and still find the packages in another.
    as_root apt-get update -qq || true
    # A new system brings itself up to date in the background, and may hold apt's lock for minutes.
    # shellcheck disable=SC2086  # The names are words of their own.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o DPkg::Lock::Timeout=300 $missing >/dev/null ||
        fail "The Debian packages$missing could not be installed; the lines above say why. If the network is missing," \
            "connect it and type the same command again."
}

# Set `python` to a Python that can make virtual environments, 3.11 or newer.
find_python() {
    for python in "${PYTHON:-python3}" /usr/bin/python3; do
        "$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && return
    done
    return 1
}

# environment FOLDER EXTRA: a virtual environment with this checkout and all it needs, wheels only. When nothing changed
# since it was made, this takes no time and no network.
environment() {
    folder=$1
    # Pins that appear later, as when a card moves to another computer, ask for one more library.
    pins=$(ls /dev/gpiochip* 2>/dev/null || true)
    find_python || packages python3 python3-venv
    find_python || fail "This needs Python 3.11 or newer, and there is none here. Debian 12 and later have it."
    base="$("$python" -c 'import sys; print(sys.version.split()[0], sys.base_prefix)') $folder"
    want="$base $2 $(cksum <"$here/pyproject.toml") $pins"
    [ "$(cat "$folder/made-from" 2>/dev/null)" = "$want" ] && return
    [ -w "$here" ] || fail "You may not write in $here. Clone it as yourself, or type the command as its owner."
    if [ "$(cat "$folder/made-with" 2>/dev/null)" != "$base" ]; then
        say "Making a virtual environment in $folder ..."
        rm -f "$folder/made-from"
        fresh "$folder"
        printf '%s\n' "$base" >"$folder/made-with"
    fi
    say "Installing the Python libraries; on a Raspberry Pi this takes a minute or two ..."
    if ! wheels --editable "$here${2:+[$2]}"; then
        [ -f "$folder/made-from" ] || not_installed
        pip_error
        say "The Python libraries could not be brought up to date; going on with those that are here."
        return 0
    fi
    if [ -n "$pins" ]; then
        wheels --editable "${here}[gpio${2:+,$2}]" || no_pins
    fi
    printf '%s\n' "$want" >"$folder/made-from"
}

# An empty virtual environment in a folder.
fresh() {
    "$python" -m venv --clear "$1" || fail "The virtual environment could not be made; the lines above say why."
}

# Install with pip into the virtual environment `folder`, wheels only; what is itself source may be pure Python.
# The variables, unlike options, also reach the second pip that fetches what builds the package.
wheels() {
    PIP_RETRIES=2 PIP_DISABLE_PIP_VERSION_CHECK=1 "$folder/bin/python" -m pip install --no-input --only-binary :all: \
        "$@" >"$folder/pip.log" 2>&1
}

pip_error() {
    grep -h 'ERROR:' "$folder/pip.log" | tail -n 1 >&2
}

not_installed() {
    pip_error
    fail "The Python libraries could not be installed. If the network is missing, connect it and type the same command" \
        "again. All that pip said is in $folder/pip.log."
}

no_pins() {
    say "There is no GPIO library for this computer: the die button cannot be used, everything else works."
}
