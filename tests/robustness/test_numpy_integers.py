"""Every public function converts NumPy integers: inside exact arithmetic they would overflow.

The calls are those of `results.py`, and more with integers in other places. Small types overflow soonest. A
NumPy integer left in an answer is visible in its `repr`, or JSON refuses it.
"""

import dis
import json

import numpy as np
import pytest
from results import RESULTS

import enumerate as package
from enumerate import Board, Domino, Forbidden, Game, Piece, Polynomial, Position, games, oeis, render

MODULES = ("games", "oeis", "render")
POLYNOMIAL = package.positions(Board.rectangle(4, 4))
CLAIM = {"board": {"shape": [2, 2], "wrap": [False, False], "text": "..\n.."}, "kind": "general", "stuck": []}
CLAIM |= {"play": False, "total": "7", "terms": None}


def board(n, rows=4, cols=4):
    return Board.rectangle(n(rows), n(cols))


CALLS = RESULTS | {
    "Board": lambda n: Board((n(2), n(2)), cells={(n(0), n(1)), (n(1), n(1))}),
    "Board.aztec_diamond": lambda n: Board.aztec_diamond(n(20)),
    "Board.box": lambda n: Board.box(n(6), n(6), n(6)),
    "Board.of": lambda n: Board.of((n(2), n(3)), [(n(0), n(1)), (n(1), n(2))], wrap="rows"),
    "Board.rectangle": lambda n: package.count(Board.rectangle(n(12), n(12))),
    "Board.parse": lambda n: Board.parse("..", dimension=n(3)),
    "Board.from_json": lambda n: Board.from_json(
        {"shape": [n(1), n(2)], "wrap": [False, False], "text": ".."}
    ),
    "Board.from_graph": lambda n: Board.from_graph([(n(0), n(1)), (n(1), n(2))], vertices=n(4)),
    "Board.from_numpy": lambda n: Board.from_numpy([[n(1), n(0)], [n(1), n(1)]]),
    "Board.bar": lambda n: board(n).bar([((n(0), n(1)), "L")]),
    "Board.without": lambda n: board(n).without([(n(0), n(1))]),
    "Board.without, a frozen set": lambda n: board(n).without(frozenset({(n(0), n(1))})),
    "Board.transpose": lambda n: board(n, 2, 3).transpose((n(1), n(0))),
    "Board.mirror": lambda n: Board.parse(".#.").mirror(n(1)),
    "Board.dominoes": lambda n: list(board(n).dominoes(n(1))),
    "Board.lines": lambda n: board(n).lines(n(1)),
    "Board.most_dominoes": lambda n: board(n).most_dominoes(n(1)),
    "Board.after": lambda n: board(n).after((n(1), n(1)), n(0), n(1)),
    "Board.shift": lambda n: board(n).shift((n(1), n(1)), (n(1), n(1))),
    "Board.neighbours": lambda n: list(board(n).neighbours((n(1), n(1)))),
    "Board.at_distance": lambda n: list(board(n).at_distance((n(1), n(1)), n(2))),
    "Board.covered_by": lambda n: board(n).covered_by(Domino((n(1), n(1)), n(1))),
    "Game": lambda n: package.count(
        board(n),
        game=Game("own", [Piece("N", "either", [(n(0), n(0))])], [Forbidden(("N", "N"), distances=[n(1)])]),
    ),
    "Game.from_json": lambda n: Game.from_json(
        {
            "name": "own",
            "pieces": [{"name": "N", "player": "either", "cells": [[n(0), n(0)], [n(0), n(1)]]}],
            "forbidden": [{"between": ["N", "N"], "distances": [n(1)]}],
        }
    ).to_json(),
    "Polynomial": lambda n: Polynomial(n(2), (((n(2), n(1)), n(100)), ((n(2), n(2)), n(100)))).total,
    "Polynomial.of": lambda n: Polynomial.of({(n(2), n(1)): n(100)}, n(2)) ** n(20),
    "Polynomial.one": lambda n: Polynomial.one(n(3)),
    "Polynomial.from_json": lambda n: Polynomial.from_json([[n(1), n(0), n(100)]], n(2)) ** 9,
    "Polynomial.from_numpy": lambda n: Polynomial.from_numpy(np.array([[n(100), n(100)]])).total,
    "Polynomial, value": lambda n: POLYNOMIAL(n(20), n(30)),
    "Polynomial, one value": lambda n: package.positions(board(n), by="size")[n(2)],
    "Polynomial, coefficient": lambda n: POLYNOMIAL[n(2), n(1)],
    "Polynomial, contains": lambda n: (n(2), n(1)) in POLYNOMIAL,
    "Polynomial, sum": lambda n: POLYNOMIAL + n(100) - n(27) + (n(100) + POLYNOMIAL) - (n(3) - POLYNOMIAL),
    "Polynomial, product": lambda n: n(100) * POLYNOMIAL * n(100),
    "Polynomial.matching_polynomial": lambda n: POLYNOMIAL.matching_polynomial(n(16)),
    "Polynomial.swap": lambda n: POLYNOMIAL.swap((n(1), n(0))),
    "Polynomial.restrict": lambda n: POLYNOMIAL.restrict([n(0), n(1)]),
    "Polynomial.latex": lambda n: POLYNOMIAL.latex(n(60)),
    "Position": lambda n: Position.of(board(n), [Domino((n(1), n(1)), n(0))]),
    "Position.of, named": lambda n: Position.of(board(n), [("L", (n(1), n(1)))]),
    "Position.of, col": lambda n: Position.of(board(n), [("L", (n(1), n(1)))], game="col"),
    "Position.moves": lambda n: Position.parse("L..\nL..").moves(n(1)),
    "Position.parse": lambda n: Position.parse("L\nL", dimension=n(1)),
    "caches": lambda n: (package.caches.bound(n(100)), package.caches.bound(None)),
    "count, empty": lambda n: package.count(board(n), empty=n(4)),
    "count, play": lambda n: package.count(board(n), play=True, turn=n(1), skip_primes=n(1)),
    "growth, eigenvalue": lambda n: package.growth(n(2)).eigenvalue(n(20)),
    "growth, per_cell": lambda n: package.growth(n(2)).per_cell(n(20)),
    "growth, log": lambda n: package.growth(n(2)).log(n(20)),
    "program": lambda n: package.program(board(n), stuck=[n(0)]).evaluate(package.semirings.modulo(n(100))),
    **{
        f"program, {name}": lambda n, ring=ring: package.program(board(n), "maximal").evaluate(ring(n))
        for name, ring in {
            "fractions": lambda n: package.semirings.fractions(n(100)),
            "fractions, a function": lambda n: package.semirings.fractions(lambda placement: n(100)),
            "min_plus": lambda n: package.semirings.min_plus(n(100)),
            "max_plus": lambda n: package.semirings.max_plus(n(100)),
            "best": lambda n: package.semirings.best(n(2), n(100)),
            "modulo": lambda n: package.semirings.modulo(n(101), n(100)),
        }.items()
    },
    "legal_complex": lambda n: package.legal_complex(board(n, 3, 3)).to_json(),
    "list_positions": lambda n: (
        package.list_positions(board(n, 6, 6), stuck=[n(0)], pieces=(n(3), None)).total
    ),
    "list_positions, ranks": lambda n: package.list_positions(board(n)).positions([n(100), n(3)]),
    "list_positions, listing": lambda n: list(package.list_positions(board(n)).listing(n(100), n(104))),
    "list_positions, sample": lambda n: package.list_positions(board(n)).sample(n(3), n(5)),
    "polynomial_recurrence, terms": lambda n: package.polynomial_recurrence(n(2)).polynomials(n(9)),
    "recurrence, terms": lambda n: package.recurrence(n(3)).totals(n(100)),
    "recurrence, table": lambda n: package.recurrence(n(3)).table(n(9)).text(),
    "Value.options": lambda n: package.Value.parse("^*").options(n(0)),
    "verify, terms": lambda n: package.verify(
        CLAIM
        | {"terms": [[n(a), n(b), c] for a, b, c in package.positions(Board.rectangle(2, 2)).to_json()]},
        seed=1,
    ),
    "games.Solver": lambda n: games.Solver((n(2), n(2))).shape,
    "games.Solver.mover_wins": lambda n: games.Solver((n(2), n(2))).mover_wins(board(n, 2, 2), n(0)),
    "games.Dominogame": lambda n: games.Dominogame(n(3), n(6), raised=n(1), length=n(3)),
    "games.Falling": lambda n: games.Falling(n(3), n(5), length=n(2), players=n(2), raised=n(1)),
    "games.Falling, solution": lambda n: str(games.Falling(n(3), n(5)).solve()),
    "games.Dominogame, sequences": lambda n: games.dominogame.move_sequences(games.Dominogame(n(4), n(8))),
    "games.Monominogame": lambda n: games.Monominogame(n(3), n(6), players=n(3), raised=n(1)),
    "games.Monominogame, value": lambda n: games.monominogame.value(games.Monominogame(n(2), n(9))),
    "games.solve": lambda n: games.solve(board(n, 3, 3)),
    "games.dominoes.Tile": lambda n: games.dominoes.Tile(n(2), n(5)),
    "oeis.Draft": lambda n: str(oeis.Draft("a name", n(1), (n(100), n(5)))),
    "oeis.terms": lambda n: list(oeis.terms("A288028", n(4))),
    "oeis.cells_of": lambda n: oeis.cells_of("A332714", n(100)),
    "oeis.bfile": lambda n: oeis.bfile({n(1): n(100), n(2): n(5)}),
    "render.gallery": lambda n: render.gallery([board(n)] * 3, columns=n(60)),
    "render.coefficients_plot": lambda n: render.coefficients_plot(
        POLYNOMIAL, [n(0), n(1)], "title", turn=n(0)
    ),
    "render.table_plot": lambda n: render.table_plot([[n(100), n(5)], [n(7), n(9)]], "title", ("a", "b")),
    "render.victory_charts": lambda n: render.victory_charts(
        [render.Duel(("juca", "tiao"), (n(100), n(100), n(50)))], {"juca": n(100), "tiao": n(100)}
    ),
    "render.text": lambda n: render.text(board(n)),
    "render.tikz": lambda n: render.tikz(board(n)),
    "render.plays_svg": lambda n: render.plays_svg([games.Play.parse(games.Falling(n(2), n(3)), "H1 V1 V2")]),
    "render.svg": lambda n: render.svg(board(n), board(n), columns=n(2)),
    "render.plays_text": lambda n: render.plays_text(
        [games.Play.parse(games.Dominogame(n(2), n(3)), "H1 V1 V2")], columns=n(60)
    ),
}
WITHOUT_INTEGERS = {  # errors, modules, results, and functions that take no integer
    *("ComputationError", "EnumerateError", "InputError", "StoppedError", "TooLargeError"),
    *("Kind", "games", "oeis", "render", "list_jobs", "selftest", "semirings", "check_semiring"),
    *("games.BoxOutcomes", "games.Solution", "games.dominogame", "games.monominogame"),
    *("oeis.Known", "oeis.REGISTRY", "oeis.Sequence", "oeis.Term"),
    *("oeis.known", "oeis.read_bfile", "oeis.sequence", "render.Duel"),
}


