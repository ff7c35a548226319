#!/bin/sh
# The first process of the virtual machine: a computer that calls itself a Raspberry Pi, then the table.
# Arguments: the Python to use, the checkout.
# The checkout may lie anywhere, so nothing but these two folders is hidden by the memory disk.
mount -t tmpfs memory /mnt
mount -t tmpfs run /run
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/mnt TMPDIR=/mnt LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
ip link set lo up 2>/dev/null || busybox ip link set lo up
# gpiozero asks the processor's list which board this is: a Raspberry Pi 4B.
{ cat /proc/cpuinfo; echo 'Revision : c03115'; } >/mnt/cpuinfo
mount --bind /mnt/cpuinfo /proc/cpuinfo
cd "$2" || exit
"$1" -m tests.system.pins
echo o >/proc/sysrq-trigger
sleep 60
