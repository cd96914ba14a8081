"""Totals with a store: a file beside the store keeps the frontier of a long sweep; the store gets the total.

Read `store.py` first. `counting/solve.py` calls `stored_total`.

The file of a frontier is an archive of NumPy, whose arrays have checksums. Its first array is a line that
identifies the frontier; the others are the values of the states. When the total is in the store, the file is
removed.
"""

import json
import os
import shutil
import stat
import time
from contextlib import suppress
from glob import escape
from hashlib import blake2b
from itertools import chain, islice
from threading import Event

import numpy as np

from ..compiler.program import Program
from ..evaluators.integers import Checkpoint, checked_total, fits_program
from ..rules.problem import Problem
from ..support.errors import ComputationError
from ..support.files import UNFINISHED, write_whole
from ..support.memory import show_size
from ..support.result import digits, from_digits
from ..support.run import Say, Settings, stop_on_interrupt
from .store import Store
from .wire import problem_key

SECONDS_BETWEEN = 60.0  # of work between two frontiers, at least
WORK_PER_WRITE = 20  # the least ratio of the work between two frontiers to the time for writing one


class Frontier:
    """The latest checkpoint of a total in a file, and its progress in the store."""

    def __init__(self, store: Store, problem: Problem, program: Program, say: Say) -> None:
        key = problem_key(problem)
        self.path = store.path.with_name(f"{store.path.name}.{key}.frontier")
        self.program = program
        self.whole = 2 * sum(operator.targets for operator in program.operators)  # states of both evaluations
        self.passed = 0  # states at the last record in the store
        self.stop = Event()  # set by an interrupt
        self._name = ["frontier", 2, key, digest_of(program)]
        self._store, self._problem, self._say, self._has_failed = store, problem, say, False

    def read(self) -> Checkpoint | None:
        """The last checkpoint, if its file is complete and was made with the same operators."""
        self._remove_unfinished()
        if not os.path.lexists(self.path):
            return None
        with suppress(Exception):  # a damaged archive may raise anything
            if stat.S_ISREG(self.path.lstat().st_mode):  # no link, folder or pipe
                return self._read()
        self._say(f"the frontier '{self.path}' is damaged or of other operators: it is computed again")
        self.remove()
        return None

    def _read(self) -> Checkpoint:
        with self.path.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            arrays = iter(archive.values())
            name, total, done, numbers = json.loads(next(arrays).item())
            if name != self._name:
                raise ValueError("other operators")
            values = [list(islice(arrays, number)) for number in numbers]
        lengths = [[len(plane) for plane in planes if plane.dtype == np.uint64] for planes in values]
        if [len(sizes) for sizes in lengths] != numbers or not fits_program(done, lengths, self.program):
            raise ValueError("other planes")
        return Checkpoint(None if total is None else from_digits(total), done, values)

    def begin(self, since: Checkpoint | None) -> None:
        """Record in the store that the computation begins, or resumes at a checkpoint."""
        self.passed = since.passed(self.program) if since is not None else 0
        self._job = self._store.begin(self._problem, have=self.passed, states=self.whole)
        self._due = time.monotonic() + SECONDS_BETWEEN
        if since is not None:
            self._say(f"the sweep resumes at {100 * self.passed // self.whole} %")

    def keep(self, checkpoint: Checkpoint) -> None:
        """Write the checkpoint if it is time; end after an interrupt."""
        now = time.monotonic()
        if now < self._due and not self.stop.is_set():
            return
        self.write(checkpoint)
        took = time.monotonic() - now
        self._due = now + took + max(SECONDS_BETWEEN, WORK_PER_WRITE * took)
        self.advance(checkpoint.passed(self.program))
        if self.stop.is_set():
            raise KeyboardInterrupt

    def advance(self, passed: int) -> None:
        """Record the number of states passed in the store."""
        self._store.advance(self._job, passed - self.passed)
        self.passed = passed

    def write(self, checkpoint: Checkpoint) -> None:
        """Replace the last checkpoint. If the disk is full, keep the old one and send one message."""
        total = None if checkpoint.total is None else digits(checkpoint.total)
        line = json.dumps([self._name, total, checkpoint.done, [len(planes) for planes in checkpoint.values]])
        planes = list(chain.from_iterable(checkpoint.values))
        size = sum(plane.nbytes for plane in planes)
        try:
            if shutil.disk_usage(self.path.parent).free < size:
                raise ComputationError(f"{show_size(size)} do not fit on the disk")
            write_whole(self.path, lambda stream: np.savez(stream, np.array(line), *planes))
        except ComputationError as error:
            if not self._has_failed:
                self._say(f"the frontier '{self.path}' cannot be saved: {error}")
            self._has_failed = True

    def remove(self) -> None:
        """Remove all files beside the store."""
        self._remove_unfinished()
        with suppress(OSError):  # a folder with this name is left alone
            self.path.unlink()

    def _remove_unfinished(self) -> None:
        """Remove the unfinished files of killed runs."""
        for path in self.path.parent.glob(f".{escape(self.path.name)}.*{UNFINISHED}"):
            with suppress(OSError):
                path.unlink()


def digest_of(program: Program) -> str:
    """A hash of the operators of a program; it determines which state each number belongs to."""
    found = blake2b(digest_size=16)
    names: dict[int, int] = {}
    for operator in program.operators:
        if id(operator) not in names:
            names[id(operator)] = len(names)
            for array in operator.arrays:
                found.update(array.data)
        found.update(str(names[id(operator)]).encode())
    for array in program.programs.arrays:
        found.update(array.data)
    return found.hexdigest()


def stored_total(
    problem: Problem,
    program: Program,
    store: Store,
    provenance: dict[str, object],
    settings: Settings,
) -> int:
    """The number of positions, by a program without weights that starts at the checkpoint beside the store.

    At the end the total and its provenance are in the store, and the checkpoint is removed.
    """
    say = settings.note
    frontier = Frontier(store, problem, program, say)
    since = frontier.read()
    while True:
        frontier.begin(since)
        try:
            with stop_on_interrupt(say, "the frontier is saved after this operator") as frontier.stop:
                total = checked_total(program, settings.cores, settings.report, frontier.keep, since)
        except ComputationError:
            frontier.remove()
            if since is None:
                raise
            say("the saved frontier is wrong: the total is computed again")
            since = None
        else:
            store.add_total(problem, total, provenance)
            frontier.advance(frontier.whole)
            frontier.remove()
            if frontier.stop.is_set():
                raise KeyboardInterrupt  # in the last operator
            return total
