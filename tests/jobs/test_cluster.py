"""Workers elsewhere: requests and replies are text, and a worker that dies loses no results."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import distributed
import pytest

from enumerate import Board, brute_force, positions
from enumerate.evaluators.points import EvaluationPoint
from enumerate.jobs.cluster import Cluster
from enumerate.jobs.runner import Jobs
from enumerate.jobs.store import Store
from enumerate.jobs.wire import problem_key, serve, write_request
from enumerate.model.game import Forbidden, Game, Piece
from enumerate.reconstruct.answers import Threads
from enumerate.rules.problem import Problem
from enumerate.support.errors import ComputationError, StoppedError
from enumerate.support.run import Settings, silent

ROOT = Path(__file__).parents[2]


def answer(workers, board, kind, store=None, game="domineering"):
    """The polynomial, by lanes on the given workers."""
    return positions(board, kind, engine="modular", settings=Settings(runner=Jobs(workers, store)), game=game)


@pytest.fixture(scope="module")
def scheduler():
    """A scheduler with two workers that are threads of this process."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=":0"
    ) as cluster:
        yield cluster.scheduler_address


def nobody(task, points, report):
    raise AssertionError("computed again")
    yield


OWN = Game(
    "mine",
    [Piece("C", "either", [[0, 0]]), Piece("H", "either", [[0, 0], [0, 1]])],
    [Forbidden(("C", "H"), [[0, 1], [1, 0], [0, -1], [-1, 0]])],
)
WALLS, RING = Board.parse("......\n.####.\n......"), Board.parse("....\n..#.\n....", wrap="cols")


@pytest.mark.parametrize(
    ("game", "board", "kind"),
    [
        ("domineering", WALLS, "any-end"),
        *((game, RING, "maximal") for game in ("col", "l-trominoes", OWN)),
    ],
)
def test_a_cluster_and_a_store_serve_any_game(game, board, kind, scheduler, tmp_path):
    """The game travels with the task, and what one game left in a store answers no other."""
    wanted = brute_force(board, kind, game=game)
    with Cluster(scheduler) as cluster, Store(tmp_path / "lanes.db") as store:
        assert cluster.size == 2
        assert answer(cluster, board, kind, store, game) == wanted
        assert answer(cluster, board, "maximal", store, "cram") == brute_force(board, "maximal", game="cram")
    with Store(tmp_path / "lanes.db") as store:  # what a cluster computed, threads need not
        assert answer(nobody, board, kind, store, game) == wanted


def test_stopping_leaves_the_rest_undone_and_nothing_on_the_cluster(scheduler):
    points = [EvaluationPoint(101, (i, 1)) for i in range(6400)]
    found = []

    def report(done, total):
        if done:
            raise StoppedError("stopped")

    with Cluster(scheduler) as cluster, distributed.Client(scheduler, set_as_default=False) as client:
        with pytest.raises(StoppedError):
            found.extend(
                batch for batch, _ in cluster(Problem(Board.rectangle(4, 4), frozenset()), points, report)
            )
        assert 0 < sum(map(len, found)) < len(points)
        while any(client.processing().values()):
            time.sleep(0.05)


@pytest.mark.parametrize("closing", ["at once", "before what is under way is cancelled"])
def test_a_client_that_closed_itself_is_told_in_one_line(scheduler, closing):
    """A client that finds no scheduler closes itself, at any moment; nothing is left to cancel."""
    points = [EvaluationPoint(101, (i, 1)) for i in range(64 * 200)]
    with Cluster(scheduler) as cluster:
        client = cluster._client
        work = cluster(Problem(Board.rectangle(4, 4), frozenset()), points)
        next(work)
        client.cancel(list(client.futures))
        client.sync(client._close)
        if closing == "at once":
            with pytest.raises(ComputationError, match="the scheduler of the cluster is gone"):
                list(work)
        else:
            work.close()


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
    local = ["--cluster", "local", "--threads", "2", "--store", str(tmp_path / "lanes.db")]
    plain, shared = (
        subprocess.run([*run, *more], cwd=ROOT, capture_output=True, text=True, check=True)
        for more in ([], local)
    )
    assert (shared.stdout, shared.stderr) == (plain.stdout, "")


TASK, OTHER = (Problem(Board("4x4"), frozenset(), game=Game.named(name)) for name in ("snort", "col"))
POINTS = [EvaluationPoint(101, (i, 1)) for i in range(100)]


def other(request):
    """The reply to the same request about another problem."""
    lanes = [EvaluationPoint(prime, tuple(point)) for prime, *point in json.loads(request)["lanes"]]
    return serve(write_request(OTHER, lanes))


def sends(change):
    """A worker that changes its residues."""
    return lambda request: serve(request) | {"residues": change(serve(request)["residues"])}


