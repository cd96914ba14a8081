"""One question for every public function and class; all processes must give the same results.

Each makes its integers with `n`, which is `int` or a NumPy integer type.
"""

import tempfile
from dataclasses import replace
from pathlib import Path

import enumerate as package
from enumerate import Board, Domino, Game, Piece, Player, Position, Value, games, oeis
from enumerate.values.polyominoes import piece_values

BOARD = Board.rectangle(3, 3)
EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)]
CLAIM = {
    "board": BOARD.to_json(),
    "kind": "general",
    "stuck": [],
    "play": False,
    "total": "131",
    "terms": None,
}


def board(n, rows=3, cols=3):
    """A rectangle."""
    return Board.rectangle(n(rows), n(cols))


def listed_jobs():
    """The jobs of a new store."""
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "lanes.db")
        package.count(Board.rectangle(4, 4), store=store)
        return tuple(replace(job, seconds=0.0) for job in package.list_jobs(store))


RESULTS = {
    "Board": lambda n: Board.parse("..#\n...").bar([((0, 0), "L")]),
    "Board, wrapped": lambda n: Board.rectangle(3, 3, wrap="rows,cols"),
    "ComputationError": lambda n: str(package.ComputationError("a reason")),
    "Domino": lambda n: Domino((n(1), n(1)), n(1)),
    "EnumerateError": lambda n: str(package.EnumerateError("a reason")),
    "Forbidden": lambda n: package.Forbidden(("N", "N"), offsets=[(n(0), n(1))], distances=[n(1)]),
    "Game": lambda n: Game.named("col"),
    "InputError": lambda n: str(package.InputError("a reason")),
    "Kind": lambda n: package.Kind("maximal"),
    "Piece": lambda n: Piece("N", "either", [(n(0), n(0)), (n(1), n(0))]),
    "Player": lambda n: Player(n(0)),
    "Polynomial": lambda n: package.Polynomial.of({(2, 1): 3}, 2, {"engine": "none"}),
    "Position": lambda n: Position.parse("L..\nL.."),
    "Settings": lambda n: package.Settings(threads=n(2), max_memory=n(100), skip_primes=n(1)),
    "StoppedError": lambda n: str(package.StoppedError("a reason")),
    "TooLargeError": lambda n: str(package.TooLargeError("a reason")),
    "Value": lambda n: package.value(Board.rectangle(2, 3)).value,
    "Value, parsed": lambda n: tuple(map(Value.parse, ("-7/8", "^2*3", "1+tiny(2)", "{2|{1|-1/2},0}"))),
    "Value, thermograph": lambda n: Value.parse("{2|-1/2}").thermograph,
    "activity_curve": lambda n: package.activity_curve(board(n), points=n(3), low=n(1), high=n(100)),
    "alpha": lambda n: package.alpha(board(n, 4, 4)),
    "alpha_sequence": lambda n: package.alpha_sequence(n(2), n(5)),
    "alpha_table": lambda n: package.alpha_table(n(3)),
    "brute_force": lambda n: package.brute_force(board(n), stuck=[n(1)], play=True, turn=n(1)),
    "census": lambda n: package.census(board(n)),
    "count": lambda n: package.count(board(n), stuck=[n(0), n(1)], pieces=n(4)),
    "correlations": lambda n: package.correlations(board(n), (n(0), n(1)), "maximal", player=n(0), x=n(100)),
    "densities": lambda n: package.densities(board(n), x=n(100), y=n(50)),
    "evaluate": lambda n: package.evaluate(board(n, 6, 6), x=n(100), y=n(50)),
    "evaluate, decimals": lambda n: package.evaluate(BOARD, x=0.7),
    "cheapest": lambda n: package.cheapest(board(n), cost={n(0): n(2), n(1): "1/2"}, k=n(3)),
    "dearest": lambda n: package.dearest(board(n), cost=n(2), stuck=[n(0)]),
    "explain": lambda n: package.explain(board(n), stuck=[n(0)]),
    "fewest": lambda n: package.fewest(board(n), stuck=[n(0)]),
    "growth, second": lambda n: package.growth(2, second=True),
    "growth": lambda n: package.growth(n(3), x=n(100)),
    "independence_polynomial": lambda n: package.independence_polynomial([(n(a), n(b)) for a, b in EDGES]),
    "matching_polynomial": lambda n: package.matching_polynomial([(n(a), n(b)) for a, b in EDGES]),
    "maximal_independent_sets": lambda n: package.maximal_independent_sets([(n(a), n(b)) for a, b in EDGES]),
    "maximal_matchings": lambda n: package.maximal_matchings([(n(a), n(b)) for a, b in EDGES]),
    "Board, twisted": lambda n: Board("3x4", wrap="rows, twisted cols"),
    "legal_complex": lambda n: package.legal_complex(BOARD, progress=lambda event: None),
    "legal_complex, betti": lambda n: package.legal_complex(BOARD).betti(),
    "list_jobs": lambda n: listed_jobs(),
    "list_positions": lambda n: package.list_positions(BOARD, "any-end", progress=lambda event: None),
    "list_positions, pieces": lambda n: package.list_positions(board(n), stuck=[n(0)], pieces=(n(1), None)),
    "list_positions, from a position": lambda n: package.list_positions("L..\nL.."),
    "moments": lambda n: package.moments(board(n), x=n(100), y=n(50)),
    "most": lambda n: package.most(board(n), stuck=[n(1)]),
    "overview": lambda n: package.overview(Position.parse("..L.\n..L."), n(1)),
    "piece_values": lambda n: package.piece_values(n(4)),
    "polynomial_recurrence": lambda n: package.polynomial_recurrence(n(2)),
    "positions": lambda n: package.positions(board(n), stuck=[n(0)], play=True, turn=n(1)),
    "positions, by size": lambda n: package.positions(BOARD, by="size"),
    "positions, by difference": lambda n: package.positions(BOARD, by="difference"),
    "recurrence": lambda n: package.recurrence(n(3), stuck=[n(1)], x=n(100), y=n(3)),
    "sample": lambda n: package.sample(board(n), size=n(3), seed=n(5), x=n(100), pieces=(n(2), None)),
    "sample, from a position": lambda n: package.sample("L..\nL..", size=3, seed=1),
    "census, sampled": lambda n: package.census(board(n), samples=n(5), seed=n(1)),
    "selftest": lambda n: next(package.selftest()).name,
    "sequence": lambda n: package.sequence("n x n", n(4), x=n(100)),
    "solve": lambda n: package.solve(board(n), threads=n(1)),
    "value": lambda n: package.value(Board.rectangle(2, 3)),
    "value, large": lambda n: package.value(Board.rectangle(4, 4)),
    "value, moves": lambda n: tuple(package.value(board(n)).moves(n(0))[:2]),
    "verify": lambda n: package.verify(CLAIM, rounds=n(3), seed=n(5)),
    "games.outcomes": lambda n: games.outcomes((n(2), n(2), n(2))),
    "games.leaves": lambda n: games.leaves((n(3), n(3), n(3)), "MLR"),
    "games.Dominogame": lambda n: games.dominogame.solve(games.Dominogame(2, 4)),
    "games.Dominogame, kind ties": lambda n: games.dominogame.solve(games.Dominogame(2, 4), "kind"),
    "games.Monominogame, solution": lambda n: games.monominogame.solve(games.Monominogame(2, 3, players=3)),
    "games.Monominogame": lambda n: games.monominogame.equilibria(games.Monominogame(2, 3)),
    "games.Play, checked": lambda n: (
        games.Dominogame(2, 3).solve().check(games.Play.parse(games.Dominogame(2, 3), "H1 V1 V2"))
    ),
    "games.Play, wrong": lambda n: (
        games.Dominogame(2, 4).solve().check(games.Play.parse(games.Dominogame(2, 4), "H1 H1 H1 H1"))
    ),
    "games.Play": lambda n: games.Play.parse(games.Dominogame(n(2), n(3)), "H1 V1 V2"),
    "games.dominoes, tournament": lambda n: games.dominoes.tournament(["juca", "tiao"], n(20), seed=n(3)),
    "games.dominoes, match": lambda n: games.dominoes.play_match(("juca", "tiao"), seed=n(7), match=n(2)),
    "values.piece_values": lambda n: piece_values(5),
    "oeis.term": lambda n: oeis.term("A332714", n(4)),
    "oeis.sequence": lambda n: oeis.sequence("A332714"),
    "oeis.known": lambda n: oeis.known("A288028"),
    "oeis.Draft": lambda n: oeis.Draft.of(package.sequence("n x n", 4, game="kings")),
}
