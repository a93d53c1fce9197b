"""Turns the statements of a function into lines of C: loops get their forms, variables are declared where they are needed."""

import re

from .expressions import negation
from .shapes import Array, declared, pointer_to

WIDTH = 120


# Where a statement has lists of statements, and where it has texts and conditions.
BODIES = {"if": (2, 3), "loop": (1,), "while": (2,), "until": (1,), "for": (4,)}
TEXTS = {
    **dict.fromkeys(("do", "mention", "unused", "return", "switch", "if", "while"), (1,)),
    "assign": (1, 2),
    "declare": (1, 2),
    "until": (2,),
    "for": (1, 2, 3),
}
LOOPS = ("loop", "while", "until", "for")


def children(statement):
    """The lists of statements inside a statement."""
    if statement[0] == "switch":
        return [body for _, body in statement[2]]
    return [statement[at] for at in BODIES.get(statement[0], ())]


def texts(statement):
    """The texts of a statement itself."""
    found = (statement[at] for at in TEXTS.get(statement[0], ()))
    return ["" if one is None else getattr(one, "text", one) for one in found]


def walk(statements):
    for statement in statements:
        yield statement
        for inner in children(statement):
            yield from walk(inner)


WORD = re.compile(r"(?<![\w.])(?<!->)[A-Za-z_]\w*")


def mentioned(statement):
    """The names in a statement and in what is inside it."""
    found = set()
    for text in texts(statement):
        found |= set(WORD.findall(text))
    for inner in children(statement):
        for other in inner:
            found |= mentioned(other)
    return found


def has(statements, kind):
    """Whether there is a statement of a kind that belongs to the loop around these."""
    for statement in statements:
        if statement[0] == kind:
            return True
        if statement[0] in LOOPS:
            continue
        if statement[0] == "switch" and kind == "break":
            continue
        if any(has(inner, kind) for inner in children(statement)):
            return True
    return False


def labels_behind(statements, number, following=()):
    """The labels right behind a statement; at the end of a list those that follow it."""
    labels = []
    for statement in statements[number + 1 :]:
        if statement[0] != "label":
            return labels
        labels.append(statement[1])
    return [*labels, *following]


def without_needless_jumps(statements, following=()):
    """Leaves out a goto to the label that comes next."""
    for number, statement in enumerate(statements):
        after = labels_behind(statements, number, following) if statement[0] == "if" else ()
        for inner in children(statement):
            without_needless_jumps(inner, after)
    while statements and statements[-1][0] == "goto" and statements[-1][1] in following:
        statements.pop()
    for number in range(len(statements) - 1, -1, -1):
        if statements[number][0] == "goto" and statements[number][1] in labels_behind(statements, number):
            statements.pop(number)


def tidy(statements):
    """Empty branches, and branches behind which nothing is left to skip."""
    result = []
    for statement in statements:
        if statement[0] == "if":
            _, condition, yes, no = statement
            yes, no = tidy(yes), tidy(no)
            if not yes and not no:
                continue
            if not yes:
                condition, yes, no = negation(condition), no, []
            statement = ["if", condition, yes, no]
        elif statement[0] == "switch":
            statement = ["switch", statement[1], [(words, tidy(body)) for words, body in statement[2]]]
        elif statement[0] in LOOPS:
            statement = [tidy(part) if isinstance(part, list) else part for part in statement]
        result.append(statement)
    return result


def shaped(statements):
    """Gives loops the forms of C."""
    result = []
    for statement in statements:
        kind = statement[0]
        if kind == "if":
            statement = ["if", statement[1], shaped(statement[2]), shaped(statement[3])]
        elif kind == "switch":
            statement = ["switch", statement[1], [(words, shaped(body)) for words, body in statement[2]]]
        elif kind == "loop":
            body = shaped(statement[1])
            if body and body[-1] == ["continue"]:
                body.pop()
            statement = loop(body)
        result.append(statement)
    return counted(result)


def loop(body):
    if body and body[0][0] == "if" and body[0][2] == [["break"]] and not body[0][3]:
        return ["while", negation(body[0][1]), body[1:]]
    last = body[-1] if body else None
    if last and last[0] == "if" and last[2] == [["break"]] and not last[3] and not has(body, "continue"):
        return ["until", body[:-1], negation(last[1])]
    if last and last[0] == "break" and len(body) > 1 and body[-2][0] == "if" and body[-2][2] == [["continue"]]:
        if not body[-2][3] and not has(body[:-2], "continue"):
            return ["until", body[:-2], body[-2][1]]
    return ["loop", body]


