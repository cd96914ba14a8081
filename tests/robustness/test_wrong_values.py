"""Wrong values and types in Python: one line that quotes what is wrong and says what is allowed.

A row of the table is a call and a part of its message.
"""

import inspect

import networkx as nx
import numpy as np
import pytest
import sympy

import enumerate as en
from enumerate import (
    Board,
    Domino,
    EnumerateError,
    Game,
    InputError,
    Player,
    Polynomial,
    Position,
    games,
    oeis,
    render,
)
from enumerate.checking.brute import brute_force
from enumerate.checking.contraction import contract
from enumerate.evaluators.barstate import barstate_need
from enumerate.games import dominoes, dominogame, monominogame
from enumerate.model import board, weights
from enumerate.model.game import DOMINEERING, Forbidden, Piece
from enumerate.model.polynomial import TWO_PLAYERS, play_differences
from enumerate.model.position import Placement
from enumerate.plan.plan import engine_named
from enumerate.rules.kinds import Kind, check_stuck, one_set, stuck_for
from enumerate.sampling.sampling import PositionList
from enumerate.support.fields import checked, read_json
from enumerate.support.files import text_of, writable_file
from enumerate.support.memory import CostEstimate
from enumerate.support.run import Settings

SQUARE = Board.rectangle(2, 2)
EDGE = Board.from_graph([(0, 1)])
LIST = PositionList(SQUARE)
ONE = Polynomial.of({(1, 0): 2, (0, 0): 1})
ALONE = Game("alone", [Piece("V", "left", [(0, 0), (1, 0)])])
THREE = Game("three", [Piece(*each, [(0, 0)]) for each in (("A", "left"), ("B", "right"), ("C", "middle"))])
SKEW = Game("skew", [Piece("S", "either", [(0, 0), (0, 1), (1, 1), (1, 2)])])
AHEAD = Game("ahead", [Piece("N", "left", [(0, 0)])], [Forbidden(("N", "N"), [(1, 1)])])
TWISTED = Board(4, 4, wrap="twisted cols")
CLAIM = {"board": Board(1, 2).to_json(), "kind": "general", "stuck": [], "play": False}
CLAIM |= {"total": "2", "terms": None}


def solver():
    return games.Solver((2, 2))


def of_squares(*pieces):
    return Position.of(Board.rectangle(2, 3), pieces, "squares")


def of_col(piece):
    return Position(Board.rectangle(1, 2), frozenset([piece]), Game.named("col"))


