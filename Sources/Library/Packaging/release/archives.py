"""Archives whose bytes depend on nothing but their files and one time."""

import gzip
import io
import os
import subprocess
import tarfile
import time
import zipfile


def command(*words, **options):
    """What a program wrote; an exception when it failed."""
    words = [str(word) for word in words]
    # `make` inside of `make` would say which folder it enters, and take over its options.
    environment = {
        name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    }
    environment.update(options.pop("env", {}))
    return subprocess.run(words, check=True, capture_output=True, text=True, env=environment, **options).stdout


def files(folder):
    """Every file and folder below a folder, sorted."""
    return sorted(folder.rglob("*"))


def mode(path):
    """All may read; what its owner may run, all may."""
    return 0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644


def tar_bytes(folder, epoch):
    """A folder as a tarball, its name included."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in [folder, *files(folder)]:
            entry = archive.gettarinfo(path, str(path.relative_to(folder.parent)))
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = epoch
            entry.mode = mode(path)
            with open(path if path.is_file() else os.devnull, "rb") as file:
                archive.addfile(entry, file if path.is_file() else None)
    return stream.getvalue()


def tar(folder, path, epoch, effort):
    """Writes a folder as .tar.gz; returns the path."""
    with open(path, "wb") as file, gzip.GzipFile("", "wb", effort, file, 0) as packed:
        packed.write(tar_bytes(folder, epoch))
    return path


def zipped(folder, path, epoch, effort):
    """Writes a folder as .zip; returns the path."""
    # The format begins in 1980.
    moment = time.gmtime(max(epoch, 315532800))[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=effort) as archive:
        for each in files(folder):
            if each.is_dir():
                continue
            entry = zipfile.ZipInfo(str(each.relative_to(folder.parent)), moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode(each)) << 16
            archive.writestr(entry, each.read_bytes())
    return path
