"""The flow of control of a function: dominators, loops, and where the block of each label is placed."""


class Flow:
    """Blocks in the order of a walk, who comes before them, and the loops that they make."""

    def __init__(self, function):
        blocks = function.blocks
        self.entry = next(iter(blocks))
        self.successors = {label: list(dict.fromkeys(block[-1].targets)) for label, block in blocks.items()}
        order, marked = [], {self.entry}
        stack = [(self.entry, iter(reversed(self.successors[self.entry])))]
        while stack:
            label, rest = stack[-1]
            for following in rest:
                if following not in marked:
                    marked.add(following)
                    stack.append((following, iter(reversed(self.successors[following]))))
                    break
            else:
                order.append(label)
                stack.pop()
        self.order = order[::-1]
        self.number = {label: number for number, label in enumerate(self.order)}
        self.predecessors = {label: [] for label in self.order}
        for label in self.order:
            for following in self.successors[label]:
                self.predecessors[following].append(label)
        self._dominators()
        self._loops()

    def _dominators(self):
        self.dominator, changed = {self.entry: self.entry}, True
        while changed:
            changed = False
            for label in self.order[1:]:
                known = [other for other in self.predecessors[label] if other in self.dominator]
                nearest = known[0]
                for other in known[1:]:
                    nearest = self.common(nearest, other)
                if self.dominator.get(label) != nearest:
                    self.dominator[label], changed = nearest, True

    def common(self, a, b):
        while a != b:
            while self.number[a] > self.number[b]:
                a = self.dominator[a]
            while self.number[b] > self.number[a]:
                b = self.dominator[b]
        return a

    def dominates(self, a, b):
        while b != a and b != self.entry:
            b = self.dominator[b]
        return a == b

    def _loops(self):
        self.back, self.loops = set(), {}
        for label in self.order:
            for head in self.successors[label]:
                if self.number[head] > self.number[label]:
                    continue
                if not self.dominates(head, label):
                    raise ValueError("a loop with two entries")
                self.back.add((label, head))
                body, stack = self.loops.setdefault(head, {head}), [label]
                while stack:
                    inner = stack.pop()
                    if inner not in body:
                        body.add(inner)
                        stack += self.predecessors[inner]
        self.merges = {
            label: sum((other, label) not in self.back for other in self.predecessors[label]) for label in self.order
        }
        # Where the block of a label is placed: behind a loop, behind what leads to it, or where it is reached.
        self.behind = {label: [] for label in self.order}
        self.beside = {label: [] for label in self.order}
        self.is_behind = set()
        for label in self.order[1:]:
            above, outer = self.dominator[label], None
            for head, body in self.loops.items():
                if above in body and label not in body and (outer is None or body > self.loops[outer]):
                    outer = head
            if outer is not None:
                self.behind[outer].append(label)
                self.is_behind.add(label)
            elif self.merges[label] >= 2:
                self.beside[above].append(label)
