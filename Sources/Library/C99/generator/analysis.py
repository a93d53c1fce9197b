"""What has to be known of all functions before C is written: signs of numbers, words that are addresses, types behind pointers."""

import re

from .inside import parts
from .instruction import Instruction
from .memory import Copies, Forwarding
from .pointees import Pointees
from .reader import POINTER, width_of
from .shapes import BOOL, WORD, Scalar, Struct

OVERFLOW = re.compile(r"llvm\.([su])(add|sub|mul)\.with\.overflow")


def simplified(function):
    """Takes the arithmetic out of calls, and leaves out what says nothing in C."""
    kinds = {}
    for label, block in function.blocks.items():
        kept = []
        for item in block:
            callee = item.extra.get("callee", "") if item.op == "call" else ""
            match = OVERFLOW.match(callee)
            if match:
                kinds[item.result] = (match.group(2), match.group(1) == "s", item)
                continue
            if item.op == "extractvalue" and item.operands[0][1][0] == "local" and item.operands[0][1][1] in kinds:
                op, is_signed, call = kinds[item.operands[0][1][1]]
                if item.extra["index"] == 0:
                    extra = {"signed": is_signed}
                    item = Instruction(op, item.type, item.result, call.operands, [], extra)
                else:
                    item = Instruction(
                        "overflows", ("i", 1), item.result, call.operands, [], {"kind": op, "signed": is_signed}
                    )
            elif callee.startswith("llvm.expect"):
                item = Instruction("freeze", item.type, item.result, item.operands[:1])
            elif callee.startswith("llvm.lifetime.start"):
                item = Instruction("mention", item.type, None, item.operands[1:])
            elif callee.startswith(("llvm.lifetime.end", "llvm.assume", "llvm.donothing", "llvm.experimental")):
                continue
            kept.append(item)
        function.blocks[label] = kept


