"""C types for the types of Swift: structs with the names of the fields, arrays, and numbers with their signs."""

import re
import subprocess
from dataclasses import dataclass, field

import swift_tools


@dataclass(frozen=True)
class Scalar:
    """A number: of `width` bits; a truth value has one; the bits of an address are a `word`."""

    width: int
    is_signed: bool = False
    is_word: bool = False

    @property
    def c(self):
        if self.is_word:
            return "uintptr_t"
        if self.width == 1:
            return "bool"
        width = next(width for width in (8, 16, 32, 64) if self.width <= width)
        return f"{'' if self.is_signed else 'u'}int{width}_t"

    @property
    def size(self):
        return max(1, self.width // 8)

    def with_sign(self, is_signed):
        return self if self.width == 1 or self.is_word else Scalar(self.width, is_signed)


BOOL, WORD = Scalar(1), Scalar(32, False, True)
U8, U32, U64 = Scalar(8), Scalar(32), Scalar(64)


@dataclass(frozen=True)
class Array:
    element: object
    count: int
    # Bytes from one element to the next in Swift.
    stride: int

    @property
    def size(self):
        return self.count * self.stride


@dataclass(eq=False)
class Struct:
    name: str
    # Triples of (name, type, offset in Swift).
    fields: list
    size: int
    # Where the source declares it: (path, line), and its module.
    place: tuple = None
    module: str = ""
    is_foreign: bool = False
    # Memory that several types use in turn: bytes, and a field for each type.
    is_union: bool = False

    @property
    def c(self):
        return self.name

    def __repr__(self):
        return self.name

    def __hash__(self):
        return hash(self.name)


def element_of(shape):
    """What C has a pointer to: an array's first element, or the thing itself."""
    return shape.element if isinstance(shape, Array) else shape


def declared(type_, name):
    """The declaration of a variable or field."""
    suffix = ""
    while isinstance(type_, Array):
        suffix += f"[{type_.count}]"
        type_ = type_.element
    return f"{type_.c} {name}{suffix}"


def pointer_to(shape, name):
    """The declaration of a pointer to something, or to the first element of an array."""
    element = element_of(shape)
    return declared(element, f"(*{name})" if isinstance(element, Array) else f"*{name}")


def bare(name):
    """A name without the number that LLVM adds to a second one."""
    return re.sub(r"\.\d+$", "", name)


def without_file(words):
    """Words of Swift without the mark of a file around what only that file sees."""
    return re.sub(r"\((\w+) in _[0-9A-F]+\)", r"\1", words)


def swift_names(mangled):
    """Mangled names of Swift in words, as a dictionary."""
    mangled = sorted(mangled)
    words = swift_tools.command(["swift-demangle", "-compact", "-simplified", *mangled])
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return dict(zip(mangled, done.stdout.split("\n")))


def measured(shape):
    """Size and alignment in C, where a number is aligned to its size."""
    if isinstance(shape, Scalar):
        return shape.size, shape.size
    if isinstance(shape, Array):
        size, alignment = measured(shape.element)
        return size * shape.count, alignment
    return arranged(shape)[1]


def extent(members, is_union=False):
    """Size and alignment of what has members of these sizes and alignments."""
    end, most = 0, 1
    for size, alignment in members:
        end = max(end, size) if is_union else -(-end // alignment) * alignment + size
        most = max(most, alignment)
    return -(-end // most) * most, most


def arranged(struct):
    """The fields in the order of C, and the size and alignment that they have together. Swift fills the room at the end of a
    field with the next one; C cannot, so that the fields of a struct that would grow by it are sorted by their alignment."""
    plain = [(field, measured(field[1])) for field in struct.fields]
    orders = [plain]
    if not (struct.is_union or struct.is_foreign):
        orders.append(sorted(plain, key=lambda entry: -entry[1][1]))
    found = [([field for field, _ in order], extent([size for _, size in order], struct.is_union)) for order in orders]
    return min(found, key=lambda one: one[1][0])


def is_laid_out(shape):
    """Whether C puts every field where Swift does, so that both may look at the same bytes."""
    if isinstance(shape, Array):
        return measured(shape.element)[0] == shape.stride and is_laid_out(shape.element)
    if isinstance(shape, Scalar):
        return not shape.is_word
    if shape.is_union:
        return True
    end = 0
    for _, inner, offset in in_memory(shape):
        size, alignment = measured(inner)
        end = -(-end // alignment) * alignment
        if end != offset or not is_laid_out(inner):
            return False
        end += size
    return True


def in_memory(struct):
    """The fields in the order of C."""
    return arranged(struct)[0]


def flattened(name, shape, offset):
    """A field; two for a number that may be missing, which together need less room than a struct in a struct."""
    if isinstance(shape, Struct) and shape.fields[-1][0] == "isNone" and isinstance(shape.fields[0][1], Scalar):
        (_, value, _), (_, tag, behind) = shape.fields
        return [(name, value, offset), (f"{name}IsNone", tag, offset + behind)]
    return [(name, shape, offset)]


def swift_number(name):
    """The number that a mangled name of Swift's small integers stands for, or None."""
    match = re.match(r"Ts\d(U?)Int(\d*)V$", name)
    return Scalar(int(match.group(2)), match.group(1) != "U") if match else None


def c_number(words):
    """The number that words of C name, or None."""
    match = re.search(r"\b(u?)int(\d+)_t", words)
    return Scalar(int(match.group(2)), match.group(1) != "u") if match else None


C_WORDS = set(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register "
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool true "
    "false class new delete this private public protected template typename operator try catch throw namespace using "
    "virtual friend explicit mutable export and or not xor compl bitand bitor".split()
)


def safe(name):
    """The name of a local or a field in C."""
    name = re.sub(r"\W", "", name.replace("$", ""))
    if not name or name[0].isdigit():
        name = f"v{name}"
    return name + "_" if name in C_WORDS else name


@dataclass
class Shapes:
    module: object
    header: str
    known: dict = field(default_factory=dict)
    structs: list = field(default_factory=list)

    def __post_init__(self):
        self.composites, self.members = {}, {}
        for node, text in self.module.metadata.items():
            match = re.search(r'DICompositeType\(.*identifier: "([^"]*)"', text)
            if match and ("elements: !" in text or match.group(1) not in self.composites):
                elements = re.search(r"elements: (!\d+)", text)
                if elements and not re.search(r"!\d", self.module.metadata.get(elements.group(1), "")):
                    continue
                self.composites[match.group(1)] = node
        mangled = [name for name in self.module.types if name.startswith("T")]
        self.told = swift_names({f"$e{bare(name)[1:]}D" for name in mangled} | {"$eSiD"})
        self.foreign = {}
        for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \w+;", self.header, re.S):
            body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
            self.foreign[name] = re.findall(
                r"(u?int\d+_t|binnacle_\w+) (\w+)(?:\[([^\]]*)\])?;", body.replace("binnacle_result ", "int32_t ")
            )
        self.constants = dict(re.findall(r"#define (\w+) (\d+)", self.header))

    def composite(self, name):
        """The node of a type; of a generic one that which tells its fields."""
        for identifier in (
            f"$e{name[1:]}D",
            re.sub(r"Vy.*G$", "VyxGD", f"$e{name[1:]}"),
            re.sub(r"Vy.*G$", "Vyxq_GD", f"$e{name[1:]}"),
        ):
            node = self.composites.get(identifier)
            if node and self.names_of(identifier):
                return node
        return self.composites.get(f"$e{name[1:]}D")

    def names_of(self, identifier):
        """Names of the fields of a struct in their order. What is told of offsets leaves out the room between fields."""
        node = self.composites.get(identifier)
        if not node:
            return []
        if node not in self.members:
            found, elements = [], self.module.told(node, "elements")
            for member in re.findall(r"!\d+", self.module.metadata.get(elements, "")) if elements else ():
                text = self.module.metadata[member]
                size = int((re.search(r"size: (\d+)", text) or [0, 0])[1])
                if "DW_TAG_member" in text and size:
                    found.append(self.module.told(member, "name") or "")
            self.members[node] = found
        return self.members[node]

    def c_name(self, name):
        """The name of a type in C: as in the source, without its module."""
        words = self.told.get(f"$e{name[1:]}D", name)
        words = re.sub(r"<.*>", "", without_file(words))
        module, _, rest = words.partition(".")
        rest = "".join(part[0].upper() + part[1:] for part in re.split(r"\W+", rest or module) if part)
        if any(other.name == rest for other in self.structs):
            rest = re.sub(r"\W", "", module) + rest
        return module, rest

    def of(self, type_):
        """The C type of a type."""
        if type_ in self.known:
            return self.known[type_]
        shape = self.make(type_)
        self.known[type_] = shape
        return shape

    def make(self, type_):
        kind = type_[0]
        if kind == "i":
            # In memory a truth value is a byte, so that any byte there can be looked at.
            return Scalar(max(8, type_[1]))
        if kind == "ptr":
            return WORD
        if kind == "vec":
            return Array(U32, 2, 4)
        if kind == "arr":
            element = self.of(type_[2])
            return Array(element, type_[1], self.module.size(type_[2]))
        if kind == "named":
            return self.make_named(type_[1])
        return self.make_members(type_, None)

    def make_named(self, full):
        name, form = bare(full), self.module.types[full]
        number = swift_number(name)
        if number:
            return number
        if name == "TSb":
            return U8
        if name in ("TSi", "TSu"):
            return Scalar(32, name == "TSi")
        if name.startswith(("TSV", "TSv", "TSp", "TSP")):
            return WORD
        if name.startswith("TSo"):
            return self.foreign_struct(re.sub(r"^TSo\d+", "", name)[:-1])
        return self.make_members(form, name)

    def foreign_struct(self, title):
        """A struct of the header."""
        if ("foreign", title) in self.known:
            return self.known["foreign", title]
        fields, offset = [], 0
        for kind, name, count in self.foreign[title]:
            if kind in self.foreign:
                # What stands in another struct has numbers of at most 32 bits.
                shape, alignment = self.foreign_struct(kind), 4
            else:
                shape = c_number(kind)
                alignment = shape.size
            offset = -(-offset // alignment) * alignment
            if count:
                value = eval(re.sub(r"[A-Z]\w+", lambda m: self.constants[m[0]], count).replace("/", "//"), {}, {})
                shape = Array(shape, value, shape.size)
            fields.append((name, shape, offset))
            offset += shape.size
        struct = Struct(title, fields, offset, is_foreign=True)
        self.known["foreign", title] = struct
        return struct

    def make_members(self, form, name):
        form = self.module.resolve(form)
        if form[0] != "struct":
            return self.of(form)
        members = [(offset, member) for offset, member in self.module.offsets(form) if self.module.size(member)]
        is_optional = bool(name) and name.endswith("Sg")
        # Arrays of bytes are room between fields, except for the contents of an enumeration.
        is_room = [member[0] == "arr" and member[2] == ("i", 8) for _, member in members]
        if name and len(members) == 1 and is_room[0] and members[0][1][1] > 8:
            size = members[0][1][1]
            if is_optional and name[:-2] in self.module.types and self.module.size(("named", name[:-2])) == size:
                # What it holds has values that tell that there is nothing.
                return self.of(("named", name[:-2]))
            module, title = self.c_name(name)
            fields = [("bytes", Array(U8, size, 1), 0)]
            return self.add(Struct(title, fields, size, self.place(name), module, is_union=True))
        if members and is_room[0] and len(members) <= 2 and all(is_room):
            return self.make_enumeration(members, name, is_optional)
        kept = [pair for pair, room in zip(members, is_room) if not room]
        if len(kept) == 1 and kept[0][0] == 0:
            inner = self.of(kept[0][1])
            if isinstance(inner, (Scalar, Array)) and (
                name is None or not isinstance(inner, Array) or "InlineArray" in name
            ):
                return inner
            if name is None:
                return inner
        shapes = [self.of(member) for _, member in kept]
        if name is None and len(set(map(self.key, shapes))) == 1:
            stride = kept[1][0] - kept[0][0]
            if all(offset == index * stride for index, (offset, _) in enumerate(kept)):
                return Array(shapes[0], len(shapes), stride)
        told = self.members.get(self.composite(name), []) if name else []
        if len(told) != len(kept):
            told = [f"e{index}" for index in range(len(kept))]
        if name:
            module, title = self.c_name(name)
        else:
            module, title = "", "Tuple_" + "_".join(re.sub(r"_t$", "", self.key(shape)) for shape in shapes)
        fields = []
        for field_name, (offset, _), shape in zip(told, kept, shapes):
            fields += flattened(safe(field_name), shape, offset)
        return self.add(Struct(title, fields, self.module.size(form), self.place(name), module))

    @staticmethod
    def key(shape):
        if isinstance(shape, Array):
            return f"{Shapes.key(shape.element)}x{shape.count}"
        return shape.c

    def make_enumeration(self, members, name, is_optional):
        size = self.module.size(members[0][1])
        payload = name[:-2] if is_optional else None
        if len(members) == 1:
            # What it holds has values that tell that there is nothing.
            if payload in self.module.types and self.module.size(("named", payload)) == size:
                return self.of(("named", payload))
            return Scalar(8 * size)
        if payload in self.module.types and self.module.size(("named", payload)) == size:
            value = self.of(("named", payload))
        elif size in (1, 2, 4, 8):
            value = Scalar(8 * size)
        else:
            value = Array(U8, size, 1)
        module, title = self.c_name(name)
        if isinstance(value, Array) and not is_optional:
            # Its cases share memory.
            fields = [("bytes", value, 0)]
            value = self.add(Struct(f"{title}Payload", fields, size, None, module, is_union=True))
        if is_optional:
            title = f"Optional{self.title(value, title)}"
            # Two Swift types may have the same form in C.
            for other in self.structs:
                if other.name == title and other.fields[0][1] == value:
                    return other
        names = ("value", "isNone") if is_optional else ("payload", "tag")
        # A tag of one byte.
        fields = [(names[0], value, 0), (names[1], U8, members[1][0])]
        return self.add(Struct(title, fields, members[1][0] + 1, None if is_optional else self.place(name), module))

    @staticmethod
    def title(value, other):
        if isinstance(value, Scalar):
            return f"{'' if value.is_signed else 'U'}Int{value.width}"
        return value.name if isinstance(value, Struct) else other

    def add(self, struct):
        for other in self.structs:
            if other.name == struct.name:
                same = [(a, self.key(b), c) for a, b, c in other.fields] == [
                    (a, self.key(b), c) for a, b, c in struct.fields
                ]
                if same:
                    return other
                struct.name = f"{struct.module}{struct.name}"
        self.structs.append(struct)
        return struct

    def place(self, name):
        node = self.composite(name) if name else None
        line = self.module.told(node, "line") if node else None
        return (self.module.told(node, "file"), int(line)) if line else None

    def by_identifier(self, identifier):
        """The C type of a type that debug information names."""
        if not identifier or not identifier.startswith("$e"):
            return None
        pointer = re.match(r"\$eS[pP]y(?:So\d+(\w+?)V|(s\dU?Int\d*V))G", identifier)
        if pointer:
            if pointer.group(1) in self.foreign:
                return self.foreign_struct(pointer.group(1))
            return swift_number(f"T{pointer.group(2)}")
        name = f"T{identifier[2:-1]}"
        if name in self.module.types:
            return self.of(("named", name))
        return swift_number(name)
