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