def takes_integers(call):
    """Whether a call makes integers with `n`."""
    return any(instruction.argval == "n" for instruction in dis.get_instructions(call))


def test_the_table_has_every_public_name():
    public = {name for name in package.__all__ if not hasattr(getattr(package, name), "__deprecated__")}
    public |= {f"{module}.{name}" for module in MODULES for name in getattr(package, module).__all__}
    calls = {name.partition(",")[0] for name, call in CALLS.items() if takes_integers(call)}
    prefixes = {".".join(name.split(".")[:parts]) for name in calls for parts in (1, 2)}
    assert public - prefixes == WITHOUT_INTEGERS - set(MODULES)


def shown(answer):
    """The text and the JSON of an answer; the JSON module refuses NumPy integers."""
    as_json = answer.to_json() if hasattr(answer, "to_json") else None
    return repr(answer) if type(answer).__repr__ is not object.__repr__ else str(answer), json.dumps(as_json)


@pytest.mark.parametrize(
    "kinds", [[np.int8], pytest.param([np.uint8, np.int64], marks=pytest.mark.slow)], ids=["short", "others"]
)
@pytest.mark.parametrize("name", CALLS)
def test_numpy_integers_give_the_answers_of_plain_integers(name, kinds):
    call = CALLS[name]
    wanted = call(int)
    for kind in kinds:
        found = call(kind)
        assert found == wanted
        assert shown(found) == shown(wanted)
        assert type(found) is type(wanted)