class Program(Pointees):
    """All functions that the header's need."""

    def __init__(self, module, shapes, prototypes):
        self.module, self.shapes, self.prototypes = module, shapes, prototypes
        self.functions, order = {}, []

        def visit(name):
            if name in self.functions or name not in module.texts:
                return
            function = self.functions[name] = module.function(name)
            simplified(function)
            Forwarding(module, function).run()
            for block in function.blocks.values():
                for item in block:
                    if item.op == "call":
                        visit(item.extra["callee"])
            order.append(name)

        for name in prototypes:
            visit(name)
        self.order = order
        self._index()
        self._written = {}
        for function in self.functions.values():
            Copies(self, function).run()
            Forwarding(module, function).run()
        self._index()
        self.debug = {name: self._debug(function) for name, function in self.functions.items()}
        self._words()
        self.signs = {}
        self._signs()
        self._pointees, self._written = {}, {}
        # Storage of the header with the structs in it, and structs of which bytes are read.
        self.stored, self.as_bytes = set(), set()

    def _index(self):
        """Who uses and who defines each value."""
        self.uses, self.definitions = {}, {}
        for name, function in self.functions.items():
            uses, definitions = self.uses[name], self.definitions[name] = {}, {}
            for block in function.blocks.values():
                for item in block:
                    if item.result:
                        definitions[item.result] = item
                    for number, (_, value) in enumerate(item.operands):
                        if value[0] == "local":
                            uses.setdefault(value[1], []).append((item, number))

    def _items(self):
        """Every instruction, with the name of its function."""
        for name, function in self.functions.items():
            for block in function.blocks.values():
                for item in block:
                    yield name, item

    def _passed(self, name, item):
        """What is one number in two functions, or in a function and its result: triples of two keys and the type."""
        if item.op == "call" and item.extra["callee"] in self.functions:
            callee = self.functions[item.extra["callee"]]
            for (type_, value), parameter in zip(item.operands, callee.parameters):
                if value[0] == "local":
                    yield (name, value[1]), (callee.name, parameter.name), type_
            yield (name, item.result), (callee.name, "="), item.type
        elif item.op == "extractvalue" and item.operands[0][1][0] == "local":
            call = self.definitions[name].get(item.operands[0][1][1])
            if call is not None and call.op == "call":
                yield (name, item.result), (call.extra["callee"], f"={item.extra['index']}"), item.type
        elif item.op == "ret" and item.operands:
            type_, value = item.operands[0]
            if type_[0] == "struct":
                for index, part in enumerate(self.parts_of(name, value, len(type_[2]))):
                    if part and part[0] == "local":
                        yield (name, f"={index}"), (name, part[1]), type_[2][index]
            elif value[0] == "local":
                yield (name, "="), (name, value[1]), type_

    # MARK: - Debug information

    def _type_of(self, variable):
        """The identifier of the Swift type of a debug variable."""
        metadata, node = self.module.metadata, self.module.told(variable, "type")
        for _ in range(6):
            text = metadata.get(node, "")
            match = re.search(r'identifier: "([^"]*)"', text)
            if match and "DICompositeType" in text:
                return match.group(1)
            node = self.module.told(node, "baseType")
            if not node:
                return None
        return None

    def _debug(self, function):
        """Names of values, their types, and types of what pointers point to."""
        names, types, behind = {}, {}, {}
        for value, variable, expression in function.names:
            name = self.module.told(variable, "name")
            if expression == "!DIExpression(DW_OP_deref)":
                names.setdefault(value, name)
                behind.setdefault(value, self._type_of(variable))
            elif expression == "!DIExpression()":
                names.setdefault(value, name)
                types.setdefault(value, self._type_of(variable))
            elif "DW_OP_LLVM_fragment" in expression and "deref" not in expression and name:
                offset, size = map(int, re.search(r"fragment, (\d+), (\d+)", expression).groups())
                if expression.count("DW_OP") > 1:
                    continue
                identifier = self._type_of(variable)
                part = self._part(identifier, offset // 8)
                names.setdefault(value, f"{name}{part[0].upper()}{part[1:]}" if part and size <= 64 else name)
        return names, types, behind

    def _part(self, identifier, offset):
        """The name of the field at an offset of a struct."""
        shape = self.shapes.by_identifier(identifier)
        if not isinstance(shape, Struct):
            return None
        return next((name for name, _, start in shape.fields if start == offset), None)

    # MARK: - Addresses

    def _words(self):
        parent = {}

        def root(key):
            parent.setdefault(key, key)
            while parent[key] != key:
                parent[key] = parent[parent[key]]
                key = parent[key]
            return key

        def join(a, b):
            parent[root(a)] = root(b)

        seeds, derived = [], []
        for name, item in self._items():
            result, is_word = (name, item.result), item.type == ("i", 32)
            keys = [((name, value[1]), type_) for type_, value in item.operands if value[0] == "local"]
            if item.op == "inttoptr":
                seeds += [key for key, _ in keys]
            elif item.op == "ptrtoint":
                seeds.append(result)
            elif item.op in ("phi", "select", "freeze") and is_word:
                for key, type_ in keys:
                    if type_ == item.type:
                        join(result, key)
            elif item.op in ("add", "sub", "or", "and") and is_word:
                derived += [(key, result) for key, _ in keys]
            elif item.op == "load" and is_word and self._is_address(name, item.operands[0][1]):
                seeds.append(result)
            for one, other, type_ in self._passed(name, item):
                if type_ == ("i", 32):
                    join(one, other)
        while True:
            words = {root(key) for key in seeds}
            more = [b for a, b in derived if root(a) in words and root(b) not in words]
            if not more:
                break
            seeds += more
        self._is_word = lambda key: key in parent and root(key) in words

    def _is_address(self, name, pointer):
        """Whether a field of a span is behind a pointer: the bits of an address."""
        item = self.definitions[name].get(pointer[1]) if pointer[0] == "local" else None
        if item is not None and item.op == "gep" and item.extra["base"] != ("i", 8):
            shape = self._gep_type(item)
        elif item is not None and item.op == "alloca" and item.extra["of"][0] == "named":
            shape = self.shapes.of(item.extra["of"])
        elif pointer[0] == "local" and self.debug[name][2].get(pointer[1]):
            shape = self.shapes.by_identifier(self.debug[name][2][pointer[1]])
        else:
            return False
        first = parts(shape, 0) if shape is not None and shape.size else None
        return first is not None and first[1] == WORD

    def is_word(self, name, value):
        return self._is_word((name, value))

    # MARK: - Signs

    def _signs(self):
        """Whether a number is signed, by what is done with it."""
        votes = {}

        def vote(name, value, is_signed, weight):
            if value[0] == "local":
                key = (name, value[1])
                votes[key] = votes.get(key, 0) + (weight if is_signed else -weight)

        for name, (_, types, _) in self.debug.items():
            for value, identifier in types.items():
                shape = self.shapes.by_identifier(identifier)
                if isinstance(shape, Scalar):
                    vote(name, ("local", value), shape.is_signed, 100)
                    if not re.match(r"\$es\d", identifier):
                        vote(name, ("local", value), shape.is_signed, -60)
        joins = []
        for name, item in self._items():
            for value, is_signed, weight in self._votes(item):
                vote(name, value, is_signed, weight)
            if item.op in ("phi", "select", "freeze", "and", "or", "xor", "add", "sub", "mul", "shl"):
                for type_, value in item.operands:
                    if type_ == item.type and value[0] == "local":
                        joins.append(((name, item.result), (name, value[1])))
            joins += [(one, other) for one, other, _ in self._passed(name, item)]
        scores = dict(votes)
        for _ in range(4):
            more = {}
            for a, b in joins:
                for one, other in ((a, b), (b, a)):
                    score = scores.get(other, 0)
                    if score:
                        more[one] = more.get(one, 0) + (1 if score > 0 else -1)
            for key, score in more.items():
                if abs(votes.get(key, 0)) < 20:
                    scores[key] = votes.get(key, 0) + 4 * score
        self.signs = {key: score > 0 for key, score in scores.items()}

    @staticmethod
    def _votes(item):
        """What an instruction tells of the signs of its result and its operands: value, sign, weight."""
        own = ("local", item.result)
        if "signed" in item.extra and item.op != "overflows":
            yield own, item.extra["signed"], 30
            for _, value in item.operands:
                yield value, item.extra["signed"], 3
        elif item.op in ("ashr", "sdiv", "srem", "sext"):
            yield own, True, 20
            yield item.operands[0][1], True, 10
        elif item.op in ("lshr", "udiv", "urem", "zext"):
            yield own, False, 8 if item.op != "zext" else 2
            yield item.operands[0][1], False, 5
        elif item.op == "icmp" and item.extra["predicate"][0] in "su":
            for _, value in item.operands:
                yield value, item.extra["predicate"][0] == "s", 10
        elif item.op == "gep":
            for _, value in item.operands[1:]:
                yield value, True, 1

    def parts_of(self, name, value, count):
        """The values of which an aggregate was made, where that is known."""
        parts = [None] * count
        while value[0] == "local":
            item = self.definitions[name].get(value[1])
            if item is None or item.op != "insertvalue":
                return parts
            if parts[item.extra["index"]] is None:
                parts[item.extra["index"]] = item.operands[1][1]
            value = item.operands[0][1]
        if value[0] == "aggregate":
            parts = [part or member for part, (_, member) in zip(parts, value[1])]
        return parts

    def number(self, name, value, type_):
        """The C type of a number."""
        if type_ == ("i", 1):
            return BOOL
        if type_[0] == "vec":
            return Scalar(64)
        if type_ == POINTER or (type_ == ("i", 32) and self.is_word(name, value)):
            return WORD
        return Scalar(width_of(type_), self.signs.get((name, value), False))
