"""Faults: kill -9 and Ctrl-C at any moment lose nothing that was committed, and compute nothing twice."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from plain_points import TRUTH, plan

from enumerate.jobs.journal import read_entries

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
BATCH = 8


def count_rows(store: Path) -> int:
    """How many residues a store has, read while it may be in use."""
    if not store.exists():
        return 0
    return sum(1 for _ in read_entries(store, "lane"))


def command(store: Path, *more: str) -> list[str]:
    """A real run of some seconds."""
    words = "positions --rows 11 --cols 11 --kind maximal --format csv --threads 2 --store"
    return [sys.executable, "-m", "enumerate", *words.split(), str(store), *more]


@pytest.mark.parametrize("kills", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_killed_again_and_again(tmp_path, kills):
    log = tmp_path / "log"
    size = 4 * kills  # primes: about 100 lanes for each kill, so the kills come before the end
    script = [sys.executable, str(HERE / "kill_harness.py"), "lanes"]
    words = [*script, str(tmp_path / "lanes.db"), str(log), str(kills), "1", str(size)]
    done = subprocess.run(words, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{TRUTH}\n"
    points = [f"{point.prime}:{point.values[0]}:{point.values[1]}" for point in plan(size).points()]
    place = {point: number for number, point in enumerate(points)}
    computed = []
    killed = [0]
    for line in log.read_text().splitlines():
        if line.startswith("killed"):
            killed.append(int(line.split()[1]))
            # lanes go in order: what the store had is a prefix, and nothing of it was begun again
        else:
            batch = line.split()
            assert place[batch[0]] >= killed[-1]
            computed += batch
    assert killed == sorted(killed)
    assert len(killed) == kills + 1
    assert 0 < killed[-1] < len(points), "the kills came too early or too late to show anything"
    assert set(computed) == set(points)
    assert len(computed) - len(points) <= kills * BATCH


def test_ctrl_c_exits_130_and_the_next_run_goes_on(tmp_path):
    store = tmp_path / "lanes.db"
    run = subprocess.Popen(
        command(store), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 120
    while not count_rows(store):
        assert run.poll() is None, run.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=120)
    assert (run.returncode, out) == (130, "")
    assert err == f"enumerate: stopped: '{store}' keeps what was computed\n"
    assert count_rows(store) > 0
    shown = subprocess.run(
        [sys.executable, "-m", "enumerate", "runs", str(store)], cwd=ROOT, capture_output=True, text=True
    )
    assert re.search(r"11 x 11 +maximal .* stopped", shown.stdout)
