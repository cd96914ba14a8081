"""Boards and what reads as one: constructions, players, axes, arrays, graphs, texts, pictures."""

import json
import pickle
import subprocess
import sys
from itertools import islice, product
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import enumerate as en
from enumerate import Board, Domino, Game, InputError, Player, Polynomial, Position, positions
from enumerate.render.as_svg import notebook_svg


@st.composite
def boards(draw):
    """Boards of 1 to 3 dimensions with walls and wrapped axes, single layers and empty boards among them."""
    dimension = draw(st.integers(1, 3))
    shape = draw(st.tuples(*[st.integers(1, 4 - (dimension == 3))] * dimension))
    cells = draw(st.sets(st.sampled_from(list(product(*map(range, shape))))))
    return Board.of(shape, cells, draw(st.tuples(*[st.booleans()] * dimension)))


@st.composite
def positions_on(draw):
    """Positions on such boards, full rings among them."""
    position = Position.of(draw(boards()))
    for _ in range(draw(st.integers(0, 4))):
        moves = [move for axis in range(position.board.dimension) for move in position.moves(axis)]
        if moves:
            position = position.place(draw(st.sampled_from(moves)))
    return position


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


def test_a_drawing_may_have_pieces():
    assert en.count("L..\nL..") == en.count(Position.parse("L..\nL.."))
    assert en.value("LR.", game="col") == en.value(Position.parse("LR.", game="col"))


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


def test_a_byte_order_mark_is_no_sign():
    assert Board.parse("\ufeff..\n.#") == Board.parse("..\n.#")
    assert Position.parse("\ufeffRR") == Position.parse("RR")


LEFT = [Player.LEFT, 0, "left", "L", "Left", "l", np.int64(0)]


@pytest.mark.parametrize("left", LEFT, ids=repr)
def test_players_by_name_letter_or_axis(left):
    board = Board.parse("..#\n...")
    assert Player.of(left) is Player.LEFT
    assert Domino((0, 0), left) == Domino((0, 0), 0)
    assert list(board.dominoes(left)) == [Domino((0, 0), 0), Domino((0, 1), 0)]
    assert Position.of(board).moves(left) == list(board.dominoes(0))
    assert board.mirror(left) == board.mirror(0)
    assert positions(board, stuck=[left]) == positions(board, "left-end")
    assert positions(board, play=True, turn=left) == positions(board, play=True, turn=Player.LEFT)


@pytest.mark.parametrize(
    ("words", "wrap"),
    [
        ("rows", (True, False)),
        ("cols", (False, True)),
        ("rows,cols", (True, True)),
        (" Cols , rows", (True, True)),
    ],
)
def test_axes_to_wrap_by_name(words, wrap):
    assert Board.rectangle(3, 3, wrap=words) == Board.rectangle(3, 3, wrap=wrap)
    assert Board.parse("..\n..", wrap=words).wrap == Position.parse("..\n..", wrap=words).board.wrap == wrap


@settings(deadline=None)
@given(board=boards())
def test_boards_go_to_numpy_and_back(board):
    array = board.to_numpy()
    assert array.shape == board.shape
    assert array.dtype == bool
    assert array.sum() == len(board)
    assert Board.from_numpy(array, board.wrap) == board == Board.from_numpy(array.astype(float), board.wrap)


@settings(deadline=None)
@given(board=boards())
def test_dominoes_are_the_edges_of_the_graph(board):
    """On a wrapped axis of length 2 two dominoes join the cells, and the graph has two edges."""
    graph = board.to_networkx()
    dominoes = [domino for axis in range(board.dimension) for domino in board.dominoes(axis)]
    assert set(graph.nodes) == board.cells
    assert graph.number_of_edges() == len(dominoes)
    wanted = sorted(sorted(board.covered_by(d)) for d in dominoes)
    assert sorted(sorted(edge[:2]) for edge in graph.edges) == wanted
    assert len(list(nx.connected_components(nx.Graph(graph)))) == len(board.components())


@settings(deadline=None, max_examples=30)
@given(position=positions_on())
def test_notebooks_draw_small_boards_whole(position):
    for drawn in (position, position.board):
        picture = notebook_svg(drawn)
        ElementTree.fromstring(picture)
        assert picture.count("<rect") >= len(position.board)


@pytest.mark.parametrize(
    "board", [Board.rectangle(300, 300), Board.rectangle(1, 90_000), Board.box(50, 50, 30)]
)
def test_notebooks_draw_large_boards_within_bounds(board):
    """A picture of all cells would be megabytes."""
    lots = Position.of(board, list(islice(board.dominoes(1), 1)))
    for drawn in (board, lots):
        picture = notebook_svg(drawn)
        ElementTree.fromstring(picture)
        assert len(picture) < 2000
        assert f"{len(board):,} cells" in picture


def test_the_largest_picture_of_a_notebook():
    picture = notebook_svg(Board.rectangle(50, 50))
    assert picture.count("<rect") > 2500
    assert len(picture) < 400_000


def test_boards_and_positions_show_pictures_in_a_notebook_and_text_elsewhere():
    """Only a notebook loads the package that draws."""
    code = """
import sys, types
sys.modules[sys.argv[1]] = types.ModuleType(sys.argv[1])
from enumerate import Board, Position
print([str(drawn._repr_svg_())[:4] for drawn in (Board.rectangle(1, 2), Position.parse("RR"))])
"""
    for loaded, wanted in (("IPython", "<svg"), ("marimo", "<svg"), ("neither", "None")):
        done = subprocess.run(
            [sys.executable, "-c", code, loaded], capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == str([wanted, wanted])


NAMES = {"Board": Board, "Domino": Domino, "Position": Position, "Polynomial": Polynomial}


@settings(deadline=None)
@given(board=boards())
def test_boards_print_and_read_back(board):
    assert eval(repr(board), NAMES) == board
    assert Board.from_json(board.to_json()) == board
    if board.cells:
        assert Board.parse(str(board), board.wrap, board.dimension) == board


@settings(deadline=None)
@given(position=positions_on())
def test_positions_print_and_read_back(position):
    assert eval(repr(position), NAMES) == position


def test_one_block_is_a_flat_board_by_default():
    """A single layer, a column and a flat board may have the same drawing."""
    drawing = ".\n#\n."
    shapes = [Board.parse(drawing, dimension=d).shape for d in (None, 1, 2, 3)]
    assert shapes == [(3, 1), (3,), (3, 1), (3, 1, 1)]
