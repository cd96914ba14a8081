"""The self-test of an installation: laws and published values, checked in a minute.

`golden.json` holds questions with answers that were printed or proved elsewhere. A question without an answer
is compared with brute force. If a question has a list, each value of the list is tried in turn (`stuck` and
`box` have a list of lists). Laws that need more than one question are functions here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from importlib.resources import files
from itertools import combinations, islice, product
from operator import attrgetter
from typing import Any, Unpack, cast

import enumerate as en

from ..model.board import Board
from ..model.polynomial import Polynomial
from ..support.errors import ComputationError, StoppedError
from ..support.result import plain
from ..support.run import Options, running
from .brute import brute_force

GOLDEN: dict[str, list[dict[str, Any]]] = json.loads((files(__package__) / "golden.json").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A check and whether it held; `error` describes the failure."""

    name: str
    held: bool
    error: str = ""


def agree(what: str, found: object, wanted: object) -> None:
    """Raise ComputationError unless two values are equal."""
    if found != wanted:
        raise ComputationError(f"{what} is {found}, not {wanted}")


def check_case(case: dict[str, Any]) -> None:
    """Ask the questions of a case, and compare the answers with golden ones or with brute force."""
    case = case.copy()
    ask, steps, _ = case.pop("ask"), case.pop("take", []), case.pop("source", "")
    each, every = case.pop("each", None), case.pop("all", None)
    choices = (value if isinstance(value, list) else [value] for value in case.values())
    for number, values in enumerate(product(*choices)):
        question = dict(zip(case, values, strict=True))
        what = f"{ask}({', '.join(f'{name}={value!r}' for name, value in question.items())})"
        drawn = {name: question.pop(name) for name in ("wrap", "lattice") if name in question}
        if drawn:
            question["board"] = Board(question["board"], **drawn)
        wanted = every if each is None else each[number]
        if wanted is None:
            wanted = brute_force(**{name: value for name, value in question.items() if name != "engine"})
        found = attrgetter(ask)(en)(**question)
        for step in steps:
            name, *arguments = [step] if isinstance(step, str) else step
            found = getattr(found, name)
            found = found(*arguments) if callable(found) else found
        if not isinstance(wanted, Polynomial):
            found = str(found) if isinstance(wanted, str) else plain(found)
        agree(what, found, wanted)


def _laws() -> None:
    """Transposing exchanges the players, disjoint boards multiply, x = y = 1 gives the number."""
    count, positions = cast(Any, en.count), cast(Any, en.positions)
    board, other = Board.parse("..#.\n....\n.#.."), Board.rectangle(2, 3)
    both = Board.parse("..#.#...\n....#...\n.#..####")
    torus = Board.rectangle(5, 6, wrap="rows,cols")
    for kind, mirrored in (("general", "general"), ("right-end", "left-end"), ("maximal", "maximal")):
        whole, part = positions(both, kind), positions(board, kind)
        agree(f"a transposed board, {kind}", positions(board.transpose(), mirrored), part.swap())
        agree(f"two boards side by side, {kind}", whole, part * positions(other, kind))
        agree(f"the number at x = y = 1, {kind}", count(both, kind), whole.total)
        agree(f"the torus 5 x 6, {kind}", count(torus.transpose(), mirrored), count(torus, kind))


def _published() -> None:
    """The first terms of every sequence of the registry, as published."""
    for number, entry in en.oeis.REGISTRY.items():
        published = en.oeis.known(entry).published
        few = 8 if entry.game == "domineering" and entry.read != "perfect" else 5
        for term in islice(en.oeis.terms(entry), min(few, len(published))):
            agree(f"{number}({term.index})", term.value, published[term.index])


def _listing() -> None:
    """75 maximal positions of 4 x 3, all different, each with its number."""
    listed = en.list_positions("4x3", "maximal")
    found = list(listed.listing())
    agree("the number of different positions", len(set(found)), 75)
    agree("those with a move left", [p for p in found if p.moves(0) or p.moves(1)], [])
    agree("their numbers", listed.ranks(found), list(range(75)))


