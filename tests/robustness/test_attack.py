"""The attack: random questions, judged by oracles that share nothing with the package.

About 20,000 comparisons in the slow run (`pytest -m slow tests/robustness/test_attack.py`); a few of each
area by default.
"""

import random
from fractions import Fraction

import pytest
from oracles.attack import GAMES, World, marginal, weighted

import enumerate as en
from enumerate import Board

KINDS = ["general", "maximal", "left-end", "right-end", "perfect"]


def draw_world(chance, games=("domineering",), most=10):
    """A random board with walls and wrapped sides, for one of the games."""
    while True:
        shape = chance.choice([(1, 9), (2, 5), (3, 3), (3, 4), (4, 3), (2, 6), (5, 2), (4, 4)])
        wrap = tuple(length > 4 and chance.random() < 0.4 for length in shape)
        box = [(row, col) for row in range(shape[0]) for col in range(shape[1])]
        cells = chance.sample(box, chance.randint(1, min(most, len(box))))
        game = chance.choice(games)
        if len((world := World(shape, cells, wrap, game)).placements) <= 20:
            return world


def board_of(world):
    return Board.of(world.shape, world.cells, world.wrap)


def placed(position):
    """The pieces of a position of the package as the oracle names them: whose, and on which cells."""
    owners = {"left": 0, "right": 1, "either": 0}
    return frozenset(
        (owners[position.game.pieces[placement.piece].player], frozenset(placement.cells))
        for placement in position.placements
    )


def kind_for(chance, world):
    return chance.choice(KINDS if world.variables == 2 else ["general", "maximal", "perfect"])


def terms(polynomial):
    return {exponents: count for exponents, count in polynomial.coefficients().items() if count}


def counting(chance):
    """Polynomials and totals of each kind, by every engine, and brute force."""
    world = draw_world(chance, GAMES)
    board, kind = board_of(world), kind_for(chance, world)
    wanted = world.polynomial(kind)
    for engine in ("auto", "dictionary", "modular"):
        yield terms(en.positions(board, kind, game=world.game, engine=engine)), wanted
        yield en.count(board, kind, game=world.game, engine=engine), wanted.total()
    yield terms(en.brute_force(board, kind, game=world.game)), wanted
    if world.variables == 2:
        fair = sum(count for (a, b), count in world.polynomial("general").items() if abs(a - b) <= 1)
        yield en.count(board, play=True, game=world.game), fair


def measures(chance):
    """Values at weights, marginals, means and variances, f-vectors and Euler characteristics."""
    world = draw_world(chance, GAMES)
    board, kind = board_of(world), kind_for(chance, world)
    wanted = world.polynomial(kind)
    point = [Fraction(chance.randint(-3, 5), chance.randint(1, 4)) for _ in range(world.variables)]
    named = dict(zip("xy", point, strict=False))
    yield en.evaluate(board, kind, game=world.game, **named).value, weighted(wanted, point)
    if world.variables == 2:
        by = chance.choice(["size", "left", "right"])
        found = en.positions(board, kind, by=by, game=world.game)
        held = {exponent: found[exponent] for exponent in range(12) if found[exponent]}
        yield held, marginal(wanted, by)
    if world.game == "domineering" and wanted.total():
        point = [Fraction(chance.randint(1, 5), chance.randint(1, 4)) for _ in range(2)]
        whole = weighted(wanted, point)
        means = [weighted({e: count * e[i] for e, count in wanted.items()}, point) / whole for i in range(2)]
        yield en.moments(board, kind, x=point[0], y=point[1]).means, tuple(means)
    faces = world.polynomial("general")
    sizes = [0] * (1 + max(sum(exponents) for exponents in faces))
    for exponents, count in faces.items():
        sizes[sum(exponents)] += count
    complex_ = en.legal_complex(board, game=world.game)
    yield complex_.f_vector, tuple(sizes)
    yield complex_.euler, sum(-((-1) ** size) * count for size, count in enumerate(sizes))