# objects that are given in the place of every argument
WRONG = [
    None,
    3,
    -1,
    2.5,
    "x",
    "",
    b"x",
    (3, 3),
    [1],
    {},
    object(),
    True,
    Board,
    Board.box(1, 1, 1),
    Board.rectangle(1, 1),
    Position.parse(".."),
    Player.LEFT,
]
OPTIONS = ("kind", "stuck", "play", "turn", "wrap", "engine", "pieces", "game")
# what is given for a board, in any public function
BOARDS = [
    ("8y8", "'8y8' is neither a size such as '8x8' nor a drawing"),
    ("board.txt", "a file is given as a Path"),
    ("", "the drawing is empty"),
    (2.5, "expected a board such as '8x8'"),
    (b"..", "expected a board"),
    (Board, "expected a board"),
    ([True, False], "expected a board"),
    ([[1, 0], [1, 1]], "expected a board"),
    (np.array(1), "1 to 3 dimensions"),
    (np.array([[np.nan, 1]]), "expected an array of 0 and 1"),
    (np.array([["a", "b"]]), "expected an array of 0 and 1"),
    (np.array([8, 8]), "got array([8, 8])"),
    (np.array([1j]), "expected an array of 0 and 1"),
    (np.array([None, 1]), "expected an array of 0 and 1"),
    ("0x3", "`rows` must be at least 1, not 0"),
    ("1000x1000", "a box of 1,000,000 cells is too large: at most 100,000"),
    ((1, 1, 1, 1), "1 to 3 dimensions, not 4"),
]
CALLS = [
    # boards
    (lambda: Board.rectangle(2.0, 3), "`rows` must be an integer, not 2.0"),
    (lambda: Board.rectangle(2, "3"), "`cols` must be an integer, not '3'"),
    (lambda: Board.rectangle(3, 3, wrap=True), "as in (True, False), not True"),
    (lambda: Board.rectangle(3, 3, wrap=("rows", "cols")), "not ('rows', 'cols')"),
    *((lambda w=w: Board(3, 3, wrap=w), "unknown axis to wrap") for w in ("", "rows,", "rows;cols")),
    (lambda: Board(2, 2, wrap=5), "`wrap` must be True or False for each axis"),
    (lambda: Board(2, 2, cells=[(0, 0)]), "got both"),
    (lambda: Board((2, 2), cells=5), "`cells` must be a list or tuple, not 5"),
    (lambda: Board((2, 2), cells=[5]), "a cell is a tuple of integers, as in (0, 1), not 5"),
    (lambda: Board("2x2", barred=5), "`pairs` must be a list or tuple, not 5"),
    (lambda: SQUARE.bar(["L"]), "a cell and a name"),
    (lambda: Board.parse(["..", ".."]), "not ['..', '..']"),
    (lambda: Board.parse("RR"), "(allowed: . #; pieces are read by Position.parse)"),
    (lambda: Board.parse("..\n.o"), "'o' in line 2, column 2 is not a board character"),
    (lambda: board.read_text("...\n.\n...", ".#"), "line 2 of the drawing has 1 cell and line 1 has 3"),
    *(
        (lambda t=text, d=d: Board.parse(t, dimension=d), f"cannot be read with dimension={d}")
        for text, d in (("..", 1), ("..\n\n..", 2), ("..", 0), ("..", 4))
    ),
    (lambda: SQUARE.without((0, 1)), "a cell is a tuple of integers, as in (0, 1), not 0"),
    (lambda: SQUARE.without([(5, 5)]), "cell (5, 5) is outside the box (2, 2)"),
    (lambda: SQUARE.after((0, 0), 2), "an axis of a board of 2 dimensions is 0 or 1, not 2"),
    (lambda: Board.box(3).mirror(1), "an axis of a board of 1 dimension is 0, not 1"),
    (lambda: SQUARE.transpose((0, 0)), "an order of the axes 0 to 1, not (0, 0)"),
    (lambda: SQUARE.covered_by(Domino((2, 0), 0)), "cell (2, 0) is outside"),
    (lambda: SQUARE.line_graph(), "only the board of a graph has a line graph"),
    (lambda: Board.from_json({}), "has `shape`, `wrap` and `text`, not {}"),
    (lambda: Board.from_json(3), "a board in JSON has"),
    (lambda: Board.from_json({"shape": 2, "wrap": [False], "text": ".."}), "`shape` must be a list"),
    (lambda: Board.from_json(EDGE.line_graph().to_json() | {"shape": [5]}), "has no shape"),
    *(
        (lambda array=array: Board.from_numpy(array), "expected an array of 0 and 1")
        for array in ([[1, float("nan")]], [["1", "0"]], [[1, 2]], [[1, 0], [1]], None, "..", object())
    ),
    (lambda: Board.from_numpy(3), "expected an array of 0 and 1"),
    (lambda: Board.from_numpy([[[[1]]]]), "1 to 3 dimensions"),
    # lattices, graphs and surfaces
    (lambda: Board.rectangle(3, 3, lattice="cubic"), "unknown lattice 'cubic'"),
    (lambda: Board("2x2", lattice=5), "unknown lattice"),
    (lambda: Board.box(3, 3, 3, lattice="hexagonal"), "rows and columns, not 3 dimensions"),
    (lambda: Board(3, 3, wrap=(True, False), lattice="triangular"), "has an even length, not 3"),
    (lambda: Board(2, 2, lattice="hexagonal").mirror(0), "this needs a square board, not a hexagonal one"),
    (lambda: Board(3, 3, lattice="triangular").transpose(), "not a triangular one"),
    (lambda: Board.from_graph([(0, 0)]), "two different vertices"),
    (lambda: Board.from_graph([(0, 9)], vertices=3), "from 0 to 2, not (0, 9)"),
    (lambda: Board.from_graph([(0, 1, 2)]), "a pair of vertices"),
    (lambda: Board.from_graph(["ab"]), "a pair of vertices"),
    (lambda: Board.from_graph(7), "must be a list or tuple, not 7"),
    (lambda: list(EDGE.dominoes(0)), "not a graph one"),
    (lambda: en.count(TWISTED, game=SKEW), "is not its own mirror image"),
    (lambda: en.count(TWISTED, game=AHEAD), "is not its own mirror image"),
    (lambda: Board(4, 4, wrap="twisted cols", lattice="hexagonal"), "only a square board can be twisted"),
    (lambda: Board(4, 4, shift=1), "`shift` needs a wrapped axis"),
    (lambda: Board(4, 4, wrap="cols", shift=4), "`shift` must be from -3 to 3, not 4"),
    (lambda: Board(4, 4, wrap="rows, twisted cols", shift=1), "either twisted or shifted, not both"),
    (lambda: Board(4, 4, wrap="twisted layers"), "unknown axis to wrap 'twisted layers'"),
    (lambda: Board(4, 4, wrap="cols", shift=0.5), "`shift` must be an integer, not 0.5"),
    (lambda: en.sequence("n x n", wrap="rows, twisted cols"), "leave out `twisted`"),
    (lambda: en.solve(TWISTED), "needs a square or hexagonal board, not a twisted one"),
    # players and pieces
    *(
        (lambda ask=ask, wrong=wrong: ask(wrong), "player")
        for wrong in ("x", "", "both", 3, -1, 1.0, True, None, [0], Board.rectangle(1, 1))
        for ask in (Player.of, lambda p: Domino((0, 0), p), lambda p: Player.of(p, among=TWO_PLAYERS))
    ),
    (lambda: Domino((0, 0), "lft"), "unknown player 'lft': did you mean 'left'?"),
    (lambda: Player.of("middle", among=[Player.LEFT]), "unknown player 'middle' (allowed: left)"),
    (lambda: en.Player("up"), "unknown player 'up'"),
    (lambda: Game.from_json({"name": "one", "pieces": [{"name": "N"}]}), "`cells` of a piece is missing"),
    # positions
    (lambda: Position.of(SQUARE, [((0, 0), 0)]), "not ((0, 0), 0)"),
    (lambda: Position.of(SQUARE, [("L", 5)]), "a cell is a tuple of integers, as in (0, 1), not 5"),
    (lambda: Position.of(SQUARE).moves(2), "is 0 or 1, not 2"),
    (lambda: Position.of(SQUARE, game="triomineering").moves("middle"), "is 0 or 1, not 'middle'"),
    (lambda: Position.of(SQUARE, [Domino((0, 0), 0)] * 2), "is given twice"),
    (lambda: Position.of(SQUARE, [Domino((0, 0), 0), Domino((1, 0), 1)]), "two dominoes cover cell (1, 0)"),
    (lambda: Position.parse("RR").place(Domino((0, 0), 1)), "lies on the board already"),
    (lambda: Position.parse("LR", game="col").dominoes, "no dominoes"),
    (lambda: Position.of("1x2", [Domino((0, 0), 1)], "col"), "'col' has no domino along axis 1"),
    (lambda: Position.of(EDGE), "on a graph pieces cover single cells"),
    (lambda: Position("2x2", [], 3), "expected a game"),
    (lambda: Position("2x2", 5), "`pieces` must be a list or tuple, not 5"),
    (lambda: Position.parse("LL", game="col"), "rules of 'col' forbid 'L' at (0, 0) beside 'L' at (0, 1)"),
    (lambda: Position.parse("LX", game="col"), "'X' in line 1, column 2 is not a board character (allowed"),
    (lambda: Position.parse("SS.\nSSS", game="squares"), "'S' in line 2, column 3 belongs to no whole piece"),
    (lambda: Position.parse("HHHHHH", game="monomer-dimer-trimer"), "letters do not determine the pieces"),
    (lambda: Position.parse("VH\nVH", game="cram"), "belongs to no whole piece"),
    (lambda: Position.parse("RRRR", wrap=(False, True)), "is in a full ring of R, which pairs in two ways"),
    (lambda: en.count("L..\n..."), "'L' in line 1, column 1 has no partner"),
    (lambda: of_squares(("S", (0, 2))), "does not fit at cell (0, 2)"),
    (lambda: of_squares(("S", (5, 5))), "does not fit at cell (5, 5)"),
    (lambda: of_squares(("Q", (0, 0))), "unknown piece 'Q' (allowed: S)"),
    (lambda: of_squares("S"), "a piece is a name and a cell, as in ('L', (0, 1)), not 'S'"),
    (lambda: of_squares(("S", (0, 0)), ("S", (0, 1))), "two pieces cover cell (0, 1)"),
    (lambda: of_squares(("S", (0, 0)), ("S", (0, 0))), "is given twice"),
    (lambda: of_squares(("S", [(0, 0), (0, 1)])), "does not cover [(0, 0), (0, 1)]"),
    (lambda: of_col(Placement(0, (9, 9), ((9, 9),))), "no piece of 'col' lies on this board as Placement"),
    (lambda: of_col(Placement(7, (0, 0), ((0, 0),))), "no piece of 'col' lies on this board as Placement"),
    (lambda: of_col(5), "a piece is a name and a cell"),
    # games
    (lambda: Game.of(3), "expected a game"),
    (lambda: en.count(SQUARE, game=None), "expected a game"),
    (lambda: en.count(SQUARE, game={}), "`name` of a game is missing"),
    (lambda: en.count(SQUARE, game="chess"), "unknown game 'chess'"),
    (lambda: Game.of("snorf"), "did you mean 'snort'"),
    (lambda: Game.of("chess.toml"), "cannot read the game 'chess.toml': No such file or directory"),
    (lambda: Game.of("a\0/b"), "embedded null"),
    (lambda: Game.read("no/such.toml"), "cannot read the game 'no/such.toml': No such file or directory"),
    (lambda: Game.read("."), "Is a directory"),
    (lambda: Game.read(None), "expected the name of a file with a game, got None"),
    (lambda: en.count(EDGE), "on a graph pieces cover single cells, and 'L' of"),
    (lambda: en.count(EDGE, game="squares"), "pieces cover single cells, and 'S' of 'squares' has 4"),
    (lambda: en.count(EDGE, game="kings"), "rules need distances"),
    (lambda: en.count(nx.path_graph(6), "perfect", game="arc-kayles"), "not supported for the edges"),
    # kinds, stuck players and play
    (lambda: Kind("maximum"), "did you mean 'maximal'"),
    (lambda: one_set("any-end"), "'any-end' is not supported here (allowed: general, maximal,"),
    (lambda: one_set("maximal", ["left"]), "give `kind` or `stuck`, not both"),
    (lambda: check_stuck(["middle"], 2), "Middle has no axis on a board of 2 dimensions"),
    (lambda: stuck_for(Kind.RIGHT_END, DOMINEERING, 1), "on a board of 1 dimension and cannot be stuck"),
    (lambda: play_differences("general", Player.MIDDLE), "left or right"),
    (lambda: play_differences("any-end"), "unknown kind 'any-end'"),
    (lambda: en.count(SQUARE, stuck="left"), "as in ['left'], not 'left'"),
    (lambda: en.count(SQUARE, stuck=1), "stuck"),
    (lambda: en.count(SQUARE, stuck=["lefty"]), "did you mean 'left'"),
    (lambda: en.count(SQUARE, stuck=["middle"], game="col"), "Middle has no pieces in 'col'"),
    (lambda: en.count(SQUARE, "right-end", game=ALONE), "Right has no pieces in 'alone' and cannot"),
    (lambda: en.recurrence(2, game="node-kayles", y=2), "no pieces of Right"),
    (lambda: en.count(SQUARE, play=True, game=ALONE), "in 'alone' only Left plays"),
    (lambda: en.count(SQUARE, "any-end", game=THREE), "in 'three' Middle plays, too"),
    (lambda: en.count(Board.box(2, 2, 2), play=True, game="triomineering"), "needs a flat board"),
    (lambda: en.count(SQUARE, turn="left"), "`turn`"),
    *((lambda ask=ask, p=p: ask(SQUARE, play=p), "`play` must be True or False, not ")
      for ask in (en.count, en.positions, en.sample) for p in ("no", 1, None)),
    *((lambda p=p: en.overview(Position.parse(".."), p), "left") for p in ("middle", 2)),
    *((lambda p=p: en.overview(Position.parse(".."), turn=p), "left") for p in ("middle", 2)),
    (lambda: en.positions(SQUARE, "left-end", game="cram"), "has pieces of either player"),
    (lambda: en.positions(SQUARE, play=True, game="cram"), "is about Left and Right"),
    (lambda: en.alpha(SQUARE, game="cram"), "is about Left and Right"),
    # engines, statistics and checks
    (lambda: engine_named("dictionary", Settings(store="lanes.db")), "store (--store) works on residues"),
    (lambda: barstate_need(Board.box(2, 2, 2), {0, 1}), "the bar-state method supports flat boards"),
    (lambda: en.positions(SQUARE, game="col", engine="barstate"), "bar-state matrices"),
    (lambda: en.positions(SQUARE, by="sizes"), "unknown statistic 'sizes': did you mean 'size'"),
    (lambda: en.positions(SQUARE, by="middle"), "Middle has no pieces"),
    (lambda: en.positions(Board.box(2, 2, 2), by="difference"), "not with 3 variables"),
    (lambda: en.count(SQUARE, check=1), "check"),
    (lambda: en.count(SQUARE, skip_primes=10**9), "`skip_primes` must be at most 10,000, not 1000000000"),
    (lambda: contract(SQUARE, {0}, 101, (1,)), "a point has 2 coordinates, not 1"),
    (lambda: contract(SQUARE, {0}, 2**40, (1, 1)), "`prime` must be between 2 and"),
    (lambda: brute_force(2.5), "expected a board"),
    (lambda: en.verify(3), "expected the JSON of an answer"),
    (lambda: en.verify(CLAIM, rounds="x"), "`rounds` must be an integer, not 'x'"),
    (lambda: en.verify(CLAIM, rounds=0), "`rounds` must be at least 1, not 0"),
    # lists and samples
    (lambda: PositionList(SQUARE, dominoes=3), "`pieces` must be a list or tuple"),
    (lambda: LIST.positions(3), "`ranks` must be a list or tuple, not 3"),
    (lambda: LIST.rank(".."), "expected a position as in"),
    (lambda: LIST.rank(Position.parse("..")), "another board"),
    *(
        (lambda ask=ask, wrong=wrong: ask(SQUARE, pieces=wrong), said)
        for ask in (en.count, en.sample, en.list_positions)
        for wrong, said in (
            (-1, "`pieces` must be at least 0, not -1"),
            (1.5, "`pieces` must be an integer, not 1.5"),
            ("2", "`pieces` must be a list or tuple, not '2'"),
            ((1, -1), "`right` must be at least 0, not -1"),
            ((1, 2, 3), "Middle"),
        )
    ),
    # polynomials and weights
    (lambda: Polynomial.of({(1, 0): 1.5}), "must be integers, not 1.5"),
    (lambda: Polynomial.of([1, 2]), "as in {(2, 1): 3}, not [1, 2]"),
    (lambda: ONE[3], "3 is not a tuple of 2 exponents"),
    (lambda: ONE**-1, "`times` must be at least 0, not -1"),
    (lambda: ONE**0.5, "`times` must be an integer, not 0.5"),
    (lambda: ONE + Polynomial.one(3), "in 2 and 3 variables cannot be combined"),
    (lambda: ONE.swap((0, 0)), "an order of the axes 0 to 1, not (0, 0)"),
    (lambda: ONE.restrict(1), "`differences` must be a list or tuple, not 1"),
    (lambda: ONE.play("maximum"), "did you mean 'maximal'?"),
    (lambda: Polynomial.from_sympy("x"), "of SymPy, got 'x'"),
    (lambda: Polynomial.from_sympy(sympy.sqrt(sympy.Symbol("x"))), "'sqrt(x)' is not"),
    (lambda: Polynomial.from_sympy(sympy.Poly("x/2", *sympy.symbols("x y"))), "integers, not 1/2"),
    (lambda: Polynomial.from_sympy(sympy.Poly("t", *sympy.symbols("x t"))), "t"),
    (lambda: Polynomial.from_json([[1, 0, "a"]]), "not [1, 0, 'a']"),
    (lambda: en.Polynomial.from_flint("3*x"), "polynomial of python-flint (fmpz_mpoly), got '3*x'"),
    (lambda: weights.Weight.of("two"), "`x` must be an integer, a fraction such as 3/2"),
    (lambda: en.growth(5, x="1e300"), "floating-point"),
    (lambda: en.growth(5, x="1e-300"), "floating-point"),
    (lambda: en.activity_curve(SQUARE, low="1e-400"), "must be between"),
    (lambda: en.activity_curve(SQUARE, high="1e400"), "must be between"),
    (lambda: en.render.coefficients_plot(en.positions(SQUARE), (0,), "t", "bmp"), "'bmp'"),
    (lambda: en.render.coefficients_plot(en.positions(SQUARE), (), "t", "svg"), "differences"),
    (lambda: en.render.coefficients_plot(en.positions(SQUARE), ("a",), "t", "svg"), "differences"),
    # settings
    (lambda: en.alpha(SQUARE, thread=2), "unknown argument 'thread': did you mean 'threads'?"),
    (lambda: en.alpha(SQUARE, threads=0), "`threads` must be at least 1, not 0"),
    (lambda: en.alpha(SQUARE, threads=1.5), "`threads` must be an integer, not 1.5"),
    (lambda: en.alpha(SQUARE, max_memory="much"), "'much' is not a size: write for instance 500MB or 6GiB"),
    (lambda: en.alpha(SQUARE, max_memory=-1), "`max_memory` must be at least 1, not -1"),
    (lambda: en.alpha(SQUARE, stop=True), "`stop` must be a threading.Event, not True"),
    (lambda: en.alpha(SQUARE, progress=3), "`progress` must be a function, not 3"),
    (lambda: en.alpha(SQUARE, settings=3), "`settings` must be Settings(...), not 3"),
    (lambda: en.count(SQUARE, store=3), "`store` must be the name of a file, not 3"),
    (lambda: en.caches.bound("much"), "'much' is not a size"),
    # other games and sequences
    (lambda: games.outcomes((3, 3)), "a box has three sizes, as in (4, 4, 3), not (3, 3)"),
    (lambda: games.outcomes((2, 2, 2), known=3), "expected a dictionary of known answers, got 3"),
    (lambda: games.leaves(3, "LRM"), "a box has three sizes"),
    (lambda: dominogame.equilibria(3), "expected a game as in Falling(2, 3), got 3"),
    (lambda: monominogame.equilibria(3), "expected a game as in Falling(2, 3), got 3"),
    (lambda: games.Solver(Board.rectangle(3, 3)), "flat board"),
    (lambda: solver().mover_wins(3.5, Player.LEFT), "expected a board"),
    (lambda: solver().mover_wins(SQUARE, "M"), "unknown player 'M'"),
    (lambda: dominoes.play_match(("tiao", 3)), "an agent is a name"),
    (lambda: dominoes.tournament(3), "`agents` must be a list or tuple, not 3"),
    (lambda: dominoes.tournament(["juca", "tiao"], 9, reading="worst"), "unknown reading 'worst'"),
    (lambda: dominoes.tournament(["juca", "tiao"], 9, reading=3), "expected a reading as in 'literal"),
    (lambda: oeis.sequence(332714), "expected an A-number as in 'A332714', got 332714"),
    (lambda: oeis.term("A332714", "4"), "`index` must be an integer, not '4'"),
    (lambda: list(oeis.terms("A332714", "x")), "`size` must be an integer, not 'x'"),
    (lambda: oeis.Draft.of(3), "expected a sequence as in sequence"),
    (lambda: en.growth(2).eigenvalue("x"), "`digits` must be an integer, not 'x'"),
    (lambda: en.recurrence(1).totals("x"), "`count` must be an integer, not 'x'"),
    # files and memory
    (lambda: checked("rows", True, int), "`rows` must be an integer, not true"),
    (lambda: read_json('{"rows": 3, "rows": 4}'), 'the key "rows" occurs twice'),
    (lambda: text_of("/dev/zero"), "cannot read '/dev/zero': it is longer than 67,108,864 characters"),
    (lambda: writable_file("/dev/null"), "cannot write '/dev/null': it is not a regular file"),
    (lambda: writable_file("no such folder/file"), "there is no folder"),
    (lambda: CostEstimate("9 states", 2**40).require(2**30), "9 states need about 1.0 TiB and 1.0 GiB may"),
]  # fmt: skip


