"""Takes numbers out of memory that is written once and read at once, as Swift passes small structs."""

from .flow import Flow
from .instruction import Instruction


def bits(type_):
    """The bits of a number, or nothing for another type."""
    if type_[0] == "i":
        return type_[1]
    return 64 if type_ == ("vec", 2, ("i", 32)) else None


def uses_of(function, flow):
    """Who uses each value: (instruction, label, number in the block, number of the operand)."""
    uses = {}
    for label in flow.order:
        for number, item in enumerate(function.blocks[label]):
            for index, (_, value) in enumerate(item.operands):
                if value[0] == "local":
                    uses.setdefault(value[1], []).append((item, label, number, index))
    return uses


class Forwarding:
    """Replaces what is read from a variable by what was written to it."""

    def __init__(self, module, function):
        self.module, self.function = module, function
        # An earlier run may have made numbers, too.
        results = (item.result or "" for block in function.blocks.values() for item in block)
        self.count = max((int(result[7:]) for result in results if result.startswith("memory.")), default=0)
        self.flow = Flow(function)
        self.uses = uses_of(function, self.flow)

    def run(self):
        gone, made = set(), {}
        for block in list(self.function.blocks.values()):
            for item in block:
                if item.op == "alloca" and not item.extra["is_error"]:
                    self.variable(item, gone, made)
        for label, block in self.function.blocks.items():
            kept = []
            for item in block:
                if id(item) in made:
                    kept += made[id(item)]
                elif id(item) not in gone:
                    kept.append(item)
            self.function.blocks[label] = kept

    def accesses(self, item, offset=0):
        """Reads and writes of a variable: (instruction, label, number, offset); nothing where its address gets away."""
        found = []
        for use, label, number, index in self.uses.get(item.result, ()):
            if use.op == "gep" and index == 0:
                step = self.module.distance(use.extra["base"], use.operands[1:])
                inner = None if step is None else self.accesses(use, offset + step)
                if inner is None:
                    return None
                found += [(use, label, number, None), *inner]
            elif use.op == "mention":
                found.append((use, label, number, None))
            elif (use.op == "load" and bits(use.type)) or (
                use.op == "store" and index == 1 and bits(use.operands[0][0])
            ):
                found.append((use, label, number, offset))
            else:
                return None
        return found

    def variable(self, item, gone, made):
        size = self.module.size(item.extra["of"])
        found = self.accesses(item) if size <= 32 else None
        if found is None:
            return
        writes = [access for access in found if access[0].op == "store"]
        reads = [access for access in found if access[0].op == "load"]
        homes = {label for _, label, _, _ in writes}
        if len(homes) > 1:
            return
        home = next(iter(homes), None)
        for _, label, _, _ in reads:
            if home is not None and label != home and not self.flow.dominates(home, label):
                return
        state, steps = [None] * (size + 8), []
        inside = sorted((a for a in writes + reads if a[1] == home), key=lambda access: access[2])
        behind = [access for access in reads if access[1] != home]
        if any(access[2] < min((w[2] for w in writes), default=0) for access in inside if access[0].op == "load"):
            return
        for access in [*inside, *behind]:
            use, _, _, offset = access
            width = bits(use.type if use.op == "load" else use.operands[0][0])
            amount = -(-width // 8)
            if offset < 0 or offset + amount > size + 8:
                return
            if use.op == "store":
                for byte in range(amount):
                    state[offset + byte] = (use.operands[0], byte)
            else:
                steps.append((use, list(state[offset : offset + amount])))
        for use, pieces in steps:
            made[id(use)] = self.value(use, pieces)
        gone |= {id(use) for use, _, _, _ in found if use.op != "load"} | {id(item)}

    def name(self):
        self.count += 1
        return f"memory.{self.count}"

    def value(self, load, pieces):
        """Instructions that make what is read from the pieces that were written."""
        runs = []
        for byte, piece in enumerate(pieces):
            if piece is None:
                continue
            if runs and runs[-1][1] == piece[0] and runs[-1][2] + (byte - runs[-1][0]) == piece[1]:
                continue
            runs.append((byte, piece[0], piece[1]))
        width = bits(load.type)
        if not runs:
            return [Instruction("freeze", load.type, load.result, [(load.type, ("undef",))])]
        if len(runs) == 1 and runs[0][0] == 0 and runs[0][2] == 0 and bits(runs[0][1][0]) == width:
            return [Instruction("bitcast", load.type, load.result, [runs[0][1]])]
        made, whole = [], None
        wide = ("i", max(8 * len(pieces), width))

        def add(op, type_, *operands):
            result = self.name()
            made.append(Instruction(op, type_, result, list(operands)))
            return type_, ("local", result)

        for byte, operand, start in runs:
            part = operand
            if part[0][0] == "vec":
                part = add("bitcast", ("i", 64), part)
            if part[0] == ("i", 1):
                part = add("zext", ("i", 8), part)
            if start:
                part = add("lshr", part[0], part, (part[0], ("const", 8 * start)))
            if part[0][1] < wide[1]:
                part = add("zext", wide, part)
            elif part[0][1] > wide[1]:
                part = add("trunc", wide, part)
            if byte:
                part = add("shl", wide, part, (wide, ("const", 8 * byte)))
            whole = part if whole is None else add("or", wide, whole, part)
        if load.type[0] == "vec":
            made.append(Instruction("bitcast", load.type, load.result, [whole]))
        elif width < wide[1]:
            made.append(Instruction("trunc", load.type, load.result, [whole]))
        else:
            made.append(Instruction("freeze", load.type, load.result, [whole]))
        return made


class Copies:
    """Takes away copies of structs that nobody needs, so that C reads the original, or builds it where it is wanted.

    Swift copies a struct wherever its owner might change it. LLVM would take most of these copies away, but what it leaves is
    no text to read.
    """

    def __init__(self, program, function):
        self.program, self.function = program, function

    def run(self):
        while self.once():
            pass

    def once(self):
        """One round; whether it changed something."""
        self.flow = Flow(self.function)
        self.uses = uses_of(self.function, self.flow)
        items = [
            (item, (label, number))
            for label in self.flow.order
            for number, item in enumerate(self.function.blocks[label])
        ]
        self.definitions = {item.result: item for item, _ in items if item.result}
        copies = [
            (item, place)
            for item, place in items
            if item.op == "call"
            and item.extra["callee"].startswith("llvm.memcpy")
            and item.operands[0][1][0] == item.operands[1][1][0] == "local"
        ]
        for item, place in copies:
            to, of = item.operands[0][1][1], item.operands[1][1][1]
            if to == of:
                continue
            known = self.definitions.get(to)
            if known is not None and known.op == "alloca" and self.is_view(item, place, to, of):
                return self.replace(to, of, item)
            known = self.definitions.get(of)
            if known is not None and known.op == "alloca" and self.is_built(item, place, to, of):
                self.advance(to)
                return self.replace(of, to, item)
        return False

    def replace(self, old, new, copy):
        """Puts one pointer in the place of another, and leaves out the copy between them."""
        for label, block in self.function.blocks.items():
            kept = []
            for item in block:
                touches = any(value == ("local", old) for _, value in item.operands)
                if item is copy or item.result == old or (item.op == "mention" and touches):
                    continue
                if touches:
                    item.operands = [(t, ("local", new) if v == ("local", old) else v) for t, v in item.operands]
                if item.op == "mention" and item.operands[0][1] == ("local", new):
                    continue
                kept.append(item)
            self.function.blocks[label] = kept
        return True

    def advance(self, value):
        """Computes the place of an object at the beginning of the function: it is built before its copy was to be made."""
        item = self.definitions.get(value)
        if item is not None and item.op == "gep":
            for block in self.function.blocks.values():
                block[:] = [other for other in block if other is not item]
            next(iter(self.function.blocks.values())).insert(0, item)

    def root(self, value):
        while True:
            item = self.definitions.get(value)
            if item is None or item.op != "gep" or item.operands[0][1][0] != "local":
                return value
            value = item.operands[0][1][1]

    def accesses(self, value):
        """Reads and writes through a pointer, as two lists of places; nothing where it gets away."""
        reads, writes = [], []
        for use, label, number, index in self.uses.get(value, ()):
            if use.op == "gep" and index == 0:
                inner = self.accesses(use.result)
                if inner is None:
                    return None
                reads += inner[0]
                writes += inner[1]
            elif use.op == "load":
                reads.append((label, number))
            elif use.op == "store" and index == 1:
                writes.append((label, number))
            elif (
                use.op == "icmp" or use.op == "mention" or (use.op == "ptrtoint" and self.is_only_compared(use.result))
            ):
                continue
            elif use.op == "call":
                callee = self.program.functions.get(use.extra["callee"])
                if callee is not None:
                    parameter = callee.parameters[index]
                    if self.program.is_written(callee.name, parameter.name):
                        writes.append((label, number))
                        # What a function only makes it does not read.
                        if not parameter.result_of:
                            reads.append((label, number))
                    else:
                        reads.append((label, number))
                elif use.extra["callee"].startswith(("llvm.memcpy", "llvm.memmove")) and index < 2:
                    (writes if index == 0 else reads).append((label, number))
                else:
                    return None
            else:
                return None
        return reads, writes

    def is_only_compared(self, value):
        """Whether a number only takes part in comparisons, as an address that is looked at for null and for its alignment."""
        return all(
            use.op == "icmp" or use.op == "mention" or (use.op == "and" and self.is_only_compared(use.result))
            for use, *_ in self.uses.get(value, ())
        )

    def reached(self, starts, cuts):
        """The places that a walk comes to from behind some places without crossing others, as a test."""
        # For each block the ranges of numbers that are reached.
        ranges = {}
        stack = [(label, number + 1) for label, number in starts]
        seen = set()
        while stack:
            label, begin = stack.pop()
            if (label, begin) in seen:
                continue
            seen.add((label, begin))
            end = min((n for where, n in cuts if where == label and n >= begin), default=None)
            ranges.setdefault(label, []).append((begin, len(self.function.blocks[label]) if end is None else end + 1))
            if end is None:
                stack += [(following, 0) for following in self.flow.successors[label]]
        return lambda place: any(begin <= place[1] < end for begin, end in ranges.get(place[0], ()))

    def is_behind(self, place, other):
        """Whether a place is dominated by another."""
        if place[0] == other[0]:
            return place[1] > other[1]
        return self.flow.dominates(other[0], place[0])

    def is_owned(self, root):
        """Whether memory is changed through this pointer alone: Swift's rule of exclusive access."""
        known = self.definitions.get(root)
        if known is not None:
            return known.op == "alloca" and not known.extra["is_error"]
        return self.function.name not in self.program.prototypes

    def is_view(self, copy, place, to, of):
        """Whether a variable is nothing but a copy of what does not change while it is read."""
        root = self.root(of)
        own, source = self.accesses(to), self.accesses(root)
        if own is None or source is None or not self.is_owned(root) or root == to:
            return False
        reads, writes = own
        if writes != [place] or not all(self.is_behind(read, place) for read in reads):
            return False
        size = self.program.module.size(self.definitions[to].extra["of"])
        if copy.operands[2][1][0] != "const" or copy.operands[2][1][1] < size - 7:
            return False
        after = self.reached([place], [place])
        changes = [write for write in source[1] if after(write) and write != place]
        if not changes:
            return True
        if set(changes) & set(reads):
            return False
        later = self.reached(changes, [place])
        return not any(later(read) for read in reads)

    def is_built(self, copy, place, to, of):
        """Whether a variable is only made to be copied into another, which is not used before."""
        known = self.definitions.get(to)
        if known is None:
            parameter = next((p for p in self.function.parameters if p.name == to), None)
            if parameter is None:
                return False
            if not parameter.result_of:
                return self.is_built_in_object(to, place, of)
            type_ = parameter.result_of
        elif known.op == "alloca":
            type_ = known.extra["of"]
        elif known.op == "gep":
            (_, root), *steps = (value for _, value in known.operands)
            return all(step[0] == "const" for step in steps) and self.is_built_in_object(root, place, of)
        else:
            return False
        if type_ != self.definitions[of].extra["of"]:
            return False
        own, source = self.accesses(to), self.accesses(of)
        if own is None or source is None:
            return False
        others = [p for p in own[0] + own[1] if p != place]
        if not all(self.is_behind(other, place) for other in others):
            return False
        after = self.reached([place], self.makes(of))
        if any(after(read) for read in source[0] if read != place):
            return False
        changes = [write for write in source[1] if after(write)]
        later = self.reached(changes, [place])
        return not any(later(other) for other in others)

    def makes(self, value):
        """Where functions make a variable anew."""
        return [
            (label, number)
            for use, label, number, index in self.uses.get(value, ())
            if use.op == "call"
            and (callee := self.program.functions.get(use.extra["callee"])) is not None
            and callee.parameters[index].result_of
        ]

    def is_built_in_object(self, root, place, of):
        """The same where the other is memory that a caller lends: an object, whole or behind the first word of its storage.

        Nothing else may look at the object while it is built, and it must be built to its end: no way out of the function leaves
        the copy aside.
        """
        if all(parameter.name != root for parameter in self.function.parameters):
            return False
        own, source = self.accesses(root), self.accesses(of)
        if own is None or source is None:
            return False
        after = self.reached([place], self.makes(of))
        if any(after(read) for read in source[0] if read != place):
            return False
        ends = [
            (label, len(block) - 1)
            for label, block in self.function.blocks.items()
            if label in self.flow.successors and not self.flow.successors[label] and block[-1].op == "ret"
        ]
        later = self.reached(source[1], [place])
        others = [access for access in own[0] + own[1] if access != place]
        return not any(later(other) for other in [*others, *ends])
