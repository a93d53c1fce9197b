"""Puts binnacle.c together: its top, types, tables, functions in the order of the modules."""

import re
import textwrap
from dataclasses import dataclass

from . import front
from .analysis import Program
from .expressions import literal
from .ir import Module, Reader
from .shapes import Array, Scalar, Shapes, Struct, declared, in_memory, swift_names
from .statements import lines_of
from .translate import Place, Untranslatable, Writer

RUNTIME = front.Path(__file__).with_name("runtime.h")


@dataclass
class Parameter:
    name: str
    type: object
    pointee: str
    is_constant: bool = False


@dataclass
class Prototype:
    name: str
    result: object
    parameters: list
    text: str


def number(words):
    match = re.search(r"\b(u?)int(\d+)_t", words)
    if match:
        return Scalar(int(match.group(2)), match.group(1) != "u")
    return Scalar(32, "size_t" not in words)


def prototypes(header):
    """The functions of the header."""
    plain = re.sub(r"/\*.*?\*/|//[^\n]*", "", header, flags=re.S)
    found = {}
    for result, name, inside in re.findall(r"^([\w ]+?[ *]+)(binnacle_\w+)\s*\(([^)]*)\);", plain, re.M):
        parameters = []
        for text in inside.split(","):
            text = " ".join(text.split())
            if text == "void":
                continue
            match = re.match(r"(.*?)(\w+)(\[\d*\])?$", text)
            kind, title, array = match.groups()
            is_pointer = "*" in kind or array
            pointee = re.sub(r"\bconst\b|\*", "", kind).strip() if is_pointer else None
            parameters.append(Parameter(title, None if is_pointer else number(kind), pointee, "const" in kind))
        text = f"{' '.join(result.split())} {name}({', '.join(' '.join(t.split()) for t in inside.split(','))})"
        found[name] = Prototype(name, number(result if "result" not in result else "int32_t"), parameters, text)
    return found


class Source:
    """The Swift files: comments and lines."""

    def __init__(self, module):
        self.module, self.files = module, {}

    def told(self, debug):
        """The comment above a declaration and where it stands, as (lines, "path:line")."""
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
        return comment, f"{path.relative_to(front.ROOT)}:{line}"


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
        text = told.get(re.sub(r"\.\d+$", "", name), name)
        is_body = "closure" in text
        text = re.sub(
            r"^(?:.* of |.* for |static |merged |(?:implicit )?closure #\d+ .*? in |specialized )*(?=\(?[A-Za-z])",
            "",
            text,
        )
        text = re.sub(r"^.*?\bin (?=\w+\.)", "", text) if is_body else text
        text = re.sub(r"\(extension in \w+\):", "", text)
        text = re.sub(r"\((\w+) in _[0-9A-F]+\)", r"\1", text)
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


class Tables:
    """Constants that functions read."""

    def __init__(self, module, shapes, source, told):
        self.module, self.shapes, self.source, self.told = module, shapes, source, told
        self.known, self.texts, self.order = {}, {}, []

    def __call__(self, name):
        if name not in self.known:
            kind, text = self.module.globals[name]
            reader = Reader(text)
            type_, value = reader.typed()
            shape = self.shapes.of(type_)
            words = self.told.get(re.sub(r"\.\d+$", "", name), name)
            words = re.sub(r"^(static |variable initialization expression of )*", "", words).split(" : ")[0]
            words = re.sub(r"\((\w+) in _[0-9A-F]+\)", r"\1", words)
            parts = [part for part in re.split(r"\W+", words) if part][1:]
            title = "_".join(parts) or "table"
            title = title if "_" in title else f"{re.split(r'[^A-Za-z]+', words)[0]}_{title}"
            while title in {place.text for place, _ in self.known.values()}:
                title += "_"
            place = Place(title, shape)
            self.known[name] = (place, self.value(type_, value, shape))
            self.order.append(name)
        return self.known[name][0]

    def value(self, type_, value, shape):
        """The initial value of a table."""
        if isinstance(shape, Scalar):
            while value[0] == "aggregate":
                type_, value = value[1][0]
            return literal(0 if value[0] == "zero" else value[1], shape).text
        form = self.module.resolve(type_)
        if value[0] == "zero":
            return "{0}"
        if isinstance(shape, Array):
            while form[0] == "struct" and len(value[1]) == 1:
                type_, value = value[1][0]
                form = self.module.resolve(type_)
            members = value[1]
            return "{" + ", ".join(self.value(t, v, shape.element) for t, v in members) + "}"
        offsets = self.module.offsets(form)
        members = {offset: member for (offset, _), member in zip(offsets, value[1])}
        return "{" + ", ".join(self.value(*members[offset], inner) for _, inner, offset in in_memory(shape)) + "}"

    def lines(self, name):
        place, value = self.known[name]
        text = f"static const {declared(place.shape, place.text)} = {value};"
        if len(text) <= 120:
            return [text]
        head = f"static const {declared(place.shape, place.text)} = {{"
        return [head, *textwrap.wrap(value[1:-1], 116, initial_indent="  ", subsequent_indent="  "), "};"]


def in_order(structs):
    """Structs so that each stands behind those that it holds."""
    done, result = set(), []

    def visit(struct):
        if struct.name in done or struct.is_foreign:
            return
        done.add(struct.name)
        for _, shape, _ in struct.fields:
            while isinstance(shape, Array):
                shape = shape.element
            if isinstance(shape, Struct):
                visit(shape)
        result.append(struct)

    for struct in structs:
        visit(struct)
    return result


