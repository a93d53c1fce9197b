#!/usr/bin/env python3
"""Counts the lines that people wrote, at one commit or between two.

    .ci/lines.py                   lines at HEAD, by folder
    .ci/lines.py BASE [HEAD]       what was added, removed and moved since BASE

A line counts if it is neither blank nor only a comment. Files that programs make (`linguist-generated` in .gitattributes) and data
do not count. A line that goes from one file to another is *moved*: it is in a column of its own, and is no saving.
"""

import collections
import subprocess
import sys

FOLDERS = ("Sources", "Boards", "Tests")
# How a comment begins and what encloses one, by the ending of a file's name.
SLASHES = ("//", "/*", "*/")
HASH = ("#", None, None)
MARKS = {
    **dict.fromkeys((".swift", ".c", ".h", ".cpp", ".ino", ".js", ".mjs", ".ts", ".ld"), SLASHES),
    **dict.fromkeys((".py", ".sh", ".mk", ".toml", ".yml", ".cmake"), HASH),
    ".css": ("/*", "/*", "*/"),
    ".html": ("<!--", "<!--", "-->"),
}


def git(*arguments):
    return subprocess.run(["git", *arguments], capture_output=True, check=True).stdout


def kind(path):
    name = path.rsplit("/", 1)[-1]
    if name in ("Makefile", "CMakeLists.txt"):
        return ".mk"
    return "." + name.rsplit(".", 1)[-1] if "." in name else ""


def is_made(paths, commit):
    """Those of `paths` that programs make, by the attributes of `commit`."""
    answer = subprocess.run(
        ["git", "check-attr", "--stdin", "-z", f"--source={commit}", "linguist-generated"],
        input="\0".join(paths).encode() + b"\0",
        capture_output=True,
    )
    if answer.returncode != 0:  # git before 2.40 reads only the attributes of the folder
        answer = subprocess.run(
            ["git", "check-attr", "--stdin", "-z", "linguist-generated"],
            input="\0".join(paths).encode() + b"\0",
            capture_output=True,
            check=True,
        )
    fields = answer.stdout.decode().split("\0")
    return {fields[i] for i in range(0, len(fields) - 2, 3) if fields[i + 2] == "true"}


def code(text, marks):
    """The lines that count, without the space around them, and how many lines are comments."""
    begin, opening, closing = marks
    lines, comments, is_inside = [], 0, False
    for line in (line.strip() for line in text.split("\n")):
        if is_inside:
            comments += 1
            is_inside = closing not in line
        elif opening and line.startswith(opening):
            comments += 1
            is_inside = closing not in line
        elif line.startswith(begin):
            comments += 1
        elif line:
            lines.append(line)
    return lines, comments


def read(commit):
    """Path, and what `code` returns, of each file of `commit` that people wrote."""
    entries = git("ls-tree", "-r", "-z", commit, *FOLDERS).decode().split("\0")
    found = [(entry.split()[2], entry.split("\t", 1)[1]) for entry in entries if entry]
    found = [(blob, path) for blob, path in found if kind(path) in MARKS and "/Data/" not in path]
    made = is_made([path for _, path in found], commit)
    found = [(blob, path) for blob, path in found if path not in made]
    process = subprocess.run(
        ["git", "cat-file", "--batch"], input="\n".join(b for b, _ in found).encode(), capture_output=True, check=True
    )
    rest, files = process.stdout, {}
    for _, path in found:
        header, rest = rest.split(b"\n", 1)
        size = int(header.split()[2])
        files[path] = code(rest[:size].decode("utf-8", "replace"), MARKS[kind(path)])
        rest = rest[size + 1 :]
    return files


def folder(path):
    return "/".join(path.split("/")[: 2 if path.startswith("Sources/") else 1])


def at(commit):
    lines, comments = collections.Counter(), collections.Counter()
    for path, (written, notes) in read(commit).items():
        lines[folder(path)] += len(written)
        comments[folder(path)] += notes
    print(f"{'folder':<22}{'lines':>9}{'comments':>10}")
    for name in sorted(lines):
        print(f"{name:<22}{lines[name]:>9,}{comments[name]:>10,}")
    print(f"{'together':<22}{lines.total():>9,}{comments.total():>10,}")


def between(base, head):
    old, new = read(base), read(head)
    # What each file lost and got, as counts of equal lines.
    lost, got = {}, {}
    for path in old.keys() | new.keys():
        before = collections.Counter(old.get(path, ([], 0))[0])
        after = collections.Counter(new.get(path, ([], 0))[0])
        lost[path], got[path] = before - after, after - before
    # A line of less than 12 characters, such as a brace, is in every file: it cannot tell where it came from.
    pool = collections.Counter()
    for counts in lost.values():
        pool.update({line: count for line, count in counts.items() if len(line) >= 12})
    rows = collections.defaultdict(collections.Counter)
    gone = collections.Counter(pool)
    for path in sorted(got):
        for line, count in got[path].items():
            moved = min(count, gone[line])
            gone[line] -= moved
            rows[folder(path)]["moved here"] += moved
            rows[folder(path)]["added"] += count - moved
    taken = pool - gone
    for path in sorted(lost):
        for line, count in lost[path].items():
            moved = min(count, taken[line])
            taken[line] -= moved
            rows[folder(path)]["moved away"] += moved
            rows[folder(path)]["removed"] += count - moved
    columns = ("added", "removed", "moved here", "moved away")
    print(f"{'folder':<22}" + "".join(f"{name:>12}" for name in (*columns, "net")))
    together = collections.Counter()
    for name in sorted(rows):
        together.update(rows[name])
        print_row(name, rows[name], columns)
    print_row("Sources", sum((rows[n] for n in rows if n.startswith("Sources/")), collections.Counter()), columns)
    print_row("together", together, columns)
    for name, files in (("before", old), ("after", new)):
        lines = sum(len(written) for written, _ in files.values())
        notes = sum(count for _, count in files.values())
        print(f"{name}: {lines:,} lines, {notes:,} of comments ({100 * notes / (lines + notes):.1f} %)")


def print_row(name, row, columns):
    net = row["added"] - row["removed"]
    print(f"{name:<22}" + "".join(f"{row[column]:>12,}" for column in columns) + f"{net:>12,}")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if any(argument.startswith("-") for argument in arguments) or len(arguments) > 2:
        sys.exit(__doc__)
    between(*[*arguments, "HEAD"][:2]) if arguments else at("HEAD")
