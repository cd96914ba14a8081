"""Twisted and shifted borders: answers against graphs that are written down here, side by side."""

import random
from collections import Counter
from functools import cache

import pytest

from enumerate import (
    Board,
    Forbidden,
    Game,
    InputError,
    Piece,
    Position,
    count,
    densities,
    list_positions,
    positions,
    render,
    sample,
    value,
    verify,
)
from enumerate.checking.claim import Claim

# how the borders of rows and columns are joined
SURFACES = {
    "Moebius strip": {"wrap": "twisted cols"},
    "Moebius strip, upright": {"wrap": "twisted rows"},
    "Klein bottle": {"wrap": "rows, twisted cols"},
    "Klein bottle, upright": {"wrap": "twisted rows, cols"},
    "projective plane": {"wrap": "twisted rows, twisted cols"},
    "helix": {"wrap": "cols", "shift": 1},
    "helix down": {"wrap": "rows", "shift": -1},
    "shifted torus": {"wrap": "rows, cols", "shift": 1},
}


def sides(shape, wrap, shift=0):
    """The sides of cells as triples: the player whose domino lies across the side, and the two cells."""
    rows, cols = shape
    down, across = (
        next((word for word in wrap.split(", ") if name in word), "") for name in ("rows", "cols")
    )
    for row in range(rows):
        for col in range(cols):
            if col + 1 < cols:
                yield 1, (row, col), (row, col + 1)
            elif "twisted" in across:
                yield 1, (row, col), (rows - 1 - row, 0)
            elif across:
                there = row + shift
                there = there % rows if down else there
                if 0 <= there < rows:
                    yield 1, (row, col), (there, 0)
            if row + 1 < rows:
                yield 0, (row, col), (row + 1, col)
            elif "twisted" in down:
                yield 0, (row, col), (0, cols - 1 - col)
            elif down:
                there = col if across else col + shift
                if 0 <= there < cols:
                    yield 0, (row, col), (0, there)


def polynomial(edges, stuck):
    """The polynomial of Domineering on a graph whose edges have a player."""

    @cache
    def matchings(number, used):
        if number == len(edges):
            return ((used, (0, 0)),)
        found = list(matchings(number + 1, used))
        player, *cells = edges[number]
        if not used & {*cells}:
            more = matchings(number + 1, used | {*cells})
            found += [(under, (m[0] + (player == 0), m[1] + player)) for under, m in more]
        return tuple(found)

    return Counter(
        exponents
        for under, exponents in matchings(0, frozenset())
        if not any(player in stuck and not {a, b} & under for player, a, b in edges)
    )


@pytest.mark.parametrize("name", SURFACES)
def test_domineering(name):
    given = SURFACES[name]
    for shape in ((2, 3), (3, 3), (3, 4), (4, 2)):
        board = Board(shape, **given)
        edges = tuple(sides(shape, **given))
        graph = board.to_networkx()
        assert Counter(frozenset(e) for e in graph.edges()) == Counter(frozenset(e[1:]) for e in edges)
        for kind, stuck in {"general": (), "maximal": (0, 1), "right-end": (1,), "left-end": (0,)}.items():
            wanted = polynomial(edges, stuck)
            for engine in ("auto", "dictionary", "modular"):
                assert positions(board, kind, engine=engine).coefficients() == wanted


@pytest.mark.parametrize("name", SURFACES)
def test_boards_survive_their_text_and_their_json(name):
    board = Board("4x5", **SURFACES[name])
    assert eval(repr(board), {"Board": Board}) == board == Board.from_json(board.to_json())
    position = list_positions(board, "maximal").position(0)
    assert Position(board, position.pieces) == position
    assert all(draw(position) for draw in (render.text, render.svg, render.tikz))
    assert f">{board.surface}<" in render.svg(position)
    assert str(board.surface).split(" ")[0] in ("Moebius", "Klein", "projective", "helix", "torus")


def test_other_questions_agree_with_the_polynomial():
    chance = random.Random(3)
    for given in SURFACES.values():
        shape = chance.choice(((3, 4), (4, 3), (3, 5)))
        board = Board(shape, **given).without([(chance.randrange(3), chance.randrange(3))])
        found = positions(board, "maximal")
        assert count(board, "maximal") == found.total == list_positions(board, "maximal").total
        claim = Claim(board, "maximal", frozenset({0, 1}), False, found.total, found)
        assert verify(claim, seed=1).failed == ()
        chances = densities(board, "maximal").cells
        covered = sum(sum(each) for each in chances.values())
        assert covered * found.total == sum(2 * sum(m) * c for m, c in found)


def test_perfect_matchings_of_moebius_strips():
    """Two rows of n columns: every column upright, or n even and all across in one of two ways, and so on."""
    for cols in range(3, 9):
        edges = [frozenset(e[1:]) for e in sides((2, cols), "twisted cols")]

        def covers(cells, edges=edges):
            if not cells:
                return 1
            first = min(cells)
            return sum(covers(cells - edge) for edge in edges if first in edge and edge <= cells)

        cells = frozenset((row, col) for row in range(2) for col in range(cols))
        assert count(Board(2, cols, wrap="twisted cols"), "perfect") == covers(cells)


