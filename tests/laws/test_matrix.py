"""The matrix: question x board x game x kind against brute force.

An oracle lists all positions from the pieces and rules of a game alone (`enumerate/checking/brute.py`). Each
question has one function below. The function works out the answer from that list and compares. A test
takes one game and goes through boards and kinds. The default run takes a few boards of each game, and there
the questions take turns; `pytest -m slow` asks every question on every board. Questions about a game on a
board (values, census, complex, shortest game, strips) are asked once for each game, on a small board.
"""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from math import comb, log, prod

import networkx as nx
import pytest
from complexes.test_complex import dense_betti, trimmed
from oracles import naive

import enumerate as en
from enumerate import Board, Game, InputError, Player, Polynomial, Position
from enumerate.checking.brute import all_positions, brute_force, laid_pieces, may_both_lie
from enumerate.model.game import names, variable_of
from enumerate.optimize.alpha import Shortest, replay
from enumerate.papers.shortest import extract
from enumerate.render.thermograph_svg import height

WEIGHTS = dict(zip("xyz", (Fraction(3, 2), Fraction(1, 3), Fraction(5)), strict=True))
FLAT = [
    Board.parse("...\n.#.\n..#"),
    Board.parse("..##\n.###\n##..\n##.."),
    Board.rectangle(2, 3, wrap=(False, True)),
    Board.rectangle(3, 2, wrap=(True, True)),
    Board.parse("..#\n.#.\n...", wrap=(True, True)),
    Board.rectangle(2, 3).bar([((0, 0), "L"), ((1, 1), "R"), ((0, 2), "V"), ((1, 0), "N")]),
    Board.of((1, 1), []),
    Board.rectangle(2, 3, lattice="hexagonal").without([(1, 0)]),
    Board.parse("#..#.\n.....", lattice="triangular"),
]
LARGER = Board.parse("....\n..#.\n.###\n.###")  # every flat piece of the library fits
SMALL = Board.parse("...\n.##\n#.#")  # every rule of games with pieces of one or two cells is at work
SOLID = [Board.box(2, 2, 2), Board.box(1, 2, 3, wrap=(False, False, True))]
GRAPHS = [Board.from_graph(nx.gnp_random_graph(6, 0.4, seed=seed)) for seed in range(3)]
# with a limit, no call asks the system how much memory is free: that takes half of the time of small answers
ROUTES = ({}, *({"engine": engine, "max_memory": "8GiB"} for engine in ("dictionary", "modular")))
UNDER_WAY = {
    "col": "L..\n.R.\n...",
    "snort": "L..\n..R\n...",
    "kings": "N..\n...\n...",
    "cram": "HH.\n..V\n..V",
}


@dataclass(frozen=True)
class Cell:
    """One cell of the matrix: a board, a game, and the positions that are asked for."""

    board: Board
    game: Game
    which: dict = field(hash=False)  # kind or stuck, play and turn

    @cached_property
    def every(self) -> list[Position]:
        """All positions, by brute force."""
        asked = {name: value for name, value in self.which.items() if name in ("kind", "stuck")}
        return list(all_positions(self.board, game=self.game, **asked))

    @property
    def asked(self) -> dict:
        return {"board": self.board, "game": self.game, **self.which}

    @property
    def variables(self) -> int:
        return self.game.variables(self.board.dimension)

    @property
    def weights(self) -> dict:
        return dict(list(WEIGHTS.items())[: self.variables])

    def weight(self, position: Position) -> Fraction:
        """The product of the weights of the pieces."""
        return prod(
            (w**n for w, n in zip(self.weights.values(), position.counts, strict=True)), start=Fraction(1)
        )


def kinds(game: Game, board: Board) -> list[dict]:
    """The positions that can be asked for."""
    if game.is_impartial:
        return [{"kind": kind} for kind in ("general", "maximal", "perfect")]
    named = ["general", "maximal", "perfect", "left-end", "right-end"]
    if game.variables(board.dimension) == 2:
        return [{"kind": kind} for kind in (*named, "any-end")]
    return [*({"kind": kind} for kind in named), *({"stuck": stuck} for stuck in ((2,), (0, 2), (1, 2)))]


def boards(game: Game) -> list[Board]:
    """The boards on which a game can be played."""
    pieces_are_cells = all(len(piece.cells) == 1 for piece in game.pieces)
    rules_are_distances = all(rule.distances and not rule.offsets for rule in game.forbidden)
    graphs = GRAPHS if pieces_are_cells and rules_are_distances else []
    begun = [Position.parse(UNDER_WAY[game.name], game=game).free] if game.name in UNDER_WAY else []
    larger = [LARGER] if any(len(piece.cells) > 2 for piece in game.on(2)) else []
    return [*larger, *begun, *FLAT, *SOLID, *graphs]


