"""Values of positions, and the same by pycgt (extra `test`) and cgt-py (extra `test-oracles`)."""

import sys
from collections.abc import Iterator
from importlib.util import find_spec

from . import Row
from .turns import run

# how each program evaluates a board, given as rows of dots; a small board is evaluated first and not timed
PROGRAMS = {
    "here": "from enumerate import Board, value; work = lambda rows: value(Board.parse('\\n'.join(rows)))",
    "pycgt": "from pycgt.rulesets.domineering import parse; work = lambda rows: parse('\\n'.join(rows))",
    "cgt_py": "import cgt_py; work = lambda rows: cgt_py.Domineering('|'.join(rows)).canonical_form",
}
TIMED = """
import sys, time
{program}
rows, cols = map(int, sys.argv[1:])
work(["." * 3] * 2)
began = time.process_time()
work(["." * cols] * rows)
print(time.process_time() - began)
"""


def rows() -> Iterator[Row]:
    """The ratio of the processor time of other programs to ours, each in its own process."""
    for size in ((3, 8), (5, 5)):
        took = {}
        for name, program in PROGRAMS.items():
            if find_spec(name.replace("here", "enumerate")):
                probe = TIMED.format(program=program)
                took[name] = min(float(run([sys.executable], "-c", probe, *map(str, size))) for _ in range(2))
        for name, seconds in took.items():
            if name != "here":
                ratio = seconds / took["here"]
                what = f"value of {size[0]} x {size[1]} against {name}, {seconds:.2f} s"
                yield Row(what, f"{ratio:.3g} times faster", "no slower", ratio >= 1)