def _alpha() -> None:
    """A shortest game, replayed: the moves alternate, and the player to move at the end is stuck."""
    for size in ("2x6", "3x4", "5x4", "6x6"):
        game: Any = en.alpha(size)
        axes = [move.axis for move in game.order]
        agree("the order of moves", axes, [(game.first + turn) % 2 for turn in range(game.moves)])
        last = en.Position.of(Board(size), game.order)  # refuses dominoes that overlap
        agree("the last position", last, game.witness)
        agree("a move of the stuck player", last.moves((game.first + game.moves) % 2), [])


def _dominoes() -> None:
    """The compiled engine plays the same matches as the plain referee."""
    from ..games.dominoes import AGENTS, BEST_FIT, LITERAL, play_match
    from ..games.dominoes.chance import stream_of
    from ..games.dominoes.engine import play_numbered
    from ..games.dominoes.match import outcome

    for reading, pair in product((BEST_FIT, LITERAL), combinations(AGENTS, 2)):
        rows = play_numbered(pair, reading, stream_of(5, pair), 0, 20).tolist()
        refereed = [outcome(play_match(pair, seed=5, match=number, reading=reading)) for number in range(20)]
        agree(f"20 matches of {' and '.join(pair)}", rows, refereed)


def _weights() -> None:
    """Values, means and densities of a board with walls, from its polynomial by brute force; samples."""
    board = Board.parse("....\n.#..\n...#")
    for kind in ("general", "maximal"):
        polynomial = brute_force(board, kind)
        value = sum(number * 2**left * Fraction(-1, 3) ** right for (left, right), number in polynomial)
        found = en.evaluate(board, kind, x=2, y="-1/3").value
        agree(f"the walled board at (2, -1/3), {kind}", found, value)
        pieces = sum(sum(term) * number for term, number in polynomial)
        agree(f"the mean, {kind}", en.moments(board, kind).mean * polynomial.total, pieces)
        covered = sum(map(sum, en.densities(board, kind).cells.values()))
        agree(f"the sum of the densities, {kind}", covered * polynomial.total, 2 * pieces)
    drawn = en.sample("6x6", "maximal", size=20, seed=1, x=3)
    agree("samples with a move left", [p for p in drawn if p.moves(0) or p.moves(1)], [])


def _census() -> None:
    """The polynomials of the four outcomes add up to that of all positions."""
    total = sum((en.census("3x4").polynomials or {}).values(), Polynomial.of({}))
    agree("the four classes of 3 x 4 together", total, brute_force("3x4"))


LAWS: dict[str, Callable[[], None]] = {
    "transpose, product and total laws": _laws,
    "first terms of every OEIS sequence": _published,
    "positions listed and numbered": _listing,
    "shortest games, replayed": _alpha,
    "dominoes: engine against referee": _dominoes,
    "weights, means and densities": _weights,
    "values and the census": _census,
}


def run_check(name: str) -> None:
    """Run a check: its golden cases, then its law."""
    for case in GOLDEN[name]:
        check_case(case)
    if name in LAWS:
        LAWS[name]()


CHECKS: dict[str, Callable[[], None]] = {name: partial(run_check, name) for name in GOLDEN}


def selftest(**options: Unpack[Options]) -> Iterator[Outcome]:
    """Run all checks in turn; a failing check does not stop the others."""
    with running(options) as settings:
        for number, (name, check) in enumerate(CHECKS.items()):
            settings.part(number, len(CHECKS), name).report(0, 1)
            error = ""
            try:
                check()
            except StoppedError:
                raise
            except ComputationError as failed:
                error = str(failed)
            except Exception as failed:
                error = f"{type(failed).__name__}: {failed}"
            yield Outcome(name, not error, error)
