"""Totals with a store: a file beside the store keeps the frontier of a long sweep; the store gets the total.

Read `store.py` first. `counting/solve.py` calls `stored_total`.

The file of a frontier has a line that identifies it, the numbers, and a checksum. Each frontier is written to
a new file with a random name, which then replaces the previous file. When the total is in the store, the file
is removed.
"""

import os
import shutil
import stat
import sys
import time
from contextlib import suppress
from glob import escape
from hashlib import blake2b
from threading import Event
from typing import BinaryIO

import numpy as np

from ..compiler.program import Program
from ..evaluators.integers import Checkpoint, checked_total, fits_program
from ..evaluators.sweeper import Planes
from ..rules.problem import Problem
from ..support.errors import ComputationError
from ..support.files import new_file
from ..support.memory import show_size
from ..support.result import digits, from_digits
from ..support.run import Report, Say, stop_on_interrupt
from .journal import LONGEST_LINE, entry_of, is_sound, line_of
from .store import Store
from .wire import problem_key

SECONDS_BETWEEN = 60.0  # of work between two frontiers, at least
WORK_PER_WRITE = 20  # the least ratio of the work between two frontiers to the time for writing one
DIGEST_BYTES = 16  # of a checksum
UNFINISHED_SUFFIX = ".new"


class Frontier:
    """The file with the latest frontier of the sweeps of a problem."""

    def __init__(self, store: Store, problem: Problem, program: Program, say: Say) -> None:
        key = problem_key(problem)
        self.path = store.path.with_name(f"{store.path.name}.{key}.frontier")
        self._name = ["frontier", 1, sys.byteorder, key, digest_of(program)]
        self.program, self._say, self._has_failed = program, say, False

    def read(self) -> Checkpoint | None:
        """The last checkpoint, if its file is complete and was made with the same operators."""
        self._remove_new()
        if not os.path.lexists(self.path):
            return None
        found = None
        with suppress(OSError):
            if stat.S_ISREG(self.path.lstat().st_mode):  # no link, folder or pipe
                with self.path.open("rb") as stream:
                    found = self._read(stream)
        if found is None:
            self._say(f"the frontier '{self.path}' is damaged or of other operators: it is computed again")
            self.remove()
        return found

    def _read(self, stream: BinaryIO) -> Checkpoint | None:
        line = stream.readline(LONGEST_LINE)
        if not is_sound(line):
            return None
        match entry_of(line):
            case [*name, None | str() as total, int() as done, [*lengths]] if name == self._name:
                pass
            case _:
                return None
        if not all(type(planes) is list and all(type(n) is int for n in planes) for planes in lengths):
            return None
        if not fits_program(done, lengths, self.program) or not (total is None or total.isdecimal()):
            return None
        if os.fstat(stream.fileno()).st_size != len(line) + 8 * sum(map(sum, lengths)) + DIGEST_BYTES:
            return None
        checksum = blake2b(line, digest_size=DIGEST_BYTES)
        values: list[Planes] = [[np.empty(size, dtype=np.uint64) for size in sizes] for sizes in lengths]
        for plane in (plane for planes in values for plane in planes):
            stream.readinto(plane.data)  # type: ignore[attr-defined]
            checksum.update(plane.data)
        if stream.read() != checksum.digest():
            return None
        return Checkpoint(None if total is None else from_digits(total), done, values)

    def write(self, checkpoint: Checkpoint) -> None:
        """Replace the last checkpoint. If the disk is full, keep the old one and send one message."""
        total = None if checkpoint.total is None else digits(checkpoint.total)
        lengths = [[len(plane) for plane in planes] for planes in checkpoint.values]
        line = line_of([*self._name, total, checkpoint.done, lengths])
        size = 8 * sum(map(sum, lengths))
        try:
            if shutil.disk_usage(self.path.parent).free < size + len(line):
                raise OSError(f"{show_size(size)} do not fit on the disk")
            handle, new = new_file(self.path, UNFINISHED_SUFFIX)
            with os.fdopen(handle, "wb") as stream:
                checksum = blake2b(line, digest_size=DIGEST_BYTES)
                stream.write(line)
                for plane in (plane for planes in checkpoint.values for plane in planes):
                    stream.write(plane.data)
                    checksum.update(plane.data)
                stream.write(checksum.digest())
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(new, self.path)
        except OSError as error:
            self._remove_new()
            if not self._has_failed:
                self._say(f"the frontier '{self.path}' cannot be saved: {error.strerror or error}")
            self._has_failed = True

    def remove(self) -> None:
        """Remove all files beside the store."""
        self._remove_new()
        with suppress(OSError):  # a folder with this name is left alone
            self.path.unlink()

    def _remove_new(self) -> None:
        """Remove unfinished files, including those of killed runs."""
        for path in self.path.parent.glob(f".{escape(self.path.name)}.*{UNFINISHED_SUFFIX}"):
            with suppress(OSError):
                path.unlink()


def digest_of(program: Program) -> str:
    """A hash of the operators of a program; it determines which state each number belongs to."""
    found = blake2b(digest_size=DIGEST_BYTES)
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


class FrontierKeeper:
    """Writes a checkpoint now and then, records progress in the store, and stops after an interrupt."""

    def __init__(self, store: Store, problem: Problem, frontier: Frontier, since: Checkpoint | None) -> None:
        self._store, self._frontier, self._program = store, frontier, frontier.program
        self._whole = 2 * sum(operator.targets for operator in self._program.operators)
        self._passed = since.passed(self._program) if since is not None else 0
        self._job = store.begin(problem, have=self._passed, states=self._whole)
        self._due = time.monotonic() + SECONDS_BETWEEN
        self.stop = Event()

    def __call__(self, checkpoint: Checkpoint) -> None:
        """Record that an operator is done."""
        now = time.monotonic()
        if now < self._due and not self.stop.is_set():
            return
        self._frontier.write(checkpoint)
        took = time.monotonic() - now
        self._due = now + took + max(SECONDS_BETWEEN, WORK_PER_WRITE * took)
        self._advance(checkpoint.passed(self._program))
        if self.stop.is_set():
            raise KeyboardInterrupt

    @property
    def percent(self) -> int:
        """The progress at the last record."""
        return 100 * self._passed // self._whole

    def end(self) -> None:
        """Record that all operators are done."""
        self._advance(self._whole)

    def _advance(self, passed: int) -> None:
        self._store.advance(self._job, passed - self._passed)
        self._passed = passed


def stored_total(
    problem: Problem,
    program: Program,
    store: Store,
    provenance: dict[str, object],
    threads: int,
    report: Report,
    say: Say,
) -> int:
    """The number of positions, by a program without weights that starts at the checkpoint beside the store.

    At the end the total and its provenance are in the store, and the checkpoint is removed.
    """
    frontier = Frontier(store, problem, program, say)
    since = frontier.read()
    while True:
        checkpointing = FrontierKeeper(store, problem, frontier, since)
        if since is not None:
            say(f"the sweep resumes at {checkpointing.percent} %")
        try:
            with stop_on_interrupt(say, "the frontier is saved after this operator") as checkpointing.stop:
                total = checked_total(program, threads, report, checkpointing, since)
        except ComputationError:
            frontier.remove()
            if since is None:
                raise
            say("the saved frontier is wrong: the total is computed again")
            since = None
        else:
            store.add_total(problem, total, provenance)
            checkpointing.end()
            frontier.remove()
            if checkpointing.stop.is_set():
                raise KeyboardInterrupt  # in the last operator
            return total
