"""Laws: transpose, mirror, disjoint boards, x = y = 1, values as values."""

import pytest
from boards import KINDS, random_board

from enumerate import Board, Polynomial, count, positions

SHAPES = ["..#.\n....\n.#..", "...\n...", "....\n.##.\n....", ".#.\n...\n#.."]
OTHER = {"general": "general", "maximal": "maximal", "right-end": "left-end", "left-end": "right-end"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", SHAPES)
@pytest.mark.parametrize("engine", ["barstate", "dictionary", "modular"])
def test_transpose_and_mirror(kind, text, engine):
    board = Board.parse(text)
    polynomial = positions(board, kind, engine=engine)
    assert positions(board.transpose(), OTHER[kind], engine=engine) == polynomial.swap()
    for axis in (0, 1):
        assert positions(board.mirror(axis), kind, engine=engine) == polynomial


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("engine", ["barstate", "dictionary", "modular"])
def test_disjoint_boards_multiply(kind, engine):
    one, two = Board.parse("...\n.#."), Board.parse("..\n..")
    both = Board.parse("...#..\n.#.#..")
    product = positions(one, kind, engine=engine) * positions(two, kind, engine=engine)
    assert positions(both, kind, engine=engine) == product
    assert count(both, kind, engine=engine) == product.total


@pytest.mark.parametrize("seed", range(40))
def test_components_of_any_board(seed):
    board, stuck = random_board(seed, most_cells=16)
    product = Polynomial.one(board.dimension)
    for part in board.components():
        product = product * positions(part, stuck=stuck, engine="dictionary")
    assert positions(board, stuck=stuck) == product


@pytest.mark.parametrize("stuck", [frozenset(), frozenset({0}), frozenset({1}), frozenset({0, 1})])
def test_the_tiles_of_the_papers_are_a_theorem(stuck):
    """Sweeping with the tiles, where a cell keeps the greatest label on its sides, meets as many states after
    every visit as the residual problems of the conflict graph, and makes the same polynomial."""
    from enumerate.papers.matrices import CROSSED, tiles
    from enumerate.rules.problem import Problem
    from enumerate.sweep.sweep import sweep

    board = Board.rectangle(6, 4)
    order = tuple(sorted(board.cells))
    swept = sweep(Problem(board, frozenset(stuck)), order)
    ours, theirs = {(0,) * 8: 1}, {(): 1}
    merged = set(dict.fromkeys((max(tile.before), tile.after) for tile in tiles(stuck, 2)))
    for moment, (cell, local) in enumerate(zip(order, swept.locals, strict=True)):
        made = {}
        for state, value in ours.items():
            for after, _, _ in local.rule(tuple(state[slot] for slot in local.slots)):
                word = list(state)
                for slot, label in zip(local.slots, after, strict=True):
                    word[slot] = label
                made[tuple(word)] = made.get(tuple(word), 0) + value
        ours, made = made, {}
        for state, value in theirs.items():
            labels = dict(state)
            own = labels.pop(cell, 0)
            for need, after in merged:
                sides = [(board.after(cell, axis), label) for axis, label in enumerate(after)]
                if need != own or any(there is None and label == CROSSED for there, label in sides):
                    continue
                if any(label == CROSSED == labels.get(there) for there, label in sides):
                    continue
                marked = dict(labels)
                for there, label in sides:
                    if there is not None and label:
                        marked[there] = max(label, marked.get(there, 0))
                made[tuple(sorted(marked.items()))] = made.get(tuple(sorted(marked.items())), 0) + value
        theirs = made
        if moment < 4 * 4:  # the last rows know that nothing lies below them
            assert len(ours) == len(theirs)
        assert len(ours) <= len(theirs)
    assert sum(ours.values()) == sum(theirs.values()) == positions(board, stuck=stuck).total
