"""Random questions of every sort, and their answers by definition.

`draw` makes a question: a game, a board, which positions are asked for, and weights. `answers` lists calls of
the package, as text, with what `oracles.definition` says the result must be. The text of a failed call is a
program that reproduces the failure (`Answer.snippet`).
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

import shortcuts
from oracles.definition import Oracle, TooManyError, long_polynomial, numbers

import enumerate as package
from enumerate import Board, Forbidden, Game, Piece
from enumerate.model.game import DOMINEERING
from enumerate.model.game import names as library
from enumerate.rules.problem import reach

MOST_POSITIONS = 1500  # of a board whose positions are listed
MOST_CELLS = 12
TWO_PLAYER_VALUES = 200  # positions up to which the value of the game is compared
NAMES = ("left", "right", "middle")
OPTIONS = ("x", "y", "z")
ROWS, MOST_STATES = 7, 3000  # of the boards of a family, and of the oracle for long boards
FEW_DRAWN, MANY_DRAWN = 4, 240  # positions of a sample, and of one whose frequencies are tested
NEVER = 1e-9  # the chance of a chi-square statistic that counts as wrong

SCOPE: dict[str, Any] = {name: getattr(package, name) for name in package.__all__ if name != "enumerate"}
SCOPE |= {"Fraction": Fraction} | {name: getattr(shortcuts, name) for name in shortcuts.__all__}


@dataclass(frozen=True)
class Answer:
    """A call of the package, as text, and whether its result is right; `expected` is shown if it is not.

    An `optional` call may return None, which says that a shortcut is not allowed: nothing is compared then.
    """

    call: str
    expected: Any
    is_right: Callable[[Any], bool] | None = None
    optional: bool = False

    def check(self, question: "Question") -> str | None:
        """What was compared: "" if the package answers as expected, else a program that shows the failure;
        None if a shortcut is not allowed."""
        scope = SCOPE | {"board": question.board, "game": question.game}
        try:
            found = eval(self.call, scope)
        except Exception as error:
            return self.snippet(question, error)
        if self.optional and found is None:
            return None
        is_right = found == self.expected if self.is_right is None else self.is_right(found)
        return "" if is_right else self.snippet(question, found)

    def snippet(self, question: "Question", found: Any) -> str:
        """A program that shows the wrong answer."""
        return (
            "\n\nfrom fractions import Fraction\nfrom enumerate import *\n"
            "from shortcuts import *  # tests/laws and tests must be on the path\n"
            f"board = {question.board!r}\ngame = {question.game!r}\n"
            f"print({self.call})\n# expected: {self.expected!r}\n# found: {found!r}\n"
        )


@dataclass(frozen=True)
class Question:
    """A game on a board, the positions asked for, and a weight for each player's pieces."""

    board: Board
    game: Game
    kind: str = "general"
    stuck: frozenset[int] | None = None
    play: bool = False
    turn: int | None = None
    weights: tuple[Fraction, ...] = ()

    @property
    def conditions(self) -> str:
        """The arguments that say which positions are meant."""
        parts = [] if self.stuck is not None else [f", {self.kind!r}"]
        if self.stuck is not None:
            names = ["either"] if self.game.is_impartial else [NAMES[player] for player in sorted(self.stuck)]
            parts.append(f", stuck={names if self.stuck else []}")
        parts += [", play=True"] if self.play else []
        parts += [f", turn={NAMES[self.turn]!r}"] if self.turn is not None else []
        return "".join(parts) + ", game=game"

    @property
    def weighing(self) -> str:
        """The weights as arguments."""
        return "".join(f", {name}={weight!r}" for name, weight in zip(OPTIONS, self.weights, strict=False))

    @property
    def must_be_stuck(self) -> frozenset[int]:
        """The stuck players of a question that is one set of positions."""
        variables = self.game.variables(self.board.dimension)
        named = {"maximal": range(variables), "left-end": (0,), "right-end": (1,)}
        return self.stuck if self.stuck is not None else frozenset(named.get(self.kind, ()))


