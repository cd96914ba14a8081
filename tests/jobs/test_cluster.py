"""Workers elsewhere: what travels is text, and a worker that dies takes nothing with it."""

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import distributed
import pytest

from enumerate import Board, positions
from enumerate.algebras.lane import Lane
from enumerate.frontier.task import Task
from enumerate.jobs.cluster import Cluster
from enumerate.jobs.runner import Jobs
from enumerate.jobs.store import Store
from enumerate.jobs.wire import serve, write_request
from enumerate.lanes.threads import Threads
from enumerate.support.errors import ComputationError, InputError
from enumerate.support.settings import Settings

ROOT = Path(__file__).parents[2]


def answer(workers, board, kind, store=None):
    """The polynomial, by lanes on the given workers."""
    return positions(board, kind, engine="modular", settings=Settings(runner=Jobs(workers, store)))


@pytest.fixture(scope="module")
def scheduler():
    """A scheduler with two workers that are threads of this process."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=":0"
    ) as cluster:
        yield cluster.scheduler_address


def test_what_travels_is_small_and_plain():
    task = Task(Board.rectangle(20, 20), frozenset({0, 1}))
    lanes = [Lane(2**30 - 35, (i, 10**9 - i)) for i in range(64)]
    request = write_request(task, lanes)
    assert isinstance(request, str)
    assert len(request) < 64 * 32 + 1000
    assert json.loads(request)["lanes"][5] == [2**30 - 35, 5, 10**9 - 5]
    # the function travels by its name alone
    assert len(pickle.dumps(serve)) < 100


def test_a_cluster_gives_the_same_polynomial(scheduler, tmp_path):
    board = Board.parse("......\n.####.\n......\n......")
    wanted = answer(Threads(1), board, "any-end")
    with Cluster(scheduler) as cluster, Store(tmp_path / "lanes.db") as store:
        assert cluster.size == 2
        assert answer(cluster, board, "any-end", store) == wanted
        known = len(store.known(Task(board, frozenset({0}))))
    assert known > 0
    with Store(tmp_path / "lanes.db") as store:  # what a cluster computed, threads need not

        def nobody(task, lanes, stop, report):
            raise AssertionError("computed again")
            yield

        assert answer(nobody, board, "any-end", store) == wanted
    assert wanted == positions(board, "any-end", engine="packed")


def test_an_address_that_is_none_is_refused():
    with pytest.raises(InputError, match="'nowhere' is not a scheduler"):
        Cluster("nowhere")


def test_stopping_leaves_the_rest_undone(scheduler):
    stop = threading.Event()
    lanes = [Lane(101, (i, 1)) for i in range(6400)]
    with Cluster(scheduler) as cluster:
        work = cluster(Task(Board.rectangle(4, 4), frozenset()), lanes, stop)
        next(work)
        stop.set()
        assert 0 < sum(len(batch) for batch, _ in work) < 6400 // 2  # what was under way is not lost


def test_a_scheduler_that_goes_away_is_told_in_one_line():
    lanes = [Lane(101, (i, 1)) for i in range(64 * 200)]
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=":0"
        ) as started,
        Cluster(started.scheduler_address) as cluster,
    ):
        work = cluster(Task(Board.rectangle(4, 4), frozenset()), lanes, threading.Event())
        next(work)
        started.close()
        with pytest.raises(ComputationError, match="the scheduler of the cluster is gone"):
            list(work)


@pytest.mark.slow
def test_a_killed_worker_loses_nothing():
    board, kind = Board.rectangle(11, 11), "maximal"
    wanted = answer(Threads(2), board, kind)
    with Cluster("local", workers=2) as cluster:
        killed = []

        def kill_one():
            time.sleep(3)
            pids = cluster._client.run(os.getpid)
            killed.append(sorted(pids.values())[0])
            os.kill(killed[0], signal.SIGKILL)

        killer = threading.Thread(target=kill_one)
        killer.start()
        assert answer(cluster, board, kind) == wanted
        assert not killer.is_alive(), "the run was over before the kill"
        killer.join()
    assert killed


@pytest.mark.slow
def test_cluster_local_on_the_command_line(tmp_path):
    words = ["positions", "--rows", "9", "--cols", "9", "--kind", "maximal", "--format", "csv"]
    run = [sys.executable, "-m", "enumerate", *words]
    plain = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
    shared = subprocess.run(
        [*run, "--cluster", "local", "--workers", "2", "--store", str(tmp_path / "lanes.db")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert shared.stdout == plain.stdout
    assert shared.stderr == ""
