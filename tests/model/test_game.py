"""Games as data: files, library, refusals; positions of any game; other lattices and graphs."""

import json
from collections import Counter
from itertools import islice
from operator import sub

import pytest

from enumerate import Board, InputError, Position
from enumerate.checking.brute import all_positions, brute_force
from enumerate.model.game import (
    Forbidden,
    Game,
    Piece,
    game_toml,
    names,
)

GAP = {
    "name": "gap dominoes",
    "pieces": [
        {"name": "V", "player": "left", "cells": [[0, 0], [1, 0]]},
        {"name": "H", "player": "right", "cells": [[0, 0], [0, 1]]},
    ],
    "forbidden": [{"between": ["V", "H"], "offsets": [[0, 1], [0, -1], [1, 0], [-1, 0]]}],
}


@pytest.mark.parametrize("name", names())
def test_games_go_to_files_and_back(name, tmp_path):
    game = Game.named(name)
    assert game.about
    assert game.source
    assert Game.from_json(game.to_json()) == game
    assert eval(repr(game), {"Game": Game, "Piece": Piece, "Forbidden": Forbidden}) == game
    for ending, text in (("toml", game_toml(game)), ("json", json.dumps(game.to_json()))):
        path = tmp_path / f"own.{ending}"
        path.write_text(text)
        again = Game.read(path)
        assert again == game
        assert (again.about, again.source) == (game.about, game.source)
        assert Game.of(str(path)) == game


def test_cells_may_be_counted_from_anywhere():
    moved = Piece("V", "left", [(3, 1), (4, 1)])
    assert moved.cells == Piece("V", "left", [(0, 0), (1, 0)]).cells
    game = Game("up", (Piece("V", "left", [(0, 0), (-1, 0)]),))
    assert brute_force(Board.rectangle(3, 2), game=game).total == 9
    assert eval(repr(game)) == game


def wrong(**changes):
    return GAP | changes


def piece(**changes):
    return wrong(pieces=[GAP["pieces"][0] | changes, GAP["pieces"][1]])


def rule(**changes):
    return wrong(forbidden=[GAP["forbidden"][0] | changes])


SLIPS = {
    "no name": ({"pieces": GAP["pieces"]}, "`name` of a game is missing"),
    "a name of another type": (wrong(name=3), "`name` must be a text, not 3"),
    "a name that is no word": (wrong(name="#1"), "begins with a letter"),
    "a name with an escape": (wrong(name="a\x1b[2J"), "begins with a letter"),
    "no pieces": (wrong(pieces=[]), "has no pieces"),
    "pieces of another type": (wrong(pieces={}), "`pieces` must be a list, not {}"),
    "a piece of another type": (wrong(pieces=["V"]), 'a piece must be an object, not "V"'),
    "two pieces of one name": (piece(name="H"), "are called 'H'"),
    "an unknown player": (piece(player="lefty"), "unknown player 'lefty': did you mean 'left'?"),
    "a player of another type": (piece(player=0), "`player` must be a text, not 0"),
    "a piece without cells": (piece(cells=[]), "the piece 'V' has no cells"),
    "a cell twice": (piece(cells=[[0, 0], [0, 0]]), "has the cell [0, 0] twice"),
    "a cell of one number": (piece(cells=[[0], [1]]), "or all [row, column, layer], not [0]"),
    "cells of different lengths": (piece(cells=[[0, 0], [0, 0, 1]]), "not [0, 0, 1]"),
    "a cell of four numbers": (piece(cells=[[0, 0, 0, 0]]), "not [0, 0, 0, 0]"),
    "a cell of halves": (piece(cells=[[0, 0.5]]), "integers, as in [0, 1], not [0, 0.5]"),
    "a cell of truth values": (piece(cells=[[False, True]]), "not [False, True]"),
    "a cell of words": (piece(cells=["ab"]), "not 'ab'"),
    "a huge piece": (piece(cells=[[0, 0], [0, 10**9]]), "up to 100, not [0, 1000000000]"),
    "an unknown key": (wrong(rules=[]), "unknown key of a game 'rules'"),
    "an unknown key of a piece": (piece(colour="red"), "unknown key of a piece 'colour'"),
    "mixed either": (piece(player="either"), "must be of 'either' player, or none"),
    "a rule for an unknown name": (rule(between=["V", "W"]), "unknown piece in a rule 'W'"),
    "a rule for one name": (rule(between=["V"]), "between two names of pieces, not ['V']"),
    "a rule for a word": (rule(between="VH"), '`between` must be a list, not "VH"'),
    "a rule without offsets": (rule(offsets=[]), "forbids nothing"),
    "a zero offset": (rule(offsets=[[0, 0]]), "has the offset [0, 0], and pieces never overlap anyway"),
    "an offset of one number": (rule(offsets=[[1]]), "`offsets` are steps"),
    "a distance of zero": (rule(distances=[0]), "distances from 1 to 100, not 0"),
    "a distance of another type": (rule(distances=["1"]), "not '1'"),
    "an unknown key of a rule": (rule(offset=[[0, 1]]), "unknown key of a rule 'offset'"),
    "words about it of another type": (wrong(about=["x"]), "`about` must be a text"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_what_is_no_game_is_refused_in_one_line(slip, tmp_path):
    value, message = SLIPS[slip]
    with pytest.raises(InputError) as caught:
        Game.from_json(value)
    assert message in str(caught.value)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(value))
    with pytest.raises(InputError) as caught:
        Game.read(path)
    assert f"'{path}' is not a game: " in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("ending", "text", "message"),
    [
        ("toml", '{"name": "a", "name": "b", "pieces": []}', 'the key "name" occurs twice'),
        ("toml", '{"name": ', "it is not JSON"),
        ("toml", "name = 'a'\nname = 'b'", "it is not TOML"),
        ("toml", "name == 3", "it is not TOML"),
        ("toml", "", "`name` of a game is missing"),
        ("toml", "{" * 5000, "it is not JSON"),
        ("toml", "\udcff\udcfe", "not a text file in UTF-8"),
        ("json", "[1]", "not \\[1\\]"),  # it would be a table of TOML
        ("json", "3", "not 3"),
        ("json", "[1", "it is not JSON"),
    ],
)
def test_what_is_no_file_of_a_game_is_refused(ending, text, message, tmp_path):
    file = tmp_path / f"game.{ending}"
    file.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(InputError, match=message):
        Game.read(file)