def step_of(statement):
    """The variable that a statement counts up by one."""
    if statement[0] != "assign":
        return None
    name = statement[1]
    return name if statement[2] in (f"{name} + 1", f"add32({name}, 1)") and WORD.fullmatch(name) else None


def counted(statements):
    """`for` where a variable counts from a number to another."""
    result = []
    for statement in statements:
        if statement[0] in ("while", "until"):
            statement = counting(statement, result) or statement
        result.append(statement)
    return result


def counting(statement, before):
    """A loop as a `for`, whose start leaves the statements before it; None where it does not count."""
    is_while = statement[0] == "while"
    condition, body = statement[1:] if is_while else reversed(statement[1:])
    name = step_of(body[-1]) if body else None
    if not name or has(body, "continue"):
        return None
    nearest = range(len(before) - 1, max(len(before) - 5, -1), -1)
    index = next((at for at in nearest if before[at][:2] == ["assign", name]), None)
    if index is None:
        return None
    start, text = before[index][2], condition.text
    first, bound = re.fullmatch(r"\d+", start), re.fullmatch(rf"{name} (?:!=|<) (\d+)u?", text)
    runs = bool(first and bound) and int(first[0]) < int(bound[1])
    is_free = all(other[0] == "assign" and name not in mentioned(other) for other in before[index + 1 :])
    is_written = any(other[:2] == ["assign", name] for other in walk(body[:-1]))
    if not (is_while or runs) or not is_free or is_written or name not in WORD.findall(text):
        return None
    before.pop(index)
    return ["for", f"{name} = {start}", text.replace("!=", "<") if runs else text, f"{name}++", body[:-1]]


def drop_unread(statements, names):
    """Leaves out what is written to variables that nobody reads."""
    while True:
        read = set()
        for statement in walk(statements):
            if statement[0] == "assign":
                base = WORD.match(statement[1])
                left = statement[1][base.end() :] if base else statement[1]
                read |= set(WORD.findall(left)) | set(WORD.findall(statement[2]))
                if base and re.search(r"\w\(", statement[2]):
                    read.add(base[0])
                if not base or "->" in statement[1]:
                    read |= set(WORD.findall(statement[1]))
            elif statement[0] != "mention":
                for text in texts(statement):
                    read |= set(WORD.findall(text))
        unread = names - read
        if not unread or not drop(statements, lambda one: is_write(one, unread)):
            return


def drop(statements, is_needless):
    """Leaves out statements, here and inside others; whether there were any."""
    count = len(statements)
    statements[:] = [one for one in statements if not is_needless(one)]
    found = len(statements) != count
    for statement in statements:
        for inner in children(statement):
            found |= drop(inner, is_needless)
    return found


def is_write(statement, names):
    if statement[0] == "assign":
        base = WORD.match(statement[1])
        return base is not None and base[0] in names
    return statement[0] == "mention" and statement[1] in names


def reads(name, statements):
    return any(name in mentioned(statement) for statement in statements)


def is_jumped_over(block, number):
    """Whether a goto before a statement leads behind it in the same list: C++ lets none pass a first value."""
    for later in block[number + 1 :]:
        if later[0] == "label":
            targets = ["goto", later[1]]
            if any(targets == inner for inner in walk(block[: number + 1])):
                return True
    return False


def declare(statements, types, parameters):
    """Declares each variable in the innermost list of statements that has all places where it is named."""
    wanted = {name for name in types if name not in parameters}

    def place(block, names):
        spots = {name: [] for name in names}
        for number, statement in enumerate(block):
            inside = mentioned(statement)
            for name in names:
                if name in inside:
                    spots[name].append(number)
        inner = {}
        here = []
        for name in sorted(names):
            found = spots[name]
            if not found:
                continue
            if len(found) == 1:
                statement = block[found[0]]
                own = set()
                for text in texts(statement):
                    own |= set(WORD.findall(text))
                lists = [one for one in children(statement) if reads(name, one)]
                if name not in own and len(lists) == 1:
                    inner.setdefault(id(lists[0]), (lists[0], set()))[1].add(name)
                    continue
                if statement[0] == "for" and statement[1].startswith(f"{name} = "):
                    statement[1] = f"{types[name].c} {statement[1]}"
                    continue
            here.append((found[0], name))
        for other, more in inner.values():
            place(other, more)
        for number, name in sorted(here, reverse=True):
            statement = block[number]
            has_label = is_jumped_over(block, number)
            is_plain = statement[0] == "assign" and statement[1] == name and name not in WORD.findall(statement[2])
            if is_plain and not has_label and not isinstance(types[name], Array):
                block[number] = ["declare", name, statement[2]]
            else:
                block.insert(number, ["declare", name, None])

    place(statements, wanted)


