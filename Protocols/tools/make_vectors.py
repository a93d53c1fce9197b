"""Writes the vectors of the heading, calibration, motion and navigation protocols.

    python3 Protocols/tools/make_vectors.py            writes Protocols/*/vectors/*.json
    python3 Protocols/tools/make_vectors.py --check    exit 1 when a file on disk differs

CPython 3.9 or later, standard library only.
"""

import json
import pathlib
import sys

import calibration_vectors
import heading_vectors
import monitor_vectors
import motion_vectors
import navigation_vectors
import service_vectors

ROOT = pathlib.Path(__file__).resolve().parent.parent


def text(document):
    """One case a line: short files that diff well."""
    head = {k: v for k, v in document.items() if k != "cases"}
    lines = ",\n".join("    " + json.dumps(c, ensure_ascii=True) for c in document["cases"])
    return json.dumps(head, indent=2)[:-2] + ',\n  "cases": [\n' + lines + "\n  ]\n}\n"


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    stale = []
    makers = (
        heading_vectors,
        monitor_vectors,
        service_vectors,
        calibration_vectors,
        motion_vectors,
        navigation_vectors,
    )
    for document in (document for maker in makers for document in maker.documents()):
        name = document.pop("file")
        names = [c["name"] for c in document["cases"]]
        assert len(names) == len(set(names)), f"{name}: two cases of one name"
        path, new = ROOT / name, text(document)
        if check:
            if not path.exists() or path.read_text() != new:
                stale.append(name)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(new)
            print(f"{name}: {len(names)} cases")
    if stale:
        sys.exit("not what the generator makes: " + ", ".join(stale) + "\nrun python3 Protocols/tools/make_vectors.py")


main()
