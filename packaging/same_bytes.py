#!/usr/bin/env python3
"""Writes a package again without what differs from one packing to the next.

same_bytes.py PACKAGE FOLDER EPOCH
PACKAGE is a .nupkg, a .tar.gz or a .deb, or a folder with one of them; FOLDER is where it goes, under its name.
In what dotnet pack writes, the names of the part for core properties and of relationships are random, and times are those of the
day. In a tarball of CPack the files are in the order of the folder. A .deb of CPack is the same already.
"""
import gzip
import re
import shutil
import sys
import tarfile
import time
import zipfile
from pathlib import Path

PROPERTIES = "package/services/metadata/core-properties/"
EARLIEST = (1980, 1, 1, 0, 0, 0)  # of the ZIP format
KINDS = (".nupkg", ".tar.gz", ".deb")


def same_name(name: str) -> str:
    """The name of an entry without random digits."""
    return PROPERTIES + "core.psmdcp" if name.startswith(PROPERTIES) else name


def same_relationships(text: str) -> str:
    """The relationships of the package by their order."""
    text = re.sub(PROPERTIES + r"[0-9a-f]+\.psmdcp", PROPERTIES + "core.psmdcp", text)
    for number, name in enumerate(re.findall(r'Id="(R[0-9A-F]+)"', text), 1):
        text = text.replace(f'"{name}"', f'"R{number}"')
    return text


def write_nupkg(package: Path, target: Path, epoch: int):
    """Entries get one order, one time and one mode."""
    moment = max(time.gmtime(epoch)[:6], EARLIEST)
    with zipfile.ZipFile(package) as old, zipfile.ZipFile(target, "w") as new:
        for info in sorted(old.infolist(), key=lambda info: same_name(info.filename)):
            content = old.read(info)
            if info.filename == "_rels/.rels":
                content = same_relationships(content.decode("utf-8-sig")).encode()
            entry = zipfile.ZipInfo(same_name(info.filename), moment)
            entry.create_system = 3  # Unix
            entry.external_attr = 0o100644 << 16
            new.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)


def write_tarball(package: Path, target: Path, epoch: int):
    """Entries get one order, one time and one owner."""
    with tarfile.open(package) as old, target.open("wb") as file, \
            gzip.GzipFile("", "wb", 9, file, mtime=epoch) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as new:
        for info in sorted(old.getmembers(), key=lambda info: info.name):
            info.mtime, info.uid, info.gid, info.uname, info.gname = epoch, 0, 0, "root", "root"
            new.addfile(info, old.extractfile(info) if info.isfile() else None)


def main():
    """The command."""
    package, folder, epoch = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    if package.is_dir():
        (package,) = (path for path in package.iterdir() if path.name.endswith(KINDS))
    target = folder / package.name
    if package.name.endswith(".nupkg"):
        write_nupkg(package, target, epoch)
    elif package.name.endswith(".tar.gz"):
        write_tarball(package, target, epoch)
    else:
        shutil.copyfile(package, target)


if __name__ == "__main__":
    main()
