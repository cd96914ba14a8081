"""Decision diagrams: sets of words over labels 0, 1, 2, ... that share their common parts.

The states of a sweep form a set of words (`profile.py`), and the compiler reads the same set.

A node of level k stands for a set of words of length k. Its children stand for the remainders of the words
that start with each label. Equal sets are one node, so sets are compared by number. The lexicographic rank of
a word in its set is a sum of counts.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..support.run import cancellable, check_cancelled

Array = np.ndarray[Any, np.dtype[Any]]
NOTHING = -1  # the empty set
EMPTY_WORD = 0  # the set with the word of length 0
CODE_BITS = 64  # a word is encoded in 64 bits, or in a Python integer if 64 bits are too few
WIDE_BITS = 32  # bits of a label in a Python integer
SORT_CHUNK_VALUES = 2**22  # longer arrays are sorted in chunks of this length
SHORT_LIST_WORDS = 256  # up to this number of words, lists are faster than arrays

Children = tuple[int, ...]
Template = tuple[Array, Array]


class DecisionDiagram:
    """A collection of nodes. Each node has a child for every label; labels may be added."""

    def __init__(self, digits: int = 2) -> None:
        self.digits = digits
        self.is_wide = False  # whether codes are Python integers
        self.children: list[Children] = [(NOTHING,) * digits]
        self.counts = [1]
        self._numbers: dict[Children, int] = {}
        self.unions: dict[tuple[int, int], int] = {}
        self._templates: dict[tuple[int, ...], Template] = {}
        self._table: Array = np.empty((0, digits), dtype=np.int64)  # the children as an array, with room
        self._filled = 0

    def grow(self, digits: int) -> None:
        """Allow more labels; the sets do not change."""
        more = (NOTHING,) * (digits - self.digits)
        if more:
            self.digits = digits
            self.children = [children + more for children in self.children]
            self._numbers = {children + more: node for children, node in self._numbers.items()}
            self._table, self._filled = np.empty((0, digits), dtype=np.int64), 0

    @property
    def code(self) -> Any:
        """The type of codes."""
        return object if self.is_wide else np.uint64

    def node(self, children: Children) -> int:
        """The node with these children."""
        found = self._numbers.get(children)
        if found is None:
            if max(children) == NOTHING:
                return NOTHING
            found = self._numbers[children] = len(self.children)
            self.children.append(children)
            self.counts.append(sum([self.counts[c] for c in children if c != NOTHING]))
        return found

    def single(self, length: int) -> int:
        """The set with the one word 00...0."""
        node = EMPTY_WORD
        for _ in range(length):
            node = self.node((node, *[NOTHING] * (self.digits - 1)))
        return node

    def union(self, one: int, two: int) -> int:
        """The union of two sets of words of one length."""
        if one == two or two == NOTHING:
            return one
        if one == NOTHING:
            return two
        key = (one, two) if one < two else (two, one)
        found = self.unions.get(key)
        if found is None:
            pairs, union = zip(self.children[one], self.children[two], strict=True), self.union
            below = [x if x == y or y == NOTHING else y if x == NOTHING else union(x, y) for x, y in pairs]
            found = self.unions[key] = self.node(tuple(below))
        return found

    def template(self, nodes: tuple[int, ...]) -> Template:
        """The union of some sets, split into runs of consecutive words: the length of each run and, in a row
        for each set, the rank of its first word in that set (-1 if the set does not contain the run).

        Each set contains all words of a run, consecutively, or none of them.

        >>> words = DecisionDiagram(3)
        >>> three = words.node((EMPTY_WORD, EMPTY_WORD, EMPTY_WORD))
        >>> two = words.node((EMPTY_WORD, NOTHING, EMPTY_WORD))
        >>> lengths, ranks = words.template((three, two))
        >>> lengths.tolist(), ranks.tolist()
        ([1, 1, 1], [[0, 1, 2], [0, -1, 1]])
        """
        if nodes not in self._templates:
            different = tuple(sorted(set(nodes)))  # many sets are equal, also at lower levels
            if different == nodes:
                self._templates[nodes] = self._make_template(nodes)
            else:
                lengths, ranks = self.template(different)
                row = {node: number for number, node in enumerate(different)}
                self._templates[nodes] = lengths, ranks[[row[node] for node in nodes]]
        return self._templates[nodes]

    def _make_template(self, nodes: tuple[int, ...]) -> Template:
        if EMPTY_WORD in nodes:
            return np.ones(1, dtype=np.int64), np.array([[0 if n == EMPTY_WORD else -1] for n in nodes])
        lengths: list[Array] = []
        ranks: list[Array] = []
        base = [0] * len(nodes)
        nothing = (NOTHING,) * self.digits
        for below in zip(*[self.children[n] if n != NOTHING else nothing for n in nodes], strict=True):
            if max(below) == NOTHING:
                continue
            length, rank = self.template(below)
            here = rank + np.array(base).reshape(-1, 1)
            here[rank < 0] = -1
            if lengths and _continues(lengths[-1][-1], ranks[-1][:, -1], here[:, 0]):
                lengths[-1] = np.append(lengths[-1][:-1], lengths[-1][-1] + length[0])
                length, here = length[1:], here[:, 1:]
            if len(length):
                lengths.append(length)
                ranks.append(here)
            base = [at + self.counts[n] if n != NOTHING else at for at, n in zip(base, below, strict=True)]
        return np.concatenate(lengths), np.concatenate(ranks, axis=1)

    def _children_array(self) -> Array:
        """The children of all nodes; the array is cached and only extended."""
        count = len(self.children)
        if len(self._table) < count:
            larger = np.empty((2 * count, self.digits), dtype=np.int64)
            larger[: self._filled] = self._table[: self._filled]
            self._table = larger
        if self._filled < count:
            self._table[self._filled : count] = self.children[self._filled :]
            self._filled = count
        return self._table

    def expand(self, root: int, levels: int, bits: int) -> tuple[Array, Array]:
        """The first `levels` labels of the words, as ascending codes with `bits` bits a label, and for each
        code the node of the remainders."""
        table = self._children_array()
        codes, nodes = np.zeros(1, dtype=self.code), np.array([root], dtype=np.int64)
        digits = np.arange(self.digits).astype(self.code)
        for _ in range(levels):
            check_cancelled()
            below = table[nodes].reshape(-1)
            there = below != NOTHING
            codes = ((codes << bits)[:, None] | digits).reshape(-1)[there]
            nodes = below[there]
        return codes, nodes

    def codes(self, root: int, levels: int, bits: int) -> Array:
        """The words of length `levels` as ascending codes with `bits` bits a label.

        The codes of each set are concatenated from those of its children, because few sets are different.
        """
        sets = [{root}]
        for _ in range(levels - 1):
            sets.append({child for node in sets[-1] for child in self.children[node] if child != NOTHING})
        codes = {EMPTY_WORD: np.zeros(1, dtype=self.code)}
        for level, nodes in enumerate(reversed(sets[:levels])):
            check_cancelled()
            first = [np.array(label << bits * level, dtype=self.code) for label in range(self.digits)]
            codes = {
                node: np.concatenate(
                    [
                        codes[child] | label
                        for label, child in zip(first, self.children[node], strict=True)
                        if child != NOTHING
                    ]
                )
                for node in nodes
            }
        return codes[root]

    def labels(self, root: int, levels: int) -> tuple[Array, Array]:
        """The first `levels` labels of the words, a row for each level, and the nodes of the remainders."""
        table = self._children_array()
        nodes = np.array([root], dtype=np.int64)
        steps = []
        for _ in range(levels):
            check_cancelled()
            parents, label = np.nonzero(table[nodes] != NOTHING)
            nodes = table[nodes[parents], label]
            steps.append((parents, label))
        found = np.empty((levels, len(nodes)), dtype=np.int32)
        at = np.arange(len(nodes))
        for row, (parents, label) in zip(found[::-1], reversed(steps), strict=True):
            row[:], at = label[at], parents[at]
        return found, nodes

    def collect_labels(self, labels: Array, nodes: Array) -> int:
        """The node of the words that start with `labels` (a row for each level) and continue in `nodes`."""
        is_new = np.zeros(labels.shape, dtype=bool)  # by level: whether a word starts a new prefix
        is_new[:, :1] = True
        is_new[1:, 1:] = np.logical_or.accumulate(np.diff(labels[:-1], axis=1) != 0, axis=0)
        at = np.arange(len(nodes))
        for label, new in zip(labels[::-1], is_new[::-1], strict=True):
            check_cancelled()
            begins = new[at]
            rows = np.full((int(begins.sum()), self.digits), NOTHING, dtype=np.int64)
            rows[np.cumsum(begins) - 1, label[at]] = nodes
            at, nodes = at[begins], self._nodes(rows)
        return int(nodes[0]) if len(nodes) else NOTHING

    def collect(self, codes: Array, nodes: Array, levels: int, bits: int) -> int:
        """The node of the words that start with `codes` (ascending) and continue in `nodes`."""
        if len(codes) <= SHORT_LIST_WORDS:
            return self._collect_few(codes.tolist(), nodes.tolist(), levels, bits)
        mask, places = (1 << bits) - 1, range(bits * (levels - 1), -1, -bits)
        labels = [(codes >> place & mask).astype(np.int32) for place in places]
        return self.collect_labels(np.array(labels).reshape(levels, len(codes)), nodes)

    def _collect_few(self, codes: list[int], nodes: list[int], levels: int, bits: int) -> int:
        """`collect` without arrays, which is faster for few words."""
        mask = (1 << bits) - 1
        for _ in range(levels):
            rows: dict[int, list[int]] = {}
            for code, node in zip(codes, nodes, strict=True):
                row = rows.setdefault(code >> bits, [])
                if not row:
                    row += [NOTHING] * self.digits
                row[code & mask] = node
            codes, nodes = list(rows), [self.node(tuple(row)) for row in rows.values()]
        return nodes[0] if nodes else NOTHING

    def _nodes(self, rows: Array) -> Array:
        """The nodes of many lists of children; most of the lists are equal."""
        if len(rows) <= SHORT_LIST_WORDS:
            return np.array([self.node(tuple(children)) for children in rows.tolist()], dtype=np.int64)
        which, example = classes(rows.T)
        found = [self.node(tuple(children)) for children in rows[example].tolist()]
        return np.array(found, dtype=np.int64)[which]


def _continues(length: int, before: Array, after: Array) -> bool:
    """Whether the run that starts at the ranks `after` continues the run before it."""
    return bool((after == before + length * (before >= 0)).all())


def distinct(values: Array) -> Array:
    """The distinct values, ascending. Sorting is much faster here than NumPy's hashing."""
    check_cancelled()
    if len(values) > SORT_CHUNK_VALUES:  # usually few values are distinct, so chunks are reduced first
        parts = [
            distinct(values[at : at + SORT_CHUNK_VALUES]) for at in range(0, len(values), SORT_CHUNK_VALUES)
        ]
        if sum(map(len, parts)) <= len(values) // 2:
            return distinct(np.concatenate(parts))
    ordered = np.sort(values)
    new = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return np.asarray(ordered[new])


