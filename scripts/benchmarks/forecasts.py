"""Announced against measured time and memory, over fifty questions, each in a process with one thread.

Seconds are those of the processor, so that other work on the machine does not count.

A forecast of the time holds within a factor of 3, where more than a second was announced or measured; a
forecast of the memory holds within a factor of 1.25, where more than 500 MiB were announced or used.
"""

import json
import subprocess
import sys
from collections.abc import Iterator

from . import Row

TIME, MEMORY = 3, 1.25  # factors
LEAST_SECONDS, LEAST_BYTES = 1.0, 500 * 2**20  # below, a forecast does not matter
LONGEST = 300  # seconds of one question
WALLS = ".........\\n..#...#..\\n.........\\n....#....\\n.........\\n.#.....#.\\n.........\\n...#.#..."
QUESTIONS = (
    *(f"count(square({n}))" for n in (12, 16, 18, 20, 22)),
    *(f"count(square({n}), 'maximal')" for n in (10, 12, 13)),
    *(f"count(square({n}), 'right-end')" for n in (12, 14)),
    *(f"count(square({n}), 'any-end')" for n in (10, 12)),
    *(f"count(square({n}), play=True)" for n in (10, 12)),
    *(f"count(Board.rectangle({m}, {n}))" for m, n in ((12, 60), (200, 8), (4, 400))),
    *(f"count(Board.box({sizes}))" for sizes in ("4, 4, 5", "5, 5, 4", "5, 5, 5")),
    "count(Board.box(3, 4, 5), 'maximal')",
    *(f"count(square({n}, wrap='cols'), 'maximal')" for n in (8, 10)),
    *(f"count(square({n}, wrap='rows,cols'))" for n in (8, 10)),
    *(f"count(square(7), 'maximal', game='{game}')" for game in ("col", "snort", "knights", "kings")),
    "count(square(8), 'maximal', game='cram')",
    *(f"positions(square({n}))" for n in (9, 11, 12)),
    *(f"positions(square({n}), 'maximal')" for n in (8, 9, 10)),
    f"positions(Board.parse('{WALLS}'), 'maximal')",
    "positions(square(10), by='size')",
    *(f"evaluate(square({n}), x=0.7, y=0.7)" for n in (10, 14)),
    "evaluate(square(10), x=-1, y=-1)",
    *(f"moments(square({n}))" for n in (8, 10)),
    *(f"densities(square({n}))" for n in (8, 10)),
    *(f"fewest(square({n}), 'maximal')" for n in (10, 12)),
    "most(square(8), 'maximal', game='knights')",
    *(f"sample(square({n}), size=100, seed=1)" for n in (10, 12)),
    "alpha(square(10))",
    "value(Board.rectangle(4, 5))",
    "legal_complex(square(8)).to_json()",
    "growth(12)",
)
PROGRAM = """
import json, re, sys, time
from enumerate import *
from enumerate.support import run
from enumerate.support.memory import process_memory
from enumerate.support.run import Settings
run.core_count = lambda: 1
needs = []
expect = Settings.expect
def heard(self, need):
    part = self.report
    needs.append((need.seconds / (part.high - part.low or 1), need.memory))
    return expect(self, need)
Settings.expect = heard
def square(n, **how):
    return Board.rectangle(n, n, **how)
count(square(7), "maximal"), positions(square(7))  # load the kernels
needs.clear()
began = time.process_time()
try:
    QUESTION
    refused = None
except TooLargeError as error:
    refused = str(error)
took = time.process_time() - began
seconds, memory = needs[0] if needs else (0, 0)
print(json.dumps([seconds, memory, took, process_memory()[1], refused]))
"""


def rows() -> Iterator[Row]:
    """One row for each question, and one for all; forecasts count no time for the compiler of kernels."""
    subprocess.run([sys.executable, "-m", "enumerate", "warm-up"], capture_output=True, check=True)
    kept = 0
    for question in QUESTIONS:
        row = compared(question)
        kept += row.held
        yield row
    number = len(QUESTIONS)
    yield Row("forecasts that hold", f"{kept} of {number}", f"{number} of {number}", kept == number)


def compared(question: str) -> Row:
    """The announced and the measured time and memory of a question."""
    wanted = f"time within a factor {TIME}, memory within {MEMORY}"
    program = PROGRAM.replace("QUESTION", question)
    try:
        ran = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=LONGEST, check=True
        )
    except subprocess.TimeoutExpired:
        return Row(question, f"more than {LONGEST} s", wanted, False)
    except subprocess.CalledProcessError as error:
        return Row(question, error.stderr.strip().splitlines()[-1][:80], wanted, False)
    seconds, memory, took, peak, refused = json.loads(ran.stdout)
    if refused is not None:
        return Row(question, f"refused: {refused[:60]}", wanted, False)
    is_timely = max(seconds, took) < LEAST_SECONDS or 1 / TIME <= seconds / took <= TIME
    is_roomy = max(memory, peak) < LEAST_BYTES or 1 / MEMORY <= memory / peak <= MEMORY
    measured = (
        f"announced {seconds:.1f} s, {memory / 2**20:.0f} MiB; took {took:.1f} s, {peak / 2**20:.0f} MiB"
    )
    return Row(question, measured, wanted, is_timely and is_roomy)