# -- one function for each question -----------------------------------------------------------------


def check_polynomial(cell: Cell) -> None:
    wanted = Polynomial.of(Counter(position.counts for position in cell.every), cell.variables)
    for options in ROUTES:
        assert en.positions(**cell.asked, **options) == wanted, options
        assert en.count(**cell.asked, **options) == wanted.total, options


def check_play(cell: Cell) -> None:
    """Alternating play: brute force looks who begins and whose turn it is, the package knows differences."""
    if cell.variables != 2 or cell.game.is_impartial or cell.which.get("kind") == "perfect":
        return
    for turn in (None, "left", "right"):
        asked = {**cell.asked, "play": True, "turn": turn}
        wanted = brute_force(**asked)
        assert en.positions(**asked) == wanted, turn
        assert en.count(**asked) == wanted.total, turn


def check_statistics(cell: Cell) -> None:
    if cell.which.get("kind") == "perfect":
        return
    sizes = Counter(sum(position.counts) for position in cell.every)
    lefts = Counter(position.counts[0] for position in cell.every)
    by_size = en.positions(**cell.asked, by="size")
    mean = Fraction(sum(size * number for size, number in sizes.items()), sizes.total())
    square = Fraction(sum(size**2 * number for size, number in sizes.items()), sizes.total())
    assert (dict(by_size.terms), by_size.mean, by_size.variance) == (sizes, mean, square - mean**2)
    assert dict(en.positions(**cell.asked, by="left").terms) == lefts
    for pieces in range(max(sizes) + 2):
        assert en.count(**cell.asked, pieces=pieces) == sizes[pieces], pieces


def check_evaluation(cell: Cell) -> None:
    total = sum(map(cell.weight, cell.every))
    assert en.evaluate(**cell.asked, **cell.weights).value == total
    if not total:
        with pytest.raises(InputError, match="add up to 0"):
            en.moments(**cell.asked, **cell.weights)
        return
    moments = en.moments(**cell.asked, **cell.weights)
    means = [
        sum(cell.weight(position) * position.counts[player] for position in cell.every) / total
        for player in range(cell.variables)
    ]
    assert moments.value == total
    assert list(moments.means) == means
    square = sum(cell.weight(position) * sum(position.counts) ** 2 for position in cell.every) / total
    assert moments.variance == square - sum(means) ** 2
    if moments.density is not None:  # pieces of one size
        covered = sum(cell.weight(position) * len(position.covered) for position in cell.every) / total
        assert moments.density * len(cell.board) == covered
    low, high = en.evaluate(**cell.asked, x=0.75).real  # a float has bounds
    assert low <= sum(Fraction(3, 4) ** position.counts[0] for position in cell.every) <= high


def check_densities(cell: Cell) -> None:
    """The share of every placement, and of every cell by player."""
    total, shares, covered = sum(map(cell.weight, cell.every)), Counter(), Counter()
    if not total:
        with pytest.raises(InputError, match="add up to 0"):
            en.densities(**cell.asked, **cell.weights)
        return
    for position in cell.every:
        for placement in position.placements:
            share = cell.weight(position) / total
            shares[placement.piece, placement.at] += share
            for there in placement.cells:
                covered[there, variable_of(cell.game.pieces[placement.piece])] += share
    found = en.densities(**cell.asked, **cell.weights)
    assert found.value == total
    assert {(p.piece, p.at): share for p, share in found.placements if share} == shares
    by_cell = {(there, i): s for there, each in found.cells.items() for i, s in enumerate(each) if s}
    assert by_cell == covered


def check_list(cell: Cell) -> None:
    """The list has every position once, and knows the number of each."""
    listed = en.list_positions(**cell.asked)
    everything = list(listed.listing())
    assert listed.total == len(everything)
    assert Counter(everything) == Counter(cell.every)
    assert [listed.rank(position) for position in everything] == list(range(len(everything)))
    assert [listed.position(number) for number in range(len(everything))] == everything


def check_samples(cell: Cell) -> None:
    """Ten times as many samples as positions: chi squared within five deviations."""
    number = len(cell.every)
    if not number:
        with pytest.raises(InputError):
            en.sample(**cell.asked)
        return
    drawn = Counter(en.sample(**cell.asked, size=10 * number, seed=5))
    assert set(drawn) <= set(cell.every)
    spread = sum((drawn[position] - 10) ** 2 for position in cell.every) / 10
    assert spread <= number + 5 * (2 * number) ** 0.5


