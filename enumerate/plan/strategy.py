"""Which program answers a task: a trace around a seam, half a sweep with its fold, or a whole sweep."""

from threading import Lock

from ..compiler.program import (
    Program,
    compile_mirrored,
    compile_program,
    mirror_axis,
    two_sided_fold,
)
from ..compiler.trace import compile_seam
from ..rules.problem import Problem
from ..support.caches import cached, register
from ..support.progress import Report, silent
from ..sweep.profile import best_order
from .cost import is_seamed

KEPT = 2  # programs of the last tasks


@cached(64)
def strategy(task: Problem) -> str:
    """How the sweep of a task is run: "trace" around a periodic axis, "folded" or "whole".

    >>> from enumerate.model.board import Board
    >>> [strategy(Problem(Board.rectangle(8, 8, wrap=(w, w)), frozenset())) for w in (False, True)]
    ['folded', 'trace']
    """
    if is_seamed(task):
        return "trace"
    order = best_order(task.board, task.stuck, task.game)
    axis = mirror_axis(task.board, order) if task.symmetry else None
    if axis is None:
        return "whole"
    fold = two_sided_fold(task.board, task.stuck, tuple(order), axis, task.perfect, task.game)
    return "whole" if fold is None else "folded"


def compile_best(task: Problem, report: Report = silent, weighted: bool = True) -> Program:
    """The program of a task. Where labels do not decide which states fit across the fold, a folded sweep
    becomes a whole one."""
    way = strategy(task)
    if way == "trace":
        return compile_seam(task, report, weighted)
    arguments = task.board, task.stuck, best_order(task.board, task.stuck, task.game), task.perfect, report
    folded = compile_mirrored(*arguments, task.game, weighted) if way == "folded" else None
    return folded or compile_program(*arguments, task.game, weighted)


_latest: dict[tuple[Problem, bool], Program] = {}
register(f"{__name__}.compile_task", KEPT, _latest.__len__, _latest.clear)
_compiling = Lock()  # the threads of a process share its programs


def compile_task(task: Problem, report: Report = silent, weighted: bool = True) -> Program:
    """The program of a task; the last ones are kept. Without weights, all are taken for 1.

    >>> from enumerate.model.board import Board
    >>> task = Problem(Board.rectangle(4, 4), frozenset())
    >>> compile_task(task) is compile_task(task)
    True
    """
    with _compiling:
        program = _latest.pop((task, weighted), None) or compile_best(task, report, weighted)
        while len(_latest) >= KEPT:
            del _latest[next(iter(_latest))]
        _latest[task, weighted] = program  # the latest stands last
    return program
