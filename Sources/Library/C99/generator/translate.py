"""Writes the statements of one function."""

import re

from .arithmetic import Arithmetic
from .control import Control
from .flow import Flow
from .instruction import BINARY
from .place import END, Variable
from .places import Places
from .reader import POINTER
from .shapes import U8, Struct, pointer_to, safe
from .storage import Storage
from .values import Values

TRANSPARENT = {"gep", "alloca", "insertvalue", "mention"}
# What has a result that can stand in a larger expression.
PURE = BINARY | {
    "icmp", "select", "trunc", "zext", "sext", "ptrtoint", "bitcast", "freeze", "extractvalue", "insertelement",
    "extractelement", "overflows",
}  # fmt: skip


class Writer(Places, Storage, Values, Arithmetic, Control):
    def __init__(self, program, name, names, tables, helpers):
        self.program, self.module, self.shapes = program, program.module, program.shapes
        self.name, self.function = name, program.functions[name]
        self.names, self.tables, self.helpers = names, tables, helpers
        self.flow = Flow(self.function)
        self.blocks = {label: self.function.blocks[label] for label in self.flow.order}
        self.definitions = {}
        self.users = {}
        self.taken, self.types = set(names.values()), {}
        self.constant = {
            parameter.name
            for parameter in self.function.parameters
            if parameter.type == POINTER and not program.is_written(name, parameter.name)
        }
        if name in program.prototypes:
            told = zip(self.function.parameters, program.prototypes[name].parameters)
            self.constant = {parameter.name for parameter, one in told if one.is_constant}
        for label, block in self.blocks.items():
            for number, item in enumerate(block):
                if item.result:
                    self.definitions[item.result] = (item, label, number)
                if item.op == "phi":
                    for value, origin in item.extra["incoming"]:
                        if origin in self.blocks:
                            self._use(value, item, origin, END)
                else:
                    for _, value in item.operands:
                        self._use(value, item, label, number)
        self._drop_unused()
        self._decide()
        self._variables()

    def _use(self, value, item, label, number):
        if value[0] == "local":
            self.users.setdefault(value[1], []).append((item, label, number))
        elif value[0] == "aggregate":
            for _, inner in value[1]:
                self._use(inner, item, label, number)

    # MARK: - What becomes a variable

    def _drop_unused(self):
        """Pure instructions whose result nobody reads."""
        self.dropped = set()
        changed = True
        while changed:
            changed = False
            for result, (item, _, _) in self.definitions.items():
                if result in self.dropped or item.op not in PURE | {"load", "phi", "gep", "insertvalue", "inttoptr"}:
                    continue
                users = [user for user, _, _ in self.users.get(result, ()) if user is not item]
                if all(user.result in self.dropped for user in users if user.result) and all(
                    user.result for user in users
                ):
                    self.dropped.add(result)
                    changed = True
        for value, users in self.users.items():
            self.users[value] = [use for use in users if use[0].result not in self.dropped]

    def is_alias(self, item):
        """Whether an instruction gives another name to its operand."""
        if item.op == "bitcast":
            return item.type[0] == item.operands[0][0][0] or {item.type[0], item.operands[0][0][0]} == {"vec", "i"}
        return item.op in ("freeze", "extractvalue", "ptrtoint", "inttoptr")

    def is_see_through(self, item):
        return item.op in TRANSPARENT or self.is_alias(item) or self.is_stride(item)

    def is_stride(self, item):
        """Whether a product is nothing but the offset of an element."""
        if item.op != "mul" or item.operands[1][1][0] != "const":
            return False
        users = [user for user, _, _ in self.users.get(item.result, ())]
        return bool(users) and all(user.op == "gep" and user.extra["base"] == ("i", 8) for user in users)

    def roots(self, value):
        """Where the text of a value appears at last: pairs of (label, number)."""
        found = []
        for item, label, number in self.users.get(value, ()):
            is_part = item.op != "phi" and item.result
            if is_part and (self.is_see_through(item) or item.result in self.inlined):
                found += self.roots(item.result)
            else:
                found.append((label, number))
        return found

    def _decide(self):
        self.inlined, weights = set(), {}
        for label in reversed(self.flow.order):
            block = self.blocks[label]
            for number in range(len(block) - 1, -1, -1):
                item = block[number]
                if not item.result or item.result in self.dropped or self.is_see_through(item):
                    continue
                if item.op not in PURE and item.op not in ("load", "call"):
                    continue
                roots = self.roots(item.result)
                if len(roots) != 1 or roots[0][0] != label:
                    continue
                last = min(roots[0][1], len(block))
                between = block[number + 1 : last]
                if item.op == "load" and any(self._writes(other) for other in between):
                    continue
                if item.op == "call":
                    chain = self._is_plain_chain(item.result)
                    quiet = not any(self._writes(other) or other.op == "load" for other in between)
                    if item.type[0] != "i" or not chain or not quiet or last == len(block) and roots[0][1] == END:
                        continue
                self.inlined.add(item.result)
        for label in self.flow.order:
            for item in self.blocks[label]:
                if not item.result:
                    continue
                weight = 1 if item.op not in ("gep", "alloca") else 0
                for _, value in item.operands:
                    if value[0] == "local":
                        inner = self.definitions.get(value[1])
                        if inner and (value[1] in self.inlined or self.is_see_through(inner[0])):
                            weight += weights.get(value[1], 0)
                if weight > 12 and item.result in self.inlined:
                    self.inlined.discard(item.result)
                weights[item.result] = weight

    @staticmethod
    def _writes(item):
        return item.op in ("store", "call")

    def _is_plain_chain(self, value):
        """Whether the one user of a call's result evaluates it at once and always."""
        users = self.users[value]
        if len(users) != 1:
            return False
        item = users[0][0]
        if item.op in ("ret", "br", "switch"):
            return True
        if item.op == "store":
            return item.operands[0][1] == ("local", value) and item.operands[1][1][0] == "local"
        if item.op in ("icmp", "trunc", "zext", "sext", "freeze"):
            others = [v for _, v in item.operands if v != ("local", value)]
            return all(v[0] == "const" for v in others) and self._is_plain_chain(item.result)
        return False

    def is_named(self, value):
        if value in self.dropped:
            return False
        known = self.definitions.get(value)
        if known is None:
            return True
        return not self.is_see_through(known[0]) and value not in self.inlined

    def _variables(self):
        """Which named values share a variable, and what it is called."""
        named = [parameter.name for parameter in self.function.parameters]
        named += [
            result
            for label in self.flow.order
            for item in self.blocks[label]
            if (result := item.result) and self.is_named(result)
        ]
        named = list(dict.fromkeys(named))
        phis = {
            label: [item for item in block if item.op == "phi" and item.result not in self.dropped]
            for label, block in self.blocks.items()
        }
        members = self._groups(named, phis, self._conflicts(named, phis))
        self.variables = {}
        known = self.program.debug[self.name][0]
        parameters = {parameter.name for parameter in self.function.parameters}
        for root, group in members.items():
            first = next((value for value in group if value in parameters), None)
            candidates = ([first] if first else []) + group
            told = next((known[value] for value in candidates if known.get(value)), None)
            variable = self.variables[root] = Variable(self._name(told), self._type_of(group[0]))
            item = self.definitions.get(group[0])
            if item and item[0].type == POINTER and not self.is_word_pointer(group[0]):
                self.types[variable.name] = ("pointer", self.program.pointee(self.name, group[0]) or U8)
            else:
                self.types[variable.name] = variable.type

    def _conflicts(self, named, phis):
        """For each value those that are needed at the same time, so that they have other variables."""
        reads = {}
        for value in named:
            for label, number in self.roots(value):
                reads.setdefault(label, {}).setdefault(number, set()).add(value)
        defined = {
            label: [
                (number, item.result)
                for number, item in enumerate(block)
                if item.result and item.op != "phi" and self.is_named(item.result)
            ]
            for label, block in self.blocks.items()
        }
        live_in = self._needed_at_begin(reads, defined, phis)
        conflicts = {value: set() for value in named}

        def clash(value, live):
            for other in live:
                if other != value:
                    conflicts[value].add(other)
                    conflicts[other].add(value)

        for label in self.flow.order:
            live = self._needed_at_end(label, reads, phis, live_in)
            steps = reads.get(label, {})
            ends = dict(defined[label])
            for number in sorted({*steps, *ends} - {END}, reverse=True):
                if number in ends:
                    clash(ends[number], live)
                    live.discard(ends[number])
                live |= steps.get(number, set())
            heads = [item.result for item in phis[label]]
            for head in heads:
                clash(head, live | set(heads))
        for parameter in self.function.parameters:
            clash(parameter.name, live_in[self.flow.entry] | {p.name for p in self.function.parameters})
        return conflicts

    def _needed_at_end(self, label, reads, phis, live_in):
        # A phi is written at the end of each block before it.
        live = set(reads.get(label, {}).get(END, ()))
        for following in self.flow.successors[label]:
            live |= live_in[following] - {item.result for item in phis[following]}
        return live

    def _needed_at_begin(self, reads, defined, phis):
        """For each block the values that it or a later one reads, and that are there when it begins."""
        live_in = {label: set() for label in self.flow.order}
        changed = True
        while changed:
            changed = False
            for label in reversed(self.flow.order):
                live = self._needed_at_end(label, reads, phis, live_in)
                for number, values in reads.get(label, {}).items():
                    if number != END:
                        live |= values
                # A value is defined once, so that no block reads one before it defines it.
                live -= {result for _, result in defined[label]}
                live -= {item.result for item in phis[label]}
                if live != live_in[label]:
                    live_in[label], changed = live, True
        return live_in

    def _groups(self, named, phis, conflicts):
        """Puts into one group what a phi joins and nothing needs at the same time: the values of each."""
        self.group = {value: value for value in named}
        members = {value: [value] for value in named}
        for label in self.flow.order:
            for item in phis[label]:
                for value, _ in item.extra["incoming"]:
                    if value[0] != "local" or value[1] not in self.group:
                        continue
                    a, b = self.group[item.result], self.group[value[1]]
                    if a == b or self._type(item.result, item.type) != self._type(value[1], item.type):
                        continue
                    if item.type == POINTER or item.type[0] == "struct":
                        continue
                    if any(other in conflicts[one] for one in members[a] for other in members[b]):
                        continue
                    for one in members[b]:
                        self.group[one] = a
                    members[a] += members.pop(b)
        return members

    def _type_of(self, value):
        known = self.definitions.get(value)
        if known is None:
            parameter = next(p for p in self.function.parameters if p.name == value)
            return self._type(value, parameter.type)
        return self._type(value, known[0].type)

    def _type(self, value, type_):
        if type_[0] == "struct":
            known = self.definitions.get(value)
            if known and known[0].op == "call":
                return self.result_of(known[0].extra["callee"])
            return self.aggregate([self.program.number(self.name, "", member) for member in type_[2]])
        return self.program.number(self.name, value, type_)

    def _name(self, told, type_=None):
        base = safe(told) if told else None
        if not base or base in ("self_", "v"):
            base = "self" if told and told.startswith("self") else "t"
        name, number = base, 1
        if base == "t":
            name = "t1"
        while name in self.taken:
            number += 1
            name = f"{base}{number}"
        self.taken.add(name)
        self.types[name] = type_
        return name

    # MARK: - Types of results

    def aggregate(self, numbers):
        """A struct for several numbers that a function returns together."""
        title = "Result_" + "_".join(re.sub(r"_t$", "", number.c) for number in numbers)
        offset, fields = 0, []
        for index, number in enumerate(numbers):
            fields.append((f"e{index}", number, offset))
            offset += number.size
        return self.shapes.add(Struct(title, fields, offset))

    def result_of(self, callee):
        if callee in self.program.prototypes:
            return self.program.prototypes[callee].result
        type_ = self.program.functions[callee].result
        if type_[0] != "struct":
            return self.program.number(callee, "=", type_)
        return self.aggregate(
            [self.program.number(callee, f"={index}", member) for index, member in enumerate(type_[2])]
        )

    def parameter(self, parameter, variable):
        """The declaration of a parameter."""
        if parameter.type != POINTER:
            return f"{variable.type.c} {variable.name}"
        shape = self.program.pointee(self.name, parameter.name)
        const = "const " if parameter.name in self.constant else ""
        return const + (f"void *{variable.name}" if shape is None else pointer_to(shape, variable.name))

    def statements(self):
        """The whole function as a list of statements, and the declarations of its parameters."""
        self.out, self.locals, self.given = [], {}, {}
        self.next_turn = self.outside = None
        self.used_locals = {
            result
            for result, (item, _, _) in self.definitions.items()
            if item.op == "alloca" and any(user.op != "mention" for user, _, _ in self.users.get(result, ()))
        }
        prototype = self.program.prototypes.get(self.name)
        function = self.function
        parameters = []
        self.result = None
        if prototype:
            self.result = prototype.result
            for parameter, told in zip(function.parameters, prototype.parameters):
                variable = self.variables[self.group[parameter.name]]
                self.taken.discard(variable.name)
                for other in self.variables.values():
                    if other is not variable and other.name == told.name:
                        other.name = self._name(f"{told.name}Value", self.types[other.name])
                variable.name = told.name
                self.taken.add(told.name)
                if parameter.type != POINTER:
                    self.given[parameter.name] = variable.type = told.type
                if not self.users.get(parameter.name):
                    self.out.append(["unused", told.name])
        else:
            if function.result != ("void",):
                self.result = self.result_of(self.name)
            for parameter in function.parameters:
                variable = self.variables[self.group[parameter.name]]
                if not self.users.get(parameter.name):
                    self.out.append(["unused", variable.name])
                parameters.append(self.parameter(parameter, variable))
        self.tree(self.flow.entry, None)
        return self.out, parameters