# -- drawing -------------------------------------------------------------------------------------


def draw_piece(chance: random.Random, name: str, player: str, axes: int) -> Piece:
    """A piece of one to five cells: connected, or scattered over up to four rows and columns."""
    size = chance.choice((1, 1, 1, 2, 2, 2, 3, 3, 4, 5))
    cells = [(0,) * axes]
    if chance.random() < 0.7:
        while len(cells) < size:
            at, axis = list(chance.choice(cells)), chance.randrange(axes)
            at[axis] += chance.choice((-1, 1))
            cells += [tuple(at)] if tuple(at) not in cells else []
    else:
        window = list(product(range(4), *[range(3)] * (axes - 1)))
        cells = chance.sample(window, min(size, len(window)))
    return Piece(name, player, cells)


def draw_game(chance: random.Random, axes: int, is_graph: bool) -> Game:
    """A game of one to four pieces and up to three rules; on a graph, of single cells and distances."""
    number = chance.choice((1, 1, 2, 2, 2, 3, 4))
    owners = [chance.choice(NAMES[: chance.choice((2, 2, 3))]) for _ in range(number)]
    if number == 2 and chance.random() < 0.6:
        owners = ["left", "right"]
    if chance.random() < 0.3:
        owners = ["either"] * number
    names = "ABCD"[:number]
    if is_graph:
        pieces = [Piece(name, owner, [(0,)]) for name, owner in zip(names, owners, strict=True)]
    else:
        pieces = [draw_piece(chance, name, owner, axes) for name, owner in zip(names, owners, strict=True)]
    rules = []
    for _ in range(chance.choice((0, 0, 1, 1, 2, 3))):
        between = chance.choice(names), chance.choice(names)
        if is_graph or chance.random() < 0.5:
            rules.append(Forbidden(between, (), sorted({chance.choice((1, 1, 2, 3)) for _ in range(2)})))
        else:
            steps = [
                tuple(chance.choice((-3, -2, -1, 0, 0, 1, 1, 2, 3)) for _ in range(axes)) for _ in range(3)
            ]
            if offsets := sorted({step for step in steps if any(step)}):
                rules.append(Forbidden(between, offsets))
    return Game("drawn", pieces, rules)


def draw_board(chance: random.Random, most: int = MOST_CELLS) -> Board:
    """A board of any lattice and dimension, with walls and wrapped axes, or a graph; sometimes very small."""
    lattice = chance.choice(("square",) * 6 + ("hexagonal", "triangular", "graph"))
    if lattice == "graph":
        vertices = chance.randint(1, 8)
        pairs = [(a, b) for b in range(vertices) for a in range(b)]
        board = Board.from_graph(chance.sample(pairs, chance.randint(0, len(pairs))), vertices=vertices)
        walls = [cell for cell in sorted(board.cells) if chance.random() < 0.1]
        return board.without(walls)
    dimension = 2 if lattice != "square" else chance.choice((1, 2, 2, 2, 2, 3))
    while True:
        shape = [chance.randint(1, {1: 12, 2: 6, 3: 3}[dimension]) for _ in range(dimension)]
        wrap = [chance.random() < 0.4 for _ in shape]
        if lattice == "triangular":
            wrap = [wrapped and length % 2 == 0 for wrapped, length in zip(wrap, shape, strict=True)]
        cells = set(product(*map(range, shape)))
        if chance.random() < 0.4:
            walls = {cell for cell in sorted(cells) if chance.random() < 0.25}
            if chance.random() < 0.5:  # its own mirror image
                walls |= {(shape[0] - 1 - cell[0], *cell[1:]) for cell in walls}
            cells -= walls
        if len(cells) <= most and (cells or chance.random() < 0.05):
            return Board.of(shape, cells, wrap, lattice)