def declaration(type_, name):
    return pointer_to(type_[1], name) if isinstance(type_, tuple) else declared(type_, name)


def simple(name, text):
    """An assignment in the shortest form."""
    if text == f"{name} + 1":
        return f"{name}++;"
    if text == f"{name} - 1":
        return f"{name}--;"
    rest = text.removeprefix(f"{name} ")
    match = re.fullmatch(r"([-+*&|^]|<<|>>) ([\w.>\[\]-]+|\([^()]*\))", rest) if rest != text else None
    if match:
        operand = match.group(2)
        return f"{name} {match.group(1)}= {operand[1:-1] if operand.startswith('(') else operand};"
    return f"{name} = {text};"


class Lines:
    def __init__(self, types):
        self.types = types
        self.lines, self.depth, self.labels = [], 1, {}

    def add(self, text):
        self.lines += folded("  " * self.depth + text)

    def write(self, statements):
        for statement in statements:
            kind = statement[0]
            if kind == "assign":
                self.add(simple(statement[1], statement[2]))
            elif kind == "do":
                self.add(f"{statement[1]};")
            elif kind == "unused":
                self.add(f"(void){statement[1]};")
            elif kind == "declare":
                value = f" = {statement[2]}" if statement[2] is not None else ""
                self.add(f"{declaration(self.types[statement[1]], statement[1])}{value};")
            elif kind == "return":
                self.add(f"return {statement[1]};" if statement[1] is not None else "return;")
            elif kind in ("break", "continue"):
                self.add(f"{kind};")
            elif kind == "goto":
                self.add(f"goto {self.label(statement[1])};")
            elif kind == "label":
                self.lines.append(f"{self.label(statement[1])}:;")
            elif kind == "trap":
                self.add("NEVER();")
            elif kind == "if":
                self.branch(statement, "if")
            elif kind == "loop":
                self.around("for (;;) {", statement[1])
            elif kind == "while":
                self.around(f"while ({statement[1].text}) {{", statement[2])
            elif kind == "until":
                self.around("do {", statement[1], f"}} while ({statement[2].text});")
            elif kind == "for":
                self.around(f"for ({statement[1]}; {statement[2]}; {statement[3]}) {{", statement[4])
            elif kind == "switch":
                self.add(f"switch ({statement[1]}) {{")
                self.depth += 1
                for words, body in statement[2]:
                    for word in words[:-1]:
                        self.add(word)
                    self.around(f"{words[-1]} {{", body)
                self.depth -= 1
                self.add("}")

    def label(self, block):
        return self.labels.setdefault(block, f"L{len(self.labels) + 1}")

    def around(self, head, body, tail="}"):
        self.add(head)
        self.depth += 1
        self.write(body)
        self.depth -= 1
        self.add(tail)

    def branch(self, statement, word):
        _, condition, yes, no = statement
        head = f"{word} ({condition.text}) {{"
        if not no:
            self.around(head, yes)
            return
        self.add(head)
        self.depth += 1
        self.write(yes)
        self.depth -= 1
        if len(no) == 1 and no[0][0] == "if":
            self.branch(no[0], "} else if")
            return
        self.around("} else {", no)


def folded(line):
    """A line of at most 120 columns, where that can be done at a blank."""
    if len(line) <= WIDTH:
        return [line]
    margin = len(line) - len(line.lstrip())
    parts, rest = [], line
    while len(rest) > WIDTH:
        spots = [match.start() for match in re.finditer(r"(?<=[,;]) | (?=&& |\|\| |\? |: |\+ |- |\| )", rest[:WIDTH])]
        spots = [spot for spot in spots if spot > margin + 8]
        if not spots:
            spots = [match.start() for match in re.finditer(" ", rest[:WIDTH]) if match.start() > margin + 8]
        if not spots:
            break
        parts.append(rest[: spots[-1]])
        rest = " " * (margin + 4) + rest[spots[-1] + 1 :]
    return [*parts, rest]


def lines_of(statements, types, parameters):
    """Lines of C for a function's statements."""
    without_needless_jumps(statements)
    targets = {statement[1] for statement in walk(statements) if statement[0] == "goto"}
    drop(statements, lambda one: one[0] == "label" and one[1] not in targets)
    statements = shaped(tidy(statements))
    if statements and statements[-1] == ["return", None]:
        statements.pop()
    drop_unread(statements, set(types) - set(parameters))
    statements = tidy(statements)
    declare(statements, types, parameters)
    drop(statements, lambda one: one[0] == "mention")
    writer = Lines(types)
    writer.write(statements)
    return writer.lines
