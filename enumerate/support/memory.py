"""Memory and cost: free memory, the needs of a computation, and refusals."""

import re
from collections.abc import Sequence
from itertools import pairwise
from math import log10
from typing import NamedTuple

from .errors import InputError, TooLargeError, plural

IMPOSSIBLE_BYTES = 2**60
UNREADABLE_SECONDS = 1e20  # longer times are shown as a power of ten
MORE = "or allow more with max_memory (--max-memory)"
ANNOUNCED_SECONDS, ANNOUNCED_BYTES = 2, 500 * 2**20  # larger estimates are announced
REFUSED_SECONDS = 1000 * 31_536_000
MOMENT = 0.01  # seconds of work that is not estimated
INTERPRETER_BYTES, LIBRARIES_BYTES = 30 * 2**20, 150 * 2**20  # of NumPy, Numba and its kernels
COMPILER_ADDRESSES = 250 * 2**20  # bytes of address space for Numba and its kernels
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


_TIME_UNITS = (
    *(("years", 31_536_000),) * 2,  # years have no larger unit
    *(("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)),
)


def _read(file: str) -> str:
    """The text of a system file; empty if the file cannot be read."""
    try:
        with open(file, encoding="utf-8") as stream:
            return stream.read()
    except (OSError, ValueError):
        return ""


# for control groups of version 2 and 1: the mount point, the line of /proc/self/cgroup that names the group,
# the files with its limit and its use, and the statistics entry of the memory that the system can reclaim
_GROUPS = (
    ("/sys/fs/cgroup", r"^0::(/.*)$", "memory.max", "memory.current", "inactive_file"),
    (
        "/sys/fs/cgroup/memory",
        r"^\d+:(?:\S+,)?memory(?:,\S+)?:(/.*)$",
        "memory.limit_in_bytes",
        "memory.usage_in_bytes",
        "total_inactive_file",
    ),
)


def group_memory(root: str = "") -> list[int]:
    """The free bytes of each control group with a limit that contains this process; `root` is the folder of
    the system's files."""
    free = []
    named = _read(f"{root}/proc/self/cgroup")
    for mount, line, limit, use, reclaimable in _GROUPS:
        found = re.search(line, named, re.MULTILINE)
        names = [name for name in found[1].split("/") if name] if found else []
        for depth in range(len(names) + 1):
            group = "/".join([root + mount, *names[:depth]])
            most = _read(f"{group}/{limit}").strip()
            if most.isdigit():  # else "max", or the group is missing
                used = _read(f"{group}/{use}").strip()
                cached = re.search(rf"^{reclaimable} (\d+)$", _read(f"{group}/memory.stat"), re.MULTILINE)
                held = int(used) - (int(cached[1]) if cached else 0) if used.isdigit() else 0
                free.append(max(0, int(most) - max(0, held)))
    return free


def available_memory() -> int:
    """The bytes that are free in the machine, the control groups and the address space, less 10 %."""
    import psutil

    free = [psutil.virtual_memory().available, *group_memory()]
    if (addresses := free_addresses()) is not None:
        free.append(addresses)
    return int(min(free)) * 9 // 10


def free_addresses() -> int | None:
    """The bytes that are free in the address space of this process; None if it has no limit (`ulimit -v`)."""
    import psutil

    if not hasattr(psutil, "RLIMIT_AS"):  # only Linux has it
        return None
    process = psutil.Process()
    soft = process.rlimit(psutil.RLIMIT_AS)[0]
    return None if soft == psutil.RLIM_INFINITY else max(0, soft - process.memory_info().vms)


def process_memory() -> tuple[int, int]:
    """The bytes that this process holds now, and its peak (on macOS: the bytes held now)."""
    import psutil

    now = psutil.Process().memory_info()
    linux = re.search(r"VmHWM:\s+(\d+) kB", _read("/proc/self/status"))
    peak = int(linux[1]) * 1024 if linux else getattr(now, "peak_wset", 0)  # peak_wset exists on Windows
    return now.rss, max(now.rss, peak)


def core_count() -> int:
    """The number of processor cores that this process may use."""
    import psutil

    process = psutil.Process()
    allowed = process.cpu_affinity() if hasattr(process, "cpu_affinity") else ()  # macOS has no affinity
    return len(allowed) or psutil.cpu_count() or 1


def loaded_memory() -> int:
    """A lower bound on the bytes of this process once NumPy, Numba and the kernels are loaded."""
    return max(process_memory()[0], INTERPRETER_BYTES + LIBRARIES_BYTES)


def remaining_memory(limit: int | None) -> int:
    """The bytes that this process may still take: up to `limit` in all, or else all that is free."""
    return available_memory() if limit is None else max(0, limit - process_memory()[0])


def parse_size(text: str) -> int:
    """The bytes in a size such as 6GiB, 500MB or 1024."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?\s*", str(text), re.IGNORECASE)
    if not found:
        raise InputError(f"'{text}' is not a size: write for instance 500MB or 6GiB")
    return int(float(found[1]) * _UNITS[found[2].upper()])


def show_size(size: float) -> str:
    """A size for people."""
    if size >= IMPOSSIBLE_BYTES:
        return f"10^{int(log10(size))} bytes (no machine has that)"
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} PiB"


def show_time(seconds: float) -> str:
    """A time for people, in its two largest units."""
    if seconds > UNREADABLE_SECONDS:
        return f"10^{int(log10(seconds / _TIME_UNITS[0][1]))} years"
    for (name, unit), (smaller, part) in pairwise(_TIME_UNITS):
        parts = round(seconds / part)
        if parts * part >= unit:
            first, rest = divmod(parts, unit // part)
            name = "year" if (first, name) == (1, "years") else name
            return f"{first:,} {name} {rest} {smaller}" if rest else f"{first:,} {name}"
    return f"{round(seconds)} s"


class CostEstimate(NamedTuple):
    """The cost of a computation, estimated before it starts: its largest part (with a detail), bytes, and
    seconds on a number of `cores`; 0 if unknown. `instead` is the advice if it does not fit. The process
    already holds `held` bytes of the memory.
    """

    what: str
    memory: float = 0
    seconds: float = 0.0
    cores: int = 1
    instead: str = f"Take a smaller board, {MORE}"
    detail: str = ""
    held: int = 0

    def __str__(self) -> str:
        size = [show_size(self.memory)] if self.memory else []
        time = [f"about {show_time(self.seconds)} on {plural(self.cores, 'core')}"] if self.seconds else []
        return ", ".join([self.what, *filter(None, [self.detail]), *size, *time])

    @property
    def is_large(self) -> bool:
        """Whether the cost is worth an announcement."""
        return self.seconds > ANNOUNCED_SECONDS or self.memory > ANNOUNCED_BYTES

    def allowed(self, limit: int | None) -> int:
        """The bytes that the computation may take: `limit`, or else all that is free or held."""
        return limit if limit is not None else available_memory() + self.held

    def require(self, limit: int | None) -> None:
        """Refuse a computation that needs more memory than is allowed, or more than a thousand years."""
        if self.memory and self.memory > (allowed := self.allowed(limit)):
            need = f"{show_size(self.memory)} and {show_size(allowed)} may be used"
        elif self.seconds > REFUSED_SECONDS:
            need = f"{show_time(self.seconds)} on {plural(self.cores, 'core')}"
        else:
            return
        raise TooLargeError(f"{self.what} need about {need}. {self.instead}.")


def times(number: int, each: float) -> float:
    """The time of a number of steps, capped so that it does not overflow a float."""
    return min(number, 10**200) * each


def in_turn(needs: Sequence[CostEstimate]) -> CostEstimate:
    """The cost of computations one after the other: the memory of the largest and the time of all."""
    largest = max(needs, key=lambda need: (need.memory, need.seconds), default=CostEstimate("nothing"))
    return largest._replace(seconds=sum(need.seconds for need in needs))