def draw_regular(chance: random.Random, most: int = MOST_CELLS) -> tuple[Board, Game]:
    """A full box, often wrapped, with a game for which shortcuts are allowed."""
    names = (
        "domineering",
        "domineering",
        "cram",
        "col",
        "snort",
        "node-kayles",
        "kings",
        "squares",
        "kayles",
    )
    if chance.random() < 0.1 and most >= 12:  # perfect positions on these have an engine of their own
        return Board.aztec_diamond(chance.choice((1, 2))), DOMINEERING
    while True:
        shape = [chance.randint(1, 6) for _ in range(chance.choice((1, 2, 2, 2, 3)))]
        wrap = [chance.random() < 0.5 for _ in shape]
        if prod(shape) <= most:
            wrapped = wrap if chance.random() < 0.6 else None
            board, game = Board.box(*shape, wrap=wrapped), Game.named(chance.choice(names))
            return (draw_surface(chance, board) if chance.random() < 0.3 else board), game


def draw_surface(chance: random.Random, board: Board) -> Board:
    """The same box, if it is flat and wrapped, with a twisted axis or a shifted border."""
    if board.dimension != 2 or not any(board.wrap):
        return board
    if chance.random() < 0.4:
        other = 0 if board.wrap[1] else 1
        return Board.box(*board.shape, wrap=board.wrap, shift=chance.randrange(board.shape[other]))
    wrap = ["twisted" if wrapped and chance.random() < 0.7 else wrapped for wrapped in board.wrap]
    return Board.box(*board.shape, wrap=wrap)


def draw_twisted(chance: random.Random, most: int) -> tuple[Board, Game]:
    """A twisted or shifted board, sometimes with walls, and a game that can be played on it."""
    while True:
        board, game = draw_regular(chance, most)
        if board.lattice.name in ("twisted", "shifted"):
            return board.without([cell for cell in sorted(board.cells) if chance.random() < 0.1]), game


def draw_position_set(chance: random.Random, game: Game, board: Board) -> dict[str, Any]:
    """Which positions are asked for: a kind or stuck players, with or without play and a turn."""
    variables = game.variables(board.dimension)
    has_two = variables == 2 and not game.is_impartial
    kinds = ["general", "general", "maximal", "maximal", "perfect"]
    kinds += [] if game.is_impartial else ["left-end"]
    kinds += ["right-end"] if variables > 1 else []
    kinds += ["any-end", "any-end"] if has_two else []
    asked: dict[str, Any] = {"kind": chance.choice(kinds)}
    if chance.random() < 0.25:
        players = [player for player in range(variables) if chance.random() < 0.5]
        asked = {"stuck": frozenset(players)}
    if has_two and chance.random() < 0.3:
        asked |= {"play": True, "turn": chance.choice((None, None, 0, 1))}
    return asked


def draw(chance: random.Random, is_twisted: bool = False) -> tuple[Question, Oracle]:
    """A question whose positions can be listed, and the oracle that lists them."""
    most = MOST_CELLS
    while True:
        board = draw_board(chance, most)
        is_graph = board.lattice.is_graph
        if chance.random() < 0.35 and not is_graph:
            game = Game.named(chance.choice((*library(), *("domineering", "cram", "col", "snort") * 4)))
        else:
            game = draw_game(chance, min(3, board.dimension + chance.choice((0, 0, 0, 1))), is_graph)
        if is_twisted:
            board, game = draw_twisted(chance, most)
        elif chance.random() < 0.25:
            board, game = draw_regular(chance, most)
        elif chance.random() < 0.15:
            named = [(cell, chance.choice(game.pieces).name) for cell in sorted(board.cells)]
            board = board.bar([pair for pair in named if chance.random() < 0.2])
        oracle = Oracle(board, game, MOST_POSITIONS)
        try:
            assert oracle.sets
        except TooManyError:
            most = max(1, most - 1)
            continue
        choices = (Fraction(0), Fraction(1), Fraction(2), Fraction(1, 2), Fraction(3, 4), Fraction(5))
        weights = tuple(chance.choice(choices) for _ in range(oracle.variables))
        return Question(board, game, **draw_position_set(chance, game, board), weights=weights), oracle


