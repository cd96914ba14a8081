"""Half sweeps in which one half decides what crosses the fold and the other tells what it covers there."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from placement import random_games

from enumerate import Board, count, positions
from enumerate.algebras.checked import checked_total
from enumerate.algebras.packed import packed_polynomial
from enumerate.checking.brute import brute_force
from enumerate.frontier.estimate import task_bounds
from enumerate.frontier.halves import told_half
from enumerate.frontier.program import Mirrored, compile_mirrored, compile_program, compile_task
from enumerate.frontier.task import NoPositionError, Task
from enumerate.frontier.told import told_fold
from enumerate.model.game import Forbidden, Game, Piece
from enumerate.model.library import names
from enumerate.model.polynomial import Polynomial
from enumerate.shortest.extremes import Search

WALLED = "#..\n...\n.#.\n.#.\n...\n#.."
ODD = "..#\n...\n.#.\n...\n..#"
TOLD = ("kings", "squares", "l-trominoes", "square-against-domino", "dominoes-and-squares", "bishop1")


def mirrored(game: Game) -> Game:
    """The game with the mirror image of every piece and rule."""
    names = {piece.name: piece.name.lower() for piece in game.pieces}
    pieces = [
        replace(piece, name=names[piece.name], cells=tuple((-(*c, 0)[0], (*c, 0, 0)[1]) for c in piece.cells))
        for piece in game.pieces
    ]
    rules = [
        Forbidden((names[one], names[two]), [(-(*o, 0)[0], (*o, 0, 0)[1]) for o in rule.offsets])
        for rule in game.forbidden
        for one, two in [rule.between]
    ]
    return Game(game.name, (*game.pieces, *pieces), (*game.forbidden, *rules))


@st.composite
def mirrored_boards(draw):
    length, width = draw(st.integers(2, 7)), draw(st.integers(1, 3))
    half = st.sets(st.tuples(st.integers(0, (length - 1) // 2), st.integers(0, width - 1)), min_size=1)
    chosen = draw(half) if draw(st.booleans()) else {(r, c) for r in range(length) for c in range(width)}
    cells = {*chosen, *((length - 1 - r, c) for r, c in chosen)}
    return Board.of((length, width), cells, (False, draw(st.booleans())))


def whole_and_half(board: Board, game: Game, perfect: bool = False) -> list[Polynomial | None]:
    """The polynomials of a whole sweep and of half a sweep that is told, row by row."""
    found, order = [], tuple(sorted(board.cells))
    for compiled, told in ((compile_program, {}), (compile_mirrored, {"told": True})):
        try:
            program = compiled(board, (), order, perfect, game=game, **told)
            found.append(program and packed_polynomial(program))
        except NoPositionError:
            found.append(Polynomial.of({}, game.variables(board.dimension)))
    return found


@pytest.mark.parametrize("name", [name for name in names() if name != "lozenges"])
def test_every_game_can_be_told(name):
    game = Game.named(name)
    boards = [Board.rectangle(4, 3), Board.rectangle(5, 2), Board.rectangle(2, 3), Board.rectangle(1, 3)]
    boards += [Board.parse(WALLED), Board.rectangle(7, 2, wrap=(False, True))]
    for board in boards[: 4 if len(game.pieces) > 4 else None]:
        for perfect in (False, True):
            whole, half = whole_and_half(board, game, perfect)
            assert half == whole or board.shape[0] == 1, f"{name} on {board!r}"
    board = Board.rectangle(3, 3)
    assert whole_and_half(board, game)[1] == brute_force(board, game=game)


@pytest.mark.parametrize("examples", [40, pytest.param(600, marks=pytest.mark.slow)])
def test_random_games_are_told(examples):
    """On boards with walls and seams, of even and odd lengths, shorter than the reach of a game or longer."""

    @settings(max_examples=examples, deadline=None)
    @given(game=random_games().map(mirrored), board=mirrored_boards(), perfect=st.booleans())
    def check(game, board, perfect):
        whole, half = whole_and_half(board, game, perfect)
        if half is not None:
            assert half == whole

    check()


def test_random_games_are_mirror_images():
    """Else the tests above would say little."""
    game = mirrored(
        Game("one", [Piece("A", "left", [(0, 0), (1, 0), (1, 1)])], [Forbidden(("A", "A"), [(1, 2)])])
    )
    assert whole_and_half(Board.rectangle(6, 3), game)[1] is not None


def test_cells_that_neither_half_covers_are_not_dead_for_both():
    """One half covers the cell to the left, the other the one to the right: the cell between stays empty."""
    pieces = [Piece("A", "either", [(0, 0), (0, 1), (1, 0)]), Piece("a", "either", [(0, 0), (1, 0), (1, 1)])]
    pieces += [Piece("B", "either", [(0, 1), (1, 0), (1, 1)]), Piece("b", "either", [(0, 0), (0, 1), (1, 1)])]
    for text in (".....\n.....\n.....\n.....", "#...#\n.....\n.....\n#...#", ".#...\n.....\n.....\n.#..."):
        whole, half = whole_and_half(Board.parse(text), Game("drawn", pieces))
        assert half == whole


@pytest.mark.parametrize("name", TOLD)
def test_totals_and_polynomials_by_half_a_sweep(name):
    """All ways to compute, by what is chosen for a board of some size."""
    game, board = Game.named(name), Board.rectangle(9, 8)
    task = Task(board, frozenset(), game=game)
    program = compile_task(task, weighted=False)
    assert isinstance(program, Mirrored)
    whole = compile_program(board, (), game=game)
    assert program.operations < compile_program(board, (), game=game, weighted=False).operations
    wanted = packed_polynomial(whole)
    assert checked_total(program) == wanted.total == count(board, game=game)
    answer = positions(board, game=game, engine="modular")
    assert answer == wanted
    assert answer.provenance.get("half_sweep", name == "bishop1")  # two boards, one for each colour
    assert packed_polynomial(compile_task(task)) == wanted


def test_boards_that_are_swept_whole():
    """A mirror image is not enough: short boards, and games whose words are many more than their labels."""
    for name, shape in (
        ("kings", (6, 6)),
        ("knights", (8, 8)),
        ("far-snort", (14, 6)),
        ("tridomineering", (8, 8)),
    ):
        task = Task(Board.rectangle(*shape), frozenset(), game=Game.named(name))
        assert told_half(task) is None
        assert not isinstance(compile_task(task, weighted=False), Mirrored)
    for name in ("domineering", "cram", "col", "node-kayles", "triomineering"):  # both halves agree there
        task = Task(Board.rectangle(12, 6), frozenset(), game=Game.named(name))
        assert told_half(task) is None
        assert isinstance(compile_task(task, weighted=False), Mirrored)


@pytest.mark.parametrize("name", TOLD)
def test_states_are_forecast(name):
    """Those of the visits are exact; those of the steps of a fold are not far from it."""
    task = Task(Board.rectangle(12, 9), frozenset(), game=Game.named(name))
    half, program = told_half(task), compile_task(task, weighted=False)
    assert half is not None
    assert half.bounds == task_bounds(task)
    assert 0.5 * program.states <= max(task_bounds(task)) <= 1.5 * program.states
    assert sum(program.phases[-1].targets for _ in half.fold) >= 0.5 * sum(half.fold)


@pytest.mark.parametrize("name", ["kings", "square-against-domino", "squares"])
def test_long_boards_repeat_a_slice(name):
    game = Game.named(name)
    for length in (80, 81):
        board = Board.rectangle(length, 3)
        order = tuple(sorted(board.cells))
        short, _ = told_fold(board, frozenset(), order, 0, False, game)
        assert short.more
        half = compile_mirrored(board, (), order, game=game, weighted=False, told=True)
        whole = compile_program(board, (), order, game=game, weighted=False)
        assert checked_total(half) == checked_total(whole)


def test_boxes_in_three_dimensions():
    game = Game("cubes", [Piece("C", "either", [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)])])
    for board, each in ((Board.box(6, 3, 2), game), (Board.box(5, 2, 2), Game.named("kings"))):
        whole, half = whole_and_half(board, each)
        assert half == whole


def test_barred_cells():
    board = Board.rectangle(6, 3)
    barred = frozenset({((1, 1), "S"), ((4, 1), "S")})
    whole, half = whole_and_half(replace(board, barred=barred), Game.named("squares"))
    assert half == whole is not None
    assert whole != whole_and_half(board, Game.named("squares"))[0]


@pytest.mark.parametrize("name", ["kings", "squares", "l-trominoes"])
def test_witnesses_are_read_off_whole_sweeps(name):
    """What is told is not traced back."""
    game, board = Game.named(name), Board.rectangle(8, 4)
    sizes = positions(board, game=game)
    search = Search(board, frozenset(), None, True, game=game)
    assert search.dominoes == sizes.degree == sum(search.witness().counts)
