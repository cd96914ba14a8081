"""Boards wrapped along the sweep: traces against brute force and against the sweep that carries both ends."""

from fractions import Fraction

import pytest
from evaluators.test_evaluators import CASES, PHASES
from packed import packed_polynomial, whole_program

from enumerate import Board, ComputationError, Polynomial, TooLargeError, caches, count, evaluate, positions
from enumerate.checking.brute import brute_force
from enumerate.compiler import trace as seam
from enumerate.compiler.program import evaluate as value_of
from enumerate.compiler.trace import compile_trace, trace_axis
from enumerate.model.game import Forbidden, Game, Piece, names
from enumerate.plan.strategy import SweepStrategy, compile_best, route
from enumerate.rules.problem import NoPositionError, Problem, reach
from enumerate.sweep import diagram as words

WHOLE, ROWS, COLS = (True, True), (True, False), (False, True)
DOMINOES = ("domineering", "cram", "lozenges")  # on squares, lozenges are dominoes
COLUMNS = ("col", "snort", "two-node-kayles", "half-col", "node-kayles", "free-cells")
NEAR = (
    *("squares", "l-trominoes", "dominoes-and-squares", "square-against-domino", "tromino-against-domino"),
    *("kings", "bishop1", "kayles", "partizan-kayles"),
)
SLANTED = Game(
    "slanted",
    [Piece("L", "left", [(0, 0)]), Piece("M", "left", [(0, 0)]), Piece("R", "right", [(0, 0)])],
    [
        Forbidden(("L", "R"), [(1, 0), (0, 2)]),
        Forbidden(("M", "R"), [(0, 1)]),
        Forbidden(("M", "M"), distances=[1]),
    ],
)


def is_trace(problem):
    return route(problem).strategy is SweepStrategy.TRACE


SMALL = [
    Board.rectangle(3, 3, wrap=WHOLE),
    Board.rectangle(4, 3, wrap=WHOLE),
    Board.rectangle(4, 4, wrap=WHOLE),
    Board.rectangle(3, 4, wrap=ROWS),
    Board.rectangle(3, 3, wrap=COLS),
    Board.rectangle(2, 5, wrap=WHOLE),  # around two rows two dominoes lie on the same cells
    Board.rectangle(5, 1, wrap=ROWS),
    Board.box(5, wrap=[True]),
    Board.box(3, 2, 2, wrap=[True, True, False]),
]


def sets_of(board):
    """Who is stuck: nobody, one player, all."""
    return [(), *((axis,) for axis in range(board.dimension)), tuple(range(board.dimension))]


def seamed(board, stuck=(), perfect=False, game="domineering"):
    """The polynomial with the seam cut; None where there is no position."""
    try:
        program = compile_trace(Problem(board, frozenset(stuck), perfect=perfect, game=Game.of(game)))
    except NoPositionError:
        return None
    assert program.cycles is not None
    assert sum(program.cycles.sizes) == len(program.cycles.members) <= len(program.cycles.back)
    return packed_polynomial(program)


def long_codes(monkeypatch):
    """Labels that do not fit into a word."""
    monkeypatch.setattr(words, "CODE_BITS", 2)


def asked_before(monkeypatch):
    """Labels are numbered as they occur, also by other questions about the same strip."""
    caches.clear()
    count(Board.rectangle(9, 4), "maximal")


def without_moves(monkeypatch):
    """Every state is a class of its own."""
    monkeypatch.setattr(seam, "_keeps", lambda *_: False)


@pytest.mark.parametrize(
    ("board", "prepare"),
    [
        *((board, None) for board in SMALL),
        *(
            (SMALL[number], prepare)
            for number in (1, 3)
            for prepare in (long_codes, asked_before, without_moves)
        ),
    ],
    ids=lambda value: getattr(value, "__name__", repr(value)),
)
def test_polynomials_are_those_of_brute_force(board, prepare, monkeypatch):
    """Perfect positions, too, of both parities."""
    if prepare is not None:
        prepare(monkeypatch)
    for stuck in sets_of(board):
        assert seamed(board, stuck) == brute_force(board, stuck=stuck)
    nothing = Polynomial.of({}, board.dimension)
    assert (seamed(board, perfect=True) or nothing) == brute_force(board, "perfect")
    if prepare is without_moves:
        assert set(compile_trace(Problem(board, frozenset((0, 1)))).cycles.sizes) == {1}


def around(game, wrap):
    """The least board that may be cut along its first wrapped axis."""
    axis = wrap.index(True)
    length = 2 * reach(game, axis) + 1
    return Board.rectangle(*((length, 3) if axis == 0 else (3, length)), wrap=wrap)


@pytest.mark.parametrize("name", names())
def test_every_game_of_the_library(name):
    game = Game.named(name)
    board = around(game, WHOLE)
    assert seamed(board, game=game) == packed_polynomial(whole_program(board, game=game))
    stuck = Problem(board, frozenset((0,)), game=game)
    assert (trace_axis(stuck) is not None) == (name in (*DOMINOES, *COLUMNS, *NEAR))
    if name in DOMINOES:
        assert seamed(board, (0,), game=game) == packed_polynomial(whole_program(board, (0,), game=game))