def draw_strip(chance: random.Random) -> Question:
    """A question about a long strip: its inner slices are alike, so that the periodic sweep applies."""
    while True:
        if chance.random() < 0.5:
            game = Game.named(chance.choice(("domineering", "cram", "col", "snort", "node-kayles", "kings")))
        else:
            game = draw_game(chance, 2, is_graph=False)
        far = reach(game, 0)
        if far > 2 or len(game.pieces) > 2:
            continue
        width = chance.choice((1, 1, 2)) if far == 1 else 1
        shape, wrap = [chance.randint(28, 33) * far, width], [False, chance.random() < 0.3]
        if chance.random() < 0.5:
            shape, wrap = shape[::-1], wrap[::-1]
        board = Board.box(*shape, wrap=wrap)
        kinds = ["general", "maximal", "perfect", *(() if game.is_impartial else ("left-end",))]
        return Question(board, game, chance.choice(kinds))


def draw_rectangle(chance: random.Random) -> Question:
    """A question about all positions of dominoes on a rectangle: what the dense kernel is for."""
    while True:
        shape = chance.randint(1, 8), chance.randint(1, 8)
        if prod(shape) <= 36:
            return Question(Board.rectangle(*shape), DOMINEERING)


def draw_family(chance: random.Random) -> Question:
    """A question about all boards with some number of columns: the first of them stands for the family."""
    while True:
        if chance.random() < 0.5:
            game = Game.named(
                chance.choice(("domineering", "cram", "col", "snort", "node-kayles", "kings", "squares"))
            )
        else:
            game = draw_game(chance, 2, is_graph=False)
        if max(reach(game, 0), reach(game, 1)) > 2 or len(game.pieces) > 3:
            continue
        board = Board.rectangle(1, chance.choice((1, 1, 2, 2, 3)), wrap=(False, chance.random() < 0.4))
        asked = draw_position_set(chance, game, board)
        if "play" in asked or asked.get("kind") == "any-end":
            continue
        weights = [chance.choice((1, 1, -1, 2, Fraction(1, 2))) for _ in game.players(2) & {0, 1}]
        return Question(board, game, **asked, weights=tuple(weights) if game.players(2) >= {0, 1} else ())


# -- answers -------------------------------------------------------------------------------------


def answers(question: Question, oracle: Oracle, chance: random.Random) -> Iterator[Answer]:
    """Every public answer to a question, as the oracle gives it."""
    wanted = oracle.wanted(question.kind, question.stuck, question.play, question.turn)
    for part in (counted, weighed, listed, extreme, about_the_game, by_shortcuts):
        yield from part(question, oracle, wanted, chance)


def counted(question: Question, oracle: Oracle, wanted: list[int], chance: random.Random) -> Iterator[Answer]:
    """Polynomials, totals, numbers by a statistic, with every engine."""
    conditions = question.conditions
    polynomial = oracle.polynomial(wanted)
    for engine in engines(question):
        yield Answer(f"positions(board{conditions}{engine}).coefficients()", polynomial)
        yield Answer(f"count(board{conditions}{engine})", len(wanted))
    yield Answer(f"brute_force(board{conditions}).coefficients()", polynomial)
    yield Answer(f"compiled(lambda: positions(board{conditions}).coefficients())", polynomial)
    yield Answer(f"compiled(lambda: count(board{conditions}))", len(wanted))
    statistics = {"size": (1,) * oracle.variables}
    for player in range(oracle.variables):
        statistics[NAMES[player]] = tuple(int(player == other) for other in range(oracle.variables))
    if oracle.variables == 2:
        statistics["difference"] = (1, -1)
    by = chance.choice(sorted(statistics))
    found: Counter[int] = Counter()
    for monomial, number in polynomial.items():
        found[sum(a * b for a, b in zip(monomial, statistics[by], strict=True))] += number
    for call in (f"dict(positions(board{conditions}, by={by!r}).terms)",):
        yield Answer(call, dict(found))
        yield Answer(f"compiled(lambda: {call})", dict(found))
    pieces = chance.randint(0, 4)
    sizes = Counter(chosen.bit_count() for chosen in wanted)
    yield Answer(f"count(board{conditions}, pieces={pieces})", sizes[pieces])
    covered = [{len(p.cells) for p in question.game.pieces if OWNER[p.player] == v} for v in range(3)]
    if all(len(each) <= 1 for each in covered):
        empty = chance.randint(0, max(0, len(question.board)))
        rest = Counter(
            len(question.board) - sum(len(oracle.laid[q].cells) for q in numbers(s)) for s in wanted
        )
        yield Answer(f"count(board{conditions}, empty={empty})", rest[empty])


