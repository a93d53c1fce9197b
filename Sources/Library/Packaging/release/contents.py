"""The list of what is inside of each file of a release, as SPDX 2.3 in JSON (https://spdx.github.io/spdx-spec/v2.3/).

It is made from the files themselves: the program's symbols against those of Swift's static libraries, the linker's maps of the images,
and the shared libraries that the program names. What is found and stands in no table below ends the release.
"""

import functools
import json
import re
import subprocess
import sys
import time
import uuid
from pathlib import Path

import library
from archives import digest
from library import run

ROOT = Path(__file__).resolve().parents[4]

SWIFT = "Apache-2.0 WITH Swift-exception"
# Parts that come from elsewhere: name, licence, where it comes from.
COMPONENTS = {
    "swift-runtime": ("Swift runtime and standard library", SWIFT, "https://github.com/swiftlang/swift"),
    "swift-embedded": (
        "Swift standard library, compiled for Embedded Swift",
        SWIFT,
        "https://github.com/swiftlang/swift",
    ),
    "swift-corelibs-foundation": ("Foundation", SWIFT, "https://github.com/swiftlang/swift-corelibs-foundation"),
    "swift-foundation": ("FoundationEssentials", SWIFT, "https://github.com/swiftlang/swift-foundation"),
    "swift-collections": ("Collections, in Foundation", SWIFT, "https://github.com/apple/swift-collections"),
    "swift-icu": (
        "ICU, as Swift's Foundation has it",
        "Unicode-3.0",
        "https://github.com/swiftlang/swift-foundation-icu",
    ),
    "libdispatch": (
        "libdispatch, with BlocksRuntime",
        SWIFT,
        "https://github.com/swiftlang/swift-corelibs-libdispatch",
    ),
    "libgcc": ("libgcc", "GPL-3.0-or-later WITH GCC-exception-3.1", "https://gcc.gnu.org"),
    "wmm": (
        "World Magnetic Model 2025, coefficients",
        "LicenseRef-public-domain",
        "https://www.ncei.noaa.gov/products/world-magnetic-model",
    ),
    "broad": ("one recording of the BROAD data set", "CC-BY-4.0", "https://github.com/dlaidig/broad"),
    # What the tools that write the reference put beside its pages.
    "swift-docc-render": ("Swift-DocC-Render", SWIFT, "https://github.com/swiftlang/swift-docc-render"),
    "jquery": ("jQuery, in the pages of doxygen", "MIT", "https://jquery.com"),
    "pdoc": ("pdoc's templates", "MIT-0", "https://pdoc.dev"),
    "bootstrap": ("Bootstrap's reboot and icons, in the pages of pdoc", "MIT", "https://getbootstrap.com"),
    "elasticlunr": ("elasticlunr, in the pages of pdoc", "MIT", "https://github.com/weixsong/elasticlunr.js"),
    "pygments": ("styles of Pygments", "BSD-2-Clause", "https://pygments.org"),
}

# Swift's static libraries, each with the component that it belongs to.
STATIC = {
    "libBlocksRuntime": "libdispatch",
    "libCoreFoundation": "swift-corelibs-foundation",
    "libFoundation": "swift-corelibs-foundation",
    "libFoundationEssentials": "swift-foundation",
    "libFoundationInternationalization": "swift-foundation",
    "lib_FoundationCShims": "swift-foundation",
    "lib_FoundationCollections": "swift-collections",
    "lib_FoundationICU": "swift-icu",
    "libdispatch": "libdispatch",
    "libswiftCore": "swift-runtime",
    "libswiftDispatch": "libdispatch",
    "libswiftGlibc": "swift-runtime",
    "libswiftSwiftOnoneSupport": "swift-runtime",
    "libswiftSynchronization": "swift-runtime",
    "libswift_Concurrency": "swift-runtime",
    "libswift_RegexParser": "swift-runtime",
    "libswift_StringProcessing": "swift-runtime",
}


def symbols(path, *words):
    """The names of the functions and variables that a file defines."""
    rows = (line.split() for line in run("llvm-nm", "--defined-only", *words, path).splitlines())
    return {row[-1] for row in rows if len(row) == 3 and row[1].upper() in "TDBR"}


@functools.cache
def in_program(program):
    """The static libraries of Swift in a program that still has its symbols."""
    compiler = json.loads(run("swiftc", "-print-target-info"))
    folder = Path(compiler["paths"]["runtimeResourcePath"]).with_name("swift_static") / "linux"
    own = symbols(program)
    found = {path.stem for path in folder.glob("*.a") if symbols(path, "-g") & own}
    unknown = found - STATIC.keys()
    if unknown:
        sys.exit(f"{program} has {sorted(unknown)}, which contents.py does not name.")
    return {STATIC[name] for name in found}


@functools.cache
def shared(program):
    """The shared libraries that a program needs, as pairs of a Debian package and its version."""
    return list(packages_behind(program))


