"""Elimination, which shares no code with the sweep, against golden numbers, brute force and laws."""

import random
from collections.abc import Callable
from functools import partial

import pytest
from packed import whole_program
from placement import GAMES, GOLDEN, squares, walled, wrapped

from enumerate import Board, InputError, TooLargeError
from enumerate.checking.verify import value_at
from enumerate.compiler.program import Program, evaluate
from enumerate.counting.elimination import eliminate
from enumerate.evaluators.integers import Integers
from enumerate.evaluators.sweeper import Sweeper
from enumerate.model.game import Forbidden, Game, Piece
from enumerate.plan.plan import dictionary_answer
from enumerate.plan.strategy import compile_best
from enumerate.rules.kinds import stuck_players
from enumerate.rules.problem import NoPositionError, Problem
from enumerate.support.run import running

PRIME = 2**31 - 1


def total(game: str, board: Board, kind: str) -> int:
    played = Game.named(game)
    stuck = stuck_players(kind, played.variables(board.dimension))
    return eliminate(played, board, stuck, PRIME, (1, 1, 1))


LONGEST = ("tromino-any", "tridomineering", "monomer-dimer-trimer", "l-trominoes")  # by far


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.slow) if game in LONGEST else game for game in GAMES]
)
def test_golden_numbers(game):
    for kind in GOLDEN["squares"][game]:
        for board, number in squares(game, kind):
            if len(board) <= 16:
                assert total(game, board, kind) == number % PRIME, f"{kind} on {board!r}"
    for board, kind, number in [*walled(game), *wrapped(game)]:
        if number < 10**5:
            assert total(game, board, kind) == number % PRIME, f"{kind} on {board!r}"


def far_game(rng: random.Random) -> Game:
    """Pieces that need not be connected, and rules that reach three cells far."""
    owners = rng.choice([["either"], ["left", "right"], ["left", "right", "middle"]])
    steps = [(0, 1), (1, 0), (1, 1), (0, 2), (1, -1), (2, 0), (0, -1)]
    pieces = []
    for name in "ABCD"[: rng.randint(1, 4)]:
        cells = [(0, 0)]
        for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
            (row, col), (down, right) = rng.choice(cells), rng.choice(steps)
            cells.append((row + down, col + right))
        pieces.append(Piece(name, rng.choice(owners), sorted({*cells})))
    far = [(row, col) for row in range(-3, 4) for col in range(-3, 4) if row or col]
    rules = [
        Forbidden((rng.choice(pieces).name, rng.choice(pieces).name), rng.sample(far, rng.randint(1, 4)))
        for _ in range(rng.randint(0, 3))
    ]
    return Game("far", tuple(pieces), tuple(rules))


def far_board(rng: random.Random) -> Board:
    """A board of up to 24 cells, some with walls or wrapped, many of them mirror images of themselves."""
    rows = rng.randint(2, 8)
    wrap = (rng.random() < 0.2, rng.random() < 0.2)
    board = Board.rectangle(rows, rng.randint(1, min(5, 24 // rows)), wrap=wrap)
    if rng.random() < 0.4:
        board = board.without(rng.sample(sorted(board.cells), rng.randint(0, len(board) // 3)))
    both = {*board.cells, *board.mirror(0).cells} if rng.random() < 0.4 else board.cells
    return Board.of(board.shape, both, wrap)


def program_of(compiled: Callable[[], Program]) -> Program | None:
    """The program, or None if there is no position."""
    try:
        return compiled()
    except NoPositionError:
        return None


def total_of(program: Program | None) -> int:
    """The number of positions modulo the prime."""
    return 0 if program is None else evaluate(program, Integers(Sweeper(program.programs))) % PRIME


MORE = [pytest.param(range(n, n + 500), marks=pytest.mark.slow) for n in range(25, 2025, 500)]


LONGER_CODES = 1213  # a label of this game does not fit while a window has words left


@pytest.mark.parametrize("seeds", [[*range(25), LONGER_CODES], *MORE])
def test_games_that_reach_far_on_boards_too_large_for_brute_force(seeds):
    """Elimination against whole and half sweeps, and polynomials in dictionaries."""
    tried = 0
    for seed in seeds:
        rng = random.Random(seed)
        game, board = far_game(rng), far_board(rng)
        players = game.variables(2)
        stuck = frozenset(player for player in range(players) if rng.random() < 0.4)
        point = tuple(rng.randrange(PRIME) for _ in range(players))
        try:
            with running({"max_memory": 10**7}):
                one, other = (eliminate(game, board, stuck, PRIME, at) for at in ((1, 1, 1), point))
        except (InputError, TooLargeError):  # a piece meets itself around the board, or it takes minutes
            continue
        tried += 1
        task = Problem(board, stuck, game=game)
        asked = f"seed {seed}: {stuck} of {game} on {board!r}"
        best = program_of(partial(compile_best, task, weighted=False))
        assert total_of(best) == one, asked
        if best and (best.is_folded or best.cycles or seed % 4 == 0):  # else `best` is a whole sweep
            assert total_of(program_of(partial(whole_program, board, stuck, game=game))) == one, asked
        assert value_at(dictionary_answer(task, False), PRIME, point) == other, asked
    assert tried > len(seeds) // 2


def test_what_does_not_fit_is_refused():
    with pytest.raises(TooLargeError, match="the check needs more than"), running({"max_memory": 10**6}):
        eliminate(Game.named("col"), Board.rectangle(9, 9), {0, 1}, PRIME, (1, 1))
