"""A file that nothing is lost from: entries in the order in which they came, each a line with its checksum.

One process writes, any number may read meanwhile. What is added is on the disk before the writer goes on. No
line needs another to be read: whatever happens to the file, a changed line is recognised and left out, and
the others are kept.
"""

import errno
import fcntl
import json
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ..support.errors import ComputationError, InputError
from ..support.files import writable_file
from ..support.progress import Say, say_nothing
from .old import BESIDE, Entry, old_entries

HEAD: Entry = ["store", 2]  # the version
DIGITS = 16  # of a checksum, before the entry
LONGEST = 2**22  # bytes of a line; a longer one was not written here
FOREIGN = 2**26  # bytes without any entry after which a file is another's
PATIENCE = 1.0  # seconds to wait for a lock: a reader may hold it for a moment


def written(entry: Entry) -> bytes:
    """The line of an entry.

    >>> written(["store", 2])
    b'9ad2f7bb6be900a9 ["store",2]\\n'
    """
    text = json.dumps(entry, separators=(",", ":")).encode()
    return _checksum(text) + b" " + text + b"\n"


def _checksum(text: bytes) -> bytes:
    return blake2b(text, digest_size=DIGITS // 2).hexdigest().encode()


def is_sound(line: bytes) -> bool:
    """Whether a line is what was written.

    >>> is_sound(written(["store", 2])), is_sound(written(["store", 2]).replace(b"2]", b"3]"))
    (True, False)
    """
    return line[DIGITS : DIGITS + 1] == b" " and line[:DIGITS] == _checksum(line[DIGITS + 1 :].rstrip(b"\n"))


def read(line: bytes) -> Entry:
    """The entry of a sound line.

    >>> read(written(["store", 2]))
    ['store', 2]
    """
    entry: Entry = json.loads(line[DIGITS + 1 :])
    return entry


def read_entries(path: Path, *beginning: Any) -> Iterator[Entry]:
    """The entries of a store that can be read, or those that begin so; it may be written meanwhile."""
    old = old_entries(path)
    if old is not None:
        yield from (entry for entry in old if entry[: len(beginning)] == [*beginning])
        return
    begins = json.dumps(beginning, separators=(",", ":")).encode()[:-1]
    for _, line in _lines(path):
        if line.startswith(begins, DIGITS + 1) and is_sound(line):
            yield read(line)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file and where they begin, without blank ones."""
    at = 0
    with path.open("rb") as stream:
        while line := stream.readline(LONGEST):
            if line.strip(b" ") != b"\n":
                yield at, line
            at += len(line)


def require_store(path: Path, name: str) -> None:
    """Refuse a file that is not a store, or that a later version made; an empty file may become one.

    `name` is what the user calls it.
    """
    with _explained(name, "read"):
        if old_entries(path) is not None:
            return
        with path.open("rb") as stream:
            start = stream.read(len(written(HEAD)))
        known = written(HEAD).startswith(start)  # cut off there, or empty
        for at, line in _lines(path) if not known else ():
            if is_sound(line):
                known = True
                break
            if at > FOREIGN:
                break
        if not known:
            raise InputError(f"'{name}' is not a store: name another file")
        for _, version in read_entries(path, HEAD[0]):
            if version != HEAD[1]:
                raise InputError(
                    f"the store '{name}' has version {version} and this program reads version {HEAD[1]}: "
                    "use the program that wrote it, or name another file"
                )


def is_locked(path: Path) -> bool:
    """Whether a run is writing the store now."""
    with path.open("rb") as stream:
        return not _lock(stream.fileno(), fcntl.LOCK_SH)


def _lock(handle: int, how: int, patience: float = 0.0) -> bool:
    """Lock a file as it is on the disk, whatever its name; the system lets go when the process ends."""
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(handle, how | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                return False
            time.sleep(0.02)
        else:
            return True


@contextmanager
def _explained(name: str, doing: str = "write") -> Iterator[None]:
    """Say in our words what the system says."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise ComputationError(
                f"the disk is full and the store '{name}' cannot grow: what was added before is kept; "
                "free some space and give the same command again"
            ) from error
        kind = InputError if doing == "read" or error.errno != errno.EIO else ComputationError
        raise kind(f"cannot {doing} the store '{name}': {error.strerror or error}") from error


