"""Positions are one thing for every game: drawings, dominoes, barred cells, held against brute force."""

from collections import Counter

import pytest

from enumerate import Board, Domino, Game, InputError, Position, count, overview, positions, render
from enumerate.checking.brute import all_positions, brute_force
from enumerate.counting.overview import parts_of

BOARDS = (
    Board.parse(".#.\n..."),
    Board.rectangle(2, 4, wrap="cols"),
    Board.rectangle(2, 2, wrap="rows"),
    Board.rectangle(2, 4, lattice="triangular"),
    Board.rectangle(2, 3, lattice="hexagonal"),
    Board.box(2, 2, 2),
    Board.box(4),
)
GAMES = ("domineering", "cram", "col", "monomer-dimer-trimer")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_a_drawing_is_read_exactly_if_one_position_looks_like_it(board, game):
    every = list(all_positions(board, game=game))
    alike = Counter(map(str, every))
    for position in every:
        assert position.is_drawn == (alike[str(position)] == 1), f"{position.placements} of {game}"


def test_the_moves_and_the_rest_of_every_game_are_those_of_the_definition():
    for board in BOARDS:
        for barred in (board, board.bar([(min(board.cells), "L"), (max(board.cells), "R")])):
            for game in ("domineering", "lonely-dominoes"):
                every = {position.pieces for position in all_positions(barred, game=game)}
                for pieces in sorted(every, key=sorted)[::9]:
                    position = Position(barred, pieces, Game.named(game))
                    players = range(position.game.variables(board.dimension))
                    after = {position.place(move).pieces for p in players for move in position.moves(p)}
                    assert after == {more for more in every if pieces < more and len(more) == len(pieces) + 1}
                    stuck = {p for p in players if not position.moves(p)}
                    assert position.stuck() == stuck
                    followers = sum(pieces <= more for more in every)
                    assert positions(position.free, game=game).total == followers


@pytest.mark.parametrize("text", ["L" * 70 + "\n", "S" * 70 + "\n"])
def test_large_drawings_are_read(text):
    game = "triomineering" if "L" in text else "squares"
    rows = 66
    assert len(Position.parse(text * rows, game=game).pieces) == 70 * rows // (3 if "L" in text else 4)


def test_a_barred_cell_takes_no_domino():
    board = Board.rectangle(2, 2).bar([((0, 0), "L")])
    for made in (Position.of, lambda board, pieces: Position(board, frozenset(pieces))):
        with pytest.raises(InputError, match=r"'L' of 'domineering' does not fit at cell \(0, 0\)"):
            made(board, [Domino((0, 0), 0)])
        assert made(board, [Domino((0, 0), 1)]).counts == (0, 1)
    assert [list(board.dominoes(player)) for player in (0, 1)] == [
        Position.of(board).moves(p) for p in (0, 1)
    ]
    with pytest.raises(InputError, match=r"no domino along axis 0 fits at cell \(0, 0\)"):
        board.covered_by(Domino((0, 0), 0))


def test_dominoes_name_pieces_wherever_they_are_the_players_own():
    own = Game("by another name", Game.named("domineering").pieces)
    assert str(Position.of(Board.rectangle(1, 2), [Domino((0, 0), 1)], own)) == "RR"
    with pytest.raises(InputError, match="'col' has no domino along axis 1"):
        Position.of(Board.rectangle(1, 2), [Domino((0, 0), 1)], "col")


def test_a_column_of_dominoes_has_an_overview():
    assert overview(Position.of(Board.box(5))).totals == {"general": 8, "maximal": 3, "left-end": 3}


def test_parts_are_those_of_the_game_and_equal_ones_are_said_to_be():
    two = Board.parse("..#.\n###.\n..##")
    assert [part.like for part in parts_of(two)] == [0, 0, 0]
    assert [part.like for part in parts_of(two, Game.named("col"))] == [0, 1, 0]
    barred = Board.rectangle(2, 2).bar([((0, 0), "L"), ((0, 1), "L")])
    assert [len(part.board) for part in parts_of(barred)] == [2, 2]
    assert count(barred) == brute_force(barred).total == 4


def test_a_graph_is_drawn_without_a_game():
    assert "<svg" in render.svg(Board.from_graph([(0, 1), (1, 2)]))


def test_positions_are_arrays():
    assert Position.parse("L.\nL#").to_numpy().tolist() == [[1, 0], [1, -1]]
    assert Position.parse("R..\n.L.", game="col").to_numpy().tolist() == [[2, 0, 0], [0, 1, 0]]
