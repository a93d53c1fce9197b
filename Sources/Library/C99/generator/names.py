"""The comments of the Swift files, and names of their functions in C."""

import re
import textwrap

from . import front
from .shapes import bare, without_file


class Source:
    """The Swift files and their comments."""

    def __init__(self, module):
        self.module, self.files = module, {}

    def told(self, debug):
        """The comment above a declaration and where it stands, as (lines, path)."""
        line, file = self.module.told(debug, "line"), self.module.told(debug, "file")
        return self.at(file, int(line)) if line and file else None

    def at(self, file, line):
        name = self.module.told(file, "filename")
        if not name or not name.endswith(".swift"):
            return None
        folder = self.module.told(file, "directory") or ""
        path = front.Path(name if name.startswith("/") else f"{folder}/{name}")
        if path not in self.files:
            self.files[path] = path.read_text().split("\n") if path.exists() else None
        lines = self.files[path]
        if lines is None:
            return None
        comment, at = [], line - 2
        while at >= 0 and lines[at].strip().startswith(("@", "//")):
            if lines[at].strip().startswith("///"):
                comment.insert(0, lines[at].strip()[3:].strip())
            at -= 1
        return comment, str(path.relative_to(front.ROOT))


def comment(told, extra=""):
    if not told:
        return []
    lines, place = told
    words = [line.replace("*/", "* /").replace("/*", "/ *") for line in lines]
    words = [re.sub(r"^- Parameters?:? ?", "", word) for word in words] + [f"({place}{extra})"]
    text = []
    for word in words:
        text += textwrap.wrap(word, 114, subsequent_indent="") or [""]
    if len(text) == 2 and len(text[0]) + len(text[1]) < 112:
        text = [f"{text[0]} {text[1]}"]
    return [
        ("/* " if index == 0 else "   ") + line + (" */" if index == len(text) - 1 else "")
        for index, line in enumerate(text)
    ]


# Names for operators, the longer ones first.
OPERATORS = [
    ("&*", "times"), ("&+", "plus"), ("&-", "minus"), ("==", "equals"), ("<=", "atMost"), (">=", "atLeast"),
    ("<<", "shiftedLeft"), (">>", "shiftedRight"), ("-=", "subtract"), ("+=", "add"), ("*", "times"), ("+", "plus"),
    ("-", "minus"), ("<", "below"), ("/", "over"),
]  # fmt: skip


def c_names(functions, told, module_of):
    """A name in C for each function: that of Swift, with its labels."""
    names, used = {}, set()
    for name in functions:
        if name.startswith("binnacle_"):
            names[name] = name
            used.add(name)
    for name in functions:
        if name in names:
            continue
        text = told.get(bare(name), name)
        is_body = "closure" in text
        text = re.sub(
            r"^(?:.* of |.* for |static |merged |(?:implicit )?closure #\d+ .*? in |specialized )*(?=\(?[A-Za-z])",
            "",
            text,
        )
        text = re.sub(r"^.*?\bin (?=\w+\.)", "", text) if is_body else text
        text = re.sub(r"\(extension in \w+\):", "", text)
        text = without_file(text)
        while re.search(r"<[^<>]*>", text):
            text = re.sub(r"<[^<>]*>", "", text)
        text = text.replace("static ", "")
        for sign, word in OPERATORS:
            text = re.sub(rf"{re.escape(sign)} (?:infix|prefix)?", word, text)
        base, _, arguments = text.partition("(")
        labels = re.findall(r"(\w+):", arguments.split(")")[0])
        base = re.sub(r"\.getter.*", "", base)
        base = re.sub(r"(\w+)\.setter.*", r"set_\1", base).split(" ")[0]
        parts = [part for part in re.split(r"\W+", base) if part]
        if len(parts) > 1 and parts[0] in module_of:
            parts = parts[1:]
        c = "_".join([*parts, *(label for label in labels if label != "_")]) or "function"
        c += "_body" if is_body else ""
        # Types have no underscore.
        c += "" if "_" in c else "_"
        if c.startswith("binnacle_"):
            c = f"c_{c[9:]}"
        unique, number_ = c, 2
        while unique in used:
            unique, number_ = f"{c}_{number_}", number_ + 1
        used.add(unique)
        names[name] = unique
    return names
