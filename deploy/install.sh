#!/bin/sh
# Install the companion on this computer: a service that starts at power-on and that phones find. See --help.
# Everything is looked at before it is done, so that it can be run again at any time, after an interruption too.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$here/deploy/setup.sh"

program=/opt/smallworld-companion
releases=$program/releases
data=/var/lib/smallworld-companion
# Not plain smallworld: that may be the owner, whose account would go with --uninstall.
user=smallworld-table
service=smallworld-companion.service
screen=smallworld-screen.service
hotspot=smallworld-hotspot
hotspot_names=/etc/NetworkManager/dnsmasq-shared.d/smallworld-hotspot.conf
wifi=/etc/NetworkManager/conf.d/smallworld-wifi.conf
units=/etc/systemd/system
announcement=/etc/avahi/services/smallworld-companion.service
tray=/etc/udev/rules.d/60-smallworld-tray.rules
command=/usr/local/bin/companion
tables=/var/lib/smallworld-club
template=smallworld-companion@
slice=smallworld-club.slice
front=smallworld-front.service
site=/etc/nginx/sites-enabled/default
nginx=/etc/nginx/conf.d/smallworld-club.conf
sysctl=/etc/sysctl.d/60-smallworld-club.conf
# Kilobytes: a release takes a quarter of it, and making it another.
space=100000

usage() {
    cat <<END
sh deploy/install.sh              install the companion, or update it from this folder
sh deploy/install.sh --now        update during a game too: the table goes away for a few seconds
sh deploy/install.sh --check      show what would be done, and change nothing
sh deploy/install.sh --screen     also show the table screen on this computer's own display (HDMI)
sh deploy/install.sh --club       several tables on this computer instead of one: see docs/club.md
sh deploy/install.sh --uninstall  remove everything except the games in $data
sh deploy/install.sh --beside     only install this release beside the one in use, and print its folder

Program: $program  Games and settings: $data
END
}

# step SENTENCE: say what is done next; false when it is only to be said.
step() {
    if [ "$mode" = check ]; then
        planned=yes
        say "Would do: $1"
        return 1
    fi
    say "$1..."
}

running() {
    [ -d /run/systemd/system ]
}

# put FILE SENTENCE [MODE]: have a file hold what is read from the input; `written` tells whether it had to be written.
put() {
    wanted=$(cat) written=
    [ "$(cat "$1" 2>/dev/null)" != "$wanted" ] || return 0
    written=yes
    step "$2" || return 0
    mkdir -p "$(dirname "$1")"
    printf '%s\n' "$wanted" >"$1.new"
    chmod "${3:-644}" "$1.new"
    # A power cut may leave a new name without what was to be in it.
    sync "$1.new"
    mv "$1.new" "$1"
}

suits() {
    # shellcheck source=/dev/null
    . /etc/os-release
    case " ${ID:-} ${ID_LIKE:-} " in
    *' debian '* | *' raspbian '*) ;;
    *) fail "This is ${PRETTY_NAME:-not Debian}. The app needs Raspberry Pi OS or Debian." ;;
    esac
    case $(dpkg --print-architecture) in
    arm64 | amd64) ;;
    *) fail "This is a 32-bit system, and the libraries need 64 bits. Write the 64-bit Raspberry Pi OS to the card." ;;
    esac
    command -v systemctl >/dev/null || fail "There is no systemd here; it is needed to open the table at power-on."
    # Debian's next release has no number yet, and Ubuntu's have a point.
    number=${VERSION_ID:-99}
    [ "${number%%.*}" -ge 12 ] || fail "This is $PRETTY_NAME. The oldest release that works is Debian 12 (Bookworm)."
}

has_room() {
    free=$(df -Pk /opt 2>/dev/null | awk 'NR == 2 { print $4 }')
    [ "${free:-$space}" -ge "$space" ] ||
        fail "Only $((free / 1000)) MB are free on the card; $((space / 1000)) MB are needed."
}

# A Pi, or another computer with pins.
has_pins() {
    [ "$(dpkg --print-architecture)" = arm64 ] || ls /dev/gpiochip* >/dev/null 2>&1
}

