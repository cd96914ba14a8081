"""Whose turn it is, and what alternating play can reach from there: against a walk through the game tree."""

import pytest

from enumerate.counting.positions import count, positions
from enumerate.model.board import Board, Player
from enumerate.model.polynomial import PLAY_DIFFERENCES, play_differences
from enumerate.model.position import Position
from enumerate.rules.kinds import whose_turn
from enumerate.support.errors import InputError

STUCK = {"general": set(), "maximal": {0, 1}, "right-end": {1}, "left-end": {0}}


def reached(board, first):
    """Every (position, last mover) of a game in which `first` moves first and the players alternate."""
    layer = {(Position.of(board), Player(1 - first))}
    found = set()
    while layer:
        found |= layer
        layer = {
            (position.place(move), Player(1 - last))
            for position, last in layer
            for move in position.moves(1 - last)
        }
    return found


@pytest.mark.parametrize("turn", [Player.LEFT, Player.RIGHT])
@pytest.mark.parametrize("text", ["...\n...\n..#", "..\n..\n#.\n..", "....\n.#.."])
def test_what_can_be_reached_from_a_turn(turn, text):
    """At an end the player who is not stuck has moved last; otherwise everything reached counts."""
    board = Board.parse(text)
    tree = reached(board, turn)
    ends = {}
    for kind, stuck in STUCK.items():
        other = {"right-end": Player.LEFT, "left-end": Player.RIGHT}.get(kind)
        ends[kind] = {p for p, last in tree if stuck <= p.stuck() and other in (None, last)}
        assert count(board, kind, play=True, turn=turn) == len(ends[kind])
        assert positions(board, kind, play=True, turn=turn).total == len(ends[kind])
    any_end = ends["left-end"] | ends["right-end"]
    assert count(board, "any-end", play=True, turn=turn) == len(any_end)


def test_without_a_turn_both_may_start():
    """The papers' differences are those of both turns together [HM21, Section 2.1; KS20, Section 3]."""
    assert PLAY_DIFFERENCES == {
        "general": (-1, 0, 1),
        "maximal": (-1, 0, 1),
        "right-end": (0, 1),
        "left-end": (-1, 0),
    }
    for kind, differences in PLAY_DIFFERENCES.items():
        turns = {d for turn in (Player.LEFT, Player.RIGHT) for d in play_differences(kind, turn)}
        assert turns == set(differences)


@pytest.mark.parametrize(
    ("text", "first", "turn"),
    [
        ("L.\nL.", Player.LEFT, Player.RIGHT),
        ("L.\nL.", Player.RIGHT, Player.RIGHT),
        ("RR\n..", Player.LEFT, Player.LEFT),
        ("LRR\nL..", Player.LEFT, Player.LEFT),
        ("LRR\nL..", Player.RIGHT, Player.RIGHT),
        ("..", Player.RIGHT, Player.RIGHT),
    ],
)
def test_turns(text, first, turn):
    """Counts that differ by one decide; equal counts leave it to the starter."""
    assert whose_turn(Position.parse(text), first) is turn


def test_impossible_counts():
    position = Position.parse("LL.\nLL.")
    with pytest.raises(InputError, match="2 Left and 0 Right dominoes cannot arise in alternating play"):
        whose_turn(position)
    assert whose_turn(position, allow_unreachable=True) is None
    assert whose_turn(Position.of(Board.box(2, 2, 2))) is None
