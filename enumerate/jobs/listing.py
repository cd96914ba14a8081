"""`list_jobs`: the jobs of a store, also while a run writes it. Read `journal.py` first."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..model.board import Player
from ..model.lattice import AXIS_NAMES
from ..rules.kinds import game_json, kind_of, player_name
from ..rules.problem import Problem
from ..support.errors import InputError, require_type
from ..support.memory import show_time
from ..support.result import Result, Results, Table
from .journal import is_locked, read_entries, require_store
from .wire import read_problem

COLUMNS = ("board", "kind", "game", "primes", "lanes", "states", "done", "percent", "spent", "left", "state")


@dataclass(frozen=True, slots=True)
class JobState(Result):
    """A job, its progress, and the seconds spent and left (None if unknown).

    `done` counts lanes (evaluation points); a total has none, and `done` counts states of its sweeps.
    """

    task: Problem
    lanes: int
    primes: int
    done: int
    seconds: float
    left: float | None
    state: str
    states: int = 0

    @property
    def percent(self) -> int:
        """The share that is done, rounded down."""
        return 100 * self.done // (self.lanes + self.states or 1)

    @property
    def time_left(self) -> str:
        """The time that is left, in words; "?" if unknown."""
        return "?" if self.left is None else show_time(self.left)

    @property
    def board(self) -> str:
        """The board in words."""
        board = self.task.board
        words = [" x ".join(map(str, board.shape)), *([] if board.is_box else [f"{len(board)} cells"])]
        wrapped = [name for name, wrap in zip(AXIS_NAMES, board.wrap, strict=False) if wrap]
        if board.lattice.is_surface:
            words.append(str(board.surface))
        elif wrapped:
            words.append(f"cyclic {' and '.join(wrapped)}")
        return ", ".join(words)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.task.game.name

    @property
    def kind(self) -> str:
        """The kind, or who is stuck, or `perfect` if no cell may stay empty."""
        if self.task.perfect:
            return "perfect"
        named = kind_of(self.task.stuck, self.task.variables)
        players = ",".join(Player(axis).name.lower() for axis in sorted(self.task.stuck))
        return named.value if named is not None else f"stuck {players}"

    def table(self) -> Table:
        """One row: the question, how much is computed, and the time."""
        known = (getattr(self, name) for name in COLUMNS[:-3])
        return Table(COLUMNS, ((*known, show_time(self.seconds), self.time_left, self.state),))

    def to_json(self) -> dict[str, Any]:
        """The stable JSON form; see docs/json.md."""
        return {
            **game_json(self.task.game, self.task.board),
            "board": self.task.board.to_json(),
            "stuck": [player_name(self.task.game, axis) for axis in sorted(self.task.stuck)],
            "perfect": self.task.perfect,
            "lanes": self.lanes,
            "primes": self.primes,
            "states": self.states,
            "done": self.done,
            "seconds": round(self.seconds, 3),
            "left": None if self.left is None else round(self.left, 3),
            "state": self.state,
        }


@dataclass(slots=True)
class _Job:
    """A job and its runs, each with its begin and its end: a time and what was done by then."""

    task: Problem
    lanes: int
    primes: int
    states: int
    runs: list[tuple[tuple[float, int], tuple[float, int]]]

    def state(self, is_running: bool) -> JobState:
        """The progress of the job now."""
        (began, before), (last, done) = self.runs[-1]
        seconds = sum(end - start for (start, _), (end, _) in self.runs)
        left, whole = None, self.lanes + self.states
        if done >= whole:
            left = 0.0
        elif done > before and last > began:
            left = (whole - done) * (last - began) / (done - before)
            left = max(0.0, left - (time.time() - last)) if is_running else left
        elif done and seconds:
            left = seconds * (whole - done) / done
        word = "finished" if done >= whole else "running" if is_running else "stopped"
        return JobState(self.task, self.lanes, self.primes, done, seconds, left, word, self.states)


def list_jobs(store: str | Path) -> Results[JobState]:
    """The jobs of a store, in the order in which they were last begun; unreadable entries are left out."""
    require_type((str, Path), "the name of a store", store)
    path = Path(store)
    if not path.is_file():
        raise InputError(f"there is no store '{path}'")
    require_store(path, str(path))
    jobs: dict[str, _Job] = {}
    opened = 0.0  # when the last run began
    for kind, *values in read_entries(path):
        # a line with a valid checksum may still have any content
        with suppress(ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError):
            if kind == "run":
                opened = _time(values[1])
            elif kind == "job":
                key, text, symmetry, lanes, primes, have, now, *states = values
                begin = _time(now), int(have)
                sizes = int(lanes), int(primes), sum(map(int, states))
                job = _Job(read_problem(text, bool(symmetry)), *sizes, [(begin, begin)])
                job.runs[:0] = jobs.pop(key).runs if key in jobs else []
                jobs[key] = job
            elif kind == "done":
                key, more, now = values
                begin, (_, done) = jobs[key].runs[-1]
                jobs[key].runs[-1] = begin, (_time(now), done + int(more))
    locked = is_locked(path)
    found = (job.state(locked and job.runs[-1][0][0] >= opened) for job in jobs.values())
    return Results(found, _table, _json)


def _time(value: Any) -> float:
    """A time in seconds; infinity and other impossible times are refused."""
    seconds = float(value)
    if not abs(seconds) < 1e15:
        raise ValueError(f"{value!r} is not a time")
    return seconds


def _table(jobs: Sequence[JobState]) -> Table:
    return Table(COLUMNS, tuple(row for job in jobs for row in job.table().rows))


def _json(jobs: Sequence[JobState]) -> dict[str, Any]:
    return {"jobs": [job.to_json() for job in jobs]}
