"""The engine that shares nothing with the frontier: against golden numbers, brute force and laws."""

import random

import networkx as nx
import pytest
from placement import GAMES, GOLDEN, polynomials, squares, walled, wrapped

from enumerate import Board, TooLargeError
from enumerate.checking.brute import brute_force
from enumerate.checking.checks import value_at
from enumerate.checking.elimination import eliminate
from enumerate.model.game import Forbidden, Game, Piece
from enumerate.rules.tiles import stuck_players

PRIME = 2**31 - 1


def total(game: str, board: Board, kind: str) -> int:
    played = Game.named(game)
    stuck = stuck_players(kind, played.variables(board.dimension))
    return eliminate(played, board, stuck, PRIME, (1, 1, 1))


@pytest.mark.parametrize("game", GAMES)
def test_golden_numbers(game):
    for kind in GOLDEN["squares"][game]:
        for board, number in squares(game, kind):
            if len(board) <= 16:
                assert total(game, board, kind) == number % PRIME, f"{kind} on {board!r}"
    for board, kind, number in [*walled(game), *wrapped(game)]:
        if number < 10**5:
            assert total(game, board, kind) == number % PRIME, f"{kind} on {board!r}"


@pytest.mark.parametrize("game", GAMES)
def test_polynomials_at_random_points(game):
    rng = random.Random(game)
    for board, kind, polynomial in polynomials(game):
        point = tuple(rng.randrange(PRIME) for _ in range(3))[: polynomial.dimension]
        played = Game.named(game)
        stuck = stuck_players(kind, polynomial.dimension)
        assert eliminate(played, board, stuck, PRIME, point) == value_at(polynomial, PRIME, point)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_golden_squares_of_five(game):
    for kind in GOLDEN["squares"][game]:
        for board, number in squares(game, kind):
            if len(board) == 25:
                assert total(game, board, kind) == number % PRIME


def random_game(seed: int) -> Game:
    """Random small pieces of two or three players, or of either, and random forbidden pairs."""
    rng = random.Random(seed)
    owners = rng.choice([["either"], ["left", "right"], ["left", "right", "middle"]])
    near = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1, 2)]
    pieces = []
    for number in range(rng.randint(1, 3)):
        cells = {(0, 0), *rng.sample(near, rng.randint(0, 2))}
        pieces.append(Piece(f"{'ABC'[number]}", rng.choice(owners), sorted(cells)))
    names = [piece.name for piece in pieces]
    rules = [
        Forbidden((rng.choice(names), rng.choice(names)), rng.sample([d for d in near if any(d)], 2))
        for _ in range(rng.randint(0, 2))
    ]
    return Game(f"random {seed}".replace(" ", "-"), tuple(pieces), tuple(rules))


@pytest.mark.parametrize("seed", range(60))
def test_random_games_on_random_boards(seed):
    rng = random.Random(seed)
    game = random_game(seed)
    lattice = rng.choice(["square", "square", "hexagonal", "triangular"])
    shape = rng.choice([(2, 4), (3, 2), (2, 2), (3, 3)])
    wrap = tuple(n % 2 == 0 and rng.random() < 0.3 for n in shape)
    board = Board.rectangle(*shape, wrap=wrap, lattice=lattice)
    board = board.without([cell for cell in board if rng.random() < 0.2])
    players = game.variables(2)
    stuck = frozenset(player for player in range(players) if rng.random() < 0.5)
    point = tuple(rng.randrange(PRIME) for _ in range(players))
    wanted = brute_force(board, stuck=stuck, game=game)
    assert eliminate(game, board, stuck, PRIME, point) == value_at(wanted, PRIME, point)


def test_graphs():
    for graph in (nx.petersen_graph(), nx.cycle_graph(7), nx.complete_graph(5), nx.empty_graph(4)):
        board = Board.from_graph(graph)
        for game in ("node-kayles", "col", "far-node-kayles"):
            for kind in ("general", "maximal"):
                wanted = brute_force(board, kind, game=game).total
                assert total(game, board, kind) == wanted


def test_what_does_not_fit_is_refused():
    with pytest.raises(TooLargeError, match="the check needs more than"):
        eliminate(Game.named("col"), Board.rectangle(9, 9), {0, 1}, PRIME, (1, 1), max_memory=10**6)