class Journal(ExitStack):
    """A store open for writing until the end of a `with` block; a second writer is refused.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "store") as journal:
    ...     journal.append([["box", [2, 2, 2], 0, True]])
    ...     list(journal.entries("box"))
    [['box', [2, 2, 2], 0, True]]
    """

    def __init__(self, name: str | os.PathLike[str], say: Say = say_nothing) -> None:
        """Open or create; what is damaged is left out, and `say` told so."""
        super().__init__()
        self.path, self.name = writable_file(name), os.fspath(name)
        self._say = say
        with ExitStack() as opening, _explained(self.name):
            if os.path.exists(self.path):
                require_store(self.path, self.name)
                if not os.path.getsize(self.path):
                    say(f"the file '{self.name}' is empty: a new store begins")
            self._handle = self._open(opening)
            self._mend(opening)
            self._append([["run", os.getpid(), time.time()]])
            self.push(opening.pop_all())

    def _open(self, stack: ExitStack) -> int:
        """The file, locked; it is closed with the stack."""
        while True:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o666)
            with ExitStack() as closing:
                closing.callback(os.close, handle)
                if not _lock(handle, fcntl.LOCK_EX, PATIENCE):
                    *_, process = [0, *(entry[1] for entry in read_entries(self.path, "run"))]
                    raise InputError(
                        f"the store '{self.name}' is in use by another run"
                        f"{f' (process {process})' if process else ''}: wait for it to end, "
                        "or name another file"
                    )
                if os.path.samestat(os.fstat(handle), os.stat(self.path)):  # else it was replaced meanwhile
                    stack.push(closing.pop_all())
                    return handle

    def _mend(self, stack: ExitStack) -> None:
        """Make it a store of this version in which every line is sound."""
        old = old_entries(self.path)
        if old is not None:
            self._replace(old, stack)
            return
        damaged = 0
        for at, line in _lines(self.path):
            if not is_sound(line):
                damaged += 1
                os.pwrite(self._handle, b" " * (len(line) - 1) + b"\n", at)  # blank: told once
            elif not line.endswith(b"\n"):
                os.pwrite(self._handle, b"\n", at + len(line))
        os.fsync(self._handle)
        if damaged:
            lines = "1 damaged line" if damaged == 1 else f"{damaged:,} damaged lines"
            self._say(f"{lines} of the store '{self.name}' cannot be read: what is lost is computed again")
        elif not os.fstat(self._handle).st_size:
            self._sync_folder()
        if next(self.entries(HEAD[0]), None) is None:
            self._append([HEAD])

    def _replace(self, entries: list[Entry], stack: ExitStack) -> None:
        """Take the place of a store of an old version, which stays beside it under another name."""
        aside, number = self.path.with_name(f"{self.path.name}-old"), 1
        while os.path.lexists(aside):
            number += 1
            aside = self.path.with_name(f"{self.path.name}-old-{number}")
        for ending in ("", *BESIDE):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{self.path}{ending}", f"{aside}{ending}")
        new = self.path.with_name(f".{self.path.name}.new")
        new.unlink(missing_ok=True)
        self._handle = os.open(new, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        stack.callback(os.close, self._handle)
        assert _lock(self._handle, fcntl.LOCK_EX)
        self._append([HEAD, *entries])
        os.replace(new, self.path)
        self._sync_folder()
        for ending in BESIDE:
            Path(f"{self.path}{ending}").unlink(missing_ok=True)
        results = sum(kind in ("lane", "box") for kind, *_ in entries)
        self._say(
            f"the store '{self.name}' is of an old version: {results:,} results could be read and are kept; "
            f"the old file is now '{aside}'"
        )

    def _sync_folder(self) -> None:
        handle = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def entries(self, *beginning: Any) -> Iterator[Entry]:
        """The entries that begin so, in the order in which they came."""
        with _explained(self.name, "read"):
            yield from read_entries(self.path, *beginning)

    def append(self, entries: Iterable[Entry]) -> None:
        """Add entries: when this returns they are on the disk, and if it fails none is."""
        with _explained(self.name):
            self._append(entries)

    def _append(self, entries: Iterable[Entry]) -> None:
        data = b"".join(map(written, entries))
        end = os.lseek(self._handle, 0, os.SEEK_END)
        try:
            at = 0
            while at < len(data):
                at += os.write(self._handle, data[at:])
            os.fsync(self._handle)
        except BaseException:
            with suppress(OSError):
                os.ftruncate(self._handle, end)
            raise
