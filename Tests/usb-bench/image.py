"""The guest's kernel and initramfs: Debian's kernel package and busybox, the release `binnacle` with its libraries.

Packages are downloaded once into the cache and never installed; the base (modules, busybox) is made once a kernel, the
part with `binnacle` whenever the program is newer.
"""

import os
import re
import shutil
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# A bus with register models: bus.py.
MODELS = [os.path.join(HERE, "cuse_bus.c"), os.path.join(HERE, "../device-c/chips.c")]

# With what they depend on, which their own `depends` entries name.
MODULES = (
    "virtio_pci virtio_console 9pnet_virtio 9p xhci_pci ftdi_sio "
    "dummy_hcd configfs libcomposite u_serial usb_f_acm cdc_acm i2c_dev fuse cuse"
).split()
# Loaded later, by the scenario that needs it.
CARRIED = ["g_serial", "i2c_stub"]

FILES = {
    "etc/passwd": "root:x:0:0:root:/:/bin/sh\nsailor:x:1000:1000:sailor:/tmp:/bin/sh\n",
    "etc/group": "root:x:0:\ndialout:x:20:\ni2c:x:21:\nsailor:x:1000:\n",
    "etc/mdev.conf": "ttyUSB[0-9]+ root:dialout 660\nttyACM[0-9]+ root:dialout 660\ni2c-[0-9]+ root:i2c 660\n.* root:root 660\n",
}


class Missing(Exception):
    """Something that the bench needs is not there; the text says what to do."""


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def newest_package(cache, name, download):
    """The path of a Debian package in the cache, downloaded when it is not there yet."""
    stem = f"{name}_"
    there = [entry for entry in os.listdir(cache) if entry.startswith(stem) and entry.endswith(".deb")]
    if not there:
        try:
            run("apt-get", "download", "-q", name, cwd=cache)
        except (OSError, subprocess.CalledProcessError) as error:
            said = getattr(error, "stderr", None) or str(error)
            raise Missing(
                f"The package {name} cannot be downloaded: {said.strip().splitlines()[-1]}\n"
                "Run `apt-get update` and check the network; the bench needs Debian."
            ) from error
        download.append(name)
        there = [entry for entry in os.listdir(cache) if entry.startswith(stem) and entry.endswith(".deb")]
    return os.path.join(cache, sorted(there)[-1])


def kernel_package_name(cache):
    """The package behind linux-image-amd64; one that is in the cache already serves, so that no network is needed."""
    there = [entry.split("_")[0] for entry in os.listdir(cache) if entry.startswith("linux-image-")]
    if there:
        return sorted(there)[-1]
    try:
        depends = run("apt-cache", "depends", "linux-image-amd64").stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise Missing("apt-cache does not know linux-image-amd64; the bench needs Debian on amd64.") from error
    found = re.search(r"Depends: (linux-image-[0-9]\S*amd64)", depends)
    if not found:
        raise Missing("apt-cache does not know linux-image-amd64.\nRun `apt-get update`.")
    return found.group(1)


class Archive:
    """A cpio archive in the form that the kernel unpacks: "newc", see Documentation/driver-api/early-userspace."""

    def __init__(self):
        self._parts, self._made, self._number = [], set(), 0

    def _entry(self, path, mode, data=b"", device=(0, 0)):
        self._number += 1
        name = path.encode() + b"\0"
        fields = (self._number, mode, 0, 0, 1, 0, len(data), 0, 0, *device, len(name), 0)
        header = b"070701" + b"".join(b"%08X" % field for field in fields)
        self._parts.append(header + name + b"\0" * (-(len(header) + len(name)) % 4) + data + b"\0" * (-len(data) % 4))

    def folder(self, path):
        if path and path not in self._made:
            self.folder(os.path.dirname(path))
            self._made.add(path)
            self._entry(path, 0o040755)

    def file(self, path, data, mode=0o644):
        self.folder(os.path.dirname(path))
        self._entry(path, 0o100000 | mode, data)

    def copy(self, path, source, mode=0o644):
        with open(source, "rb") as file:
            self.file(path, file.read(), mode)

    def console(self):
        self.folder("dev")
        self._entry("dev/console", 0o020600, device=(5, 1))

    def write(self, path):
        self._entry("TRAILER!!!", 0)
        with open(path + ".new", "wb") as file:
            file.writelines(self._parts)
        os.replace(path + ".new", path)