OWNER = {"left": 0, "right": 1, "middle": 2, "either": 0}


def engines(question: Question) -> list[str]:
    """The ways to ask for an engine that a question allows."""
    board = question.board
    found = ["", ", engine='dictionary'", ", engine='modular'", ", engine='modular', symmetry=False"]
    is_flat = board.dimension == 2 and board.lattice.is_square and not any(board.wrap) and not board.barred
    if question.game == DOMINEERING and is_flat and question.kind != "perfect":
        found.append(", engine='barstate'")
    return found


def weighed(question: Question, oracle: Oracle, wanted: list[int], chance: random.Random) -> Iterator[Answer]:
    """Weighted values, chances of placements, moments, samples."""
    if question.play:
        return
    conditions, weights = question.conditions, question.weights
    each = [oracle.weight(chosen, weights) for chosen in wanted]
    value = sum(each, Fraction(0))
    at = f"board{conditions}{question.weighing}"
    for call in (f"evaluate({at}).value", f"compiled(lambda: evaluate({at}).value)"):
        yield Answer(call, value)
    signed = [chance.choice((-1, 2, Fraction(-1, 2))) for _ in weights]
    text = "".join(f", {name}={weight!r}" for name, weight in zip(OPTIONS, signed, strict=False))
    exact = sum((oracle.weight(chosen, signed) for chosen in wanted), Fraction(0))
    yield Answer(f"compiled(lambda: evaluate(board{conditions}{text}).value)", exact)
    at_i = f"evaluate(board{conditions}, x='1/2+i')"
    powers = [(Fraction(1), Fraction(0))]  # of 1/2 + i
    for _ in oracle.laid:
        real, imaginary = powers[-1]
        powers.append((real / 2 - imaginary, imaginary / 2 + real))
    total = tuple(sum((powers[oracle.counts(s)[0]][part] for s in wanted), Fraction(0)) for part in (0, 1))
    yield Answer(f"({at_i}.real[0], {at_i}.imaginary[0])", total)
    floats = [chance.choice((0.5, 0.1, 1.7, 3.0)) for _ in weights]
    text = "".join(f", {name}={weight!r}" for name, weight in zip(OPTIONS, floats, strict=False))
    # a float stands for the decimal number that it is written as
    near = sum((oracle.weight(chosen, [Fraction(str(w)) for w in floats]) for chosen in wanted), Fraction(0))
    is_enclosing = lambda bounds: bounds[0] <= near <= bounds[1]  # noqa: E731
    yield Answer(f"compiled(lambda: evaluate(board{conditions}{text}).real)", near, is_enclosing)
    if not value:
        return
    chances = {
        (placed.piece, placed.at): sum(
            (w for s, w in zip(wanted, each, strict=True) if s >> q & 1), Fraction(0)
        )
        / value
        for q, placed in enumerate(oracle.laid)
    }
    yield Answer(f"{{(p.piece, p.at): chance for p, chance in densities({at}).placements}}", chances)
    cells = {cell: [Fraction(0)] * oracle.variables for cell in question.board.cells}
    for placed in oracle.laid:
        for cell in placed.cells:
            cells[cell][placed.player] += chances[placed.piece, placed.at]
    yield Answer(f"dict(densities({at}).cells)", {cell: tuple(shares) for cell, shares in cells.items()})
    means = [
        sum((w * oracle.counts(s)[v] for s, w in zip(wanted, each, strict=True)), Fraction(0)) / value
        for v in range(oracle.variables)
    ]
    yield Answer(f"moments({at}).means", tuple(means))
    a, b = (chance.randrange(oracle.variables) for _ in range(2))
    products = [w * oracle.counts(s)[a] * oracle.counts(s)[b] for s, w in zip(wanted, each, strict=True)]
    covariance = sum(products, Fraction(0)) / value - means[a] * means[b]
    yield Answer(f"moments({at}).covariance[{a}][{b}]", covariance)