def used_structs(text, structs):
    words = set(re.findall(r"\w+", text))
    wanted, todo = set(), [struct for struct in structs if struct.name in words]
    while todo:
        struct = todo.pop()
        if struct.name in wanted:
            continue
        wanted.add(struct.name)
        for _, shape, _ in struct.fields:
            while isinstance(shape, Array):
                shape = shape.element
            if isinstance(shape, Struct):
                todo.append(shape)
    return [struct for struct in structs if struct.name in wanted]


def helpers(names):
    """The parts of runtime.h that the functions use."""
    parts = re.split(r"(?m)^// part (\S+)\n", RUNTIME.read_text())
    needed = set(names)
    texts = dict(zip(parts[1::2], parts[2::2]))
    missing = sorted(needed - set(texts) - {"string"})
    if missing:
        raise Untranslatable(f"no helper {missing}")
    return parts[0], "".join(text for name, text in texts.items() if name in needed)


def write(path, report=print):
    """The text of binnacle.c, from the representation in a file."""
    module = Module(path)
    header = front.HEADER.read_text()
    shapes = Shapes(module, header)
    program = Program(module, shapes, {name: p for name, p in prototypes(header).items() if name in module.texts})
    source = Source(module)
    modules = [name for _, name in front.MODULES]
    wanted = {re.sub(r"\.\d+$", "", name) for name in [*program.order, *module.globals] if "$" in name}
    told = swift_names(wanted)
    names = c_names(program.order, told, set(modules) | {"Swift"})
    tables, used, failures, warnings = Tables(module, shapes, source, told), set(), [], []
    parts, gotos, _lines_count, with_gotos = {name: [] for name in modules}, 0, 0, 0
    declarations, tables_of = [], {name: [] for name in modules}
    for name in program.order:
        before = len(tables.order)
        try:
            writer = Writer(program, name, names, tables, used)
            statements, parameters = writer.statements()
            prototype = program.prototypes.get(name)
            result = writer.result.c if writer.result is not None else "void"
            head = prototype.text if prototype else f"static {result} {names[name]}({', '.join(parameters) or 'void'})"
            known = (
                {p.name for p in prototype.parameters}
                if prototype
                else {writer.variables[writer.group[p.name]].name for p in writer.function.parameters}
            )
            body, count = lines_of(statements, writer.types, known)
        except (Untranslatable, TypeError, KeyError, AttributeError, IndexError, ValueError) as error:
            import traceback

            if not isinstance(error, Untranslatable):
                traceback.print_exc(limit=-3)
            failures.append(f"{names[name]}: {error}")
            continue
        gotos += count
        with_gotos += count > 0
        warnings += writer.warnings
        place = source.told(program.functions[name].debug)
        home = home_of(name, place, told, modules)
        tables_of[home] += tables.order[before:]
        from .statements import folded

        heads = folded(f"{head} {{")
        if not prototype:
            declarations.append((home, folded(f"{head};")))
        parts[home].append([*comment(place), *heads, *body, "}"])
    for failure in failures:
        report(f"not written: {failure}")
    for warning in warnings:
        report(f"as bytes: {warning}")
    functions = [line for home in modules for part in parts[home] for line in [*part, ""]]
    tables_text = [line for home in modules for name in tables_of[home] for line in tables.lines(name)]
    all_text = "\n".join([*functions, *tables_text, *(line for _, lines in declarations for line in lines)])
    structs = in_order(used_structs(all_text, shapes.structs))
    top, helping = helpers(used)
    version = re.search(r'#define BINNACLE_VERSION "(.*)"', header).group(1)
    top = top.replace("@VERSION@", version).replace("@HASH@", front.fingerprint())
    result = [top.rstrip(), "", helping.strip(), ""]
    result += [title("Types")]
    for struct in structs:
        place = source.at(*struct.place) if struct.place else None
        result += comment(place)
        result.append(f"typedef {'union' if struct.is_union else 'struct'} {struct.name} {{")
        result += [f"  {declared(shape, field)};" for field, shape, _ in in_memory(struct)]
        result += [f"}} {struct.name};", ""]
    for home in modules:
        inside = [line for part in parts[home] for line in [*part, ""]]
        if not inside:
            continue
        result += [title(home)]
        for name in tables_of[home]:
            result += [*tables.lines(name), ""]
        heads = [line for where, lines in declarations if where == home for line in lines]
        result += [*heads, ""] if heads else []
        parts[home] = inside
    for home in modules:
        if parts[home]:
            result += [title(f"Functions of {home}"), *parts[home]]
    words = front.WORDS.read_text().split('#include "binnacle.h"')[1]
    result += [title("Words"), words.strip(), ""]
    report(
        f"{len(program.order)} functions, {len(result)} lines, {gotos} gotos in {with_gotos} functions, {len(failures)} not written"
    )
    return "\n".join(result)


def home_of(name, place, told, modules):
    if name.startswith("binnacle_"):
        return "BinnacleC"
    if place:
        folder = place[1].split("/")
        if len(folder) > 2 and folder[2] in modules:
            return folder[2]
    words = told.get(re.sub(r"\.\d+$", "", name), "")
    return next((word for word in re.findall(r"\w+", words) if word in modules), "RawMemory")


def title(text):
    line = f"/* ---- {text} "
    return line + "-" * (117 - len(line)) + " */\n"