def test_a_border_that_changes_nothing_is_plain():
    assert Board(1, 5, wrap="twisted cols") == Board(1, 5, wrap="cols")
    assert Board(3, 5, wrap="rows, cols", shift=3) == Board(3, 5, wrap="rows, cols")
    assert Board(3, 1, wrap="twisted cols") == Board(3, 1)


def test_games_that_are_not_their_own_mirror_image_are_refused():
    skew = Game("skew", [Piece("S", "either", [(0, 0), (0, 1), (1, 1), (1, 2)])])
    both = Game("both", [*skew.pieces, Piece("Z", "either", [(1, 0), (1, 1), (0, 1), (0, 2)])])
    ahead = Game("ahead", [Piece("N", "left", [(0, 0)])], [Forbidden(("N", "N"), [(1, 1)])])
    strip = Board(4, 5, wrap="twisted cols")
    for game in (skew, ahead):
        with pytest.raises(InputError, match="is not its own mirror image"):
            count(strip, game=game)
    assert count(strip, game=both) > 1
    assert count(Board(4, 5, wrap="cols", shift=1), game=skew) > 1  # a shift mirrors nothing


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"wrap": "twisted cols", "lattice": "hexagonal"}, "only a square board can be twisted or shifted"),
        ({"shift": 1}, "`shift` needs a wrapped axis"),
        ({"wrap": "cols", "shift": 4}, "`shift` must be from -3 to 3, not 4"),
        ({"wrap": "rows, twisted cols", "shift": 1}, "either twisted or shifted, not both"),
        ({"wrap": "twisted layers"}, "unknown axis to wrap 'twisted layers'"),
        ({"wrap": "cols", "shift": 0.5}, "`shift` must be an integer, not 0.5"),
    ],
)
def test_wrong_borders_are_refused(given, message):
    with pytest.raises(InputError) as error:
        Board(4, 4, **given)
    assert message in str(error.value)


def test_sequences_and_solvers_refuse_twisted_boards():
    from enumerate import sequence, solve

    with pytest.raises(InputError, match="leave out `twisted`"):
        sequence("n x n", wrap="rows, twisted cols")
    with pytest.raises(InputError):
        solve(Board(4, 4, wrap="twisted cols"))


def random_board(chance):
    """A surface of a random size with random walls, and the sides of its free cells, worked out here."""
    given = dict(chance.choice(list(SURFACES.values())))
    shape = chance.choice(((2, 3), (3, 3), (3, 4), (4, 3), (2, 5), (5, 2), (4, 2)))
    if "shift" in given:
        other = shape[0] if "cols" in given["wrap"] else shape[1]
        given["shift"] = chance.choice([step for step in range(1 - other, other) if step])
    walls = {(row, col) for row in range(shape[0]) for col in range(shape[1]) if chance.random() < 0.15}
    free = [side for side in sides(shape, **given) if side[1] != side[2] and not walls & {*side[1:]}]
    return Board(shape, **given).without(walls), tuple(free)


def independent_sets(cells, edges):
    both = [pair for _, a, b in edges for pair in ((a, b), (b, a))]
    near = {cell: {b for a, b in both if a == cell} for cell in cells}
    sets = [frozenset()]
    for cell in sorted(cells):
        sets += [one | {cell} for one in sets if not one & near[cell]]
    maximal = [one for one in sets if all(cell in one or one & near[cell] for cell in cells)]
    return len(sets), len(maximal)


@pytest.mark.parametrize("seed", range(24))
def test_random_boards(seed):
    """Whatever the borders: polynomials, lists, samples, values and other games agree with the sides."""
    board, edges = random_board(random.Random(seed))

    @cache
    def nimber(under):
        options = {nimber(under | {a, b}) for _, a, b in edges if not under & {a, b}}
        return next(n for n in range(len(options) + 1) if n not in options)

    for kind, stuck in {"general": (), "maximal": (0, 1), "right-end": (1,), "left-end": (0,)}.items():
        assert positions(board, kind).coefficients() == polynomial(edges, stuck)
    total = sum(polynomial(edges, (0, 1)).values())
    assert list_positions(board, "maximal").total == total
    beside = {(player, frozenset(cells)) for player, *cells in edges}
    for position in sample(board, "maximal", size=4, seed=seed):
        pieces = {(placement.piece, frozenset(placement.cells)) for placement in position.placements}
        assert pieces <= beside
        under = frozenset().union(*(cells for _, cells in pieces))
        assert len(under) == 2 * len(position.pieces)
        assert all(cells & under for _, cells in beside)
    found = [count(board, kind, game="node-kayles") for kind in ("general", "maximal")]
    assert tuple(found) == independent_sets(board.cells, edges)
    number = nimber(frozenset())
    assert str(value(board, game="cram").value) == {0: "0", 1: "*"}.get(number, f"*{number}")
