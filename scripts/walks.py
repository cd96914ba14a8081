"""Count the modules and functions of the package that one question enters.

    python scripts/walks.py                          this checkout
    python scripts/walks.py --old ~/old/bin/python   and another installed version beside it
    python scripts/walks.py --list                   the names of the modules and functions of this checkout

Each call is the first one in its own process, so that nothing is cached. The board is made before the call.

The script counts the named functions of the package that run, and the bodies of classes whose modules are
imported on the way. The last column leaves the class bodies out. Module bodies, lambdas,
comprehensions and compiled kernels are not counted; functions in other threads are.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CALLS = {  # label: the board, and the call
    'positions(10x10, "maximal")': ("(10, 10)", "en.positions(board, 'maximal')"),
    "count(14x14)": ("(14, 14)", "en.count(board)"),
    'sample(8x8, "maximal")': ("(8, 8)", "en.sample(board, 'maximal', seed=1)"),
    "alpha(8x8)": ("(8, 8)", "en.alpha(board)"),
    "recurrence(4)": ("(1, 4)", "en.recurrence(4)"),
}
PROBE = """
import inspect, json, os, sys, threading

import enumerate as en

folder = os.path.dirname(en.__file__) + os.sep
board = en.Board.rectangle(*eval(sys.argv[1]))
entered = set()

def enter(frame, event, argument):
    if event == "call" and frame.f_code.co_filename.startswith(folder):
        entered.add(frame.f_code)

threading.setprofile(enter)
sys.setprofile(enter)
eval(sys.argv[2])
sys.setprofile(None)
named = [code for code in entered if not code.co_name.startswith("<")]
called = [code for code in named if code.co_flags & inspect.CO_OPTIMIZED]  # class bodies are not
modules = {}
for code in sorted(named, key=lambda code: (code.co_filename, code.co_firstlineno)):
    modules.setdefault(os.path.relpath(code.co_filename, folder), []).append(code.co_qualname)
print(json.dumps([[en.__version__, len(modules), len(named), len(called)], modules]))
"""


def entered(python: str, folder: Path | str, board: str, call: str) -> tuple[list[str], dict[str, list[str]]]:
    """The version and the numbers of modules and functions that are entered; the functions by module."""
    others = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [python, "-c", PROBE, board, call], cwd=folder, env=others, capture_output=True, text=True, check=True
    )
    numbers, modules = json.loads(done.stdout.splitlines()[-1])
    return list(map(str, numbers)), modules


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--old", metavar="PYTHON", help="a Python in which another version is installed")
    parser.add_argument("--list", action="store_true", help="print what is entered in this checkout")
    arguments = parser.parse_args()
    # Python started with -c finds the package of its folder first: this checkout, or else the installed one.
    pythons: list[tuple[str, Path | str]] = [(sys.executable, ROOT)]
    if arguments.old:
        pythons.insert(0, (str(Path(arguments.old).absolute()), "/"))
    header = ("version", "modules", "functions", "without classes")
    places = ["other", "here"][-len(pythons) :]
    print(
        f"{'call':30}" + "   ".join("  ".join((f"{place:>5}: {header[0]}", *header[1:])) for place in places)
    )
    for name, (board, call) in CALLS.items():
        found = [entered(python, folder, board, call) for python, folder in pythons]
        cells = [
            "       " + "  ".join(f"{cell:>{len(title)}}" for cell, title in zip(row, header, strict=True))
            for row, _ in found
        ]
        print(f"{name:30}" + "   ".join(cells), flush=True)
        if arguments.list:
            for module, functions in found[-1][1].items():
                print(f"    {module} ({len(functions)}): {', '.join(functions)}")


if __name__ == "__main__":
    main()
