"""What the Raspberry Pi Imager writes onto a card: the files on its drive bootfs, and a system that reads them.

The system is Debian 13 with what Raspberry Pi OS Lite adds, as far as it matters here.
"""

from __future__ import annotations

from pathlib import Path

BOOT = "boot/firmware"
LOG = "smallworld-log.txt"
WIFI = "smallworld-wifi.txt"
IMAGE = ("python3", "python3-venv", "avahi-daemon", "cloud-init", "netplan.io", "network-manager", "dnsmasq-base")
# As the package rpi-cloud-init-mods sets it up, and who applies the network's settings.
SYSTEM = {
    "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg": (
        "datasource_list: [ NoCloud, None ]\ndatasource:\n  NoCloud:\n    seedfrom: file:///boot/firmware\n"
    ),
    "usr/lib/netplan/00-network-manager-all.yaml": "network:\n  version: 2\n  renderer: NetworkManager\n",
}
# The Imager adds these words to the kernel's.
KERNEL = "ds=nocloud;i=rpi-imager-1"
USER_DATA = """#cloud-config
manage_resolv_conf: false

hostname: smallworld
manage_etc_hosts: true
packages:
- avahi-daemon
apt:
  preserve_sources_list: true
user:
  name: ann
  shell: /bin/bash
  lock_passwd: true
runcmd:
  - [ touch, /root/the-imagers-own-commands-ran ]
"""


def imager(wifi: str, password: str) -> dict[str, str]:
    """The Imager's files, by name: the computer's name, a user, commands of its own, and a Wi-Fi."""
    return {
        "meta-data": "instance-id: rpi-imager-1\n",
        "user-data": USER_DATA,
        "network-config": f"""network:
  version: 2
  wifis:
    wlan0:
      dhcp4: true
      access-points:
        "{wifi}":
          password: "{password}"
      optional: true
""",
    }


def prepare(system: Path) -> None:
    """Have a system in a folder read the drive as Raspberry Pi OS does."""
    for name, text in SYSTEM.items():
        (system / name).parent.mkdir(parents=True, exist_ok=True)
        (system / name).write_text(text)
        (system / name).chmod(0o600)
    (system / BOOT).mkdir(parents=True, exist_ok=True)
