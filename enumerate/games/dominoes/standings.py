"""A tournament's results as tables and as plain data."""

from typing import Any

from ...support.table import Table
from .estimate import Estimate
from .match import title
from .tournaments import Pair, Tournament

# the estimates of a pair, in the order of the CSV file
ESTIMATES = ("win", "loss", "draw", "margin", "first_mover", "closed", "length")


def standings(result: Tournament) -> str:
    """The results for reading: every pair, then the totals.

    >>> from .tournaments import tournament
    >>> print(standings(tournament(["juca", "tiao"], matches=1000)).splitlines()[-1])
    draws    35   6
    """
    header = (
        "pair",
        "win",
        "loss",
        "draw",
        "win rate",
        "+-",
        "95 % interval",
        "first mover",
        "tiles",
        "closed",
    )
    rows = tuple(
        (
            f"{title(pair.a)} - {title(pair.b)}",
            pair.tally.wins,
            pair.tally.losses,
            pair.tally.draws,
            f"{pair.win.value:.4f}",
            f"{pair.win.se:.4f}",
            f"{pair.win.low:.4f} to {pair.win.high:.4f}",
            f"{pair.first_mover.value:.4f}",
            f"{pair.length.value:.2f}",
            f"{pair.closed.value:.4f}",
        )
        for pair in result.pairs
    )
    totals = [(title(name), total, f"{result.totals_se[name]:.0f}") for name, total in result.totals.items()]
    totals.append(("draws", result.draws, f"{result.draws_se:.0f}"))
    return "\n\n".join(
        [
            f"reading {result.reading}, seed {result.seed}, {result.matches} matches of each pair",
            Table(header, rows).text(),
            Table(("agent", "wins", "+-"), tuple(totals)).text(),
        ]
    )


def standings_table(result: Tournament) -> Table:
    """One row for each pair: counts, then every estimate with standard error and interval."""
    parts = ("", "_se", "_low", "_high")
    header = (
        "a",
        "b",
        "matches",
        "wins",
        "losses",
        "draws",
        *(n + part for n in ESTIMATES for part in parts),
    )
    rows = tuple(
        (
            pair.a,
            pair.b,
            pair.tally.matches,
            pair.tally.wins,
            pair.tally.losses,
            pair.tally.draws,
            *(number for name in ESTIMATES for number in _numbers(getattr(pair, name))),
        )
        for pair in result.pairs
    )
    return Table(header, rows)


def standings_data(result: Tournament) -> dict[str, Any]:
    """The results as numbers, strings, lists and dictionaries; counts are decimal strings."""
    return {
        "reading": str(result.reading),
        "seed": str(result.seed),
        "matches": str(result.matches),
        "pairs": [_pair_data(pair) for pair in result.pairs],
        "totals": {name: str(total) for name, total in result.totals.items()},
        "totals_se": {name: round(se, 1) for name, se in result.totals_se.items()},
        "draws": str(result.draws),
        "draws_se": round(result.draws_se, 1),
    }


def _pair_data(pair: Pair) -> dict[str, Any]:
    return {
        "a": pair.a,
        "b": pair.b,
        "win": str(pair.tally.wins),
        "loss": str(pair.tally.losses),
        "draw": str(pair.tally.draws),
        "se": _numbers(pair.win)[1],
        "estimates": {
            name: dict(zip(("value", "se", "low", "high"), _numbers(getattr(pair, name)), strict=True))
            for name in ESTIMATES
        },
    }


def _numbers(estimate: Estimate) -> tuple[float, ...]:
    return tuple(round(x, 6) for x in (estimate.value, estimate.se, estimate.low, estimate.high))


def figures(result: Tournament, picture: str) -> bytes:
    """The paper's Figures 4 to 10 in one picture: a pie for each pair, bars for the totals."""
    from ...render.charts import Duel, victory_charts

    duels = [
        Duel((title(pair.a), title(pair.b)), (pair.tally.wins, pair.tally.losses, pair.tally.draws))
        for pair in result.pairs
    ]
    return victory_charts(duels, {title(name): wins for name, wins in result.totals.items()}, picture)