def listed(question: Question, oracle: Oracle, wanted: list[int], chance: random.Random) -> Iterator[Answer]:
    """Lists, ranks and samples."""
    conditions = question.conditions
    names = {oracle.named(chosen) for chosen in wanted}
    yield Answer(f"listed(list_positions(board{conditions}))", names, lambda found: is_list_of(found, names))
    other, _ = chance.choice(oracle.sets)
    position = f"Position.of(board, {placed_pieces(oracle, other)}, game)"
    call = f"is_listed(list_positions(board{conditions}), {position})"
    yield Answer(call, oracle.named(other) in names)
    limits = tuple(chance.choice((None, 0, 1, 1, 2)) for _ in range(oracle.variables))
    few = {
        oracle.named(s)
        for s in wanted
        if all(n is None or n == m for n, m in zip(limits, oracle.counts(s), strict=True))
    }
    call = f"listed(list_positions(board{conditions}, pieces={limits}))"
    yield Answer(call, few, lambda found: is_list_of(found, few))
    if not wanted:
        return
    seed = chance.randrange(10**6)
    drawn = f"sample(board{conditions}, size={FEW_DRAWN}, seed={seed})"
    yield Answer(
        f"[named(p) for p in {drawn}]",
        names,
        lambda found: len(found) == FEW_DRAWN and names.issuperset(found),
    )
    each = {oracle.named(s): oracle.weight(s, question.weights) for s in wanted}
    if 1 < len(wanted) <= 8 and sum(each.values()) > 0:
        drawn = f"sample(board{conditions}{question.weighing}, size={MANY_DRAWN}, seed={seed})"
        yield Answer(
            f"[named(p) for p in {drawn}]",
            each,
            lambda found: has_frequencies([*map(frozenset, found)], each),
        )


def placed_pieces(oracle: Oracle, chosen: int) -> list[tuple[str, tuple]]:
    """The pieces of a position as users name them."""
    return sorted((oracle.game.pieces[piece].name, at) for piece, at in oracle.named(chosen))


def is_list_of(found: tuple[int, list[frozenset], list[int]], names: set[frozenset]) -> bool:
    """Whether a list has exactly these positions, each once, and numbers them from 0."""
    total, positions, ranks = found
    return (
        total == len(positions) == len(names) == len(set(positions))
        and set(positions) == names
        and (ranks == list(range(total)))
    )


def has_frequencies(drawn: list[frozenset], weights: dict[frozenset, Fraction]) -> bool:
    """Whether positions were drawn in proportion to their weights: a chi-square test."""
    from scipy.stats import chi2

    total, counts = sum(weights.values()), Counter(drawn)
    possible = {name: weight for name, weight in weights.items() if weight}
    if set(counts) - set(possible):
        return False
    expected = {name: len(drawn) * float(weight / total) for name, weight in possible.items()}
    statistic = sum((counts[name] - number) ** 2 / number for name, number in expected.items())
    return len(possible) == 1 or float(chi2.sf(statistic, len(possible) - 1)) > NEVER


