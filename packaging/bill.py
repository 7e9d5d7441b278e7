#!/usr/bin/env python3
"""Adds to installed files what is linked into them: licence texts, and a bill of materials (SPDX 2.3).

bill.py TOP MACHINE STAGE VERSION EPOCH
TOP is the repository, MACHINE x64 or arm64, STAGE the folder with bin/, lib/ and share/. Ends with an error when a licence text or a
version cannot be found: a package without them is not made.
"""
import hashlib
import json
import shutil
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path
from typing import NamedTuple

COMMAND, GLIBC, MUSL = "bin/clrcov", "lib/clrcov/glibc/libclrcov.so", "lib/clrcov/musl/libclrcov.so"
COMMON_LICENSES = ("LGPL-2.1", "GPL-3")


class Part(NamedTuple):
    """Something of others that is in the files."""
    name: str
    package: str  # of Debian
    is_source: bool  # built from Debian's source package, else from its binary package
    license: str  # SPDX expression
    files: tuple


PARTS = (
    Part("libxml2", "libxml2", True, "MIT", (COMMAND,)),
    Part("sqlite", "libsqlite3-dev", False, "blessing", (COMMAND,)),
    Part("pcre2", "libpcre2-dev", False, "BSD-3-Clause", (COMMAND,)),
    Part("jansson", "libjansson-dev", False, "MIT", (COMMAND,)),
    Part("libmd", "libmd-dev", False, "BSD-3-Clause AND BSD-2-Clause AND ISC", (COMMAND,)),
    Part("glibc", "libc6-dev", False, "LGPL-2.1-or-later", (COMMAND,)),
    Part("libgcc", "libgcc-12-dev", False, "GPL-3.0-or-later WITH GCC-exception-3.1", (COMMAND, GLIBC, MUSL)),
    Part("libdeflate", "libdeflate-dev", False, "MIT", (COMMAND, GLIBC)),
    Part("libdeflate for musl", "libdeflate", True, "MIT", (MUSL,)),
    Part("xxhash", "libxxhash-dev", False, "BSD-2-Clause", (COMMAND, GLIBC, MUSL)),
    Part("musl", "musl-dev", False, "MIT", (MUSL,)),
)


class Origin:
    """Where the parts for one machine were taken from."""

    def __init__(self, top: Path, machine: str):
        self.top, self.machine = top, machine
        self.debian = {"x64": "amd64", "arm64": "arm64"}[machine]

    def _unpacked(self, part: Part) -> str:
        return "arm64-musl" if part.name == "musl" else "arm64"

    def version(self, part: Part) -> str:
        """Version of the Debian package."""
        if part.is_source:
            return (self.top / "build/sources" / part.package / ".version").read_text().strip()
        if self.machine == "x64":
            return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", f"{part.package}"], check=True,
                                  capture_output=True, text=True).stdout
        archives = self.top / f"build/{self._unpacked(part)}-apt/cache/archives"
        (found,) = archives.glob(f"{part.package}_*.deb")
        return urllib.parse.unquote(found.name.split("_")[1])

    def copyright(self, part: Part) -> Path:
        """The file with the licence text."""
        if part.is_source:
            return self.top / "build/sources" / part.package / "debian/copyright"
        root = Path("/") if self.machine == "x64" else self.top / f"build/{self._unpacked(part)}-root"
        # Packages of one source share a folder, and the link to it is absolute or relative.
        folder = root / "usr/share/doc" / part.package
        return (folder.parent / folder.readlink().name if folder.is_symlink() else folder) / "copyright"


def sha(path: Path, kind: str) -> str:
    """Checksum of a file."""
    return hashlib.new(kind, path.read_bytes()).hexdigest()


def identifier(name: str) -> str:
    """A name as SPDX allows it."""
    return "SPDXRef-" + "".join(c if c.isalnum() or c in ".-" else "-" for c in name)


def package_of(part: Part, origin: Origin) -> dict:
    """A part as a package of the bill."""
    version = origin.version(part)
    place = f"pkg:deb/debian/{part.package}@{urllib.parse.quote(version)}?arch=" + (
        "source" if part.is_source else origin.debian)
    return {
        "SPDXID": identifier(part.name), "name": part.name, "versionInfo": version, "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": part.license, "licenseDeclared": part.license,
        "copyrightText": "NOASSERTION", "supplier": "Organization: Debian",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": place}],
    }


def bill(origin: Origin, stage: Path, version: str, epoch: int) -> dict:
    """The whole document."""
    files = [{"SPDXID": identifier(name), "fileName": f"./{name}", "copyrightText": "NOASSERTION",
              "licenseConcluded": "NOASSERTION",
              "checksums": [{"algorithm": "SHA1", "checksumValue": sha(stage / name, "sha1")},
                            {"algorithm": "SHA256", "checksumValue": sha(stage / name, "sha256")}]}
             for name in (COMMAND, GLIBC, MUSL)]
    content = hashlib.sha256("".join(file["checksums"][1]["checksumValue"] for file in files).encode()).hexdigest()
    own = {"SPDXID": "SPDXRef-clrcov", "name": "clrcov", "versionInfo": version, "downloadLocation": "NOASSERTION",
           "filesAnalyzed": False, "licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "NOASSERTION"}
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-clrcov")]
    relations += [("SPDXRef-clrcov", "CONTAINS", file["SPDXID"]) for file in files]
    relations += [(identifier(name), "STATIC_LINK", identifier(part.name)) for part in PARTS for name in part.files]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"clrcov-{version}-linux-{origin.machine}",
        "documentNamespace": f"https://spdx.org/spdxdocs/clrcov-{version}-linux-{origin.machine}-{content[:32]}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)),
                         "creators": ["Tool: clrcov packaging/bill.py"]},
        "packages": [own] + [package_of(part, origin) for part in PARTS], "files": files,
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations],
    }


def main():
    """The command."""
    top, machine, stage, version, epoch = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), sys.argv[4], int(sys.argv[5])
    origin = Origin(top, machine)
    doc = stage / "share/doc/clrcov"
    (doc / "licenses").mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        shutil.copyfile(origin.copyright(part), doc / "licenses" / f"{part.name.replace(' ', '-')}.txt")
    for name in COMMON_LICENSES:
        shutil.copyfile(Path("/usr/share/common-licenses") / name, doc / "licenses" / f"{name}.txt")
    text = json.dumps(bill(origin, stage, version, epoch), indent=2) + "\n"
    (doc / "sbom.spdx.json").write_text(text)


if __name__ == "__main__":
    main()
