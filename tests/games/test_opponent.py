"""A game against the computer: turns and winners by the rules, moves that keep a win."""

import random
from collections.abc import Iterator
from itertools import permutations, product

import pytest
from oracles.solved_games import box_outcomes, domineering_outcomes

from enumerate.games import opponent
from enumerate.games.opponent import OngoingMatch, Opponent
from enumerate.model.board import Board, Domino, Player
from enumerate.model.position import Position

TWO = (Player.LEFT, Player.RIGHT)


def play_to_the_letter(board: Board, order: tuple[Player, ...], chance: random.Random) -> Player:
    """Play at random by the rules, the match beside it; the winner.

    Nobody is skipped in advance: the turn goes round, whoever has no move on it is out, and of two players
    the first who is out has lost.
    """
    free, still_in, last, place = board, set(order), order[-1], 0
    match = OngoingMatch(Position.of(board), order, order[0])
    if len(order) == 3 and not match.moves():
        match = OngoingMatch(Position.of(board), order, match.follower(order[0]))
    while still_in:
        player = order[place % len(order)]
        place += 1
        if player not in still_in:
            continue
        moves = list(free.dominoes(player))
        if not moves:
            if len(order) == 2:
                last = order[place % 2]
                break
            still_in.remove(player)
            continue
        assert match.turn == player
        assert match.winner is None
        assert match.moves() == moves
        domino = chance.choice(moves)
        free, last = free.without(free.covered_by(domino)), player
        match = match.play(domino)
    assert match.winner == last
    return last


def test_turns_and_winners_follow_the_rules() -> None:
    chance = random.Random(7)
    won: set[tuple[int, Player]] = set()
    for _ in range(150):
        players = chance.choice([TWO, tuple(Player)])
        shape = tuple(chance.randint(1, 4) for _ in players)
        cells = [cell for cell in product(*map(range, shape)) if chance.random() < 0.8]
        order = chance.choice(list(permutations(players)))
        won.add((len(players), play_to_the_letter(Board.of(shape, cells), order, chance)))
    assert won == {(2, player) for player in TWO} | {(3, player) for player in Player}


def test_where_nobody_moves_the_last_of_the_order_wins() -> None:
    for order in permutations(Player):
        assert OngoingMatch(Position.of(Board.box(1, 1, 1)), order, order[0]).winner == order[-1]


def ends(match: OngoingMatch, machine: Opponent) -> Iterator[Player]:
    """The winner of each game in which the person tries every move."""
    if match.winner is not None:
        yield match.winner
        return
    moves = match.moves() if match.turn == machine.you else [machine.choose(match)]
    for domino in moves:
        yield from ends(match.play(domino), machine)


@pytest.mark.parametrize(
    "shape", [(2, 3), (3, 3), (3, 4), (4, 3), pytest.param((4, 4), marks=pytest.mark.slow)], ids=str
)
def test_the_machine_wins_every_game_that_it_can_win(shape: tuple[int, int]) -> None:
    board = Board.rectangle(*shape)
    for order in permutations(TWO):
        for you in TWO:
            winners = set(ends(OngoingMatch(Position.of(board), order, order[0]), Opponent(order, you)))
            if domineering_outcomes(board)[order[0]][0] != you:
                assert you not in winners, f"{order} on {shape}, against {you}"


def test_the_machine_leaves_the_person_no_win_in_a_box() -> None:
    board = Board.box(2, 2, 3)
    for order in permutations(Player):
        winner = box_outcomes(board)["".join(player.letter for player in order)]
        for you in Player:
            winners = set(ends(OngoingMatch(Position.of(board), order, order[0]), Opponent(order, you)))
            assert (you in winners) == (winner == you.letter)


def test_on_large_boards_the_machine_counts_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponent, "SOLVED_UP_TO", 0)
    chance = random.Random(9)
    for _ in range(20):
        cells = [cell for cell in product(range(5), repeat=2) if chance.random() < 0.8]
        board = Board.of((5, 5), cells)
        match = OngoingMatch(Position.of(board), TWO, Player.LEFT)

        def margin(domino: Domino, board: Board = board) -> int:
            after = board.without(board.covered_by(domino))
            return len(list(after.dominoes(Player.LEFT))) - len(list(after.dominoes(Player.RIGHT)))

        best = max(map(margin, match.moves()))
        assert margin(Opponent(TWO, Player.RIGHT).choose(match)) == best
