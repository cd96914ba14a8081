"""Boards and what reads as one: constructions, players, axes, arrays, graphs, texts, pictures."""

import json
import pickle
import subprocess
import sys
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest
from boards import random_board

import enumerate as en
from enumerate import Board, Domino, Game, InputError, Player, Position, positions
from enumerate.render.as_svg import notebook_svg

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
    assert en.value("LR.", game="col") == en.value(Position.parse("LR.", game="col"))
    with pytest.raises(InputError, match="cannot read the board"):
        en.count(tmp_path / "none.txt")


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


@pytest.mark.parametrize("seed", range(60))
def test_boards_and_positions_go_to_other_systems_and_back(seed):
    """Text, JSON, NumPy, NetworkX, pictures; boards of 1 to 3 dimensions, full rings among the positions."""
    board, _ = random_board(seed)
    assert eval(repr(board)) == board == Board.from_json(board.to_json())
    if board.cells:
        assert Board.parse(str(board), board.wrap, board.dimension) == board
    array = board.to_numpy()
    assert (array.shape, array.dtype, array.sum()) == (board.shape, bool, len(board))
    assert Board.from_numpy(array, board.wrap) == board == Board.from_numpy(array.astype(float), board.wrap)
    graph = board.to_networkx()  # on a wrapped axis of length 2 two dominoes join the cells: two edges
    dominoes = [domino for axis in range(board.dimension) for domino in board.dominoes(axis)]
    assert set(graph.nodes) == board.cells
    wanted = sorted(sorted(board.covered_by(d)) for d in dominoes)
    assert sorted(sorted(edge[:2]) for edge in graph.edges) == wanted
    assert len(list(nx.connected_components(nx.Graph(graph)))) == len(board.components())
    position = Position.of(board)
    for axis in range(board.dimension):
        for move in position.moves(axis)[:2]:
            if move in position.moves(axis):
                position = position.place(move)
    assert eval(repr(position)) == position
    for drawn in (position, board):
        picture = notebook_svg(drawn)
        ElementTree.fromstring(picture)
        assert picture.count("<rect") >= len(board)


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
    assert notebook_svg(Board.rectangle(50, 50)).count("<rect") > 2500  # the largest that is drawn whole


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


def test_one_block_is_a_flat_board_by_default():
    """A single layer, a column and a flat board may have the same drawing."""
    drawing = ".\n#\n."
    shapes = [Board.parse(drawing, dimension=d).shape for d in (None, 1, 2, 3)]
    assert shapes == [(3, 1), (3,), (3, 1), (3, 1, 1)]


def test_lines_of_cells_hold_the_most_dominoes():
    assert [len(line) for line in Board("..#.").lines("right")] == [2, 1]
    assert Board("2x3", wrap="cols").lines("right") == [[(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)]]
    for seed in range(20):
        board, _ = random_board(seed)
        for player in range(board.dimension):
            longest = max(monomial[player] for monomial in positions(board).coefficients())
            assert board.most_dominoes(player) == longest