# need PACKAGE...: install those Debian packages that are missing.
need() {
    lacks "$@" || return 0
    [ "$mode" != check ] || step "Installing the Debian packages$missing" || return 0
    # What an interrupted installation of packages left half done stops every further one.
    [ -z "$(ls /var/lib/dpkg/updates)" ] || dpkg --configure -a
    packages "$@"
}

# want PACKAGE...: like need, but the table opens without them. `later` lists those that could not be had now.
want() {
    lacks "$@" || return 0
    if [ "$mode" = check ]; then
        need "$@"
    else
        absent=$missing
        (need "$@") || later="$later$absent"
    fi
}

system_packages() {
    need python3 python3-venv
    # Raspberry Pi's own archive has the library for the pins, made for its kernel; Debian's may not.
    if has_pins && apt-cache show python3-lgpio >/dev/null 2>&1; then
        need python3-lgpio
    fi
}

# Last, so that the table does not wait for them: it finds each of them when it is there.
more_packages() {
    set -- avahi-daemon avahi-utils
    # Where NetworkManager runs the network: whether the radio sleeps, and leases and names on the hotspot.
    ! installed network-manager || set -- "$@" iw dnsmasq-base
    want "$@"
}

owner() {
    if ! id "$user" >/dev/null 2>&1 && step "Creating the user $user, which runs the table"; then
        useradd --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin \
            --comment 'Small World companion' "$user"
    fi
    join "$user" gpio dialout
}

# join USER GROUP...: let a user use the devices of those groups that there are.
join() {
    who=$1
    shift
    for group in "$@"; do
        getent group "$group" >/dev/null || continue
        id -nG "$who" 2>/dev/null | grep -qw "$group" && continue
        ! step "Adding $who to the group $group, for its devices" || usermod -aG "$group" "$who"
    done
}

# A release is named after its version and what is in it, with the Python that runs it, so that two different ones are
# never in one folder, and none that is in use has to be made again.
name_release() {
    version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$here/companion/__init__.py")
    # Python 3.13.6 runs what 3.13.5 did.
    made=$("$python" -c 'import sys; print("Python %d.%d" % sys.version_info[:2])' 2>/dev/null || true)
    ! installed python3-lgpio || made="$made, with python3-lgpio"
    content=$(cd "$here" && { echo "$made" && find companion pyproject.toml -type f ! -name '*.pyc' -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum; } | sha256sum | cut -c1-8)
    folder=$releases/$version-$content
}

release() {
    find_python || [ "$mode" = check ] || fail "Python 3.11 or newer is needed, and there is none here."
    name_release
    # The mark is written last: a folder without it is what an interrupted installation left.
    [ ! -e "$folder/complete" ] || return 0
    has_room
    step "Installing version $version. On a Raspberry Pi this takes a minute or two" || return 0
    [ "$(readlink "$program/current" 2>/dev/null || true)" != "$folder" ] || restart=yes
    mkdir -p "$releases"
    rm -f "$folder/complete"
    # What pip would keep for next time only fills the card.
    export PIP_NO_CACHE_DIR=1
    # pip comes and goes with a folder of its own: what a release does not need, nobody can use in there.
    # Those of an installation that was cut off only fill the card.
    rm -rf "$program"/making-*
    tools=$program/making-$$
    fresh "$tools"
    "$python" -m venv --clear --without-pip "$folder" || fail "$folder could not be created. The lines above say why."
    # What builds the package is listed with its hash, like the libraries.
    pip "$tools" install --require-hashes --requirement "$here/deploy/build.lock" || not_installed
    pip "$tools" wheel --no-build-isolation --no-index --wheel-dir "$tools" "$here" || not_installed
    fill || not_installed
    rm -rf "$tools"
    # Only now may the release see the system's modules, so that all others are still its own.
    ! installed python3-lgpio || "$python" -m venv --upgrade --without-pip --system-site-packages "$folder"
    # A power cut must not leave the mark without what it stands for, nor an empty one.
    printf '%s\n' "$made" >"$folder/complete.new"
    sync
    mv "$folder/complete.new" "$folder/complete"
}

# Install the package that was built and its libraries into the release, in one step, so that no code of any is run.
fill() {
    into=$folder pins=''
    installed python3-lgpio || ! has_pins || pins=$here/companion/pins.lock
    get ${pins:+"$pins"} || { [ -n "$pins" ] && get; } || return 1
    [ -z "$pins" ] || has_lgpio || no_pins
}

