"""Bitboards against sets of cells, in boxes of one word and of two; entries of the tables of the searches."""

import random
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np
import pytest
from kernels import Called, called

from enumerate.games.bitboard import bits as steps
from enumerate.games.bitboard import search as tables
from enumerate.games.bitboard.bits import Layout, Set, words
from enumerate.games.bitboard.search import OPEN, enlarged, new_table
from enumerate.games.box import box_kernel
from enumerate.games.domineering import domineering_kernel
from enumerate.games.domineering import race as race_kernel
from enumerate.model.board import Board
from enumerate.model.lattice import Cell

bits: Any = Called(steps)
box_search: Any = Called(box_kernel)
normal: Any = Called(domineering_kernel)
race: Any = Called(race_kernel)
claim, find = called(tables.claim), called(tables.find)

BOXES = [(3, 3, 3), (2, 7, 2), (4, 5, 6), (5, 5, 5), (9, 14, 1), (1, 11, 11), (3, 6, 7)]


def random_cells(shape: tuple[int, ...], chance: random.Random) -> set[Cell]:
    share = chance.random()
    return {cell for cell in product(*map(range, shape)) if chance.random() < share}


class Box:
    """Sets of cells of a box, written as words and read back."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape
        self.layout = Layout.of(shape, (0, 1, 2))
        self.stride = self.layout.strides
        self.first = self.layout.firsts

    def write(self, cells: set[Cell]) -> Set:
        return words(sum(1 << self.layout.bit(cell) for cell in cells))

    def read(self, pair: Set) -> set[Cell]:
        value = int(pair[0]) | int(pair[1]) << 64
        return {cell for cell in product(*map(range, self.shape)) if value >> self.layout.bit(cell) & 1}

    def moves(self, cells: set[Cell], axis: int) -> set[Cell]:
        """The first cells of the dominoes that fit."""
        return {cell for cell in cells if second(cell, axis) in cells}


def second(cell: Cell, axis: int) -> Cell:
    return (*cell[:axis], cell[axis] + 1, *cell[axis + 1 :])


def covered(firsts: set[Cell], axis: int) -> set[Cell]:
    return firsts | {second(cell, axis) for cell in firsts}


def chains(firsts: set[Cell], axis: int) -> list[set[Cell]]:
    """The dominoes sorted into chains of overlapping ones."""
    found: list[set[Cell]] = []
    for cell in sorted(firsts):
        for chain in found:
            if any(second(other, axis) == cell for other in chain):
                chain.add(cell)
                break
        else:
            found.append({cell})
    return found


@pytest.mark.parametrize("shape", BOXES, ids=str)
def test_moves_chains_and_packings(shape: tuple[int, ...]) -> None:
    chance = random.Random(prod(shape))
    box = Box(shape)
    for _ in range(15):
        cells, others = random_cells(shape, chance), random_cells(shape, chance)
        assert bits.size(*box.write(cells)) == len(cells)
        for axis in range(3):
            moves = box.moves(cells, axis)
            found = box.write(moves)
            free = box.write(cells)
            assert box.read(bits.moves_of(*free, box.stride[axis], box.first[axis])) == moves
            if shape[axis] == 1:
                continue
            assert box.read(bits.both_cells(*found, box.stride[axis])) == covered(moves, axis)
            spoilt = box.write(others)
            apart = {cell for cell in moves if not covered({cell}, axis) & others}
            assert box.read(bits.missing(*found, box.stride[axis], spoilt)) == apart
            lone = [chain for chain in chains(moves, axis) if not covered(chain, axis) & others]
            assert box.read(bits.lone(*found, box.stride[axis], spoilt)) == set().union(*lone)
            count, packed = bits.packing(*found, box.stride[axis])
            # a chain of n dominoes covers n + 1 cells
            assert count == sum((len(chain) + 1) // 2 for chain in chains(moves, axis))
            assert box.read(packed) <= covered(moves, axis)
            assert len(box.read(packed)) == 2 * count


@pytest.mark.parametrize("shape", BOXES, ids=str)
def test_reflections(shape: tuple[int, ...]) -> None:
    chance = random.Random(prod(shape))
    box = Box(shape)
    board = box.layout.slabs, box.layout.shape, box.layout.strides

    def mirrored(cells: set[Cell], axis: int) -> set[Cell]:
        return {(*c[:axis], shape[axis] - 1 - c[axis], *c[axis + 1 :]) for c in cells}

    for _ in range(15):
        cells = random_cells(shape, chance)
        images = [cells]
        for axis in range(3):
            assert box.read(bits.mirrored(*box.write(cells), axis, *board)) == mirrored(cells, axis)
            images += [mirrored(image, axis) for image in images]
        least = min(images, key=lambda image: box.write(image)[::-1])
        assert box.read(bits.canonical(*box.write(cells), *board)) == least


@pytest.mark.parametrize("shape", BOXES, ids=str)
def test_a_layout_numbers_cells_and_knows_what_a_domino_spoils(shape: tuple[int, ...]) -> None:
    layout, board = Layout.of(shape, (2, 0, 1)), Board.box(*shape)
    assert sorted(map(layout.bit, board.cells)) == list(range(prod(shape)))
    dominoes = [list(board.dominoes(axis)) for axis in layout.axes]
    for player, other in product(range(3), repeat=2):
        for domino in dominoes[player][::5]:
            place = layout.bit(domino.cell)
            low, high = layout.spoils[player, place, other]
            spoilt = {
                layout.bit(theirs.cell)
                for theirs in dominoes[other]
                if set(board.covered_by(theirs)) & set(board.covered_by(domino))
            }
            assert {bit for bit in range(prod(shape)) if (int(low) | int(high) << 64) >> bit & 1} == spoilt


def test_a_table_gives_back_what_was_put_in_and_nothing_else() -> None:
    chance = random.Random(5)
    table = new_table()
    keys = [(chance.getrandbits(3) + 1, chance.getrandbits(62)) for _ in range(2000)]
    for number, key in enumerate(dict.fromkeys(keys)):
        place = claim(table, *words(key[0] | key[1] << 64), 1)
        table[place, 2] = number
    table = enlarged(table, len(table), memory=2**30)
    kept = 0
    for number, key in enumerate(dict.fromkeys(keys)):
        place = find(table, *words(key[0] | key[1] << 64))
        assert place < 0 or table[place, 2] == number
        kept += place >= 0
    assert kept > 1900
    for (low, _), other in combinations(keys[:20], 2):
        if (low, other[1]) not in keys:
            assert find(table, *words(low | other[1] << 64)) == -1


# -- entries: each search keeps a result for some numbers (spare moves, or a goal) and concludes others


@pytest.mark.parametrize("results", [(0,), (1,), (0, 1)], ids=str)
def test_entries_of_three_players(results: tuple[int, ...]) -> None:
    """Player 0 loses with no more spare moves against no fewer, and wins with no fewer against no more."""

    def numbers(spares: tuple[int, ...]) -> Any:
        row = np.zeros(box_search.WIDTH, np.int64)
        row[box_search.SPARE : box_search.SPARE + 3] = spares
        return row

    assert (box_search.LOSS, box_search.WIN) == (0, 1)
    chance = random.Random(1)
    everything = list(product(range(4), repeat=3))
    for _ in range(40):
        value, kept = np.uint64(0), {}
        for result in results:
            kept[result] = chance.choice(everything)
            value = np.uint64(box_search.remember(value, numbers(kept[result]), result))
        for spares in everything:
            known = set()
            for result, (mine, *others) in kept.items():
                sign = 1 if result else -1
                if sign * (spares[0] - mine) >= 0 and all(
                    sign * (here - there) <= 0 for here, there in zip(spares[1:], others, strict=True)
                ):
                    known.add(result)
            if len(known) < 2:  # never both, of a real position
                assert box_search.recall(value, numbers(spares)) == (known.pop() if known else OPEN)


def test_entries_of_normal_play() -> None:
    """The mover who loses with some spare moves loses with fewer; who wins wins with more."""
    chance = random.Random(2)
    for threshold in range(-62, 63, 5):
        value, asked = np.uint64(0), []
        for _ in range(6):
            spare = chance.randint(-62, 62)
            asked.append(spare)
            value = np.uint64(
                normal.remember(value, spare, normal.WIN if spare >= threshold else normal.LOSS)
            )
            loses = max((s for s in asked if s < threshold), default=-1000)
            wins = min((s for s in asked if s >= threshold), default=1000)
            for s in range(-63, 64):
                wanted = normal.LOSS if s <= loses else normal.WIN if s >= wins else OPEN
                assert normal.recall(value, s) == wanted


@pytest.mark.parametrize("delay", [False, True])
def test_entries_of_a_race(delay: bool) -> None:
    """Of `hurry` a goal that is met is met with more moves, of `delay` with fewer."""
    chance = random.Random(3)
    for threshold in range(-3, 60, 4):

        def met(goal: int, threshold: int = threshold) -> bool:
            return goal <= threshold if delay else goal >= threshold

        value, asked = np.uint64(0), []
        for _ in range(12):
            goal = chance.randint(-3, 60)
            known = race.recall(value, goal, delay)
            assert known in (OPEN, race.DONE if met(goal) else race.FAIL)
            if known == OPEN:  # the search keeps only what it did not know
                value = np.uint64(race.remember(value, goal, race.DONE if met(goal) else race.FAIL))
                asked.append(goal)
        for goal in range(-3, 61):
            settled = any(
                met(g) == met(goal) and (goal <= g if met(goal) == delay else goal >= g) for g in asked
            )
            assert (race.recall(value, goal, delay) != OPEN) == settled
