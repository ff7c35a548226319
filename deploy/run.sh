#!/bin/sh
# Set up what the table needs and run it: sh deploy/run.sh [options of companion serve]
# Works as an ordinary user with sudo or as root, and again at any time; what is there is not done twice.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$here/deploy/setup.sh"

environment "$here/.venv"
exec "$here/.venv/bin/python" -m companion serve "$@"