def extreme(question: Question, oracle: Oracle, wanted: list[int], chance: random.Random) -> Iterator[Answer]:
    """Fewest and most pieces, cheapest and dearest positions, the shortest game."""
    if question.kind == "perfect":
        return
    conditions = question.conditions
    names = {oracle.named(chosen) for chosen in wanted}
    sizes = [chosen.bit_count() for chosen in wanted]
    for call, best in (("fewest", min), ("most", max)):
        size = best(sizes, default=None)
        yield Answer(
            f"extreme({call}(board{conditions}))",
            size,
            lambda found, size=size: (
                found is None
                if size is None
                else found is not None and found[0] == size == len(found[1]) and found[1] in names
            ),
        )
    if question.play:
        return
    costs = [chance.choice((-2, -1, 0, 1, 1, 2, Fraction(1, 2))) for _ in oracle.laid]
    names_of = [question.game.pieces[p.piece].name for p in oracle.laid]
    cost = {(name, p.ordered): c for name, p, c in zip(names_of, oracle.laid, costs, strict=True)}
    price = {oracle.named(s): sum((costs[q] for q in numbers(s)), Fraction(0)) for s in wanted}
    for call, sign in (("cheapest", 1), ("dearest", -1)):
        ranking = sorted(price.values(), key=lambda cost: sign * cost)
        text = f"ranked({call}(board{conditions}, cost={cost!r}, k=3))"
        yield Answer(text, ranking[:3], lambda found, ranking=ranking: is_best(found, ranking, price))


def is_best(found: Any, ranking: list[Fraction], price: dict[frozenset, Fraction]) -> bool:
    """Whether the best positions have the best costs, in order, and the number of optima is right."""
    if found is None or not ranking:
        return found is None and not ranking
    number, best = found
    is_priced = all(price.get(position) == cost for cost, position in best)
    is_distinct = len({position for _, position in best}) == len(best)
    return (
        is_priced
        and is_distinct
        and [cost for cost, _ in best] == ranking[:3]
        and (number == ranking.count(ranking[0]))
    )


def about_the_game(
    question: Question, oracle: Oracle, wanted: list[int], chance: random.Random
) -> Iterator[Answer]:
    """What concerns all positions: the complex, the shortest game, the value and the outcome."""
    sizes = Counter(chosen.bit_count() for chosen, _ in oracle.sets)
    complex_ = "legal_complex(board, game=game)"
    size = max(sizes)
    f = [sizes[k] for k in range(size + 1)]
    h = [sum((-1) ** (k - i) * comb(size - i, k - i) * f[i] for i in range(k + 1)) for k in range(size + 1)]
    yield Answer(f"{complex_}.f_vector", tuple(f))
    yield Answer(f"{complex_}.h_vector", tuple(h))
    yield Answer(f"{complex_}.euler", -sum((-1) ** size * number for size, number in sizes.items()))
    facets = Counter(chosen.bit_count() for chosen, addable in oracle.sets if not addable)
    yield Answer(f"{complex_}.facet_sizes", tuple(sorted(facets.items())))
    yield Answer(f"{complex_}.is_pure", len(facets) == 1)
    everybody = oracle.polynomial(oracle.wanted("maximal"))
    yield Answer(f"{complex_}.facets_by_player.coefficients()", everybody)
    if oracle.variables == 2 and not oracle.is_shared:
        over = oracle.wanted("any-end", None, True, None)
        yield Answer("alpha(board, game=game).moves", min(chosen.bit_count() for chosen in over))
    if oracle.variables < 3 and len(oracle.sets) <= TWO_PLAYER_VALUES and len(question.board):
        yield Answer("value(board, game=game).outcome", oracle.outcome())
        yield Answer("value(board, game=game).value", "the value by definition", oracle.equals)
        chosen, addable = chance.choice(oracle.sets)
        after = f"value(Position.of(board, {placed_pieces(oracle, chosen)}, game))"
        yield Answer(f"{after}.outcome", oracle.outcome(addable))
        is_value = lambda form: oracle.equals(form, addable)  # noqa: E731
        yield Answer(f"{after}.value", "the value by definition", is_value)