TORI = {**dict.fromkeys(COLUMNS, ((3, 3), (4, 2))), SLANTED.name: ((3, 2), (4, 2))}
TORI |= dict.fromkeys(NEAR, ((3, 3), (3, 4), (4, 3), (5, 2)))


@pytest.mark.parametrize("game", [*map(Game.named, (*COLUMNS, *NEAR)), SLANTED], ids=lambda game: game.name)
def test_stuck_players(game):
    """Single cells begin with all that general positions close. Debts of others may be paid at several cells:
    whole tori are cut, and no states are taken for alike."""
    for shape in TORI[game.name]:
        board = Board.rectangle(*shape, wrap=WHOLE)
        if trace_axis(Problem(board, game.players(2), game=game)) is None:
            continue  # a tromino meets itself around it
        for stuck in {game.players(2), game.players(2) & {0}, game.players(2) & {1}} - {frozenset()}:
            wanted = brute_force(board, stuck=stuck, game=game)
            assert (seamed(board, stuck, game=game) or 0 * wanted) == wanted, f"{board!r}, {stuck}"


def test_classes_are_orbits_of_shifts_and_mirrors():
    """With all symmetries, with none: the same answer; the classes of plain sets of cells are bracelets."""
    board = Board.rectangle(6, 6, wrap=WHOLE)
    program = compile_trace(Problem(board, frozenset()))
    assert (len(program.cycles.back), len(program.cycles.sizes)) == (64, 13)
    assert sorted(program.cycles.sizes) == [1, 1, 2, 3, 3, 6, 6, 6, 6, 6, 6, 6, 12]
    cylinder = compile_trace(Problem(Board.rectangle(6, 3, wrap=ROWS), frozenset()))
    assert (len(cylinder.cycles.back), len(cylinder.cycles.sizes)) == (8, 6)


@pytest.mark.parametrize("case", [case for case in CASES if case.parts == PHASES], ids=lambda case: case.name)
def test_every_algebra_goes_around(case):
    board = Board.rectangle(4, 3, wrap=WHOLE)
    for stuck in ((), (0, 1)):
        program = compile_trace(Problem(board, frozenset(stuck)))
        terms = dict(brute_force(board, stuck=stuck))
        assert case.read(value_of(program, case.make(program))) == case.tells(terms, len(board))


@pytest.mark.parametrize(
    ("kind", "stuck"), [("general", ()), pytest.param("maximal", (0, 1), marks=pytest.mark.slow)]
)
def test_the_front_doors_take_it(kind, stuck):
    board = Board.rectangle(6, 6, wrap=WHOLE)
    task = Problem(board, frozenset(stuck))
    assert is_trace(task)
    assert compile_best(task).cycles is not None
    whole = packed_polynomial(whole_program(board, stuck))
    assert positions(board, kind) == whole
    assert positions(board, kind, engine="modular") == whole
    assert count(board, kind) == count(board, kind, engine="modular", symmetry=False) == whole.total
    assert positions(board, kind, by="size").total == whole.total
    point = {"x": Fraction(3, 2), "y": Fraction(1, 3)}
    exact = whole(*point.values())
    assert evaluate(board, kind, **point).value == exact
    bounds = evaluate(board, kind, x=1.5, y=0.25)
    low, high = bounds.real
    assert low < whole(Fraction(3, 2), Fraction(1, 4)) < high
    assert high - low < high / 10**10


def test_perfect_matchings_of_a_torus():
    """Kasteleyn's formula."""
    assert count(Board.rectangle(6, 6, wrap=WHOLE), "perfect") == 90176


def test_a_seam_is_cut_where_that_is_less_work():
    assert not is_trace(Problem(Board.rectangle(3, 3, wrap=WHOLE), frozenset()))
    assert not is_trace(Problem(Board.rectangle(8, 8, wrap=COLS), frozenset()))
    assert not is_trace(Problem(Board.rectangle(8, 8, wrap=WHOLE), frozenset(), symmetry=False))
    assert not is_trace(Problem(Board.parse("....\n.#..\n....\n....", wrap=WHOLE), frozenset()))
    assert route(Problem(Board.rectangle(12, 12, wrap=WHOLE), frozenset())).states == 2**12
    for side in (30, 60):
        with pytest.raises(TooLargeError, match=r"states (need|after)"):
            count(Board.rectangle(side, side, wrap=WHOLE))


def test_a_wrong_class_is_noticed(monkeypatch):
    """Were states with different values taken for alike, there would be no answer but an error."""
    board = Board.rectangle(6, 6, wrap=(True, True))
    caches.clear()
    monkeypatch.setattr(seam, "_moved", lambda swept, codes, to, bits: codes[::-1])
    with pytest.raises(ComputationError, match="contradicts"):
        count(board, "maximal", engine="modular")
    with pytest.raises(ComputationError, match="different values"):
        packed_polynomial(compile_trace(Problem(board, frozenset())))
    monkeypatch.setattr(seam, "_moved", lambda swept, codes, to, bits: codes // 2)
    with pytest.raises(ComputationError, match="does not take"):
        compile_trace(Problem(board, frozenset()))
    caches.clear()