def packages_behind(program):
    for line in run("ldd", program).splitlines():
        found = re.search(r"=> (/\S+) ", line)
        # Only those that the program itself names, and not the loader.
        if not found or line.split()[0] not in needed(program):
            continue
        path = Path(found.group(1)).resolve()
        # Debian lists libraries of /lib by that name, although /lib leads to /usr/lib.
        for name in (str(path), str(path).removeprefix("/usr")):
            done = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True)
            if done.returncode == 0:
                break
        else:
            # Swift's own, in a program that was not built for a release.
            if "/swift/" in str(path):
                continue
            sys.exit(f"{path} is in no Debian package.")
        name = done.stdout.split(":")[0]
        if name not in DEBIAN_LICENCES:
            sys.exit(f"The program needs {path} of {name}, which contents.py does not name.")
        yield (name, run("dpkg-query", "-W", "-f=${Version}", f"{name}:{run('dpkg', '--print-architecture').strip()}"))


@functools.cache
def needed(program):
    """The names of the shared libraries that a program itself asks for."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", program))


# The licences of the Debian packages that a program may be linked with.
DEBIAN_LICENCES = {
    "libc6": "LGPL-2.1-or-later",
    "libgcc-s1": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libmicrohttpd12": "LGPL-2.1-or-later",
    "libserialport0": "LGPL-3.0-or-later",
    "libstdc++6": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "zlib1g": "Zlib",
}


def in_image(map_file):
    """What the linker put into an image: libgcc, and our own modules with what the compiler put there of Swift's library."""
    found = {"swift-embedded"}
    for path in set(re.findall(r"^ *[0-9a-f]+ +[0-9a-f]+ +[0-9a-f]+ +\d+ +(\S+):\(", map_file.read_text(), flags=re.M)):
        if "/libgcc.a(" in path:
            found.add("libgcc")
        elif "/Geomagnetism.build/" in path:
            found.add("wmm")
        elif not re.search(r"\.build/(cores|boards)/.*\.build/[^/]+\.o$", path) and not path.startswith("<internal>"):
            sys.exit(f"{map_file} has {path}, which contents.py does not know.")
    return found


def inside(part, release):
    """The components in the files of a part."""
    if part in ("c", "archives", "npm", "python", "page"):
        return {"swift-embedded", "wmm"}
    if part == "reference":
        return {"swift-docc-render", "jquery", "pdoc", "bootstrap", "elasticlunr", "pygments"}
    if part == "tests":
        return set()
    if part not in ("deb", "linux", "firmware"):
        sys.exit(f"contents.py does not know what is in the part {part}.")
    images = set()
    for path in (ROOT / ".build/boards").glob("*/image/*.map"):
        images |= in_image(path)
    # The program also has the page and its core, which add nothing to these.
    return images if part == "firmware" else images | in_program(release.program) | {"wmm", "broad"}


def identifier(text):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", text)


def entry(name, version, licence, location, **more):
    return {
        "SPDXID": identifier(f"{name}-{version}" if version else name),
        "name": name,
        **({"versionInfo": version} if version else {}),
        "downloadLocation": location,
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        **more,
    }


def entries(made, release):
    """The entries of all files and of what is in them, the relations between them, and the digests of the files."""
    version = library.version()
    swift = re.search(r"Swift version (\S+)", run("swiftc", "--version")).group(1)
    versions = {name: swift for name in COMPONENTS if name.startswith("swift-") or name == "libdispatch"}
    versions["libgcc"] = run("arm-none-eabi-gcc", "-dumpversion").strip().rpartition(".")[0]
    packages, relations = {}, []

    def add(package_entry):
        packages[package_entry["SPDXID"]] = package_entry
        return package_entry["SPDXID"]

    def relate(one, kind, other):
        relations.append({"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other})

    def add_component(name):
        title, licence, origin = COMPONENTS[name]
        return add(entry(title, versions.get(name), licence, "NOASSERTION", homepage=origin))

    digests = []
    for part, paths in made.items():
        for path in paths:
            checksum = digest(path)
            digests.append(checksum)
            own = add(
                entry(
                    path.name,
                    version,
                    "Apache-2.0",
                    "NOASSERTION",
                    packageFileName=path.name,
                    checksums=[{"algorithm": "SHA256", "checksumValue": checksum}],
                )
            )
            relate("SPDXRef-DOCUMENT", "DESCRIBES", own)
            for name in sorted(inside(part, release)):
                relate(own, "CONTAINS", add_component(name))
            for name, its_version in shared(release.program) if part in ("deb", "linux") else []:
                found = entry(name, its_version, DEBIAN_LICENCES[name], "NOASSERTION", supplier="Organization: Debian")
                relate(own, "DYNAMIC_LINK", add(found))
    relations = [dict(pair) for pair in dict.fromkeys(tuple(relation.items()) for relation in relations)]
    return [packages[name] for name in sorted(packages)], relations, digests


def document(made, release):
    """The whole list."""
    packages, relations, digests = entries(made, release)
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": release.title,
        "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, ' '.join(digests))}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.epoch)),
            "creators": ["Tool: binnacle-contents.py"],
        },
        "packages": packages,
        "relationships": relations,
        "hasExtractedLicensingInfos": [
            {
                "licenseId": "LicenseRef-public-domain",
                "extractedText": (ROOT / "Tests/Data/licences/wmm-public-domain.txt").read_text(),
                "name": "public domain",
            }
        ],
    }


def write(path, made, release):
    """Writes the list."""
    path.write_text(json.dumps(document(made, release), indent=1) + "\n")
