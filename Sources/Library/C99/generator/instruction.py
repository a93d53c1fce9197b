"""Reads one instruction of LLVM's intermediate representation."""

import re
from dataclasses import dataclass, field

from .reader import POINTER, VOID, Reader, attributes

FLAGS = {"nuw", "nsw", "exact", "disjoint", "nneg", "samesign", "inbounds", "nusw"}
BINARY = {"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"}
CASTS = {"trunc", "zext", "sext", "ptrtoint", "inttoptr", "bitcast"}
CONVENTIONS = {"swiftcc", "fastcc", "ccc", "tailcc", "swifttailcc"}


@dataclass
class Instruction:
    op: str
    type: tuple
    result: str
    # Pairs of (type, value).
    operands: list
    targets: list = field(default_factory=list)
    extra: dict = field(default_factory=dict)


class InstructionReader:
    """Takes an instruction from a line; a method for each kind."""

    def __init__(self, line, module):
        self.line, self.module = line, module
        self.reader, self.result = Reader(line), None
        if len(self.reader.words) > 1 and self.reader.words[1] == "=":
            self.result = self._name()
            self.reader.next()
        op = self.reader.next()
        self.op = self.reader.next() if op in ("tail", "musttail", "notail") else op
        while self.reader.peek() in FLAGS:
            self.reader.next()

    def read(self):
        """The instruction, or None for assembly."""
        if self.op in BINARY or self.op == "icmp":
            return self._binary()
        if self.op in CASTS:
            operand = self.reader.typed()
            self.reader.expect("to")
            return Instruction(self.op, self.reader.type(), self.result, [operand])
        if self.op in ("select", "freeze", "insertelement", "extractelement"):
            return self._elements()
        kind = getattr(self, f"_{self.op}", None)
        if kind is None:
            raise SyntaxError(self.line)
        return kind()

    def _name(self):
        return self.reader.next()[1:].strip('"')

    def _operands(self):
        operands = [self.reader.typed()]
        while self.reader.accept(","):
            operands.append(self.reader.typed())
        return operands

    def _binary(self):
        extra = {"predicate": self.reader.next()} if self.op == "icmp" else {}
        type_, left = self.reader.typed()
        self.reader.expect(",")
        operands = [(type_, left), (type_, self.reader.value())]
        return Instruction(self.op, ("i", 1) if self.op == "icmp" else type_, self.result, operands, [], extra)

    def _elements(self):
        operands = self._operands()
        if self.op in ("select", "freeze"):
            return Instruction(self.op, operands[-1][0], self.result, operands)
        index = operands.pop()[1][1]
        type_ = operands[0][0] if self.op == "insertelement" else operands[0][0][2]
        return Instruction(self.op, type_, self.result, operands, [], {"index": index})

    def _insertvalue(self):
        operands = [self.reader.typed()]
        self.reader.expect(",")
        if self.op == "insertvalue":
            operands.append(self.reader.typed())
            self.reader.expect(",")
        index = int(self.reader.next())
        whole = operands[0][0]
        type_ = whole if self.op == "insertvalue" else self.module.resolve(whole)[2][index]
        return Instruction(self.op, type_, self.result, operands, [], {"index": index})

    _extractvalue = _insertvalue

    def _load(self):
        type_ = self.reader.type()
        self.reader.expect(",")
        return Instruction(self.op, self.module.plain(type_), self.result, [self.reader.typed()])

    def _store(self):
        type_, value = self.reader.typed()
        self.reader.expect(",")
        return Instruction(self.op, VOID, None, [(self.module.plain(type_), value), self.reader.typed()])

    def _getelementptr(self):
        base, operands = self.reader.type(), []
        while self.reader.accept(","):
            operands.append(self.reader.typed())
        return Instruction("gep", POINTER, self.result, operands, [], {"base": base})

    def _phi(self):
        type_, incoming = self.reader.type(), []
        while self.reader.accept("["):
            value = self.reader.value()
            self.reader.expect(",")
            incoming.append((value, self._name()))
            self.reader.expect("]")
            self.reader.accept(",")
        operands = [(type_, value) for value, _ in incoming]
        return Instruction(self.op, type_, self.result, operands, [], {"incoming": incoming})

    def _br(self):
        operands, targets, cases = [], [], []
        if self.reader.peek() != "label":
            operands.append(self.reader.typed())
            self.reader.expect(",")
        while self.reader.accept("label"):
            targets.append(self._name())
            self.reader.accept(",")
        if self.op == "switch":
            self.reader.expect("[")
            while not self.reader.accept("]"):
                _, case = self.reader.typed()
                self.reader.expect(",")
                self.reader.expect("label")
                cases.append(case[1])
                targets.append(self._name())
        return Instruction(self.op, VOID, None, operands, targets, {"cases": cases})

    _switch = _br

    def _ret(self):
        return Instruction(self.op, VOID, None, [] if self.reader.peek() == "void" else [self.reader.typed()])

    def _unreachable(self):
        return Instruction(self.op, VOID, None, [])

    def _alloca(self):
        is_error = self.reader.accept("swifterror")
        return Instruction(self.op, POINTER, self.result, [], [], {"of": self.reader.type(), "is_error": is_error})

    def _call(self):
        while self.reader.peek() in CONVENTIONS:
            self.reader.next()
        if not re.fullmatch(r"void|ptr|i\d+", self.reader.peek()):
            attributes(self.reader)
        type_ = self.reader.type()
        if self.reader.peek() == "asm":
            return None
        callee, operands = self._name(), []
        self.reader.expect("(")
        while not self.reader.accept(")"):
            kind = self.reader.type()
            attributes(self.reader)
            operands.append((kind, self.reader.value(kind)))
            self.reader.accept(",")
        return Instruction(self.op, type_, self.result, operands, [], {"callee": callee})
