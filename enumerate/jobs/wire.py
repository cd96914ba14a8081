"""The text form of problems and residues, for stores and for the workers of a cluster."""

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
from ..support.result import shortened

CHECK_PRIME = 2**30 - 35  # the greatest below 2^30


def write_problem(problem: Problem) -> str:
    """The text that determines the residues of a problem; equal problems have equal texts."""
    value = {**problem.board.to_json(), "stuck": sorted(problem.stuck)}
    if problem.perfect:
        value["perfect"] = True
    if problem.game != DOMINEERING:  # a text without a game, as in the oldest stores, means it
        rules = problem.game.to_json()
        value["game"] = {key: rules[key] for key in ("name", "pieces", "forbidden")}
    return json.dumps(value, separators=(",", ":"))


def read_problem(text: str, symmetry: bool = True) -> Problem:
    """The problem with this text; `symmetry` does not change residues and is not in the text."""
    value = json.loads(text)
    game = Game.from_json(value["game"]) if "game" in value else DOMINEERING
    return Problem(
        Board.from_json(value), frozenset(value["stuck"]), symmetry, value.get("perfect", False), game
    )


def problem_key(problem: Problem) -> str:
    """A hash of the text of a problem."""
    return blake2b(write_problem(problem).encode(), digest_size=16).hexdigest()


def is_residue(value: Any, prime: int) -> bool:
    """Whether a value can be a residue: a non-negative integer below the prime."""
    return type(value) is int and 0 <= value < prime


def write_request(problem: Problem, points: Sequence[EvaluationPoint]) -> str:
    """The request for the residues at some points, with the version and the hash of the problem."""
    request = {
        "version": __version__,
        "key": problem_key(problem),
        "task": write_problem(problem),
        "symmetry": problem.symmetry,
        "lanes": [[point.prime, *point.values] for point in points],
    }
    return json.dumps(request, separators=(",", ":"))


def serve(request: str) -> dict[str, Any]:
    """The reply of a worker: its version, the hash of the problem as the worker read it, and the residues.

    If the version or the hash differs from the request, nothing is computed and the residues are missing.
    """
    from ..plan.strategy import compiled_program
    from ..reconstruct.answers import run_block

    received = json.loads(request)
    reply: dict[str, Any] = {"version": __version__}
    if received["version"] != __version__:
        return reply
    problem = read_problem(received["task"], received["symmetry"])
    reply["key"] = problem_key(problem)
    if reply["key"] == received["key"]:
        points = [EvaluationPoint(prime, tuple(point)) for prime, *point in received["lanes"]]
        reply["residues"] = run_block(compiled_program(problem), points)
    return reply


def check_point(problem: Problem) -> EvaluationPoint:
    """The point at which residues of a cluster are checked; it is drawn with the hash of the problem as seed.

    Two different polynomials of degree d agree there with probability about d / 2^30.
    """
    draw = Random(problem_key(problem))
    return EvaluationPoint(
        CHECK_PRIME, tuple(draw.randrange(1, CHECK_PRIME) for _ in range(problem.variables))
    )


def refusal(reply: Any, problem: Problem, points: Sequence[EvaluationPoint], expected: int) -> str:
    """Why the reply to a request is refused, as the end of "the worker ..."; empty if it is accepted.

    `expected` is the residue at the last point, computed here.
    """
    if type(reply) is not dict or "version" not in reply:
        return f"sent a {type(reply).__name__} instead of a reply; it needs version {__version__}"
    if reply["version"] != __version__:
        return f"has version {reply['version']!s:.40} of this package and this program is {__version__}"
    if reply.get("key") != problem_key(problem):
        return "answers another problem than the request, by the hash of the problem"
    residues = reply.get("residues")
    if type(residues) is not list or len(residues) != len(points):
        return f"sent {shortened(residues)} instead of {len(points)} residues"
    for value, point in zip(residues, points, strict=True):
        if not is_residue(value, point.prime):
            return f"sent {shortened(value)}, which is no residue modulo {point.prime}"
    if residues[-1] != expected:
        return "solves another problem than the request: a residue that was also computed here differs"
    return ""