def module_files(root):
    """Paths of the modules to load, each after what it depends on, and of those only carried along."""
    places = {}
    for folder, _, names in os.walk(os.path.join(root, "lib/modules")):
        for name in names:
            if name.endswith(".ko"):
                places[name[:-3].replace("-", "_")] = os.path.join(folder, name)
    order = []

    def visit(name):
        if name not in places or places[name] in order:
            return  # Built in, or there already.
        with open(places[name], "rb") as file:
            depends = re.search(rb"\0depends=([^\0]*)\0", b"\0" + file.read())
        for other in depends.group(1).decode().split(",") if depends else []:
            visit(other.replace("-", "_"))
        order.append(places[name])

    for name in MODULES:
        if name not in places:
            raise Missing(f"The kernel package has no module {name}; remove the bench's cache and try again.")
        visit(name)
    return order, [places[name] for name in CARRIED]


def build_base(cache, download):
    packages = os.path.join(cache, "packages")
    os.makedirs(packages, exist_ok=True)
    kernel = newest_package(packages, kernel_package_name(packages), download)
    busybox = newest_package(packages, "busybox-static", download)
    target, vmlinuz = os.path.join(cache, "base.cpio"), os.path.join(cache, "vmlinuz")
    sources = [kernel, busybox, os.path.join(HERE, "init.sh"), os.path.join(HERE, "image.py"), *MODELS]
    if os.path.exists(target) and os.path.getmtime(target) > max(map(os.path.getmtime, sources)):
        return vmlinuz, target
    root = os.path.join(cache, "unpacked")
    shutil.rmtree(root, ignore_errors=True)
    for package in (kernel, busybox):
        run("dpkg-deb", "-x", package, root)
    boot = [name for name in os.listdir(os.path.join(root, "boot")) if name.startswith("vmlinuz")]
    shutil.copy(os.path.join(root, "boot", boot[0]), vmlinuz)
    archive = Archive()
    for folder in ("proc", "sys", "tmp", "share", "bin", "modules"):
        archive.folder(folder)
    archive.console()
    archive.copy("init", os.path.join(HERE, "init.sh"), 0o755)
    archive.copy("bin/busybox", os.path.join(root, "bin/busybox"), 0o755)
    run("gcc", "-std=gnu11", "-O1", "-static", *MODELS, "-lm", "-o", os.path.join(root, "cuse_bus"))
    archive.copy("bin/cuse_bus", os.path.join(root, "cuse_bus"), 0o755)
    loaded, carried = module_files(root)
    for path in loaded + carried:
        archive.copy("modules/" + os.path.basename(path), path)
    archive.file("modules/order", "\n".join(map(os.path.basename, loaded)).encode() + b"\n")
    for path, text in FILES.items():
        archive.file(path, text.encode())
    archive.write(target)
    shutil.rmtree(root)
    return vmlinuz, target


def build_program(cache, program):
    """The archive with the program under test and the libraries that the loader says it needs."""
    target = os.path.join(cache, "program.cpio")
    newest = max(os.path.getmtime(program), os.path.getmtime(os.path.join(HERE, "image.py")))
    if os.path.exists(target) and os.path.getmtime(target) > newest:
        return target
    archive = Archive()
    archive.copy("bin/binnacle", program, 0o755)
    for line in run("ldd", program).stdout.splitlines():
        found = re.search(r"(/\S+) \(0x", line)
        if not found:
            continue
        path = found.group(1)
        place = path if "ld-linux" in path else "/lib/" + os.path.basename(path)
        archive.copy(place.lstrip("/"), os.path.realpath(path), 0o755)
    archive.write(target)
    return target


def build(cache, program):
    """Kernel and initramfs for a guest; returns (kernel, initramfs, seconds, packages downloaded)."""
    os.makedirs(cache, exist_ok=True)
    began, download = time.monotonic(), []
    kernel, base = build_base(cache, download)
    part = build_program(cache, program)
    whole = os.path.join(cache, "initramfs")
    if not os.path.exists(whole) or os.path.getmtime(whole) < max(map(os.path.getmtime, (base, part))):
        with open(whole + ".new", "wb") as out:
            for source in (base, part):
                with open(source, "rb") as file:
                    shutil.copyfileobj(file, out)
        os.replace(whole + ".new", whole)
    return kernel, whole, time.monotonic() - began, download
