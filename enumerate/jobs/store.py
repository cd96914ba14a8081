"""The store: residues of lanes in one SQLite file, which survives kills, full disks and flipped bits.

One process writes; any number may read meanwhile. A residue is named by a hash of its task, by its prime and
by its point: all that determines it. Every row carries a checksum.
"""

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import blake2b
from pathlib import Path

from ..algebras.lane import Lane
from ..frontier.task import Task
from ..support.errors import InputError
from ..support.progress import Say, say_nothing
from .closing import Closing
from .damage import beside, drop_damaged_rows, is_whole, rebuild
from .log import is_log_whole
from .schema import COLUMNS, check_version, checksum, connect, create, explain, is_store, lock
from .wire import task_key, write_point, write_task


class Store(Closing):
    """A store open for writing; a second writer is refused.

    >>> import tempfile
    >>> from enumerate.model.board import Board
    >>> task = Task(Board.rectangle(2, 2), frozenset())
    >>> with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "lanes.db") as store:
    ...     job = store.begin(task, [Lane(101, (1, 1))], 0)
    ...     store.add(job, task, [(Lane(101, (1, 1)), 7)])
    ...     store.known(task)
    {Lane(prime=101, point=(1, 1)): 7}
    """

    def __init__(self, path: str | Path, say: Say = say_nothing) -> None:
        """Open or create; what is damaged is mended and `say` told so."""
        self.path = Path(path)
        self._say = say
        if self.path.is_dir() or not self.path.parent.is_dir():
            raise InputError(f"cannot write the store '{path}': name a file in a folder that exists")
        if self.path.exists() and self.path.stat().st_size and not is_store(self.path):
            raise InputError(f"'{self.path}' is not a store of lanes: name another file for --store")
        with self._explained():
            held = lock(self.path)
            if held is None:
                raise InputError(
                    f"the store '{path}' is in use by another run{_writer(self.path)}: wait for it to end, "
                    "or name another file"
                )
            self._lock = held
            try:
                self._db = self._open()
                self._db.execute("BEGIN IMMEDIATE")
                self._db.execute("DELETE FROM writer")
                self._db.execute("INSERT INTO writer VALUES (?, ?)", (os.getpid(), time.time()))
                self._db.execute("COMMIT")
            except BaseException:
                self._lock.close()
                raise

    def _open(self) -> sqlite3.Connection:
        """The connection to a store that is whole and has only sound rows."""
        if not self.path.exists() or not self.path.stat().st_size:
            if self.path.exists():
                self._say(f"the file '{self.path}' is empty: a new store begins")
            new = beside(self.path, "-new")  # under another name until it is complete
            new.unlink(missing_ok=True)
            create(new).close()
            new.replace(self.path)
        if not is_log_whole(beside(self.path, "-wal")):
            self._say(
                f"the log of the store '{self.path}' is damaged: what can be read of it is kept, "
                "the other lanes are computed again"
            )
        try:
            db = self._sound()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise
            db = None
        if db is None:
            rebuild(self.path, self._say)
            db = connect(self.path)
        return db

    def _sound(self) -> sqlite3.Connection | None:
        """The connection, without damaged rows; None if the file must be rebuilt."""
        db = connect(self.path)
        try:
            check_version(db, self.path)
            if not is_whole(db):
                db.close()
                return None
            damaged = drop_damaged_rows(db)
        except BaseException:
            db.close()
            raise
        if damaged:
            self._say(f"{damaged:,} damaged rows of the store '{self.path}' are dropped and computed again")
        return db

    def known(self, task: Task) -> dict[Lane, int]:
        """All residues of a task."""
        with self._explained():
            rows = self._db.execute(
                "SELECT prime, point, residue FROM residues WHERE task = ?", (task_key(write_task(task)),)
            )
            return {Lane(prime, tuple(map(int, point.split(",")))): residue for prime, point, residue in rows}

    def begin(self, task: Task, lanes: Sequence[Lane], have: int) -> bytes:
        """Enter a job, the `lanes` of a task of which `have` are known; its name."""
        text = write_task(task)
        names = "\n".join(f"{lane.prime} {write_point(lane.point)}" for lane in lanes)
        key = blake2b(f"{text}\n{names}".encode(), digest_size=16).digest()
        primes = len({lane.prime for lane in lanes})
        now = time.time()
        with self._transaction():
            self._db.execute(
                "INSERT INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?) ON CONFLICT (key) DO UPDATE SET "
                "symmetry = excluded.symmetry, done = excluded.done, before = excluded.before, "
                "began = excluded.began, updated = excluded.updated",
                (key, text, task.symmetry, len(lanes), primes, have, have, now, now),
            )
        return key

    def add(self, job: bytes, task: Task, found: Iterable[tuple[Lane, int]]) -> None:
        """Keep residues: when this returns they are on the disk."""
        key = task_key(write_task(task))
        rows = []
        for lane, residue in found:
            values = (lane.prime, write_point(lane.point), residue)
            rows.append((key, *values, checksum(key, *values)))
        now = time.time()
        with self._transaction():
            self._db.executemany(f"INSERT INTO residues ({COLUMNS}) VALUES (?, ?, ?, ?, ?)", rows)
            self._db.execute(
                "UPDATE jobs SET done = done + ?, seconds = seconds + ? - updated, updated = ? WHERE key = ?",
                (len(rows), now, now, job),
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing."""
        with self._explained():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of SQLite into ours."""
        try:
            yield
        except sqlite3.Error as error:
            raise explain(error, self.path) from error

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()
        self._lock.close()


def _writer(path: Path) -> str:
    """Who has the store, if that can be read."""
    try:
        with closing(connect(path, read_only=True)) as db:
            return f" (process {db.execute('SELECT process FROM writer').fetchone()[0]})"
    except (sqlite3.Error, TypeError):
        return ""
