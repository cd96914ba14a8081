"""Values, moments, densities and correlations at weights are sums over all positions, by definition."""

import random
from fractions import Fraction
from math import log, prod

import pytest
from boards import KINDS, boards_inside, random_board
from compiler.test_operators import questions
from hypothesis import given, settings
from hypothesis import strategies as st

from enumerate import Board, Game, InputError, correlations, densities, evaluate, moments
from enumerate.checking.brute import all_positions
from enumerate.model.weights import weights_of
from enumerate.rules.problem import conflict_graph, placed_pieces

POINTS = [(), ("3/2", "1/3", 5), (0, 2, "7/4"), (2, -3, 1), (-1, -1, -1)]
COMPLEX = [("i", "1/2-3i", "2"), ("1/3+1/4i", "-1", "1-i")]


def weighed(board, weight, kind="general", stuck=None, game="domineering"):
    """All positions of a kind as sets of placed pieces, each with its weight."""
    graph = conflict_graph(Game.of(game), board)
    seen = dict(zip(graph.placements, placed_pieces(graph), strict=True))
    found = [
        frozenset(map(seen.get, position.pieces))
        for position in all_positions(board, kind, stuck=stuck, game=Game.of(game))
    ]
    return [(pieces, prod(map(weight, pieces), start=Fraction(1))) for pieces in found]


def check(board, point=(), weights=None, **asked):
    """All measures of a board, with weights by player or by placement."""
    game = Game.of(asked.get("game", "domineering"))
    players = range(game.variables(board.dimension))
    by_player = [weight.real for weight in weights_of((*point, None, None, None)[: len(players)], "xyz")]
    weight = weights or (lambda placed: by_player[placed.player or 0])
    found = weighed(board, weight, **asked)
    if weights is None:
        asked |= dict(zip("xyz"[: len(players)], point, strict=False))
    else:
        asked["weights"] = weights
    total = sum(w for _, w in found)
    assert evaluate(board, **asked).value == total
    graph = conflict_graph(game, board)
    placements = placed_pieces(graph)
    has_chances = all(number >= 0 for number in (map(weight, placements) if weights else by_player))
    if not total:
        for measure in (moments, densities) if has_chances else (moments,):
            with pytest.raises(InputError, match="add up to 0"):
                measure(board, **asked)
        return

    def mean(statistic):
        return sum(w * statistic(pieces) for pieces, w in found) / total

    def number(pieces, player):
        return sum((placed.player or 0) == player for placed in pieces)

    moment = moments(board, **asked)
    assert moment.value == total
    for a in players:
        assert moment.means[a] == mean(lambda pieces, a=a: number(pieces, a))
        for b in players:
            both = mean(lambda pieces, a=a, b=b: number(pieces, a) * number(pieces, b))
            assert moment.covariance[a][b] == both - moment.means[a] * moment.means[b]
    if len({len(piece.cells) for piece in game.pieces}) == 1:
        assert moment.density * len(board) == len(game.pieces[0].cells) * sum(moment.means)
    if not has_chances:
        return
    entropy = -sum(w / total * log(w / total) for _, w in found if w)
    assert moment.entropy * len(board) == pytest.approx(entropy, abs=1e-9)
    chance = {placed: mean(lambda pieces, placed=placed: placed in pieces) for placed in placements}
    density = densities(board, **asked)
    assert density.value == total
    assert [own for _, own in density.placements] == list(chance.values())
    rng = random.Random(len(found))
    cell = rng.choice(sorted(board.cells))
    covering = {placed for placed in placements if cell in placed.cells}
    events = [(cell, None, covering)]
    if placements:
        one = rng.choice(placements)
        events.append((one, None, {one}))
    if not game.is_impartial:
        events.append((cell, "left", {placed for placed in covering if placed.player == 0}))
    for event, player, chosen in events:
        joint = correlations(board, event, player=player, **asked)
        assert joint.chance == mean(lambda pieces, chosen=chosen: bool(pieces & chosen))
        both = {
            placed: mean(
                lambda pieces, placed=placed, chosen=chosen: placed in pieces and bool(pieces & chosen)
            )
            for placed in placements
        }
        assert joint.placements == tuple(zip(graph.placements, chance.values(), both.values(), strict=True))
        for where in board.cells:
            for player_number in players:
                here = [p for p in placements if where in p.cells and (p.player or 0) == player_number]
                alone, together = sum(map(chance.get, here)), sum(map(both.get, here))
                assert density.cells[where][player_number] == alone
                assert joint.joint[where][player_number] == together
                assert joint.connected[where][player_number] == together - joint.chance * alone