get() {
    built=$(echo "$tools"/smallworld_companion-*.whl)
    {
        cat "$here/companion/libraries.lock" "$@"
        say "smallworld-companion @ file://$built --hash=sha256:$(sha256sum "$built" | cut -d ' ' -f 1)"
    } >"$tools/wanted.txt"
    pip "$tools" install --require-hashes --requirement "$tools/wanted.txt"
}

# Point `current` at the release. Where another is in use this is an update: tried on a copy of the games first, gone
# back from where it fails, and the table is taken from nobody who plays.
switch() {
    used=$(readlink "$program/current" 2>/dev/null || true)
    [ "$used" != "$folder" ] || return 0
    step "Switching to version $version" || return 0
    if [ -n "$used" ]; then
        COMPANION_DATA=$data "$folder/bin/companion" update ${now:+--now} "$folder"
    else
        ln -s "$folder" "$program/current"
    fi
}

# Whether a game is under way.
in_a_game() {
    "$program/current/bin/python" -c 'import sys
from pathlib import Path
try:
    from companion.upkeep.update import in_a_game
except ModuleNotFoundError:
    # The release in use is older than that folder.
    from companion.update import in_a_game
sys.exit(not in_a_game(Path(sys.argv[1])))' "$data" 2>/dev/null
}

# Whether a game is under way at the table that runs.
playing() {
    systemctl is-active --quiet "$service" && in_a_game
}

# The tables of a club that are awake and in the middle of a game.
playing_at() {
    "$program/current/bin/python" -c 'from companion.club.tables import Tables
from companion.club.units import for_update
from companion.upkeep.update import in_a_game
print(*(table.name for table in for_update(Tables()) if table.awake and in_a_game(table.folder)), sep=", ")' 2>/dev/null
}

# An update in the middle of a game is refused before anything is fetched for it.
not_in_a_game() {
    used=$(readlink "$program/current" 2>/dev/null || true)
    [ "$mode" = install ] && [ -n "$used" ] && [ -z "$now" ] && find_python || return 0
    name_release
    # The single table that a club has closed may have a game that was never played to its end.
    [ "$used" = "$folder" ] || [ -e "$units/$template.socket" ] || ! in_a_game ||
        fail "A game is in progress. Update afterwards, or now with --now: the table goes away for a few seconds, and the" \
            "game continues where it was."
    there=''
    [ "$used" = "$folder" ] || there=$(playing_at || true)
    [ -z "$there" ] || fail "A game is in progress at $there. Update afterwards, or now with --now: no table is" \
        "interrupted, and each goes on with the new version when it has slept."
}

# Releases but the one in use and the one before only fill the card, unless a process has one loaded: a club's table that
# is awake, or its front page.
tidy() {
    for old in "$releases"/*; do
        [ -d "$old" ] || continue
        case $old in
        "$(readlink "$program/current")" | "$(readlink "$program/previous")") continue ;;
        esac
        ! grep -qsF "$old/" /proc/[0-9]*/maps || continue
        ! step "Removing the old release ${old##*/}" || rm -rf "$old"
    done
}