def check(call, said):
    with pytest.raises(InputError) as caught:
        call()
    message = str(caught.value)
    assert said in message
    assert "\n" not in message


@pytest.mark.parametrize(("given", "said"), BOARDS, ids=[said for _, said in BOARDS])
def test_what_is_no_board(given, said):
    for ask in (Board, en.count, en.fewest, en.value, en.sample, en.solve, en.render.text):
        check(lambda ask=ask: ask(given), said)


@pytest.mark.parametrize(("call", "said"), CALLS, ids=[said for _, said in CALLS])
def test_wrong_values_are_refused_in_one_line(call, said):
    check(call, said)


def test_too_large_boards_have_their_own_error():
    with pytest.raises(en.TooLargeError):
        Board(1000, 1000)


def test_a_position_brings_its_game():
    col = Position.parse("L..\n.R.", game="col")
    for function in (en.count, en.value, en.census, en.sample, en.list_positions, en.fewest, en.overview):
        for other in ("snort", "domineering", Game.named("domineering")):
            check(lambda f=function, g=other: f(col, game=g), "the position is one of 'col', not of")


def callables():
    """The public functions and classes of the package and its modules, each once."""
    seen = []
    for module in (en, games, oeis, render, dominogame, monominogame, dominoes):
        own = [
            name for name, thing in vars(module).items() if getattr(thing, "__module__", 0) == module.__name__
        ]
        for name in getattr(module, "__all__", own):
            thing = getattr(module, name)
            is_ours = getattr(thing, "__module__", "").startswith("enumerate.")
            is_old = hasattr(thing, "__deprecated__")
            if callable(thing) and is_ours and not is_old and thing not in seen and not name.startswith("_"):
                seen.append(thing)
                yield pytest.param(thing, id=f"{module.__name__.rpartition('.')[2]}.{name}")


