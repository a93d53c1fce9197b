#!/bin/busybox sh
# The guest's first and only program: loads the drivers, then runs what the bench asks for over a virtio port.
PATH=/bin
/bin/busybox --install -s /bin
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
mount -t tmpfs none /tmp
for module in $(cat /modules/order); do
  insmod "/modules/$module" 2>/dev/null || echo "bench: $module does not load"
done
mount -t 9p -o trans=virtio,version=9p2000.L,cache=none,msize=65536 bench /share
# What udev does on a desktop: serial ports belong to a group.
mdev -d
mdev -s
mount -t configfs none /sys/kernel/config 2>/dev/null

# Each line is a number and a command; its output goes to the shared folder, its status back over the line.
exec 3<>/dev/vport0p1
echo ready >&3
while read -r id command <&3; do
  (
    sh -c "$command" </dev/null >"/share/$id.out" 2>"/share/$id.err" 3>&-
    echo "$id $?" >&3
  ) &
done
poweroff -f
