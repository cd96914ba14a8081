"""One way to compile with Numba: machine code that runs without the interpreter's lock and is kept on disk.

What is kept carries a checksum. A cache file that is empty, cut or damaged is compiled again; without a
folder to write into, or on a full disk, the machine code stays in memory.

Numba itself takes memory: a computation that may not use so much is refused before it is loaded. Compiling
takes seconds, once after an installation, and is reported as a phase; before each of its passes a computation
that is to stop ends. One pass over one function cannot be interrupted.

The cache notices a change of the function's own file only. After a change in a module whose functions others
call, such as `games/bitboard/bits.py`, delete the `__pycache__` folders.
"""

import pickle
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any

from .memory import ADDRESSES, MORE, CostEstimate, free_addresses, loaded_memory
from .run import begin, check_cancelled, memory_limit

if (limit := memory_limit()) is not None:
    engine = "the compiled engine and its libraries"
    CostEstimate(engine, loaded_memory(), instead=f"Run without max_memory, {MORE}").require(limit)
if (free := free_addresses()) is not None and free < ADDRESSES:
    raise MemoryError("the compiled engine needs more address space")  # LLVM would abort

from numba import njit
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.serialize import dumps


class _CheckedFile(IndexDataCacheFile):  # type: ignore[misc]
    """The files of one function: an index, and for each signature the machine code with its checksum."""

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except Exception:  # a damaged pickle may raise anything
            return {}

    def load(self, key: Any) -> Any:
        try:
            digest, data = super().load(key)
            return pickle.loads(data) if sha256(data).digest() == digest else None
        except Exception:
            return None

    def save(self, key: Any, data: Any) -> None:
        payload = dumps(data)
        super().save(key, (sha256(payload).digest(), payload))


class _CheckedCache(FunctionCache):  # type: ignore[misc]
    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        locator = self._impl.locator
        self._cache_file = _CheckedFile(
            cache_path=locator.get_cache_path(),
            filename_base=self._impl.filename_base,
            source_stamp=locator.get_source_stamp(),
        )

    def _save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # the disk is full, or the folder is no longer ours
            super()._save_overload(sig, data)


class _Watched(event.Listener):  # type: ignore[misc]
    """Compiling is a phase; before each of its passes a computation that is to stop ends."""

    def on_start(self, event: Any) -> None:
        check_cancelled()
        if event.kind == "numba:compile":
            begin("compiling for this machine, once: some seconds")

    def on_end(self, event: Any) -> None:
        pass


for kind in ("numba:run_pass", "numba:compile"):
    event.register(kind, _Watched())


def compiled(function: Callable[..., Any], **options: bool) -> Any:
    """`function` in machine code; `options` are Numba's."""
    dispatcher = njit(nogil=True, **options)(function)
    with suppress(RuntimeError, OSError):  # no folder can be written: compiled in every process anew
        dispatcher._cache = _CheckedCache(function)
    return dispatcher


def step(function: Callable[..., Any], **options: bool) -> Any:
    """The same for functions that only other compiled functions call.

    Without the wrappers through which Python and C would call them, compiling takes half as long.
    """
    return compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)


def inlined(function: Callable[..., Any]) -> Any:
    """A step that is written out wherever it is called. Python must not call it, which would crash."""
    return step(function, forceinline=True)
