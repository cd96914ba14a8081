"""Compiling with Numba: machine code that runs without the interpreter lock and is cached on disk.

A function whose cache file cannot be read is compiled again. Without a writable folder, or on a full disk,
the machine code stays in memory.

Numba itself takes memory: a computation with a smaller limit is refused before Numba is loaded. Compiling
takes seconds, once after an installation, and is reported as a phase. A run can be cancelled before each pass
of the compiler, but not within one.

The cache notices only changes of the function's own file. After a change in a module of shared functions such
as `games/bitboard/bits.py`, delete the `__pycache__` folders.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from .errors import EnumerateError
from .memory import COMPILER_ADDRESSES, MORE, CostEstimate, free_addresses, loaded_memory
from .run import begin, check_cancelled, memory_limit

if (limit := memory_limit()) is not None:
    engine = "the compiled engine and its libraries"
    CostEstimate(engine, loaded_memory(), instead=f"Run without max_memory, {MORE}").require(limit)
if (free := free_addresses()) is not None and free < COMPILER_ADDRESSES:
    raise MemoryError("the compiled engine needs more address space")  # LLVM would abort

from numba import njit
from numba.core import event


class _CompilerPasses(event.Listener):  # type: ignore[misc]
    """Reports compiling as a phase, and ends a cancelled run before each pass of the compiler."""

    def on_start(self, event: Any) -> None:
        check_cancelled()
        if event.kind == "numba:compile":
            begin("compiling for this machine, once: some seconds")

    def on_end(self, event: Any) -> None:
        pass


for kind in ("numba:run_pass", "numba:compile"):
    event.register(kind, _CompilerPasses())


def compiled(function: Callable[..., Any], **options: bool) -> Any:
    """`function` in machine code; `options` are Numba's."""
    try:
        dispatcher = njit(nogil=True, cache=True, **options)(function)
    except RuntimeError:  # no writable folder: every process compiles again
        return njit(nogil=True, **options)(function)
    load_or_compile = dispatcher.compile

    def compile_safely(signature: Any) -> Any:
        try:
            return load_or_compile(signature)
        except (EnumerateError, MemoryError):
            raise
        except OSError:  # the disk is full: the code stays in memory
            return load_or_compile(signature)
        except Exception:  # a damaged cache file may raise anything
            files = Path(dispatcher.stats.cache_path)
            for file in files.glob(f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}-*"):
                with suppress(OSError):
                    file.unlink()
            return load_or_compile(signature)

    dispatcher.compile = compile_safely
    return dispatcher


def step(function: Callable[..., Any], **options: bool) -> Any:
    """The same for functions that only other compiled functions call.

    Without the wrappers through which Python and C would call them, compiling takes half as long.
    """
    return compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)


def inlined(function: Callable[..., Any]) -> Any:
    """A step that is inlined in its callers. Python must not call it: the process would crash."""
    return step(function, forceinline=True)