CALLABLES = list(callables())


def call(function, *given, **named):
    """Call, and let pass what answers and what the package refuses."""
    try:
        return function(*given, **named)
    except EnumerateError as error:
        if not str(error) or "\n" in str(error):
            raise AssertionError(f"not one line: {error}") from error


@pytest.mark.parametrize("function", CALLABLES)
def test_wrong_types_are_refused_in_words(function):
    parameters = inspect.signature(function).parameters.values()
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = sum(p.default is p.empty for p in places)
    any_number = any(p.kind is p.VAR_POSITIONAL for p in parameters)  # so Python 3.12 tells of enumerations
    for wrong in WRONG:
        call(function, *[wrong] * (max(needed, 1) if places else int(any_number)))


@pytest.mark.parametrize(
    "function", [p for p in CALLABLES if "board" in inspect.signature(p.values[0]).parameters]
)
def test_wrong_options_are_refused_in_words(function):
    board = Board.rectangle(2, 2)
    taken = inspect.signature(function).parameters
    asked = [option for option in OPTIONS if option in taken]
    needed = [
        p for p in list(taken.values())[1:] if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD
    ]
    if needed:
        return  # it asks for more than a board: the test above has its turn
    for option in asked:
        for wrong in WRONG:
            call(function, board, **{option: wrong})
