"""One question for every public function and class, whose results every process must agree on."""

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


def listed_jobs():
    """The jobs of a new store."""
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "lanes.db")
        package.count(Board.rectangle(4, 4), store=store)
        return tuple(replace(job, seconds=0.0) for job in package.list_jobs(store))


RESULTS = {
    "Board": lambda: Board.parse("..#\n...").bar([((0, 0), "L")]),
    "Board, wrapped": lambda: Board.rectangle(3, 3, wrap="rows,cols"),
    "ComputationError": lambda: str(package.ComputationError("a reason")),
    "Domino": lambda: Domino((1, 1), Player.RIGHT),
    "EnumerateError": lambda: str(package.EnumerateError("a reason")),
    "Forbidden": lambda: package.Forbidden(("N", "N"), distances=[1]),
    "Game": lambda: Game.named("col"),
    "InputError": lambda: str(package.InputError("a reason")),
    "Kind": lambda: package.Kind("maximal"),
    "Piece": lambda: Piece("N", "either", [(0, 0)]),
    "Player": lambda: Player.LEFT,
    "Polynomial": lambda: package.Polynomial.of({(2, 1): 3}, 2, {"engine": "none"}),
    "Position": lambda: Position.parse("L..\nL.."),
    "Settings": lambda: package.Settings(threads=2, max_memory="1GiB"),
    "StoppedError": lambda: str(package.StoppedError("a reason")),
    "TooLargeError": lambda: str(package.TooLargeError("a reason")),
    "Value": lambda: package.value(Board.rectangle(2, 3)).value,
    "Value, parsed": lambda: tuple(map(Value.parse, ("-7/8", "^2*3", "1+tiny(2)", "{2|{1|-1/2},0}"))),
    "Value, thermograph": lambda: Value.parse("{2|-1/2}").thermograph,
    "activity_curve": lambda: package.activity_curve(BOARD, points=3),
    "alpha": lambda: package.alpha(BOARD),
    "alpha_sequence": lambda: package.alpha_sequence(2, 4),
    "alpha_table": lambda: package.alpha_table(3),
    "brute_force": lambda: package.brute_force(BOARD),
    "census": lambda: package.census(BOARD),
    "count": lambda: package.count(BOARD),
    "correlations": lambda: package.correlations(BOARD, (0, 1), "maximal", player="left"),
    "densities": lambda: package.densities(BOARD, x=2),
    "evaluate": lambda: package.evaluate(BOARD, x="3/2"),
    "evaluate, decimals": lambda: package.evaluate(BOARD, x=0.7),
    "cheapest": lambda: package.cheapest(BOARD, cost={"left": 2, "right": "1/2"}, k=3),
    "dearest": lambda: package.dearest(BOARD, cost=1),
    "explain": lambda: package.explain(BOARD, "maximal"),
    "fewest": lambda: package.fewest(BOARD, "maximal"),
    "growth, second": lambda: package.growth(2, second=True),
    "growth": lambda: package.growth(3),
    "independence_polynomial": lambda: package.independence_polynomial(EDGES),
    "matching_polynomial": lambda: package.matching_polynomial(EDGES),
    "maximal_independent_sets": lambda: package.maximal_independent_sets(EDGES),
    "maximal_matchings": lambda: package.maximal_matchings(EDGES),
    "Board, twisted": lambda: Board("3x4", wrap="rows, twisted cols"),
    "legal_complex": lambda: package.legal_complex(BOARD, progress=lambda event: None),
    "legal_complex, betti": lambda: package.legal_complex(BOARD).betti(),
    "list_jobs": listed_jobs,
    "list_positions": lambda: package.list_positions(BOARD, "any-end", progress=lambda event: None),
    "list_positions, pieces": lambda: package.list_positions(BOARD, stuck=["left"], pieces=(1, None)),
    "list_positions, from a position": lambda: package.list_positions("L..\nL.."),
    "moments": lambda: package.moments(BOARD, x=2),
    "most": lambda: package.most(BOARD),
    "overview": lambda: package.overview(Position.parse("..L.\n..L."), "right"),
    "piece_values": lambda: package.piece_values(4),
    "polynomial_recurrence": lambda: package.polynomial_recurrence(2),
    "positions": lambda: package.positions(BOARD, "right-end"),
    "positions, by size": lambda: package.positions(BOARD, by="size"),
    "positions, by difference": lambda: package.positions(BOARD, by="difference"),
    "recurrence": lambda: package.recurrence(3),
    "sample": lambda: package.sample(BOARD, size=3, seed=1),
    "sample, from a position": lambda: package.sample("L..\nL..", size=3, seed=1),
    "census, sampled": lambda: package.census(BOARD, samples=5, seed=1),
    "selftest": lambda: next(package.selftest()).name,
    "sequence": lambda: package.sequence("n x n", 4),
    "solve": lambda: package.solve(BOARD),
    "value": lambda: package.value(Board.rectangle(2, 3)),
    "value, large": lambda: package.value(Board.rectangle(4, 4)),
    "value, moves": lambda: tuple(package.value(BOARD).moves("left")[:2]),
    "verify": lambda: package.verify(CLAIM, seed=1),
    "games.outcomes": lambda: games.outcomes((2, 2, 2)),
    "games.leaves": lambda: games.leaves((2, 2, 2), "LRM"),
    "games.Dominogame": lambda: games.dominogame.solve(games.Dominogame(2, 4)),
    "games.Dominogame, kind ties": lambda: games.dominogame.solve(games.Dominogame(2, 4), "kind"),
    "games.Monominogame, solution": lambda: games.monominogame.solve(games.Monominogame(2, 3, players=3)),
    "games.Monominogame": lambda: games.monominogame.equilibria(games.Monominogame(2, 3)),
    "games.Play, checked": lambda: (
        games.Dominogame(2, 3).solve().check(games.Play.parse(games.Dominogame(2, 3), "H1 V1 V2"))
    ),
    "games.Play, wrong": lambda: (
        games.Dominogame(2, 4).solve().check(games.Play.parse(games.Dominogame(2, 4), "H1 H1 H1 H1"))
    ),
    "games.Play": lambda: games.Play.parse(games.Dominogame(2, 3), "H1 V1 V2"),
    "games.dominoes, tournament": lambda: games.dominoes.tournament(["juca", "tiao"], 20),
    "games.dominoes, match": lambda: games.dominoes.play_match(("juca", "tiao"), seed=7),
    "values.piece_values": lambda: piece_values(5),
    "oeis.term": lambda: oeis.term("A332714", 4),
    "oeis.sequence": lambda: oeis.sequence("A332714"),
    "oeis.known": lambda: oeis.known("A288028"),
    "oeis.Draft": lambda: oeis.Draft.of(package.sequence("n x n", 4, game="kings")),
}
