"""Faults: kill -9 and Ctrl-C at any moment lose nothing that was committed, and compute nothing twice."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from plain_points import TASK, TRUTH, plain_workers, plan

from enumerate.jobs.journal import read_entries
from enumerate.jobs.runner import Jobs
from enumerate.jobs.store import Store
from enumerate.support.run import silent

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


def test_interrupt_keeps_what_was_done(tmp_path):
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
    begun = []

    def started(points):
        begun.append(points)
        if len(begun) == 3:
            os.kill(os.getpid(), signal.SIGINT)

    points = plan().points()
    with Store(tmp_path / "lanes.db") as store:
        with pytest.raises(KeyboardInterrupt):
            Jobs(plain_workers(BATCH, 0.0, started), store)(TASK, points, silent)
        assert len(store.known(TASK)) == 2 * BATCH
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


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


@pytest.mark.slow
def test_real_run_killed_twenty_times(tmp_path):
    draw = random.Random(7)
    store = tmp_path / "lanes.db"
    plain = subprocess.run(command(tmp_path / "undisturbed.db"), cwd=ROOT, capture_output=True, text=True)
    assert plain.returncode == 0, plain.stderr
    kept = [0]
    for _ in range(20):
        run = subprocess.Popen(command(store), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        before = time.monotonic()
        moment = draw.uniform(0.0, 1.5)
        while run.poll() is None and count_rows(store) == kept[-1] and time.monotonic() < before + 60:
            time.sleep(0.01)
        time.sleep(moment)
        run.kill()
        run.communicate()
        kept.append(count_rows(store))
    assert kept == sorted(kept)
    resumed = subprocess.run(command(store), cwd=ROOT, capture_output=True, text=True)
    assert resumed.stdout == plain.stdout
    assert f"{kept[-1]:,} of " in resumed.stderr
    assert count_rows(store) == count_rows(tmp_path / "undisturbed.db"), "a lane was stored twice"
