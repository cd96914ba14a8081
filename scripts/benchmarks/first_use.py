"""First use: every example of README.md and the tutorial, with nothing compiled yet and then again.

Examples of the command line run as they stand. A Python block runs as one program.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from . import Row
from .turns import ROOT

LIMIT = 5.0  # seconds of the first run, on two quiet cores
PAGES = ("README.md", "docs/tutorial.md")
MORE = ("enumerate value 5x5", "enumerate box 4x4x3")  # the slowest first uses of 0.2.0


def examples() -> list[str]:
    """The commands of the pages, and their Python blocks as commands, each once."""
    found = list(MORE)
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            found += re.findall(r"^\$ (.*)", block, re.MULTILINE)
        for block in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            lines = re.findall(r"^(?:>>>|\.\.\.) ?(.*)", block, re.MULTILINE)
            found.append("python - <<'END'\nimport enumerate as en\n" + "\n".join(lines) + "\nEND")
    return list(dict.fromkeys(found))


def seconds_of(example: str, cache: Path, folder: Path) -> float:
    """The seconds of an example in a shell, with the compiled code of `cache`."""
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    for name, words in (("enumerate", "-m enumerate"), ("python", "")):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        program.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "NUMBA_CACHE_DIR": str(cache),
    }
    began = time.perf_counter()
    subprocess.run(example, shell=True, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def rows() -> Iterator[Row]:
    """Each example twice, with a fresh folder for the code that Numba compiles."""
    for example in examples():
        with tempfile.TemporaryDirectory() as folder:
            cache = Path(folder, "cache")
            first, again = (seconds_of(example, cache, Path(folder)) for _ in range(2))
        lines = [
            line for line in example.splitlines() if "en." in line or line.startswith(("enumerate", "printf"))
        ]
        shown = lines[min(1, len(lines) - 1)].replace("|", "/")
        yield Row(
            f"`{shown}`",
            f"{first:.2f} s, then {again:.2f} s",
            f"under {LIMIT:g} s",
            first < LIMIT,
        )