# -- positions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "drawing", "counts"),
    [
        ("col", "LR.\nRL#", (2, 2)),
        ("squares", "SSSS\nSSSS", (2,)),
        ("l-trominoes", "EE.\nE..", (1,)),
        ("tridomineering", "V.HHH\nV....", (1, 1)),
        ("triomineering", "LRRR\nL...\nL...", (1, 1)),
        ("kings", "N.N\n...\nN.N", (4,)),
    ],
)
def test_drawings_of_games(game, drawing, counts):
    position = Position.parse(drawing, game=game)
    assert str(position) == drawing
    assert position.counts == counts
    assert Position.of(position.board, position.to_json(), game) == position
    assert position.is_drawn


def test_a_ring_of_pieces_is_told_by_its_list():
    ring = Board.rectangle(1, 4, wrap=(False, True))
    position = Position.of(ring, [("H", (0, 1)), ("H", (0, 3))], "cram")
    assert not position.is_drawn
    assert Position.of(ring, position.to_json(), "cram") == position
    assert position.to_json() == [["H", [[0, 1], [0, 2]]], ["H", [[0, 3], [0, 0]]]]


@pytest.mark.parametrize("game", [name for name in names() if name != "lozenges"])
def test_what_is_left_of_a_board_continues_the_game(game):
    """The positions that contain some pieces are those of the rest of the board, of every kind."""
    board = Board.rectangle(2, 3, wrap=(False, game != "triomineering"))
    for kind in ("general", "maximal"):
        everything = [(position, position.pieces) for position in all_positions(board, kind, game=game)]
        for begun in islice(all_positions(board, game=game), 0, 60, 4):
            after = [position.counts for position, pieces in everything if begun.pieces <= pieces]
            added = Counter(tuple(map(sub, counts, begun.counts)) for counts in after)
            rest = brute_force(begun.free, kind, game=game)
            assert rest.coefficients() == added, f"{kind} after\n{begun}"


def test_what_is_barred_moves_with_the_board():
    board = Position.parse("L..\n#..", game="col").free
    assert board.barred == {((0, 1), "L")}
    assert board.mirror(1).barred == {((0, 1), "L")}
    assert board.mirror(0).barred == {((1, 1), "L")}
    assert board.transpose().barred == {((1, 0), "L")}
    assert board.crop().barred == {((0, 0), "L")}
    assert board.without([(0, 1)]).barred == frozenset()
    assert Board.from_json(board.to_json()) == eval(repr(board), {"Board": Board}) == board