# The port in the settings, else 80, or the next one where another program has 80.
choose_port() {
    why=''
    port=$(sed -n 's/^port *= *\([0-9]*\).*/\1/p' "$data/companion.toml" 2>/dev/null || true)
    [ -z "$port" ] || return 0
    port=80
    # The page that shows how far the installation is makes room for the table at the same address.
    ! { running && systemctl is-active --quiet smallworld-progress; } || return 0
    find_python || return 0
    # Only root may try 80 at all.
    port=$("$python" -c 'import socket
for port in 80, 8000, 8080, 8888:
    try:
        socket.create_server(("", port)).close()
    except PermissionError:
        pass
    except OSError:
        continue
    break
print(port)')
    [ "$port" = 80 ] || why=", with port $port because another program uses port 80"
}

settings() {
    if [ ! -d "$data" ] && step "Creating the folder $data for games and settings"; then
        install -d -m 750 "$data"
    fi
    # Earlier versions left an empty one where the power was cut while it was written.
    [ -s "$data/companion.toml" ] ||
        put "$data/companion.toml" "Writing the settings to $data/companion.toml$why" 640 <<END
# The settings of the table. After a change: sudo systemctl restart $service
# companion serve --help lists all of them, with what each accepts.

# Browsers take 80 for granted, so that the address needs no number at its end. After a change of this one, type
# sh deploy/install.sh again: it tells the local network and the table screen.
port = $port
# Phones find the table as smallworld.local, whatever this computer is called.
local_name = "smallworld"
END
    # Games that an earlier installation left belong to nobody who is still here.
    if [ "$mode" != check ] && [ "$(stat -c %U "$data")" != "$user" ]; then
        chown -R "$user:$user" "$data"
    fi
}

files() {
    put "$command" "Writing the command $command" 755 <<END
#!/bin/sh
# The installed companion, with the table's own games and settings, which only root and the table itself may read.
if [ -z "\${COMPANION_DATA:-}" ]; then
    [ -r $data ] || exec sudo "\$0" "\$@"
    export COMPANION_DATA=$data
fi
exec $program/current/bin/companion "\$@"
END
    put "$announcement" "Announcing the table in the local network" <<END
<?xml version="1.0" standalone="no"?>
<!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group>
  <name replace-wildcards="yes">Small World on %h</name>
  <service>
    <type>_http._tcp</type>
    <port>$port</port>
  </service>
</service-group>
END
    put "$units/$service" "Writing the service to $units/$service" <"$here/deploy/$service"
    [ -z "$written" ] || restart=yes reload=yes
    put "$units/$screen" "Writing the table screen to $units/$screen, off until you want it" <<END
$(sed "s,//localhost/,//localhost:$port/," "$here/deploy/$screen")
END
    [ -z "$written" ] || reload=yes
    put "$tray" "Giving a dice tray the name /dev/smallworld-tray" <"$here/deploy/${tray##*/}"
    if [ -n "$written" ] && [ "$mode" != check ] && running; then
        # Without udev, as in a container, the rule waits for the next start.
        udevadm control --reload 2>/dev/null || true
        udevadm trigger --subsystem-match=tty 2>/dev/null || true
    fi
}

# For a club: the same service under a second name, with what is different in a file of its own.
club() {
    put "$units/$template.service" "Writing the tables' service to $units/$template.service" <"$here/deploy/$service"
    [ -z "$written" ] || reload=yes
    put "$units/$template.service.d/club.conf" "Writing what is different in a club beside it" \
        <"$here/deploy/smallworld-club.conf"
    [ -z "$written" ] || reload=yes
    for unit in "$template.socket" "$slice" "$front"; do
        put "$units/$unit" "Writing $unit to $units" <"$here/deploy/$unit"
        [ -z "$written" ] || reload=yes
    done
    put_club_settings
    put "$sysctl" "Having phones that were switched off noticed" <"$here/deploy/smallworld-club.sysctl"
    # A container may not change it; then it waits for the next start.
    [ -z "$written" ] || [ "$mode" = check ] || ! running || /usr/lib/systemd/systemd-sysctl "$sysctl" 2>/dev/null || true
    need nginx
    # Its port is the one that leads to all tables.
    if systemctl is-enabled --quiet "$service" 2>/dev/null && step "Closing the single table, whose games stay"; then
        systemctl disable --quiet "$service"
        ! running || systemctl stop "$service"
    fi
    # Debian's own page is where the club's is to be.
    if [ -L "$site" ] && step "Taking nginx's page of welcome away"; then
        rm "$site"
    fi
    if ! systemctl is-enabled --quiet "$front" 2>/dev/null && step "Enabling the club's front page at power-on"; then
        systemctl enable --quiet "$front"
    fi
}

# What can be done only once systemd knows the units.
open_club() {
    running && [ "$mode" != check ] || return 0
    systemctl start "$front" || fail "The front page does not start. To see why: sudo journalctl -u $front -n 20"
    [ -e "$nginx" ] || "$program/current/bin/companion" club proxy --install
}

put_club_settings() {
    [ ! -e "$tables/companion.toml" ] || return 0
    put "$tables/companion.toml" "Writing the club's settings to $tables/companion.toml" <<END
# The settings of all tables of the club. After a change: sudo companion club start
# companion serve --help lists all of them, with what each accepts.

# Each table is at this path and its name, where nginx on this computer leads, and from elsewhere nobody reaches it.
path = "/t"
host = "127.0.0.1"
# The name in the codes; without it they show a number: address = "http://club.local"
END
}

# Where NetworkManager runs the network, have it keep the Wi-Fi radio awake and never give up on the home's Wi-Fi.
home_wifi() {
    installed network-manager || return 0
    put "$wifi" "Keeping the Wi-Fi radio awake, because asleep it answers phones late" <"$here/deploy/wifi.conf"
    [ -n "$written" ] && [ "$mode" != check ] && running || return 0
    # NetworkManager applies it when it connects next. Connecting now could cut off whoever types this over the Wi-Fi.
    nmcli general reload conf || true
    for radio in /sys/class/net/*/phy80211; do
        [ ! -e "$radio" ] || ! installed iw || iw dev "$(basename "${radio%/*}")" set power_save off || true
    done
}

# The switch of the Pi's own Wi-Fi, where NetworkManager runs the network: on a Raspberry Pi it does.
hotspot() {
    installed network-manager || return 0
    put "$hotspot_names" "Making every name on the hotspot lead to the table" <"$here/deploy/hotspot-names.conf"
    for unit in $hotspot.socket $hotspot@.service; do
        put "$units/$unit" "Writing $unit, which switches the hotspot, to $units" <"$here/deploy/$unit"
        [ -z "$written" ] || reload=yes
    done
}

start() {
    if running && [ -n "$reload" ] && [ "$mode" != check ]; then
        systemctl daemon-reload
    fi
    if [ -e "$units/$hotspot.socket" ]; then
        if ! systemctl is-enabled --quiet "$hotspot.socket" 2>/dev/null && step "Enabling the switch for the hotspot"; then
            systemctl enable --quiet "$hotspot.socket"
        fi
        ! running || [ "$mode" = check ] || systemctl start "$hotspot.socket"
    fi
    [ -z "$with_club" ] || return 0
    if ! systemctl is-enabled --quiet "$service" 2>/dev/null && step "Making the table open at power-on"; then
        systemctl enable --quiet "$service"
    fi
    if ! running; then
        [ "$mode" = check ] || say "systemd is not running here. The companion starts when this system does."
    elif [ -n "$restart" ] && [ -z "$now" ] && playing; then
        say "A game is in progress, so the service keeps running as it is. To restart it after the game: sudo" \
            "systemctl restart $service"
    elif { [ -n "$restart" ] || ! systemctl is-active --quiet "$service"; } && step "Opening the table"; then
        systemctl restart "$service" || fail "It does not start. To see why: sudo journalctl -u $service -n 20"
    fi
}

table_screen() {
    need cage chromium
    if ! id smallworld-screen >/dev/null 2>&1 && step "Creating the user smallworld-screen, which runs the browser"; then
        useradd --system --user-group --create-home --home-dir /var/lib/smallworld-screen --shell /usr/sbin/nologin \
            --comment 'Small World table screen' smallworld-screen
    fi
    join smallworld-screen video render input
    if ! systemctl is-enabled --quiet "$screen" 2>/dev/null &&
        step "Showing the table screen on the display from power-on"; then
        systemctl enable --quiet "$screen"
        ! running || systemctl start "$screen"
    fi
}

# Say how phones find the single table.
find_it() {
    "$program/current/bin/python" -c 'import sys
from companion.host.address import for_phones
from companion.upkeep.terminal import invite
invite(for_phones(int(sys.argv[1])))' "$port"
    number=:$port
    [ "$port" != 80 ] || number=''
    ! grep -q '^local_name = "smallworld"' "$data/companion.toml" ||
        say "Most phones also find it at http://smallworld.local$number"
}

uninstall() {
    [ ! -e "$units/$hotspot.socket" ] || ! running || nmcli connection delete id $hotspot >/dev/null 2>&1 || true
    for port in "$units/$template"?*.socket.d; do
        [ -d "$port" ] || continue
        unit=${port##*/} unit=${unit%.d}
        say "Stopping and removing $unit..."
        systemctl disable --quiet "$unit"
        ! running || systemctl stop "$unit" "${unit%.socket}.service"
        rm -r "$port"
    done
    rm -f "$units/$template.socket" "$units/$template.service" "$units/${slice:?}"
    rm -rf "$units/$template.service.d"
    rm -f "$sysctl"
    if [ -e "$nginx" ]; then
        rm "$nginx"
        ! running || systemctl reload nginx || true
    fi
    for unit in $screen $service $hotspot.socket $front; do
        [ -e "$units/$unit" ] || continue
        say "Stopping and removing $unit..."
        systemctl disable --quiet "$unit"
        ! running || systemctl stop "$unit"
        rm -f "$units/$unit"
    done
    rm -f "$units/$hotspot@.service"
    ! running || systemctl daemon-reload
    say "Removing the program, its settings and its user..."
    # Else the next start would set the table up again from the card.
    rm -rf /boot/firmware/smallworld /boot/firmware/smallworld-*.txt
    rm -rf "$program" "$command" "$announcement" "$tray" "$hotspot_names" "$wifi" /var/lib/smallworld-screen
    # The radio itself may sleep again from the next start on.
    ! running || nmcli general reload conf >/dev/null 2>&1 || true
    # All else in there is the games, and the keys by which phones and the tray are known in them.
    rm -f "$data/companion.toml" "$data/hotspot.password" "$data/home.password" "$data/home.wifi" "$data/games.lock" "$data"/*.sock "$data"/.lgd-nfy*
    # Without a game they are keys to nothing.
    [ -e "$data/games.db" ] || rm -f "$data"/*.key
    rmdir "$data" 2>/dev/null || true
    for one in $user smallworld-screen; do
        ! id "$one" >/dev/null 2>&1 || userdel "$one"
    done
    if [ -d "$data" ]; then
        chown -R root:root "$data"
        say "The games are still in $data and are used again if you install again. To delete them: sudo rm -r $data"
    fi
    [ ! -d "$tables" ] || say "The games of the club's tables are still in $tables and /var/lib/private/smallworld-club."
    say "The Debian packages were left as they are. The companion has been removed."
}

mode=install with_screen='' with_club='' now=''
case "${1:-}" in
'') ;;
--check) mode=check ;;
--screen) with_screen=yes ;;
--now) now=yes ;;
--club) with_club=yes ;;
--beside) mode=beside ;;
--uninstall) mode=uninstall ;;
-h | --help)
    usage
    exit 0
    ;;
*)
    usage >&2
    exit 2
    ;;
esac
[ $# -le 1 ] || fail "Use one option at a time. See sh deploy/install.sh --help."
# Once there is an installation, its settings are for root's eyes.
if [ "$(id -u)" -ne 0 ] && { [ "$mode" != check ] || { [ -d "$data" ] && [ ! -x "$data" ]; }; }; then
    command -v sudo >/dev/null || fail "There is no sudo here. Type su, then run the same command again."
    exec sudo sh "$here/deploy/install.sh" "$@"
fi

restart='' reload='' planned='' later=''
# Once a club, always one: typed again, the command updates it.
[ ! -e "$units/$template.socket" ] || with_club=yes
umask 022
[ "$mode" != uninstall ] || {
    uninstall
    exit 0
}
suits
if [ "$mode" = beside ]; then
    release >&2
    say "$folder"
    exit 0
fi
not_in_a_game
system_packages
owner
release
switch
choose_port
settings
files
hotspot
[ -z "$with_club" ] || club
start
[ -z "$with_club" ] || open_club
tidy
more_packages
home_wifi
[ -z "$with_screen" ] || table_screen
if [ "$mode" = check ]; then
    [ -n "$planned" ] || say "Everything is in place. Nothing would be changed."
    exit 0
fi
# Whoever pulls the plug after this word finds all of it again.
sync
say "The companion is installed."
if [ -n "$with_club" ]; then
    say "All tables will be at $("$program/current/bin/python" -c 'from companion.host.address import for_phones
print(for_phones(80))'). To add one: sudo companion club add NAME"
else
    find_it
fi
[ -z "$later" ] || {
    say "These Debian packages wait until there is a network:$later. The table plays without them. When there is a" \
        "network, run the same command again."
    exit 3
}
