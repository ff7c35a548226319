"""What the page says while a card sets the table up (deploy/card/progress.py).

The steps and failures are those that the scripts in deploy print, with {names} for what they fill in.
"""

from __future__ import annotations

# A sentence stands on one line, so that it is found by searching.
# ruff: noqa: E501

WORDS: dict[str, str] = {
    "setting_up.title": "Your table is being set up",
    "setting_up.lead": "This takes a few minutes. The page then opens the table by itself.",
    "setting_up.failed": "Something went wrong. The last lines say what it was and what to do.",
    # The steps, in their order.
    "setting_up.begins": "Setting up the Small World table from the card.",
    "setting_up.packages": "Installing the Debian packages {packages}...",
    "setting_up.user": "Creating the user {user}, which runs the table...",
    "setting_up.group": "Adding {user} to the group {group}, for its devices...",
    "setting_up.version": "Installing version {version}. On a Raspberry Pi this takes a minute or two...",
    "setting_up.no_pins": "There is no GPIO library for this computer: the die button cannot be used, everything else works.",
    "setting_up.switch": "Switching to version {version}...",
    "setting_up.folder": "Creating the folder {folder} for games and settings...",
    "setting_up.settings": "Writing the settings to {file}...",
    "setting_up.command": "Writing the command {command}...",
    "setting_up.network": "Announcing the table in the local network...",
    "setting_up.service": "Writing the service to {file}...",
    "setting_up.screen": "Writing the table screen to {file}, off until you want it...",
    "setting_up.tray": "Giving a dice tray the name {device}...",
    "setting_up.names": "Making every name on the hotspot lead to the table...",
    "setting_up.unit": "Writing {unit}, which switches the hotspot, to {folder}...",
    "setting_up.hotspot": "Enabling the switch for the hotspot...",
    "setting_up.power_on": "Making the table open at power-on...",
    "setting_up.opens": "Opening the table...",
    # What may fail.
    "setting_up.damaged": "The folder smallworld on the card is incomplete or damaged. Copy it to the drive bootfs again, and eject the drive before you take the card out.",
    "setting_up.not_written": "{folder} could not be written. If the card is full, take a larger one.",
    "setting_up.no_debian": "This is {system}. The app needs Raspberry Pi OS or Debian.",
    "setting_up.32_bit": "This is a 32-bit system, and the libraries need 64 bits. Write the 64-bit Raspberry Pi OS to the card.",
    "setting_up.no_systemd": "There is no systemd here; it is needed to open the table at power-on.",
    "setting_up.old": "This is {system}. The oldest release that works is Debian 12 (Bookworm).",
    "setting_up.full": "Only {free} MB are free on the card; {needed} MB are needed.",
    "setting_up.no_python": "Python 3.11 or newer is needed, and there is none here.",
    "setting_up.no_environment": "The virtual environment could not be created. The lines above say why.",
    "setting_up.no_folder": "{folder} could not be created. The lines above say why.",
    "setting_up.no_packages": "The Debian packages {packages} could not be installed. The lines above say why. If there is no network, connect to one and run the same command again.",
    "setting_up.no_libraries": "The Python libraries could not be installed. If there is no network, connect to one and run the same command again. Everything pip said is in {file}.",
    "setting_up.no_start": "It does not start. To see why: {command}",
    "setting_up.again": "Failed. The line above says why. Trying again in {count} min.",
}
