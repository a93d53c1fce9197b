"""Archives, and lists of checksums, whose bytes depend on nothing but their files and one time."""

import gzip
import hashlib
import os
import tarfile
import time
import zipfile

# The earliest time that a zip archive can contain.
OLDEST = 315532800


def files(folder):
    """Every file and folder below a folder, sorted."""
    return sorted(folder.rglob("*"))


def mode(path):
    """All may read; what its owner may run, all may."""
    return 0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644


def digest(path):
    """The checksum of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def seal(folder):
    """Writes the checksums of the files in a folder into it."""
    sums = "".join(f"{digest(path)}  ./{path.relative_to(folder)}\n" for path in files(folder) if path.is_file())
    (folder / "SHA256SUMS").write_text(sums)


def tar(folder, path, epoch, effort=9, *, is_named=True):
    """Writes a folder as .tar.gz, named or with its files at the top; returns the path."""
    top = folder.parent if is_named else folder
    with open(path, "wb") as file, gzip.GzipFile("", "wb", effort, file, 0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
            for each in [folder, *files(folder)] if is_named else files(folder):
                entry = archive.gettarinfo(each, str(each.relative_to(top)))
                entry.uid = entry.gid = 0
                entry.uname = entry.gname = "root"
                entry.mtime = epoch
                entry.mode = mode(each)
                with open(each if each.is_file() else os.devnull, "rb") as content:
                    archive.addfile(entry, content if each.is_file() else None)
    return path


def zipped(folder, path, epoch, effort=9):
    """Writes a folder as .zip; returns the path."""
    moment = time.gmtime(max(epoch, OLDEST))[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=effort) as archive:
        for each in files(folder):
            if each.is_dir():
                continue
            entry = zipfile.ZipInfo(str(each.relative_to(folder.parent)), moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode(each)) << 16
            archive.writestr(entry, each.read_bytes())
    return path
