"""The package for Debian: what `make install` places under /usr, and a rule for udev."""

import gzip
import hashlib
import pathlib
import re
import shutil
import sys

from archives import files
from library import run

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]

CONTROL = """\
Package: binnacle
Version: {version}
Architecture: {architecture}
Maintainer: The Binnacle authors
Installed-Size: {size}
Depends: {depends}
Suggests: qemu-system-arm, qemu-system-misc, gpsd, openocd, libmosquitto1
Section: electronics
Priority: optional
Description: magnetic compass for microcontrollers, with its tools
 Binnacle computes headings from a magnetometer in integers. This program
 puts its firmware on a board, calibrates and streams it, shows it in a
 browser, and checks it against the same equations in Double. Images of
 the boards and the documents are included.
"""


def dependencies(program):
    """The packages that a program's shared libraries are in, as Debian's own program tells."""
    if not shutil.which("dpkg-shlibdeps"):
        sys.exit("There is no dpkg-shlibdeps. Install Debian's dpkg-dev.")
    # It wants the folder of a source package around it.
    place = program.parents[2] / "source"
    (place / "debian").mkdir(parents=True)
    (place / "debian/control").write_text("Source: binnacle\n\nPackage: binnacle\nArchitecture: any\n")
    said = run("dpkg-shlibdeps", "-O", f"-e{program}", cwd=place)
    shutil.rmtree(place)
    return re.search(r"^shlibs:Depends=(.*)$", said, flags=re.M).group(1)


def packed(data):
    return gzip.compress(data, 9, mtime=0)


def build(folder, version, output, epoch, effort):
    """Completes a folder with /usr in it and packs it; returns the path."""
    program = folder / "usr/bin/binnacle"
    documents = folder / "usr/share/doc/binnacle"
    shutil.copy(HERE / "copyright", documents / "copyright")
    # Where Debian looks for it. The documents link to the file beside it.
    (documents / "changelog.gz").write_bytes(packed((ROOT / "CHANGELOG.md").read_bytes()))
    for page in (folder / "usr/share/man/man1").iterdir():
        page.with_name(page.name + ".gz").write_bytes(packed(page.read_bytes()))
        page.unlink()
    rules = folder / "usr/lib/udev/rules.d"
    rules.mkdir(parents=True)
    shutil.copy(HERE / "70-binnacle.rules", rules)

    entries = [path for path in files(folder) if path.is_file()]
    control = folder / "DEBIAN"
    control.mkdir()
    architecture = run("dpkg", "--print-architecture").strip()
    (control / "control").write_text(
        CONTROL.format(
            version=version,
            architecture=architecture,
            size=sum((path.stat().st_size + 1023) // 1024 for path in entries),
            depends=dependencies(program),
        )
    )
    (control / "md5sums").write_text(
        "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in entries)
    )
    for path in [folder, *files(folder)]:
        path.chmod(0o755 if path.is_dir() or path == program else 0o644)
    result = output / f"binnacle_{version}_{architecture}.deb"
    # One thread: several would cut the data into blocks by their number.
    packing = ["-Zxz", f"-z{min(effort, 6)}", "--threads-max=1"] if effort else ["-Znone"]
    run("dpkg-deb", "--root-owner-group", *packing, "--build", folder, result, env={"SOURCE_DATE_EPOCH": str(epoch)})
    return result
