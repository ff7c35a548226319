#!/bin/sh
# Make what an owner copies onto a card instead of typing: sh deploy/card.sh [FOLDER]. Needs the network, and no root.
# FOLDER (dist/smallworld-card) then holds the folder smallworld and the file vendor-data, and FOLDER.zip both of them for a release.
# --machine x86_64 and --python 3.11 make it for another computer than a Raspberry Pi with Debian 13 (aarch64, 3.13).
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$here/deploy/setup.sh"

machine=aarch64 version=3.13
while [ $# -gt 1 ]; do
    case $1 in
    --machine) machine=$2 ;;
    --python) version=$2 ;;
    *) fail "sh deploy/card.sh [--machine aarch64|x86_64] [--python 3.13] [FOLDER]" ;;
    esac
    shift 2
done
made=${1:-$here/dist/smallworld-card}
find_python || fail "Python 3.11 or newer is needed to make it, and there is none here."
# Only what an earlier run made is replaced.
rm -rf "$made/smallworld" "$made/vendor-data" "$made.zip"
card=$made/smallworld
mkdir -p "$card/wheels"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fresh "$folder/tools"
say "Fetching the libraries for $machine, Python $version..."
# As listed, by their hashes: on the card they are checked once more by the same lists.
pip "$folder/tools" download --require-hashes --dest "$card/wheels" --implementation cp --python-version "$version" \
    --platform "manylinux2014_$machine" --platform "manylinux_2_28_$machine" \
    --requirement "$here/deploy/build.lock" --requirement "$here/companion/libraries.lock" || {
    pip_error
    fail "The libraries could not be fetched. The line above says why."
}
say "Packing the program..."
tar -C "$here" -cf "$card/source.tar" --exclude=__pycache__ --exclude='*.pyc' --sort=name --owner=0 --group=0 \
    --numeric-owner companion deploy pyproject.toml README.md LICENSE
cp "$here/deploy/card/set-up.sh" "$here/deploy/card/progress.py" "$card"
# The catalogues' reader is one of the libraries.
PYTHONPATH=$here:$(echo "$card"/wheels/polib-*.whl) "$python" "$here/deploy/card/words.py" >"$card/words.json"
cp "$here/deploy/card/vendor-data" "$made"
(cd "$card" && find . -type f | LC_ALL=C sort | xargs sha256sum) >"$folder/sums"
mv "$folder/sums" "$card/SHA256SUMS"
chmod 644 "$card/SHA256SUMS"
(cd "$made" && "$python" -m zipfile -c "$made.zip" vendor-data smallworld)
say "Made $made.zip. Its folder smallworld and its file vendor-data belong on the drive bootfs of a new card."
