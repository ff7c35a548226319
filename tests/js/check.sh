#!/bin/sh
# How the pages' scripts are written: prettier, eslint, and the types that their comments tell. With --write prettier
# formats them. Node comes with the tests' environment, whose commands are in PATH.
set -eu
cd "$(dirname -- "$0")"
lock=$(cksum <package-lock.json)
if [ "$(cat node_modules/made-from 2>/dev/null)" != "$lock" ]; then
    npm ci --no-fund --no-audit --loglevel=error
    printf '%s\n' "$lock" >node_modules/made-from
fi
export PATH="$PWD/node_modules/.bin:$PATH"
prettier --log-level=warn --config prettier.config.js "${1:---check}" . "../../companion/web/static/*/*.js"
tsc --project .
# eslint looks at nothing outside of the folder that it starts in.
cd ../../companion/web/static
eslint --config ../../../tests/js/eslint.config.js .
