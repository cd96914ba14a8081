"""Compare every reading of the rules of a dominoes paper with its printed totals.

    python examples/dominoes_readings.py [MATCHES]

One line for each combination of options, the nearest first, from so many matches of each pair (100,000). The
temperature, which changes nothing visible, and closed matches, of which only one reading gives the paper's
draws, stay as in `best-fit`. The result is discussed in docs/appendix/cgt.md.
"""

import sys
from itertools import product

from enumerate.games.dominoes import Reading, Tournament, tournament
from enumerate.games.dominoes.readings import OPTIONS
from enumerate.support.result import Table

PAPER = {"juca": 995_427, "pinduca": 1_542_000, "tiao": 1_601_000, "nabucodonossor": 1_620_000}
DRAWS = 241_573
VARIED = [name for name in OPTIONS if name not in ("temperature", "closed")]


def distance(result: Tournament) -> float:
    """The greatest relative difference of a total from the printed one."""
    scale = 10**6 / result.matches
    return max(abs(result.totals[name] * scale / total - 1) for name, total in PAPER.items())


def line(result: Tournament) -> tuple[object, ...]:
    """The row of a reading: its distances and its totals for a million matches."""
    scale, totals = 10**6 / result.matches, list(result.totals.values())
    return (
        result.reading,
        f"{100 * distance(result):.2f}",
        f"{100 * (result.draws * scale / DRAWS - 1):.1f}",
        "yes" if totals == sorted(totals) else "no",
        *(round(total * scale) for total in (*totals, result.draws)),
    )


if __name__ == "__main__":
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    readings = [Reading(**dict(zip(VARIED, w, strict=True))) for w in product(*map(OPTIONS.get, VARIED))]
    results = [tournament(matches=matches, reading=reading) for reading in readings]
    header = ("reading", "worst total, %", "draws, %", "order", *PAPER, "draws")
    print(Table(header, tuple(map(line, sorted(results, key=distance)))).text())
