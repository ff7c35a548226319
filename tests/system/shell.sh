#!/bin/sh
# In the virtual Pi: run each script that comes over the second serial port, one a line in base64; its output, in
# base64 too, and its exit status go back.
stty raw -echo
echo ready
while read -r script; do
    printf %s "$script" | base64 --decode >/run/script
    status=0
    sh /run/script </dev/null >/run/said 2>&1 || status=$?
    printf '%s %s\n' "$(base64 --wrap=0 /run/said)" "$status"
done
