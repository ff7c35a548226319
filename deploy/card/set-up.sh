#!/bin/sh
# Set up the table from the folder that this file is in, on the drive bootfs of a card: by deploy/install.sh, as from a
# terminal. vendor-data starts it with the computer, each time, until everything is done.
set -eu

say() {
    printf '%s\n' "$*"
}

# Add what is read to the log, line by line: the card may be without power after any of them. Who has a screen reads along.
tell() {
    while IFS= read -r line; do
        # A code to scan is for the screen.
        case $line in
        *█* | *▀*) ;;
        *) if say "$line" >>"$log"; then sync "$log"; fi ;;
        esac
        say "$line" 2>/dev/null >/dev/tty1 || true
        say "$line"
    done
}

# blink MILLISECONDS: let the Pi's own light blink. Without a number it shows again what it always does.
blink() {
    for light in /sys/class/leds/ACT /sys/class/leds/led0; do
        [ -w "$light/trigger" ] || continue
        if [ $# -eq 0 ]; then
            say "$usual" >"$light/trigger"
        else
            [ -n "${usual:-}" ] || usual=$(sed 's/.*\[\(.*\)\].*/\1/' "$light/trigger")
            say timer >"$light/trigger"
            say "$1" >"$light/delay_on"
            say "$1" >"$light/delay_off"
        fi
        return 0
    done
}

# Show how far it is, at the address where the table opens when it is there: systemd ends the page for it. A user that
# systemd makes up for it, with the one right to open port 80, sees of the drive no more than the page and the log.
show() {
    [ ! -e $program/current ] || return 0
    systemctl is-active --quiet smallworld-progress ||
        systemd-run --quiet --collect --unit=smallworld-progress --property=Conflicts=$service \
            --property=After=$service --property=DynamicUser=yes --property=ProtectHome=yes \
            --property=CapabilityBoundingSet=CAP_NET_BIND_SERVICE --property=AmbientCapabilities=CAP_NET_BIND_SERVICE \
            --property="TemporaryFileSystem=$boot:ro" \
            --property="BindReadOnlyPaths=$card/progress.py -$card/words.json $log" \
            --property=PrivateDevices=yes --property=MemoryMax=128M --property=TasksMax=64 \
            python3 "$card/progress.py" "$log" || true
}

set_up() {
    say "Setting up the Small World table from the card."
    # Somebody may have pulled the card out before the computer had written all of it.
    if ! (cd "$card" && sha256sum --quiet --strict --check SHA256SUMS) >/dev/null 2>&1; then
        say "The folder smallworld on the card is incomplete or damaged. Copy it to the drive bootfs again, and eject" \
            "the drive before you take the card out."
        return 1
    fi
    if ! { rm -rf $source.new && mkdir -p $source.new && tar -C $source.new -xf "$card/source.tar" --no-same-owner &&
        ln -s "$card/wheels" $source.new/wheels && rm -rf $source && mv $source.new $source; }; then
        say "$source could not be written. If the card is full, take a larger one."
        return 1
    fi
    sh $source/deploy/install.sh
}

# How to reach a table that finds no Wi-Fi, where its owner can read it without the table.
leave_wifi() {
    [ -S /run/smallworld-hotspot.sock ] || return 0
    words=$($program/current/bin/python -c 'import sys
from pathlib import Path
from companion.host.hotspot import NAME, page, password
print(f"""When the Pi finds no Wi-Fi that it knows, it opens its own within five minutes:

Wi-Fi:     {NAME}
Password:  {password(Path(sys.argv[1]))}

Join it with a phone, then open {page(int(sys.argv[2]))}/wifi there: type the name and the password of your
Wi-Fi, and the Pi tries them and says whether they work.
""")' $data "$(sed -n 's/^port *= *\([0-9]*\).*/\1/p' $data/companion.toml)") || return 0
    [ "$(cat "$wifi" 2>/dev/null)" = "$words" ] || say "$words" >"$wifi"
}

main() {
    # What was set up from this very folder is done, and a newer one is an update.
    ! cmp -s "$card/SHA256SUMS" $program/card || exit 0
    pause=60
    while :; do
        blink 500
        : >"$log"
        show
        { set_up </dev/null 2>&1 && result=0 || result=$?; say "$result" >"$run/result"; } | tell
        case $(cat "$run/result") in
        0)
            leave_wifi
            cp "$card/SHA256SUMS" $program/card
            blink
            sync
            exit
            ;;
        # The table is open, and a package waits for the network.
        3)
            say "Nothing is to be done here: it is tried again by itself." | tell
            leave_wifi
            blink
            ;;
        *)
            say "Failed. The line above says why. Trying again in $((pause / 60)) min." | tell
            blink 100
            ;;
        esac
        sleep $pause
        pause=$((pause < 1920 ? pause * 2 : pause))
    done
}

boot=/boot/firmware
card=$boot/smallworld
log=$boot/smallworld-log.txt
wifi=$boot/smallworld-wifi.txt
program=/opt/smallworld-companion
# Kept, for those who want the other options of install.sh.
source=$program/source
data=/var/lib/smallworld-companion
service=smallworld-companion.service
run=/run/smallworld-set-up
mkdir -p $run
main
