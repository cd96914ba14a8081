"""What a store holds, read while a run may be going on."""

import json
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..frontier.task import Task
from ..model.board import AXIS_NAMES, Board, Player
from ..rules.tiles import kind_of
from ..support.errors import InputError
from .schema import check_version, connect, explain, is_locked, is_store
from .wire import read_task


@dataclass(frozen=True, slots=True)
class JobState:
    """A job, how far it is, and the seconds spent and left (None if that cannot be told yet)."""

    task: Task
    lanes: int
    primes: int
    done: int
    seconds: float
    left: float | None
    state: str

    @property
    def board(self) -> str:
        """The board in words."""
        return describe(self.task.board)

    @property
    def kind(self) -> str:
        """The kind, or who is stuck, or `perfect` if no cell may stay empty."""
        if self.task.perfect:
            return "perfect"
        named = kind_of(self.task.stuck, self.task.board.dimension)
        players = ",".join(Player(axis).name.lower() for axis in sorted(self.task.stuck))
        return named.value if named is not None else f"stuck {players}"

    def to_json(self) -> dict[str, Any]:
        """The stable JSON form; see docs/json.md."""
        return {
            "board": self.task.board.to_json(),
            "stuck": [Player(axis).name.lower() for axis in sorted(self.task.stuck)],
            "perfect": self.task.perfect,
            "lanes": self.lanes,
            "primes": self.primes,
            "done": self.done,
            "seconds": round(self.seconds, 3),
            "left": None if self.left is None else round(self.left, 3),
            "state": self.state,
        }


def describe(board: Board) -> str:
    """A board in a few words.

    >>> describe(Board.parse(".#.\\n...", wrap=(True, False)))
    '2 x 3, 5 cells, cyclic rows'
    """
    words = [" x ".join(map(str, board.shape))]
    if not board.is_box:
        words.append(f"{len(board)} cells")
    wrapped = [name for name, wrap in zip(AXIS_NAMES, board.wrap, strict=False) if wrap]
    return ", ".join(words + ([f"cyclic {' and '.join(wrapped)}"] if wrapped else []))


def list_jobs(path: Path) -> list[JobState]:
    """The jobs of a store, in the order in which they were last begun."""
    if not path.is_file():
        raise InputError(f"there is no store '{path}'")
    if not is_store(path):
        raise InputError(f"'{path}' is not a store of lanes")
    try:
        with closing(connect(path, read_only=True)) as db:
            check_version(db, path)
            rows = db.execute(
                "SELECT task, symmetry, lanes, primes, done, before, seconds, began, updated FROM jobs "
                "ORDER BY began"
            ).fetchall()
            (writing,) = db.execute("SELECT max(since) FROM writer").fetchone()
        locked = is_locked(path)
    except sqlite3.Error as error:
        raise explain(error, path, "read") from error
    return [_state(row, locked and row[7] >= writing) for row in rows]


def _state(row: tuple[Any, ...], is_present: bool) -> JobState:
    """The state of one job; `is_present` says that the run that began it last is still there."""
    text, symmetry, lanes, primes, done, before, seconds, began, updated = row
    left = None
    if done >= lanes:
        state, left = "finished", 0.0
    else:
        state = "running" if is_present else "stopped"
        if done > before and updated > began:
            left = (lanes - done) * (updated - began) / (done - before)
            left = max(0.0, left - (time.time() - updated)) if is_present else left
        elif done and seconds:
            left = seconds * (lanes - done) / done
    try:
        task = read_task(text, bool(symmetry))
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise InputError(f"a job of this store cannot be read ({error}): run it again") from error
    return JobState(task, lanes, primes, done, seconds, left, state)