def classes(columns: Iterable[Array]) -> tuple[Array, Array]:
    """Rows with equal entries in all columns form a class: the class of each row, and a row of each class."""
    key, size = np.zeros(1, dtype=np.int64), 1
    for column in columns:
        check_cancelled()
        low = int(column.min(initial=0))
        span = int(column.max(initial=0)) - low + 1
        if size * span >= 2**62:  # number the classes so far, so that keys stay in 64 bits
            known = distinct(key)
            key, size = _places(known, key), len(known)
        key, size = key * span + (column - low), size * span
    known = distinct(key)
    which = _places(known, key)
    example = np.zeros(len(known), dtype=np.int64)
    example[which] = np.arange(len(which))
    return which, example


def _places(known: Array, values: Array) -> Array:
    """The indices of the values in an ascending array that contains them all."""
    parts = [values[at : at + SORT_CHUNK_VALUES] for at in range(0, len(values), SORT_CHUNK_VALUES)] or [
        values
    ]
    return np.concatenate([np.searchsorted(known, part) for part in cancellable(parts)])


def move_labels(
    codes: Array, to: Mapping[int, int], bits: int, tables: Mapping[int, Sequence[int]] | None = None
) -> Array:
    """The codes with the label of each slot moved to another slot; `tables` lists, for each slot, the new
    number of each label."""
    if tables is None and all(slot == other for slot, other in to.items()):
        return codes
    moved = np.zeros_like(codes)
    for slot, other in to.items():
        labels = codes >> bits * slot & (1 << bits) - 1
        if tables is not None:
            labels = np.array(tables[slot], dtype=codes.dtype)[labels.astype(np.int64)]
        moved |= labels << bits * other
    return moved