WRONG_WORKERS = {  # each with the end of the message about it
    "short": (sends(lambda found: found[:-1]), r"sent \[.*\] instead of \d+ residues"),
    "long": (sends(lambda found: [*found, 0]), r"sent \[.*\] instead of \d+ residues"),
    "nothing": (sends(lambda found: None), r"sent None instead of \d+ residues"),
    "a tuple": (sends(tuple), r"sent \(.*\) instead of"),
    "a mapping": (sends(dict.fromkeys), r"sent \{.*\} instead of"),
    "floats": (sends(lambda found: [*map(float, found)]), r"sent \d+.0, which is no residue modulo 101"),
    "truths": (sends(lambda found: [True] * len(found)), "sent True, which is no residue"),
    "huge": (sends(lambda found: [10**5000] * len(found)), r"sent 1000.*, which is no residue"),
    "negative": (sends(lambda found: [-1] * len(found)), "sent -1, which is no residue"),
    "equal to the prime": (sends(lambda found: [101] * len(found)), "sent 101, which is no residue"),
    "one wrong at the end": (sends(lambda found: [*found[:-1], 0.5]), "sent 0.5, which is no residue"),
    "0.2.0": (lambda request: serve(request)["residues"], "sent a list instead of a reply; it needs version"),
    "another version": (lambda request: serve(request) | {"version": "0.1.9"}, "has version 0.1.9"),
    "another reader": (other, "answers another problem"),
    "another compiler": (
        lambda request: serve(request) | {"residues": other(request)["residues"]},
        "here differs",
    ),
}


@pytest.mark.parametrize("name", WRONG_WORKERS)
def test_a_wrong_reply_is_refused_whole_and_the_worker_named(scheduler, tmp_path, monkeypatch, name):
    worker, message = WRONG_WORKERS[name]
    with Cluster(scheduler) as cluster, Store(tmp_path / "lanes.db") as store:
        with monkeypatch.context() as patch:
            patch.setattr("enumerate.jobs.cluster.serve", worker)
            with pytest.raises(
                ComputationError, match=rf"the worker tcp://[\d.:]+ .*{message}.*: its reply is d"
            ):
                Jobs(cluster, store)(TASK, POINTS, silent)
        assert store.known(TASK) == {}
        right = positions(TASK.board, game=TASK.game)
        assert Jobs(cluster, store)(TASK, POINTS, silent) == [right(*p.values) % p.prime for p in POINTS]


def test_a_worker_that_reads_another_request_computes_nothing():
    request = json.loads(write_request(TASK, POINTS))
    for change in ({"version": "0.1.9"}, {"key": problem_key(OTHER)}):
        assert "residues" not in serve(json.dumps(request | change))


def test_losing_every_worker_and_then_one_joining():
    """The lanes that were under way when the last worker went are computed by the next one that comes."""
    task = Problem(Board.rectangle(4, 4), frozenset())
    points = [EvaluationPoint(1073741789, (i, 1)) for i in range(64 * 60)]
    truth = positions(task.board)
    said = []
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=":0"
        ) as started,
        Cluster(started.scheduler_address, say=said.append) as cluster,
    ):
        work = cluster(task, points)
        found = dict(zip(*next(work), strict=True))
        started.scale(0)
        while cluster.size:
            time.sleep(0.05)
        threading.Timer(2, started.scale, [1]).start()
        for batch, residues in work:
            found.update(zip(batch, residues, strict=True))
    assert found == {point: truth(*point.values) % point.prime for point in points}
    assert said == ["the cluster has no workers: waiting for one"]


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_a_scheduler_that_is_killed_is_one_line(tmp_path, sign):
    """On the command line: the store keeps what was done, and the next run ends with the right answer."""
    command = [sys.executable, "-m", "enumerate", "positions", "--rows", "11", "--cols", "11"]
    command += ["--kind", "maximal", "--format", "csv", "--store", str(tmp_path / "lanes.db")]
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "8797", "--no-dashboard"]
    helper = [sys.executable, "-m", "distributed.cli.dask_worker", "tcp://127.0.0.1:8797", "--no-nanny"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": ROOT}
    scheduler = subprocess.Popen(dask, **quiet)
    worker = subprocess.Popen([*helper, "--nthreads", "1", "--no-dashboard"], **quiet)
    try:
        time.sleep(5)
        run = subprocess.Popen(
            [*command, "--cluster", "tcp://127.0.0.1:8797"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        store = tmp_path / "lanes.db"
        while run.poll() is None and not (store.exists() and b'["lane"' in store.read_bytes()):
            time.sleep(0.2)
        scheduler.send_signal(sign)
        out, err = run.communicate(timeout=120)
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()
    assert (run.returncode, out) == (1, "")
    assert err.count("\n") == 1
    assert "the scheduler of the cluster is gone" in err
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    assert "residues are in the store" in done.stderr
