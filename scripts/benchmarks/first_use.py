"""First use: every command of the table in README.md, with nothing compiled yet and then again."""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from . import Row
from .turns import ROOT

LIMIT = 5.0  # seconds of the first run, on two quiet cores
LEFT_OUT = ("web", "play", "verify", "runs")  # these wait for somebody, or need a file that is not there


def commands() -> list[str]:
    """The examples of the table of commands."""
    table = re.findall(r"^\| `[a-z]+` \|.*\| `enumerate (.*)` \|$", (ROOT / "README.md").read_text(), re.M)
    return [words for words in table if words.split()[0] not in LEFT_OUT]


def took(words: str, cache: Path, folder: Path) -> float:
    """The seconds of a command, the whole process, with the compiled code of `cache`."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(cache)}
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "enumerate", *shlex.split(words)],
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - began


def rows() -> Iterator[Row]:
    """Each command twice, with a fresh folder for the code that Numba compiles."""
    for words in commands():
        with tempfile.TemporaryDirectory() as folder:
            cache = Path(folder, "cache")
            first, again = (took(words, cache, Path(folder)) for _ in range(2))
        measured = f"{first:.2f} s, then {again:.2f} s"
        yield Row(f"`enumerate {words}`", measured, f"under {LIMIT:g} s", first < LIMIT)