def check_extremes(cell: Cell) -> None:
    if cell.which.get("kind") == "perfect":
        return
    sizes = {sum(position.counts) for position in cell.every}
    for ask, best in ((en.fewest, min(sizes)), (en.most, max(sizes))):
        found = ask(**cell.asked)
        assert found.dominoes == best
        assert found.witness in cell.every
        assert sum(found.witness.counts) == best


QUESTIONS = [
    check_polynomial,
    check_play,
    check_statistics,
    check_evaluation,
    check_densities,
    check_list,
    check_samples,
    check_extremes,
]


def ask(question, cell: Cell) -> None:
    """Check one cell; say which one failed."""
    try:
        question(cell)
    except Exception as error:
        error.add_note(f"{question.__name__}: {cell.which} of '{cell.game.name}' on {cell.board!r}")
        raise


@pytest.mark.parametrize("name", names())
def test_each_question_on_a_board_of_each_game(name):
    """The first board of the game and a sixth of the others; the questions take turns."""
    game = Game.named(name)
    turn = names().index(name)
    for number, board in enumerate(boards(game)):
        if number and (number + names().index(name)) % 6:
            continue
        for which in kinds(game, board):
            cell = Cell(board, game, which)
            ask(check_polynomial, cell)
            turn += 1
            ask(QUESTIONS[1 + turn % (len(QUESTIONS) - 1)], cell)


# -- questions about a game on a board, without kinds -------------------------------------------------


def conflicts(board: Board, game: Game) -> tuple[list[int], list[frozenset[int]]]:
    """The owner of each placement, and the other placements that may lie beside it."""
    laid = laid_pieces(board, game)
    beside = [
        frozenset(j for j, two in enumerate(laid) if i != j and may_both_lie(game, board, one, two))
        for i, one in enumerate(laid)
    ]
    return [variable_of(piece) for piece, _, _ in laid], beside


def check_complex(board: Board, game: Game) -> None:
    """f- and h-vector, facets, Euler characteristic and Betti numbers."""
    found = en.legal_complex(board, game=game)
    faces, facets = (brute_force(board, kind, game=game) for kind in ("general", "maximal"))
    f = faces.by_size()
    size = len(f) - 1
    h = [sum((-1) ** (k - i) * comb(size - i, k - i) * f[i] for i in range(k + 1)) for k in range(size + 1)]
    assert (list(found.f_vector), list(found.h_vector)) == (f, h)
    assert found.facets_by_player == facets
    assert found.is_pure == (len({sum(exponents) for exponents, _ in facets}) == 1)
    assert found.euler == -sum((-1) ** k * number for k, number in enumerate(f))
    _, beside = conflicts(board, game)
    numbers = frozenset(range(len(beside)))
    against = [numbers - others - {i} for i, others in enumerate(beside)]
    betti = found.betti()
    for numbers_found, field_ in ((betti.rational, 0), (betti.binary, 2)):
        assert trimmed(numbers_found) == trimmed(dense_betti(against, field_))


@cache
def play_tree(board: Board, game: Game) -> tuple:
    """The tree of all plays, as a function of the placements that are left, and all placements."""
    owners, beside = conflicts(board, game)

    @cache
    def tree(left: frozenset[int]) -> naive.Tree:
        movers = [[i for i in sorted(left) if game.is_impartial or owners[i] == player] for player in (0, 1)]
        return naive.Tree(*([tree(left & beside[i]) for i in moves] for moves in movers))

    return tree, frozenset(range(len(owners)))


@cache
def canonical(value: en.Value) -> naive.Tree:
    """A canonical form as a tree."""
    return naive.Tree(*([canonical(option) for option in value.options(player)] for player in (0, 1)))


def judged(tree: naive.Tree) -> tuple:
    """Outcome, stops, temperature and mean of a game, by the definitions."""
    left, right = naive.at_most(naive.ZERO, tree), naive.at_most(tree, naive.ZERO)
    outcome = {(1, 1): "P", (1, 0): "L", (0, 1): "R", (0, 0): "N"}[left, right]
    number = naive.as_number(tree)
    heat = naive.mast(tree) if number is None else (Fraction(-1, number.denominator), number)
    return outcome, (naive.stop(tree, 0), naive.stop(tree, 1)), *heat


def check_value(board: Board, game: Game) -> None:
    """The canonical form, outcome, stops, temperature, mean, thermograph and winning moves."""
    tree, everything = play_tree(board, game)
    found = en.value(board, game=game)
    outcome, stops, heat, mean = judged(tree(everything))
    assert naive.equal(canonical(found.value), tree(everything))
    assert (found.outcome, found.stops, found.temperature, found.mean) == (outcome, stops, heat, mean)
    walls = found.value.thermograph.left, found.value.thermograph.right
    assert all(wall[-1] == (heat, mean) for wall in walls)
    if heat >= 0:  # at no tax the walls are at the stops
        assert tuple(height(wall, Fraction(0)) for wall in walls) == stops
    for player, letter in ((Player.LEFT, "L"), (Player.RIGHT, "R")):
        assert any(move.wins for move in found.best_moves(player)) == (outcome in ("N", letter))