def listing(chance):
    """Lists hold every position once, ranks lead back, samples are positions of the kind."""
    world = draw_world(chance, GAMES)
    board, kind = board_of(world), kind_for(chance, world)
    wanted = {world.pieces(position) for position in world.of_kind(kind)}
    listed = en.list_positions(board, kind, game=world.game)
    yield listed.total, len(wanted)
    if wanted:
        ranks = chance.sample(range(len(wanted)), min(5, len(wanted)))
        found = [listed.position(rank) for rank in ranks]
        yield [listed.rank(position) for position in found], ranks
        yield len({placed(position) for position in found} & wanted), len(ranks)
        (drawn,) = en.sample(board, kind, seed=chance.randrange(10**6), game=world.game)
        yield placed(drawn) in wanted, True


def extremes(chance):
    """The fewest and the most pieces, with witnesses; the shortest game."""
    world = draw_world(chance, GAMES)
    board, kind = board_of(world), chance.choice(KINDS[:2] if world.variables == 1 else KINDS[:4])
    sizes = {sum(world.numbers(position)) for position in world.of_kind(kind)}
    positions = {world.pieces(position) for position in world.of_kind(kind)}
    for function, wanted in ((en.fewest, min(sizes)), (en.most, max(sizes))):
        found = function(board, kind, game=world.game)
        yield found.dominoes, wanted
        yield placed(found.witness) in positions and len(placed(found.witness)) == wanted, True
    if world.variables == 2:
        yield en.alpha(board, game=world.game).moves, world.shortest_game()


def playing(chance):
    """Who wins, by search and by value, in normal and misère play; the census by outcomes."""
    world = draw_world(chance)
    flat = World(world.shape, world.cells)
    board = board_of(flat)
    yield en.solve(board, lengths=False).outcome, flat.outcome()
    yield en.solve(board, misere=True, moves=False, lengths=False).outcome, flat.outcome(misere=True)
    other = draw_world(chance, GAMES, most=8)
    yield en.value(board_of(other), game=other.game).outcome, other.outcome()
    winning = sum(not flat.wins(after, 1) for after in flat.moves(0, 0))
    yield len(en.solve(board, lengths=False).first[en.Player.LEFT].winning_moves), winning


def strips(chance):
    """Recurrences against boards one by one, growth between ratios that the oracle brackets."""
    game, kind = chance.choice(["domineering", "cram", "kings", "node-kayles"]), chance.choice(KINDS[:2])
    cols = chance.randint(1, 3)
    rows = chance.randint(1, 9 // cols)
    whole = [(r, c) for r in range(rows) for c in range(cols)]
    world = World((rows, cols), whole, game=game)
    yield en.recurrence(cols, kind, game=game).totals(rows + 1)[rows], world.polynomial(kind).total()
    yield (
        en.sequence(f"n x {cols}", rows, kind).terms[-1],
        World((rows, cols), whole).polynomial(kind).total(),
    )


def checking(chance):
    """True answers hold; answers with one wrong coefficient do not."""
    world = draw_world(chance)
    board, kind = board_of(world), chance.choice(KINDS[:4])
    stuck = {"general": [], "maximal": ["left", "right"], "left-end": ["left"], "right-end": ["right"]}[kind]
    wanted = world.polynomial(kind)

    def claim(polynomial):
        return {
            "board": board.to_json(),
            "kind": kind,
            "stuck": stuck,
            "play": False,
            "total": str(polynomial.total()),
            "terms": [[*exponents, str(count)] for exponents, count in sorted(polynomial.items())],
        }

    yield en.verify(claim(wanted)).holds, True
    wrong = wanted.copy()
    wrong[chance.choice(sorted(wanted))] += chance.choice([1, 2, 1000])
    yield en.verify(claim(wrong)).holds, False


AREAS = {  # comparisons in the slow run
    counting: 8000,
    measures: 4500,
    listing: 3000,
    extremes: 2500,
    playing: 1200,
    strips: 500,
    checking: 500,
}
assert sum(AREAS.values()) >= 20_000
FEW = 25


@pytest.mark.parametrize(
    ("area", "comparisons"),
    [
        pytest.param(area, number, marks=pytest.mark.slow, id=f"{area.__name__}-all")
        for area, number in AREAS.items()
    ]
    + [pytest.param(area, FEW, id=area.__name__) for area in AREAS],
)
def test_the_oracles_agree(area, comparisons):
    made, seed = 0, 0
    while made < comparisons:
        seed += 1
        for found, wanted in area(random.Random(f"{area.__name__} {seed}")):
            assert found == wanted, f"{area.__name__}, seed {seed}"
            made += 1
