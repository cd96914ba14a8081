"""Compare every reading of the dominoes paper with its printed totals; the evidence of docs/appendix/cgt.md.

    python scripts/dominoes_readings.py [--matches 100000]

One line for each combination of options, the nearest first. The temperature, which changes nothing visible,
and closed matches, of which only one reading gives the paper's draws, stay as in `best-fit`.
"""

import argparse
import sys
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from enumerate.games.dominoes import Reading, Tournament, tournament
from enumerate.games.dominoes.readings import OPTIONS
from enumerate.support.result import Table

PAPER = {"juca": 995_427, "pinduca": 1_542_000, "tiao": 1_601_000, "nabucodonossor": 1_620_000}
DRAWS = 241_573
VARIED = [name for name in OPTIONS if name not in ("temperature", "closed")]


def distance(result: Tournament) -> float:
    """The greatest relative difference of a total."""
    scale = 10**6 / result.matches
    return max(abs(result.totals[name] * scale / total - 1) for name, total in PAPER.items())


def line(result: Tournament) -> tuple[object, ...]:
    """What is printed of a reading."""
    scale = 10**6 / result.matches
    totals = list(result.totals.values())
    return (
        result.reading,
        f"{100 * distance(result):.2f}",
        f"{100 * (result.draws * scale / DRAWS - 1):.1f}",
        "yes" if totals == sorted(totals) else "no",
        *(round(total * scale) for total in totals),
        round(result.draws * scale),
    )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=100_000, help="of each pair")
    matches = parser.parse_args().matches
    readings = [
        Reading(**dict(zip(VARIED, words, strict=True))) for words in product(*map(OPTIONS.get, VARIED))
    ]
    results = []
    for number, reading in enumerate(readings, 1):
        results.append(tournament(matches=matches, reading=reading))
        print(f"{number}/{len(readings)} {reading}", file=sys.stderr)
    header = ("reading", "worst total, %", "draws, %", "order", *PAPER, "draws")
    print(Table(header, tuple(map(line, sorted(results, key=distance)))).text())


if __name__ == "__main__":
    main()
