"""English: what the machines at the table say of themselves when something is not as it should be."""

from __future__ import annotations

# A sentence stands on one line, so that it is found by searching.
# ruff: noqa: E501

WORDS: dict[str, str] = {
    "notice.instead": "Until then roll with the button, on a phone, or with the box's own die.",
    # The disk.
    "notice.not_stored": "This was not stored and did not happen: {reason}, then do it again. Everything before it is safe.",
    "notice.disk.full": "the disk is full. Make room on it",
    "notice.disk.readonly": "the disk can only be read. Let it be written again",
    "notice.disk.other": "the disk does not take it ({why}). Look after the disk",
    "notice.damaged": "The file with the games was damaged. It was kept as {file}, and a new one was begun. Nothing was deleted.",
    # The network.
    "copy.offer": "A copy of the games is kept here: {up_to}. The table can go on from there; what it has now is kept too.",
    "copy.turn": "{names}, turn {number}",
    "copy.over": "{names}, game over",
    "copy.lobby": "{names}, not begun yet",
    "copy.empty": "nobody had sat down yet",
    "copy.taken": "The table goes on from its copy. What it had before is kept as {file}.",
    "copy.none": "There is no copy to go on from.",
    "notice.hotspot": "The hotspot cannot be switched: {why}.",
    "notice.hotspot.mute": "The hotspot's switch does not work; its journal says why.",
    "notice.name.taken": "Another device here is called {name}.local; the address in the code works all the same.",
    "notice.name.package": "The name {name}.local needs the package avahi-utils; the address in the code works without.",
    # The pins, the button and its light.
    "part.button": "die button",
    "part.light": "light at the die button",
    "notice.pins.none": "No die button: this computer has no GPIO pins. Roll on a phone, or with the box's own die.",
    "notice.pins.library": "No die button: the library lgpio is not installed. Start the table again with sh deploy/run.sh while the network is there, or install the package python3-lgpio.",
    "notice.pins.stranger": "No die button: this computer has GPIO pins but is no Raspberry Pi, so their numbers are not known. Roll on a phone, or with the box's own die.",
    "notice.pins.shut": "No die button: the GPIO pins cannot be opened ({why}).",
    "notice.pins.nobody": "No die button: {user} may not use {device}, and no group may. Roll on a phone, or with the box's own die.",
    "notice.pins.rights": "No die button: {user} may not use {device}. Type sudo usermod -aG {group} {user}, log out and in again, and start the table again.",
    "notice.pins.mock": "The GPIO pins are mock pins, pressed through {path}; a real button is not heeded.",
    "notice.pins.mock.shut": "The GPIO pins are mock pins, but {path} cannot be opened ({why}).",
    "notice.pin.busy": "No {part}: GPIO {pin} is in use by another program or device. End that one, or set another {setting} in the settings.",
    "notice.pin.none": "No {part}: this computer has no GPIO {pin}. Set another {setting} in the settings.",
    "notice.pin.other": "No {part}: GPIO {pin} cannot be used ({why}).",
    "notice.button.loose": "The die button on GPIO {pin} opens and closes quicker than a finger can, and is not heeded until it rests: look for a loose wire.",
    "notice.button.stuck": "The die button on GPIO {pin} is down and stays down, so it rolls nothing: let it go, or look for a short circuit.",
    # The dice tray.
    "notice.tray.virtual": "The dice tray is a virtual one, knocked on through {path}.",
    "notice.tray.virtual.shut": "No dice tray: the virtual one cannot be made ({why}).",
    "notice.tray.unplugged": "The dice tray is not connected: plug it in again. {instead}",
    "notice.tray.silent": "The dice tray has fallen silent. {instead}",
    "notice.tray.mute": "The dice tray does not answer at {device}: unplug it and plug it in again. A new board gets its firmware first (firmware/README.md). {instead}",
    "notice.tray.stranger": "The device at {device} does not answer as a dice tray and is left alone. If it is the tray, give it its firmware (firmware/README.md) and plug it in again.",
    "notice.tray.old": "The dice tray has old firmware ({firmware}): flash it anew (firmware/README.md). {instead}",
    "notice.tray.new": "The dice tray's firmware ({firmware}) is newer than this companion: bring the companion up to date. {instead}",
    "notice.tray.missing": "No dice tray: there is no {device}. Plug the tray in, or set tray to auto, so that it is looked for.",
    "notice.tray.rights": "No dice tray: {user} may not use {device}. Type sudo usermod -aG dialout {user}, log out and in again, and start the table again.",
    "notice.tray.busy": "No dice tray: another program has {device}. End it, and the tray comes into use by itself.",
    "notice.tray.gone": "No dice tray: {device} has just gone. Plug it in again.",
    "notice.tray.no_port": "No dice tray: {device} is no port that can be opened ({why}). Set tray to auto, or to a device.",
    "notice.tray.shut": "No dice tray: {device} cannot be opened ({why}). Unplug the tray and plug it in again.",
    "notice.tray.noise": "The line to the dice tray is noisy. No roll is lost, but it may take longer: try another USB cable or socket.",
    "notice.tray.reveal": "The dice tray revealed another number than it had committed itself to, so that roll does not count: knock again.",
    "notice.tray.commitment": "The dice tray committed itself to two numbers for one roll, so it does not count: knock again.",
    "notice.tray.mode": "The dice tray read a die with magnets though it rolls by knocks now, so that roll does not count: knock again.",
    "notice.tray.level": "The die with magnets lies between two faces, so that roll does not count: roll it again.",
}
