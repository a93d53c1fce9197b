"""The statements of a function: blocks, calls, conditions, loops."""

import re

from . import expressions as x
from . import front
from .expressions import Expression, literal, negation
from .place import Untranslatable
from .reader import POINTER
from .shapes import U8, WORD, Scalar


class Control:
    """The part of `Writer` that writes statements."""

    def block(self, label):
        for item in self.blocks[label]:
            op = item.op
            if op == "mention":
                value = item.operands[0][1]
                known = self.definitions.get(value[1]) if value[0] == "local" else None
                if known and known[0].op == "alloca" and value[1] in self.used_locals:
                    self.out.append(["mention", self.place(value).text])
                continue
            if op in ("phi", "br", "switch", "ret", "unreachable") or self.is_see_through(item):
                continue
            if op == "store":
                type_, value = item.operands[0]
                place = self.place(item.operands[1][1])
                if type_ == POINTER and value[0] == "local" and not self.is_word_pointer(value[1]):
                    address = Expression(f"(uintptr_t){self.address(self.place(value))}", x.UNARY, WORD)
                    self.store(type_, address, place)
                    continue
                self.store(type_, self.value(type_, value), place)
            elif op == "call":
                self.call(item)
            elif item.result in self.dropped or item.result in self.inlined:
                continue
            else:
                self.define(item.result, self.build(item))

    def define(self, result, expression):
        variable = self.variables[self.group[result]]
        for name, value, type_ in self.members(variable.name, variable.type, expression):
            self.assign(name, self.as_type(value, type_))

    @staticmethod
    def members(name, type_, expression):
        """What makes up a variable and its new value: triples of name, expression and type."""
        if expression.parts is None:
            return [(name, expression, type_)]
        return [(f"{name}.{field}", part, shape) for (field, shape, _), part in zip(type_.fields, expression.parts)]

    def call(self, item):
        callee = item.extra["callee"]
        if callee.startswith("llvm.trap"):
            self.out.append(["trap"])
            return
        if callee.startswith(("llvm.memcpy", "llvm.memmove")):
            size = item.operands[2][1]
            if size[0] != "const":
                raise Untranslatable("a copy of unknown size")
            self.copy(self.place(item.operands[0][1]), self.place(item.operands[1][1]), size[1])
            return
        if callee.startswith("llvm.memset"):
            value, size = item.operands[1][1], item.operands[2][1]
            if value[0] not in ("const", "zero") or size[0] != "const":
                raise Untranslatable("a filling of unknown size")
            place = self.address(self.place(item.operands[0][1]))
            self.out.append(["do", f"memset({place}, {value[1] if value[0] == 'const' else 0}, {size[1]})"])
            return
        if item.result in self.inlined:
            return
        expression = self.build_call(item)
        if item.type == ("void",) or item.result in self.dropped or not self.users.get(item.result):
            self.out.append(["do", expression.text])
        else:
            self.define(item.result, expression)

    def build_call(self, item):
        callee = item.extra["callee"]
        if callee == "llvm.ctpop.i8":
            self.helpers.add("ones8")
            return Expression(f"ones8({self.operand(item, 0, U8).text})", x.PRIMARY, U8)
        if callee.startswith("llvm."):
            raise Untranslatable(callee)
        if callee.startswith(front.EXTERNS):
            return self.build_extern(item)
        function = self.program.functions[callee]
        texts = []
        for (type_, value), parameter in zip(item.operands, function.parameters):
            if type_ == POINTER:
                if value[0] in ("undef", "zero") or value == ("const", 0):
                    texts.append("NULL")
                    continue
                place = self.place(value)
                shape = self.program.pointee(callee, parameter.name)
                if shape is not None:
                    place = self.view(place, shape)
                texts.append(self.address(place))
                continue
            texts.append(
                self.as_type(self.value(type_, value), self.program.number(callee, parameter.name, type_)).text
            )
        result = self.result_of(callee) if item.type != ("void",) else None
        return Expression(f"{self.names[callee]}({', '.join(texts)})", x.PRIMARY, result)

    def build_extern(self, item):
        """A call of a function that is written in C."""
        texts = []
        for type_, value in item.operands:
            if type_ == POINTER:
                texts.append(self.address(self.place(value)))
            else:
                texts.append(self.value(type_, value).text)
        result = front.extern_result(item.extra["callee"])
        call = f"{item.extra['callee']}({', '.join(texts)})"
        if item.type == POINTER:
            return Expression(f"(uintptr_t){call}", x.UNARY, WORD)
        return Expression(call, x.PRIMARY, Scalar(32, result == "int32_t"))

    # MARK: - Control

    def captured(self, action):
        before, self.out = self.out, []
        try:
            action()
            return self.out
        finally:
            self.out = before

    def copies(self, source, target):
        """The assignments to the variables of a block that is reached from several others."""
        todo = []
        for item in self.blocks[target]:
            if item.op != "phi" or item.result in self.dropped:
                continue
            value = next(value for value, origin in item.extra["incoming"] if origin == source)
            variable = self.variables[self.group[item.result]]
            if value[0] == "local" and self.group.get(value[1]) == self.group[item.result]:
                continue
            if value[0] == "undef":
                continue
            if item.type == POINTER and not self.is_word_pointer(item.result):
                shape = self.program.pointee(self.name, item.result)
                todo.append((variable.name, self.address(self.view(self.place(value), shape)), ("pointer", shape)))
                continue
            for name, part, type_ in self.members(variable.name, variable.type, self.value(item.type, value)):
                todo.append((name, self.as_type(part, type_).text, type_))
        while todo:
            for one in todo:
                word = re.compile(rf"(?<![\w.>]){re.escape(one[0])}(?!\w)")
                if not any(other is not one and word.search(other[1]) for other in todo):
                    todo.remove(one)
                    if one[0] != one[1]:
                        self.out.append(["assign", one[0], one[1]])
                    break
            else:
                name, _, type_ = todo[0]
                old = self._name(f"old_{name}", self.types.get(name, type_))
                self.out.append(["assign", old, name])
                todo = [(a, re.sub(rf"(?<![\w.>]){re.escape(name)}(?!\w)", old, b), c) for a, b, c in todo]

    def is_return(self, label):
        """A block that does nothing but return or trap, so that a copy of it is as good as a jump."""
        rest = [
            item
            for item in self.blocks[label]
            if item.op not in ("phi", "mention") and not self.is_see_through(item) and not self.is_trap(item)
        ]
        return len(rest) == 1 and rest[0].op in ("ret", "unreachable") and label not in self.flow.loops

    @staticmethod
    def is_trap(item):
        return item.op == "call" and item.extra["callee"].startswith("llvm.trap")

    def leave(self, source, target):
        """Returns as the block `target` does after `source`."""
        item = self.blocks[target][-1]
        if item.op == "unreachable":
            self.out.append(["trap"])
        elif not item.operands:
            self.out.append(["return", None])
        else:
            self.give(self.through(item.operands[0], source, target))

    def through(self, operand, source, target):
        """A value of a block as it is on the way from another."""
        type_, value = operand
        if value[0] == "local" and value[1] in self.definitions and self.definitions[value[1]][1] == target:
            item = self.definitions[value[1]][0]
            if item.op == "phi":
                return self.value(type_, next(v for v, origin in item.extra["incoming"] if origin == source))
            if item.op == "insertvalue":
                whole = self.through(item.operands[0], source, target)
                parts = list(self.parts(whole, item.type))
                parts[item.extra["index"]] = self.through(item.operands[1], source, target)
                return Expression("", 0, None, parts=parts)
            if item.op == "freeze":
                return self.through(item.operands[0], source, target)
            raise Untranslatable(f"return of {item.op}")
        return self.value(type_, value)

    def give(self, expression):
        if expression.parts is None:
            self.out.append(["return", self.as_type(expression, self.result).text])
            return
        result = self._name("result", self.result)
        for name, value, type_ in self.members(result, self.result, expression):
            self.assign(name, self.as_type(value, type_))
        self.out.append(["return", result])

    def go(self, source, target, following):
        if self.is_return(target) and (self.flow.merges[target] >= 2 or target in self.flow.is_behind):
            try:
                self.out += self.captured(lambda: self.leave(source, target))
                return
            except Untranslatable:
                pass
        self.copies(source, target)
        if target == following:
            return
        if (source, target) in self.flow.back or target in self.flow.is_behind or self.flow.merges[target] >= 2:
            if target == self.next_turn:
                self.out.append(["continue"])
            elif target == self.outside:
                self.out.append(["break"])
            else:
                self.out.append(["goto", target])
            return
        self.tree(target, following)

    def tree(self, label, following):
        if label not in self.flow.loops:
            self.node(label, self.ordered(self.flow.beside[label]), following)
            return
        behind = self.ordered(self.flow.behind[label])
        before = self.next_turn, self.outside
        self.next_turn, self.outside = label, behind[0] if behind else following
        body = self.captured(lambda: self.node(label, self.ordered(self.flow.beside[label]), label))
        self.next_turn, self.outside = before
        self.out.append(["loop", body])
        self.sequence(behind, following)

    def ordered(self, labels):
        return sorted(
            (label for label in labels if not self.is_copied(label)), key=lambda label: self.flow.number[label]
        )

    def is_copied(self, label):
        """Whether each jump to a block is a return of its own."""
        if not self.is_return(label):
            return False
        try:
            for source in self.flow.predecessors[label]:
                self.captured(lambda: self.leave(source, label))
        except Untranslatable:
            return False
        return True

    def sequence(self, labels, following):
        for number, label in enumerate(labels):
            after = labels[number + 1] if number + 1 < len(labels) else following
            self.out.append(["label", label])
            self.tree(label, after)

    def node(self, label, beside, following):
        self.straight(label, beside[0] if beside else following)
        self.sequence(beside, following)

    def straight(self, label, following):
        self.block(label)
        last = self.blocks[label][-1]
        if last.op == "ret":
            if last.operands:
                self.give(self.value(*last.operands[0]))
            else:
                self.out.append(["return", None])
        elif last.op == "unreachable":
            if not self.out or self.out[-1] != ["trap"]:
                self.out.append(["trap"])
        elif last.op == "br" and (len(last.targets) == 1 or last.targets[0] == last.targets[1]):
            self.go(label, last.targets[0], following)
        elif last.op == "br":
            condition = self.value(*last.operands[0])
            yes, no = last.targets
            first = self.captured(lambda: self.go(label, yes, following))
            if self.jumps(first):
                self.out.append(["if", condition, first, []])
                self.go(label, no, following)
                return
            second = self.captured(lambda: self.go(label, no, following))
            if self.jumps(second) and first:
                self.out.append(["if", negation(condition), second, []])
                self.out += first
            elif first or second:
                self.out.append(["if", condition, first, second])
        elif last.op == "switch":
            self.switch(label, last, following)
        else:
            raise Untranslatable(last.op)

    @staticmethod
    def jumps(statements):
        return bool(statements) and statements[-1][0] in ("return", "goto", "continue", "break", "trap")

    def switch(self, label, last, following):
        type_, value = last.operands[0]
        subject = self.value(type_, value)
        cases = {}
        for case, target in zip(last.extra["cases"], last.targets[1:]):
            cases.setdefault(target, []).append(literal(case, subject.type).text)
        default = last.targets[0]
        before, self.outside = self.outside, following
        bodies = []
        order = [target for target in cases if target != default] + [default]
        for target in order:
            body = self.captured(lambda: self.go(label, target, following))
            if not self.jumps(body):
                body.append(["break"])
            words = ["default:"] if target == default else [f"case {case}:" for case in cases[target]]
            bodies.append((words, body))
        self.outside = before
        self.out.append(["switch", subject.text, bodies])
