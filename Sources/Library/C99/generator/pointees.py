"""The C types behind pointers."""

import re

from .reader import POINTER
from .shapes import WORD, Array, Scalar, Struct, c_number


class Pointees:
    """The part of `Program` that finds what a pointer points to."""

    def pointee(self, name, value, depth=0):
        """The C type behind a pointer that is a parameter, comes from several places, or is made of an address."""
        key = (name, value)
        if key in self._pointees:
            return self._pointees[key]
        if depth > 12:
            return None
        # A walk that comes back here finds nothing new.
        self._pointees[key] = None
        self._pointees[key] = self._behind(name, value, depth)
        return self._pointees[key]

    def _behind(self, name, value, depth):
        shape = self._told_by_name(name, value)
        if shape is not None:
            return shape
        item = self.definitions[name].get(value)
        last = None
        if item is not None and item.op == "alloca":
            form = item.extra["of"]
            last = WORD if item.extra["is_error"] else self.shapes.of(form)
            if form[0] == "named" or item.extra["is_error"]:
                return last
            # Numbers in which a struct travels: better the struct.
        shape = self._told_by_debugger(name, value, item)
        if shape is None and item is not None and item.op == "phi":
            shape = self._walked(name, value, item)
        if shape is not None:
            return shape
        # `travels`: rows of numbers in which a struct travels, which may end behind it.
        strong, travels, weak = self._of_parameter(name, value), [], []
        identifier = self.debug[name][2].get(value)
        if identifier:
            strong.append(self.shapes.by_identifier(identifier))
        if item is not None and item.op in ("phi", "select"):
            for type_, operand in item.operands:
                if type_ == POINTER and operand[0] == "local":
                    strong.append(self.pointee(name, operand[1], depth + 1))
        if item is not None and item.op == "gep" and item.extra["base"] != ("i", 8):
            strong.append(self._gep_type(item))
        for use, number in self.uses[name].get(value, ()):
            self._told_by_use(name, value, use, number, depth, strong, travels if last is None else None, weak)
        return self._chosen([shape for shape in strong if shape is not None], travels, weak, last)

    def _told_by_name(self, name, value):
        """What the header or the name of the function says of a parameter, for certain."""
        parameters = self.functions[name].parameters
        parameter = next((one for one in parameters if one.name == value), None)
        if parameter is None:
            return None
        if parameter.result_of and parameter.result_of[0] == "named":
            shape = self.shapes.of(parameter.result_of)
            if isinstance(shape, Struct):
                return shape
        if name in self.prototypes:
            title = self.prototypes[name].parameters[parameters.index(parameter)].pointee
            shape = self.shapes.foreign_struct(title) if title in self.shapes.foreign else None
            if shape is None and title:
                shape = c_number(title)
            if shape is not None:
                return shape
        if re.search(r"WO[a-z]", name):
            # A function that copies or makes values of a type has the type in its name.
            title = re.match(r"\$e(.*?)WO[a-z]", name)
            for told in (f"T{title.group(1)}", f"T{title.group(1)}".removesuffix("Sg")) if title else ():
                if told in self.module.types:
                    return self.shapes.of(("named", told))
        return None

    def _of_parameter(self, name, value):
        """Types of a parameter by its attributes."""
        found = []
        for parameter in self.functions[name].parameters:
            if parameter.name == value:
                if parameter.result_of:
                    found.append(self.shapes.of(parameter.result_of))
                if parameter.is_error:
                    found.append(WORD)
        return found

    def _told_by_debugger(self, name, value, item):
        """The type behind an UnsafePointer, where debug information says so of a variable."""
        for one in (value, item.operands[0][1][1] if item is not None and item.op == "inttoptr" else None):
            identifier = self.debug[name][1].get(one) or ""
            if re.match(r"\$eS[pP]y", identifier):
                shape = self.shapes.by_identifier(identifier)
                if shape is not None:
                    return shape
        return None

    def _walked(self, name, value, phi):
        """The type of the elements that a pointer passes, one after the other."""
        for use, number in self.uses[name].get(value, ()):
            if use.op == "gep" and number == 0 and len(use.operands) == 2 and use.extra["base"] != ("i", 8):
                return self.shapes.of(use.extra["base"])
            if use.op == "store" and number == 1 and use.operands[0][0][0] == "i" and self._steps(name, phi):
                return self.number(name, "", use.operands[0][0])
        return None

    def _told_by_use(self, name, value, use, number, depth, strong, travels, weak):
        """Adds what an instruction that uses the pointer says of it."""
        if use.op == "gep" and number == 0:
            if use.extra["base"] == ("i", 8):
                weak.append(Scalar(8))
            elif use.extra["base"][0] == "named":
                strong.append(self.shapes.of(use.extra["base"]))
            elif travels is not None:
                travels.append(self.shapes.of(use.extra["base"]))
        elif use.op == "load":
            weak.append(self.number(name, use.result, use.type) if use.type[0] == "i" else WORD)
        elif use.op == "store" and number == 1:
            type_, stored = use.operands[0]
            weak.append(self.number(name, stored[1] if stored[0] == "local" else "", type_))
        elif use.op in ("phi", "select") and use.type == POINTER and use.result != value:
            strong.append(self.pointee(name, use.result, depth + 1))
        elif use.op == "call":
            strong.append(self._told_by_call(name, use, number, depth))

    def _told_by_call(self, name, use, number, depth):
        callee = self.functions.get(use.extra["callee"])
        if callee:
            return self.pointee(callee.name, callee.parameters[number].name, depth + 1)
        if use.extra["callee"].startswith(("llvm.memcpy", "llvm.memmove")) and number < 2:
            other = use.operands[1 - number][1]
            if other[0] == "local":
                shape = self.pointee(name, other[1], depth + 1)
                size = use.operands[2][1]
                if shape is not None and size[0] == "const" and shape.size == size[1]:
                    return shape
        return None

    @staticmethod
    def _chosen(strong, travels, weak, last):
        """The type by all that was told; `last` is the memory itself, if it was made here."""
        if last is not None:
            small = [shape for shape in strong if isinstance(shape, Scalar) and shape.size < last.size]
            strong = [
                shape
                for shape in strong
                if shape.size >= last.size or isinstance(shape, Struct) and shape.size + 4 > last.size
            ]
            if small and not strong and last.size % small[0].size == 0:
                strong = [Array(small[0], last.size // small[0].size, small[0].size)]
        wider = [shape for shape in weak if shape != Scalar(8)]
        if not any(isinstance(shape, Struct) for shape in strong):
            strong = strong + travels
        candidates = strong or ([last] if last is not None else wider or weak)
        # The largest holds the others at its beginning; a number counts less than a struct around it.
        return max(candidates, key=lambda s: (s.size, isinstance(s, Struct), isinstance(s, Array)), default=None)

    def _steps(self, name, phi):
        """Whether a pointer goes on by a number of bytes."""
        return any(
            use.op == "gep" and number == 0 and ("local", use.result) in [value for _, value in phi.operands]
            for use, number in self.uses[name].get(phi.result, ())
        )

    def is_written(self, name, value):
        """Whether something is written through a pointer, here or in a function that gets it."""
        key = (name, value)
        if key in self._written:
            return self._written[key]
        self._written[key] = False
        for use, number in self.uses[name].get(value, ()):
            written = use.op == "store"
            if use.op in ("gep", "phi", "select", "freeze"):
                written = self.is_written(name, use.result)
            elif use.op == "ptrtoint":
                written = any(
                    follow.op == "inttoptr" and self.is_written(name, follow.result)
                    for follow, _ in self.uses[name].get(use.result, ())
                ) or any(
                    follow.op not in ("inttoptr", "icmp", "and", "or")
                    for follow, _ in self.uses[name].get(use.result, ())
                )
            elif use.op == "call":
                callee = self.functions.get(use.extra["callee"])
                if callee:
                    written = self.is_written(callee.name, callee.parameters[number].name)
                else:
                    written = (
                        use.extra["callee"].startswith(("llvm.memcpy", "llvm.memmove", "llvm.memset")) and number == 0
                    ) or use.extra["callee"].startswith("binnacle_port_")
            if written:
                self._written[key] = True
                break
        return self._written[key]

    def _gep_type(self, item):
        type_ = item.extra["base"]
        for _, index in item.operands[2:]:
            form = self.module.resolve(type_)
            type_ = form[2] if form[0] in ("arr", "vec") else form[2][index[1]]
        return self.shapes.of(type_)
