"""One way to estimate and refuse: how much memory there is, and what to say when a request does not fit."""

import re
import resource
import sys
from math import log10
from pathlib import Path

from .errors import InputError, TooLargeError

NO_MACHINE = 2**60
WITHOUT, LOADED = 30 * 2**20, 150 * 2**20  # bytes of the interpreter; of NumPy, Numba and its kernels
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def available_memory() -> int:
    """The bytes that a run may take: what the machine has free, or the limit of this process, less 10 %."""
    import psutil

    limits = [psutil.virtual_memory().available]
    group = Path("/sys/fs/cgroup/memory.max")
    if group.exists() and group.read_text().strip().isdigit():
        limits.append(int(group.read_text()))
    soft = resource.getrlimit(resource.RLIMIT_AS)[0]
    if soft != resource.RLIM_INFINITY:
        limits.append(soft)
    return int(min(limits)) * 9 // 10


def process_memory() -> tuple[int, int]:
    """The bytes that this process holds now, and the most that it ever held.

    >>> held, peak = process_memory()
    >>> 0 < held <= peak
    True
    """
    import psutil

    held = psutil.Process().memory_info().rss
    status = Path("/proc/self/status")  # the system's own count also knows what a process was before `exec`
    if status.exists():
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text())
        return held, max(held, int(found[1]) * 1024 if found else 0)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return held, max(held, peak)


def parse_size(text: str) -> int:
    """The bytes in a size such as 6GiB, 500MB or 1024.

    >>> parse_size("2GiB")
    2147483648
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?\s*", str(text), re.IGNORECASE)
    if not found:
        raise InputError(f"'{text}' is not a size: write for instance 500MB or 6GiB")
    return int(float(found[1]) * _UNITS[found[2].upper()])


def show_size(size: float) -> str:
    """A size for people.

    >>> show_size(3 * 2**30), show_size(2**400)
    ('3.0 GiB', '10^120 bytes (no machine has that)')
    """
    if size >= NO_MACHINE:
        return f"10^{int(log10(size))} bytes (no machine has that)"
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} PiB"


def require_memory(need: int, limit: int | None, what: str, instead: str) -> None:
    """Refuse a request that needs more than `limit` (default: what is free, less 10 %).

    >>> require_memory(2**40, 2**30, "9 states", "Take less")
    Traceback (most recent call last):
        ...
    enumerate.TooLargeError: 9 states need about 1.0 TiB and 1.0 GiB may be used. Take less.
    """
    allowed = available_memory() if limit is None else limit
    if need > allowed:
        raise TooLargeError(
            f"{what} need about {show_size(need)} and {show_size(allowed)} may be used. {instead}."
        )
