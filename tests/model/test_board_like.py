"""Every public function accepts anything that reads as a board, and a position brings its own game."""

import json
import pickle
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

import enumerate as en
from enumerate import Board, Game, InputError, Position

RECTANGLE = Board.rectangle(2, 3)
LIKE = {
    "board": RECTANGLE,
    "position": Position.of(RECTANGLE),
    "size": "2x3",
    "size with blanks": " 2 X 3 ",
    "sizes": (2, 3),
    "list of sizes": [2, 3],
    "sizes of NumPy": (np.int64(2), np.int8(3)),
    "drawing": "...\n...",
    "array of truth values": np.ones((2, 3), dtype=bool),
    "array of integers": np.ones((2, 3), dtype=np.uint8),
    "array of floats": np.ones((2, 3)),
    "array of objects": np.ones((2, 3), dtype=object),
}
FUNCTIONS = {
    "positions": en.positions,
    "positions by size": lambda board: en.positions(board, by="size"),
    "count": en.count,
    "count pieces": lambda board: en.count(board, pieces=2),
    "explain": lambda board: str(en.explain(board)),
    "overview": lambda board: str(en.overview(board)),
    "evaluate": lambda board: en.evaluate(board, x=2),
    "moments": en.moments,
    "densities": lambda board: en.densities(board).to_json(),
    "activity_curve": lambda board: list(en.activity_curve(board, points=3)),
    "legal_complex": lambda board: en.legal_complex(board).f_vector,
    "brute_force": en.brute_force,
    "sample": lambda board: list(en.sample(board, size=2, seed=1)),
    "list_positions": lambda board: list(en.list_positions(board).listing()),
    "fewest": en.fewest,
    "most": en.most,
    "cheapest": en.cheapest,
    "dearest": en.dearest,
    "alpha": en.alpha,
    "solve": lambda board: str(en.solve(board)),
    "value": lambda board: str(en.value(board).value),
    "census": lambda board: en.census(board).rows,
    "census from samples": lambda board: en.census(board, samples=3, seed=1).rows,
    "mover_wins": lambda board: en.games.Solver((2, 3)).mover_wins(board, "left"),
    "winning_moves": lambda board: en.games.Solver((2, 3)).winning_moves(board, "left"),
    "text": en.render.text,
    "svg": en.render.svg,
    "tikz": en.render.tikz,
    "gallery": lambda board: en.render.gallery([board, board]),
    "Position.of": Position.of,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_reads_every_board(name):
    wanted = FUNCTIONS[name](RECTANGLE)
    for like, board in LIKE.items():
        assert FUNCTIONS[name](board) == wanted, like


def test_a_path_is_read(tmp_path):
    drawing = tmp_path / "board.txt"
    drawing.write_text("\ufeff...\n...\n", encoding="utf-8")
    for name, function in FUNCTIONS.items():
        assert function(drawing) == function(RECTANGLE), name
    drawing.write_text("L..\nL..\n")
    assert en.count(drawing) == en.count("#..\n#..")
    with pytest.raises(InputError, match="cannot read the board"):
        en.count(tmp_path / "none.txt")


def test_a_graph_is_a_board():
    graph = nx.cycle_graph(5)
    assert en.count(graph, game="node-kayles") == en.count(Board.from_graph(graph), game="node-kayles") == 11
    with pytest.raises(InputError, match="on a graph pieces cover single cells"):
        en.count(graph)


CONSTRUCTED = [
    (Board(8, 8), Board.rectangle(8, 8)),
    (Board("8x8"), Board.rectangle(8, 8)),
    (Board("8x8", wrap="cols"), Board.rectangle(8, 8, wrap="cols")),
    (Board((4, 4, 3)), Board.box(4, 4, 3)),
    (Board(7), Board.box(7)),
    (Board("3x4", lattice="hexagonal"), Board.rectangle(3, 4, lattice="hexagonal")),
    (Board(".#\n.."), Board.parse(".#\n..")),
    (Board(np.array([[1, 0], [1, 1]])), Board.parse(".#\n..")),
    (Board(Board(3, 3), wrap="rows"), Board.rectangle(3, 3, wrap="rows")),
    (Board(Position.parse("L.\nL.")), Board.parse("#.\n#.")),
    (Board((2, 2), cells=[(0, 0), (1, 1)]), Board.parse(".#\n#.")),
]


@pytest.mark.parametrize(("made", "wanted"), CONSTRUCTED)
def test_boards_are_constructed(made, wanted):
    assert made == wanted == pickle.loads(pickle.dumps(made)) == eval(repr(made))
    assert hash(made) == hash(wanted)


REFUSED = {
    "no size": ("8y8", "'8y8' is neither a size such as '8x8' nor a drawing"),
    "file name": ("board.txt", "a file is given as a Path"),
    "empty text": ("", "the drawing is empty"),
    "float": (2.5, "expected a board such as '8x8'.*, got 2.5"),
    "bytes": (b"..", "expected a board"),
    "class": (Board, "expected a board"),
    "list of truth values": ([True, False], "expected a board"),
    "nested list": ([[1, 0], [1, 1]], "expected a board"),
    "no axis": (np.array(1), "1 to 3 dimensions"),
    "NaN": (np.array([[np.nan, 1]]), "expected an array of 0 and 1"),
    "text in an array": (np.array([["a", "b"]]), "expected an array of 0 and 1"),
    "other numbers": (np.array([8, 8]), r"expected an array of 0 and 1.*got array\(\[8, 8\]\)"),
    "complex numbers": (np.array([1j]), "expected an array of 0 and 1"),
    "objects": (np.array([None, 1]), "expected an array of 0 and 1"),
    "size 0": ("0x3", "`rows` must be at least 1, not 0"),
    "too large": ("1000x1000", "too large"),
    "four axes": ((1, 1, 1, 1), "1 to 3 dimensions, not 4"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_things_are_refused_in_one_line(name):
    board, said = REFUSED[name]
    for function in (Board, en.count, en.value, en.sample, en.render.text):
        with pytest.raises(InputError, match=said) as caught:
            function(board)
        assert "\n" not in str(caught.value)


def test_sizes_and_cells_do_not_go_together():
    with pytest.raises(InputError, match="got both"):
        Board(2, 2, cells=[(0, 0)])


# -- positions -----------------------------------------------------------------------------------------------

STARTS = {
    "domineering": Position.parse("L..\nL.#\n..."),
    "col": Position.parse("L..\n.R.", game="col"),
    "cram": Position.parse("HH.\n...", game="cram"),
}


@pytest.mark.parametrize("name", STARTS)
def test_a_position_means_what_can_be_added(name):
    start = STARTS[name]
    free, game = start.free, start.game
    assert en.positions(start) == en.positions(free, game=game) == en.brute_force(start)
    assert en.count(start, "maximal") == en.count(free, "maximal", game=game)
    assert en.evaluate(start, x=3) == en.evaluate(free, x=3, game=game)
    assert en.moments(start) == en.moments(free, game=game)
    assert en.densities(start).cells == en.densities(free, game=game).cells
    assert en.legal_complex(start).f_vector == en.legal_complex(free, game=game).f_vector
    assert en.cheapest(start).cost == en.cheapest(free, game=game).cost


@pytest.mark.parametrize("name", STARTS)
def test_positions_that_come_back_contain_the_pieces_that_were_there(name):
    start = STARTS[name]
    listed = en.list_positions(start)
    every = list(listed.listing())
    assert len(every) == len(set(every)) == en.count(start)
    assert [listed.rank(position) for position in every] == list(range(len(every)))
    assert pickle.loads(pickle.dumps(listed)) == listed != en.list_positions(start.free, game=start.game)
    assert list(pickle.loads(pickle.dumps(listed)).listing()) == every
    drawn = en.sample(start, size=20, seed=1)
    assert set(drawn) <= set(every)
    found = [
        every,
        drawn,
        [en.fewest(start).witness, en.most(start).witness, en.cheapest(start, k=2).witness],
    ]
    if not start.game.is_impartial:
        found.append([en.alpha(start).witness])
    for position in (position for some in found for position in some):
        assert position.board == start.board
        assert position.pieces >= start.pieces
    least = en.fewest(start)
    assert least.dominoes == len(least.witness.pieces) - len(start.pieces)


def test_a_rank_needs_the_pieces_that_were_there():
    listed = en.list_positions(STARTS["domineering"])
    with pytest.raises(InputError, match="lacks pieces that lie on the board already"):
        listed.rank(Position.of(STARTS["domineering"].board))
    with pytest.raises(InputError, match="another board"):
        listed.rank(Position.parse(".."))


def test_a_position_brings_its_game():
    col = STARTS["col"]
    assert en.count(col) == en.count(col, game="col") == en.count(col, game=Game.named("col"))
    for function in (en.count, en.value, en.census, en.sample, en.list_positions, en.fewest, en.overview):
        for other in ("snort", "domineering", Game.named("domineering")):
            with pytest.raises(InputError, match="the position is one of 'col', not of"):
                function(col, game=other)


def test_a_drawing_may_have_pieces():
    assert en.count("L..\nL..") == en.count(Position.parse("L..\nL.."))
    assert en.value("LR.", game="col") == en.value(Position.parse("LR.", game="col"))
    with pytest.raises(InputError, match="'L' in line 1, column 1 has no partner"):
        en.count("L..\n...")


# -- games ---------------------------------------------------------------------------------------------------


def test_games_by_name_file_path_mapping(tmp_path, monkeypatch):
    col = Game.named("col")
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(col.to_json()))
    monkeypatch.chdir(tmp_path)
    for game in ("col", "mine.json", str(file), file, Path("mine.json"), col.to_json(), col):
        assert Game.of(game) == col
        assert en.count("2x3", game=game) == en.count("2x3", game="col")
        assert Position.parse("LR.", game=game) == Position.parse("LR.", game="col")
    for game, said in (
        (3, "expected a game"),
        (None, "expected a game"),
        ({}, "`name` of a game is missing"),
        ("chess", "unknown game"),
    ):
        with pytest.raises(InputError, match=said):
            en.count("2x3", game=game)


# -- tracebacks that became errors ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: Position.of("2x2", [("L", 5)]), r"a cell is a tuple of integers, as in \(0, 1\), not 5"),
        (lambda: Position.of("2x2", [("L", None)]), "a cell is a tuple of integers"),
        (lambda: Position("2x2", [], 3), "expected a game"),
        (lambda: Position("2x2", 5), "`pieces` must be a list or tuple, not 5"),
        (lambda: Board.from_json({"shape": 2, "wrap": [False], "text": ".."}), "`shape` must be a list"),
        (lambda: Board.from_json(3), "a board in JSON has"),
        (lambda: Board((2, 2), cells=5), "`cells` must be a list or tuple, not 5"),
        (lambda: Board((2, 2), cells=[5]), "a cell is a tuple of integers"),
        (lambda: Board("2x2", barred=5), "`pairs` must be a list or tuple, not 5"),
        (lambda: Board("2x2", wrap=5), "`wrap` must be True or False for each axis"),
        (lambda: Board("2x2", lattice=5), "unknown lattice"),
        (lambda: Game.read(None), "expected the name of a file with a game, got None"),
        (lambda: Game.read(3), "expected the name of a file with a game, got 3"),
        (lambda: Board.from_numpy([[1, float("nan")]]), "expected an array of 0 and 1"),
        (lambda: Board.from_numpy([["1", "0"]]), "expected an array of 0 and 1"),
        (lambda: Board.from_numpy([[1, 2]]), "expected an array of 0 and 1"),
        (lambda: Board.from_numpy([[1, 0], [1]]), "expected an array of 0 and 1"),
    ],
)
def test_wrong_input_is_refused_in_one_line(ask, said):
    with pytest.raises(InputError, match=said) as caught:
        ask()
    assert "\n" not in str(caught.value)


def test_a_position_resolves_the_name_of_its_game():
    position = Position(Board(1, 3), [("L", (0, 0))], "col")
    assert position == Position.parse("L..", game="col")


def test_a_byte_order_mark_is_no_sign():
    assert Board.parse("\ufeff..\n.#") == Board.parse("..\n.#")
    assert Position.parse("\ufeffRR") == Position.parse("RR")