class StateSet:
    """The states after some visit: the words of labels in the slots, the last slot first."""

    def __init__(self, words: DecisionDiagram, root: int, slots: int) -> None:
        self.words, self.root, self.slots = words, root, slots
        self._codes: dict[int, Array] = {}  # by the bits of a label

    @classmethod
    def start(cls, slots: int) -> "StateSet":
        """The single state before the first visit, in a new diagram."""
        words = DecisionDiagram()
        words.is_wide = slots > CODE_BITS
        return cls(words, words.single(slots), slots)

    @classmethod
    def of_codes(cls, words: DecisionDiagram, codes: Array, slots: int) -> "StateSet":
        """The set of words with these codes, ascending."""
        ends = np.zeros(len(codes), dtype=np.int64)
        bits = bits_for(slots, words.is_wide)
        return cls(words, words.collect(codes, ends, slots, bits), slots)

    @property
    def bits(self) -> int:
        """The bits of each label in a code."""
        return bits_for(self.slots, self.words.is_wide)

    def make_room(self, labels: int) -> bool:
        """Allow `labels` different labels; return whether codes became longer."""
        longer = labels > 1 << self.bits
        self.words.is_wide |= longer
        self.words.grow(max(labels, self.words.digits))
        return longer

    def __len__(self) -> int:
        return self.words.counts[self.root] if self.root != NOTHING else 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StateSet) and (self.words is other.words) and self.root == other.root

    def __hash__(self) -> int:
        return hash((id(self.words), self.root))

    @property
    def codes(self) -> Array:
        """The words as integers, ascending."""
        if self.root == NOTHING:
            return np.empty(0, dtype=self.words.code)
        if self.bits not in self._codes:
            self._codes = {self.bits: self.words.codes(self.root, self.slots, self.bits)}
        return self._codes[self.bits]


def bits_for(slots: int, is_wide: bool = False) -> int:
    """The bits of each label in a code with `slots` slots."""
    return WIDE_BITS if is_wide else min(16, CODE_BITS // max(slots, 1))


def occurring(states: StateSet, slots: Sequence[int]) -> set[tuple[int, ...]]:
    """The words of labels that occur in the given slots."""
    children = states.words.children
    found: set[tuple[int, tuple[int, ...]]] = {(states.root, ())}
    for slot in reversed(range(min(slots, default=states.slots), states.slots)):
        found = {
            (child, (label, *labels) if slot in slots else labels)
            for node, labels in found
            for label, child in enumerate(children[node])
            if child != NOTHING
        }
    order = [sorted(slots).index(slot) for slot in slots]
    return {tuple(labels[place] for place in order) for _, labels in found}
