"""Machine code on disk: whatever happens to the cache, a kernel is compiled again and agrees."""

import os
import re
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = """
import kernel
print(kernel.square(7), kernel.square.stats.cache_hits)
"""
KERNEL = """
from enumerate.support.compiled import compiled, step

@step
def times(a, b):
    return a * b

@compiled
def square(n):
    return times(n, n)
"""


def run(folder, **environment):
    """What a fresh process says: the square of 7, and how it came by the code."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{folder}", **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    square, hits = re.fullmatch(r"(\d+) Counter\((.*)\)\n", done.stdout).groups()
    assert square == "49"
    return "1" in hits


def empty(data):
    return b""


def cut(data):
    return data[: len(data) // 2]


def other(data):
    return b"\x80\x04N."  # a pickle of None


def scramble(data):
    return data[:2] + bytes(255 - byte for byte in data[2:])


EVERY = list(product([empty, cut, scramble, other], ["nbi", "nbc"]))
QUICK = (cut, "nbc")  # each case starts four processes


@pytest.mark.parametrize(
    ("damage", "ending"),
    [case if case == QUICK else pytest.param(*case, marks=pytest.mark.slow) for case in EVERY],
)
def test_a_damaged_cache_is_compiled_again_and_mended(tmp_path, damage, ending):
    (tmp_path / "kernel.py").write_text(KERNEL)
    cache = tmp_path / "cache"
    assert not run(tmp_path, NUMBA_CACHE_DIR=str(cache))
    assert run(tmp_path, NUMBA_CACHE_DIR=str(cache)), "the cache is of use"
    for found in cache.rglob(f"*.{ending}"):  # of the function and of the one that it calls
        found.write_bytes(damage(found.read_bytes()))
    run(tmp_path, NUMBA_CACHE_DIR=str(cache))
    assert run(tmp_path, NUMBA_CACHE_DIR=str(cache)), "and mended"


def test_without_a_folder_to_write_into_the_code_stays_in_memory(tmp_path):
    (tmp_path / "kernel.py").write_text(KERNEL)
    (tmp_path / "file").write_text("a file is no folder, even for root")
    nowhere = str(tmp_path / "file" / "cache")
    (tmp_path / "__pycache__").write_text("nor is this")
    assert not run(tmp_path, NUMBA_CACHE_DIR=nowhere, HOME=nowhere, XDG_CACHE_HOME=nowhere)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["__pycache__", "file", "kernel.py"]


def test_every_kernel_is_compiled_in_this_one_way():
    users = {
        path.relative_to(ROOT)
        for path in (ROOT / "enumerate").rglob("*.py")
        if re.search(r"\bn?jit\(|cache=True|^@njit", path.read_text(), re.MULTILINE)
    }
    assert users == {Path("enumerate/support/compiled.py")}


@pytest.mark.slow
def test_a_whole_command_survives_an_empty_cache_and_tells_of_compiling(tmp_path):
    cache = tmp_path / "cache"
    words = ["-m", "enumerate", "count", "--rows", "5", "--cols", "5", "--engine", "modular"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(cache)}

    def command(*more):
        words_ = [sys.executable, *words, *more]
        done = subprocess.run(words_, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done

    first = command("--progress")
    assert first.stderr.count("compiling for this machine") == 1
    warm = command("--progress")
    assert "compiling for this machine" not in warm.stderr
    for found in [*cache.rglob("*.nbi"), *cache.rglob("*.nbc")]:
        found.write_bytes(b"")
    again = command()
    shutil.rmtree(cache)
    assert (again.stdout, again.stderr) == (first.stdout, "")
