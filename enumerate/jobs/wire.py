"""The text form of problems and residues, for stores and for cluster workers.

`store.py` and `cluster.py` write and read this form.
"""

import json
from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from typing import Any

from .. import __version__
from ..evaluators.points import EvaluationPoint
from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..rules.problem import Problem

CHECK_PRIME = 2**30 - 35  # the greatest below 2^30


def write_problem(problem: Problem) -> str:
    """The problem as text: what determines its residues, in one way only."""
    value = {**problem.board.to_json(), "stuck": sorted(problem.stuck)}
    if problem.perfect:
        value["perfect"] = True
    if problem.game != DOMINEERING:  # Domineering is not named: stores that know no other game stay valid
        rules = problem.game.to_json()
        value["game"] = {key: rules[key] for key in ("name", "pieces", "forbidden")}
    return json.dumps(value, separators=(",", ":"))


def read_problem(text: str, symmetry: bool = True) -> Problem:
    """The problem that was written; how it is swept does not change its residues and stands beside it."""
    value = json.loads(text)
    game = Game.from_json(value["game"]) if "game" in value else DOMINEERING
    return Problem(
        Board.from_json(value), frozenset(value["stuck"]), symmetry, value.get("perfect", False), game
    )


def problem_key(text: str) -> str:
    """The name of a problem: a hash of its text."""
    return blake2b(text.encode(), digest_size=16).hexdigest()


def is_residue(value: Any, point: EvaluationPoint) -> bool:
    """Whether a value can be the residue of a lane: an integer from 0 to before the prime."""
    return type(value) is int and 0 <= value < point.prime


def write_point(point: Sequence[int]) -> str:
    """The values of a lane as text."""
    return ",".join(map(str, point))


def what_is_wrong(reply: Any, points: Sequence[EvaluationPoint]) -> str:
    """Why a reply cannot be the residues of lanes, in words; nothing if it can."""
    if type(reply) is not list:
        return f"a {type(reply).__name__} instead of a list of {len(points)} residues"
    if len(reply) != len(points):
        return f"{len(reply)} residues instead of {len(points)}"
    for value, point in zip(reply, points, strict=True):
        if not is_residue(value, point):
            text_of_value = (
                repr(value) if not isinstance(value, int) or abs(value) < 10**20 else "a huge integer"
            )
            return f"{text_of_value[:40]}, which is no residue modulo {point.prime}"
    return ""


def write_request(problem: Problem, points: Sequence[EvaluationPoint]) -> str:
    """The request for a few lanes of a problem, with the version and the hash of the problem."""
    text = write_problem(problem)
    return json.dumps(
        {
            "version": __version__,
            "key": problem_key(text),
            "task": text,
            "symmetry": problem.symmetry,
            "lanes": [[point.prime, *point.values] for point in points],
        },
        separators=(",", ":"),
    )


def serve(request: str) -> dict[str, Any]:
    """The reply of a worker: its version, the hash of the problem as it read it, and the residues.

    The residues are missing if the version or the hash differs from the request: nothing is computed then.
    """
    from ..plan.strategy import compiled_program
    from ..reconstruct.answers import run_block

    received = json.loads(request)
    reply: dict[str, Any] = {"version": __version__}
    if received["version"] != __version__:
        return reply
    problem = read_problem(received["task"], received["symmetry"])
    reply["key"] = problem_key(write_problem(problem))
    if reply["key"] == received["key"]:
        points = [EvaluationPoint(prime, tuple(point)) for prime, *point in received["lanes"]]
        reply["residues"] = run_block(compiled_program(problem), points)
    return reply


def check_point(problem: Problem) -> EvaluationPoint:
    """The lane at which residues of a cluster are confirmed here; the hash of the problem draws its point.

    Two different polynomials of degree d agree there with a chance of about d / 2^30.
    """
    draw = Random(problem_key(write_problem(problem)))
    return EvaluationPoint(
        CHECK_PRIME, tuple(draw.randrange(1, CHECK_PRIME) for _ in range(problem.variables))
    )


def refusal(reply: Any, problem: Problem, points: Sequence[EvaluationPoint], expected: int) -> str:
    """Why the reply to a request is refused, as what "the worker ..." did; nothing if it is accepted.

    `expected` is the residue of the last lane, computed here.
    """
    if type(reply) is not dict or "version" not in reply:
        return f"sent a {type(reply).__name__} instead of a reply; it needs version {__version__}"
    if reply["version"] != __version__:
        return f"has version {reply['version']!s:.40} of this package and this program is {__version__}"
    if reply.get("key") != problem_key(write_problem(problem)):
        return "answers another problem than it was asked, by the hash of the problem"
    if wrong := what_is_wrong(reply.get("residues"), points):
        return f"sent {wrong}"
    if reply["residues"][-1] != expected:
        return "solves another problem than it was asked: a residue that was also computed here differs"
    return ""
