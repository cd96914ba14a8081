"""What travels and what is stored: a task as JSON text, lanes as lists of integers, and their names."""

import json
from collections.abc import Sequence
from hashlib import blake2b

from ..algebras.lane import Lane
from ..frontier.task import Task
from ..model.board import Board


def write_task(task: Task) -> str:
    """The task as text: what determines its residues, in one way only.

    >>> write_task(Task(Board.rectangle(1, 2), frozenset({1})))
    '{"shape":[1,2],"wrap":[false,false],"text":"..","stuck":[1]}'
    """
    value = {**task.board.to_json(), "stuck": sorted(task.stuck)}
    return json.dumps(value | ({"perfect": True} if task.perfect else {}), separators=(",", ":"))


def read_task(text: str, symmetry: bool = True) -> Task:
    """The task that was written; how it is swept does not change its residues and stands beside it.

    >>> read_task(write_task(Task(Board.rectangle(1, 2), frozenset({1})))).board
    Board.box(1, 2)
    """
    value = json.loads(text)
    return Task(Board.from_json(value), frozenset(value["stuck"]), symmetry, value.get("perfect", False))


def task_key(text: str) -> bytes:
    """The name of a task: a hash of its text."""
    return blake2b(text.encode(), digest_size=16).digest()


def write_point(point: Sequence[int]) -> str:
    """The values of a lane as text.

    >>> write_point((3, 5))
    '3,5'
    """
    return ",".join(map(str, point))


def write_request(task: Task, lanes: Sequence[Lane]) -> str:
    """A few lanes of a task, as text for a worker anywhere."""
    return json.dumps(
        {
            "task": write_task(task),
            "symmetry": task.symmetry,
            "lanes": [[lane.prime, *lane.point] for lane in lanes],
        },
        separators=(",", ":"),
    )


def serve(request: str) -> list[int]:
    """What a worker does with a request: compile the task unless it has it, return the residues.

    >>> task = Task(Board.rectangle(2, 2), frozenset())
    >>> serve(write_request(task, [Lane(101, (1, 1)), Lane(103, (2, 3))]))
    [7, 24]
    """
    from ..algebras.modular import run_block
    from ..frontier.program import compile_task

    asked = json.loads(request)
    task = read_task(asked["task"], asked["symmetry"])
    return run_block(compile_task(task), [Lane(prime, tuple(point)) for prime, *point in asked["lanes"]])
