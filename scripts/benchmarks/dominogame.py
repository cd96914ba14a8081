"""Falling dominoes: the compiled induction against the plain one, and the three large questions."""

from collections.abc import Iterator

from enumerate.games import Falling

from . import Row, faster, within


def rows() -> Iterator[Row]:
    """Ratios on boards that both engines can solve, then limits in seconds."""
    for ties in ("all", "generous"):
        Falling(3, 3).solve(ties, engine="compiled")  # compile before the clock starts
    for cols, row_count, ties in ((3, 60, "generous"), (3, 24, "all"), (5, 8, "all"), (2, 300, "all")):
        game = Falling(cols, row_count)
        yield faster(
            f"{game}, ties {ties}, compiled against plain Python",
            lambda game=game, ties=ties: game.solve(ties, engine="plain"),
            lambda game=game, ties=ties: game.solve(ties, engine="compiled"),
            50,
        )
    yield within(
        "D(3,R), ties kind, all R <= 200",
        lambda: [Falling(3, r).solve("generous", engine="compiled").value for r in range(1, 201)],
        60,
    )
    yield within("D(5,12), full set with play counts", lambda: Falling(5, 12).solve().equilibria(), 60)
    yield within("D(2,300), full set with play counts", lambda: Falling(2, 300).solve().equilibria(), 10)