def by_shortcuts(
    question: Question, oracle: Oracle, wanted: list[int], chance: random.Random
) -> Iterator[Answer]:
    """The plain sweep, and every shortcut that is allowed, whatever the plan would choose."""
    if question.play or question.kind == "any-end" or not len(question.board):
        return
    polynomial = oracle.polynomial(wanted)
    stuck, perfect = sorted(question.must_be_stuck), question.kind == "perfect" and question.stuck is None
    asked = f"board, game, {stuck}, {perfect}"
    seed = chance.randrange(100)
    for axis in range(question.board.dimension):
        for way in ("whole", "folded"):
            yield Answer(f"{way}({asked}, axis={axis})", polynomial, optional=True)
    yield Answer(f"traced({asked})", polynomial, optional=True)
    calls = [f"dense({asked}, seed={seed})", f"eliminated({asked}, seed={seed})"]
    for way in ("whole", "folded", "traced", "best"):
        for evaluator in ("residues", "integers", "primes", "floats"):
            calls.append(f"evaluated({way!r}, {evaluator!r}, {asked}, seed={seed})")
    for call in calls:
        yield Answer(call, polynomial, lambda found: shortcuts.agrees(found, polynomial), optional=True)


def long_answers(question: Question) -> Iterator[Answer]:
    """Polynomials and totals of boards with many positions, with and without the periodic sweep."""
    stuck, perfect = sorted(question.must_be_stuck), question.kind == "perfect"
    try:
        terms = long_polynomial(question.board, question.game, stuck, perfect, MOST_STATES)
    except TooManyError:
        return
    axis = max(range(2), key=question.board.shape.__getitem__)
    asked = f"board, game, {stuck}, {perfect}, axis={axis}"
    for way in ("whole", "folded", "unshortened"):
        yield Answer(f"{way}({asked})", terms, optional=True)
    for seed in range(3):
        dense = f"dense(board, game, {stuck}, {perfect}, seed={seed})"
        yield Answer(dense, terms, lambda found: shortcuts.agrees(found, terms), optional=True)
    total = sum(terms.values())
    yield Answer(f"count(board{question.conditions})", total)
    yield Answer(f"compiled(lambda: count(board{question.conditions}))", total)
    for engine in ("dictionary", "modular"):
        yield Answer(f"positions(board{question.conditions}, engine={engine!r}).coefficients()", terms)


def family_answers(question: Question) -> Iterator[Answer]:
    """The terms of the recurrences of a family of boards."""
    cols, wrap, game = question.board.shape[1], question.board.wrap[1], question.game
    perfect = question.kind == "perfect" and question.stuck is None
    weights = (*question.weights, 1, 1, 1)
    polynomials = [{(0,) * game.variables(2): 1}]
    for rows in range(1, ROWS + 1):
        board = Board.rectangle(rows, cols, wrap=(False, wrap))
        try:
            polynomials.append(long_polynomial(board, game, question.must_be_stuck, perfect, MOST_STATES))
        except TooManyError:
            break
    totals = [
        sum(number * prod(w**e for w, e in zip(weights, m, strict=False)) for m, number in terms.items())
        for terms in polynomials
    ]
    asked = f"{cols}{question.conditions}, wrap={wrap}"
    number = len(totals)
    is_zero = not any(totals[ROWS // 2 :])
    yield Answer(
        f"terms(lambda: recurrence({asked}{question.weighing}).totals({number}))",
        totals,
        lambda found: is_zero if found is None else found == totals,
    )
    if cols < 3:
        found = f"polynomial_recurrence({asked}).polynomials({number})"
        yield Answer(
            f"terms(lambda: [p.coefficients() for p in {found}])",
            polynomials,
            lambda found: found == shortcuts.TOO_WIDE or (is_zero if found is None else found == polynomials),
        )


# -- cases ---------------------------------------------------------------------------------------


def case(seed: object, number: int, share: float = 1.0) -> Iterator[tuple[Question, Answer]]:
    """The answers to compare in the case with a number: about a `share` of all answers to one question."""
    chance = random.Random(f"{seed}/{number}")
    match number % 12:
        case 0:
            question = draw_strip(chance)
            found = long_answers(question)
        case 1:
            question = draw_rectangle(chance)
            found = long_answers(question)
        case 2:
            question = draw_family(chance)
            found = family_answers(question)
        case _:
            question, oracle = draw(chance, is_twisted=number % 12 == 3)
            found = answers(question, oracle, chance)
    for answer in found:
        # most boards do not allow most shortcuts
        if chance.random() < share * (3 if answer.optional else 1):
            yield question, answer