def check_census(board: Board, game: Game) -> None:
    """Outcomes by pieces of each player, temperatures by numbers of pieces."""
    owners, beside = conflicts(board, game)
    tree, everything = play_tree(board, game)
    outcomes, heats = {letter: Counter() for letter in "LRNP"}, Counter()
    variables = game.variables(board.dimension)

    def visit(start: int, counts: tuple[int, ...], left: frozenset[int]) -> None:
        outcome, _, heat, _ = judged(tree(left))
        outcomes[outcome][counts] += 1
        heats[sum(counts), heat] += 1
        for i in sorted(left):
            if i >= start:
                more = tuple(n + (owners[i] == player) for player, n in enumerate(counts))
                visit(i + 1, more, left & beside[i])

    visit(0, (0,) * variables, everything)
    found = en.census(board, game=game)
    assert found.polynomials == {letter: Polynomial.of(each, variables) for letter, each in outcomes.items()}
    assert {(row.pieces, t): n for row in found.rows for t, n in row.temperatures.items()} == heats


def check_alpha(board: Board, game: Game) -> None:
    """The shortest game, and a play that is so short."""
    if game.is_impartial or game.variables(board.dimension) != 2:
        return
    moves, ends = extract(*(brute_force(board, end, game=game) for end in ("left-end", "right-end")))
    found = en.alpha(board, game=game)
    assert Shortest(found.moves, found.ends) == Shortest(moves, tuple(map(Player.of, ends)))
    assert replay(board, found.first, found.order, game) == found.witness
    assert len(found.order) == moves


def check_activity(board: Board, game: Game) -> None:
    """Density and entropy at two activities."""
    for t, point in zip((2, 3), en.activity_curve(board, game=game, low=2, high=3, points=2), strict=True):
        weights = {p: t ** sum(p.counts) for p in all_positions(board, game=game)}
        whole, cells = sum(weights.values()), len(board)
        covered = sum(weight * len(p.covered) for p, weight in weights.items()) / whole / cells
        pieces = sum(weight * sum(p.counts) for p, weight in weights.items()) / whole
        assert tuple(point) == pytest.approx((t, covered, (log(whole) - pieces * log(t)) / cells))


def check_strips(board: Board, game: Game) -> None:
    """Recurrences give the totals of boards of two columns; growth is where their ratios go."""
    for kind, wrap in (("general", False), ("general", True), ("maximal", False)):
        found = en.recurrence(2, kind, wrap=wrap, game=game)
        rows = [Board.rectangle(m, 2, wrap=(False, wrap)) for m in range(1, 5)]
        wanted = [brute_force(each, kind, game=game).total for each in rows]
        assert found.totals(5)[1:] == wanted, (kind, wrap)
    rate, terms = en.growth(2, game=game), en.recurrence(2, game=game).totals(203)
    assert rate.low <= rate.high < rate.low + Fraction(1, 10**8)
    assert abs(Fraction(terms[202], terms[201]) - rate.low) < Fraction(1, 10**8)


@pytest.mark.parametrize("name", names())
def test_each_question_about_a_game(name):
    game = Game.named(name)
    board = SMALL if all(len(piece.cells) < 3 for piece in game.on(2)) else LARGER
    if name == "lozenges":
        board = Board.parse(str(board), lattice="triangular")
    for question in (check_complex, check_value, check_census, check_alpha, check_activity, check_strips):
        try:
            question(board, game)
        except Exception as error:
            error.add_note(f"{question.__name__}: '{name}' on {board!r}")
            raise


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_question_on_every_board_of_each_game(name):
    game = Game.named(name)
    for board in boards(game):
        for which in kinds(game, board):
            cell = Cell(board, game, which)
            for question in QUESTIONS:
                ask(question, cell)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_the_polynomial_of_all_boards_inside_3_x_3(name):
    """Up to shifts: boards that touch the first row and column."""
    game = Game.named(name)
    lattice = "triangular" if name == "lozenges" else "square"
    square = [(row, col) for row in range(3) for col in range(3)]
    for number in range(1, 2**9):
        cells = [cell for place, cell in enumerate(square) if number >> place & 1]
        if min(row for row, _ in cells) == min(col for _, col in cells) == 0:
            board = Board.of((3, 3), cells, lattice=lattice)
            for which in kinds(game, board):
                ask(check_polynomial, Cell(board, game, which))