@pytest.mark.parametrize("seed", range(30))
def test_weights_of_players(seed):
    """Flat and solid boards, with walls and wrapped axes, any set of stuck players."""
    board, stuck = random_board(seed)
    for point in POINTS[seed % 2 :: 2]:
        if len(board):
            check(board, point[: board.dimension], stuck=stuck)


@settings(max_examples=40, deadline=None)
@given(question=questions(most=8), seed=st.integers(0, 99), least=st.sampled_from([-1, 0]))
def test_weights_of_placements(question, seed, least):
    """Weights that look random, zeros among them."""
    game, board, _, stuck = question

    def weight(placed):
        draw = random.Random(f"{seed} {placed}")
        return Fraction(draw.randint(least * 6, 12), draw.choice([1, 2, 3, 6]))

    check(board, weights=weight, stuck=sorted(stuck), game=game)


def inside_3_x_4():
    """Boards inside 3 x 4, of mirror images one."""
    for board in boards_inside(3, 4):
        images = [board, board.mirror(0), board.mirror(1), board.mirror(0).mirror(1)]
        if len(board) and sorted(board.cells) == min(sorted(image.cells) for image in images):
            yield board


@pytest.mark.parametrize("every", [90, pytest.param(1, marks=pytest.mark.slow)])
def test_kinds_of_boards_inside_3_x_4(every):
    for board in list(inside_3_x_4())[every - 1 :: every]:
        for kind in (*KINDS, "any-end", "perfect"):
            check(board, POINTS[1][:2], kind=kind)


@pytest.mark.parametrize(
    ("board", "asked"),
    [
        (Board.rectangle(2, 3), {"game": "col", "kind": "maximal"}),
        (Board.parse("....\n.#..\n...."), {"game": "kings", "kind": "maximal"}),
        (Board.parse("...#\n....\n...."), {"game": "l-trominoes"}),
        (Board.box(4), {}),
        (Board.rectangle(3, 3, lattice="hexagonal"), {"game": "node-kayles"}),
        (Board.rectangle(2, 3, lattice="triangular"), {"game": "node-kayles"}),
        (Board.from_graph([(0, 1), (1, 2)]), {"game": "col"}),
    ],
)
def test_games_and_lattices(board, asked):
    players = Game.of(asked.get("game", "domineering")).variables(board.dimension)
    check(board, POINTS[1][:players], **asked)


@pytest.mark.parametrize("seed", range(40))
def test_values_at_complex_weights(seed):
    board, stuck = random_board(seed)
    for point in COMPLEX:
        weights = weights_of(point[: board.dimension], "xyz"[: board.dimension])
        total = [Fraction(0), Fraction(0)]
        for position in all_positions(board, stuck=stuck):
            real, imaginary = Fraction(1), Fraction(0)
            for weight in (w for w, n in zip(weights, position.counts, strict=True) for _ in range(n)):
                a, b = weight.real, weight.imaginary
                real, imaginary = real * a - imaginary * b, real * b + imaginary * a
            total = [total[0] + real, total[1] + imaginary]
        value = evaluate(board, stuck=stuck, **dict(zip("xyz", point[: board.dimension], strict=False)))
        assert (value.real, value.imaginary) == ((total[0],) * 2, (total[1],) * 2)
