"""The store of lanes: their residues, and the jobs for which they were computed.

A residue is named by a hash of its task, by its prime and by its point: all that determines it.
"""

import time
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from ..algebras.lane import Lane
from ..frontier.task import Task
from .journal import Journal
from .old import Entry
from .wire import is_residue, task_key, write_point, write_task


class Store(Journal):
    """A store open for writing; a second writer is refused.

    >>> import tempfile
    >>> from enumerate.model.board import Board
    >>> task = Task(Board.rectangle(2, 2), frozenset())
    >>> with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/lanes.db") as store:
    ...     job = store.begin(task, [Lane(101, (1, 1))], 0)
    ...     store.add(job, task, [(Lane(101, (1, 1)), 7)])
    ...     store.known(task)
    {Lane(prime=101, point=(1, 1)): 7}
    """

    def known(self, task: Task) -> dict[Lane, int]:
        """All residues of a task; of two for the same lane the later one."""
        found = {}
        for entry in self.entries("lane", task_key(write_task(task))):
            match entry:
                case [_, _, int() as prime, [*point], residue] if is_residue(residue, Lane(prime, (0,))):
                    found[Lane(prime, tuple(point))] = residue
        return found

    def begin(self, task: Task, lanes: Sequence[Lane], have: int) -> str:
        """Enter a job, the `lanes` of a task of which `have` are known; its name."""
        text = write_task(task)
        names = "\n".join(f"{lane.prime} {write_point(lane.point)}" for lane in lanes)
        key = blake2b(f"{text}\n{names}".encode(), digest_size=16).hexdigest()
        primes = len({lane.prime for lane in lanes})
        self.append([["job", key, text, task.symmetry, len(lanes), primes, have, time.time()]])
        return key

    def add(self, job: str, task: Task, found: Iterable[tuple[Lane, int]]) -> None:
        """Keep residues: when this returns they are on the disk."""
        key = task_key(write_task(task))
        entries: list[Entry] = [["lane", key, lane.prime, lane.point, value] for lane, value in found]
        self.append([*entries, ["done", job, len(entries), time.time()]])
