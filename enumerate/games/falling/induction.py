"""Backward induction over the heights in plain Python, for any number of players: the definitions.

Payoff vectors are relative to the player on turn: entry 0 is theirs, entry i belongs to the player i turns
later. After a move with gain g into a state with vector w the mover has g + w[-1], and everybody else moves
up one place: the new vector is (g + w[-1], w[0], ..., w[-2]).

Equilibria. These are the pure subgame-perfect equilibria of the game *tree*: a player may act on the history,
so after each move the others may settle on any equilibrium of the remaining game. A move a is right, with a
continuation w, if it pays the mover at least what every other move pays in its worst continuation. Hence with
S(over) = {0}

    T(s) = max over moves a of (g_a + min of w[-1] over w in S(s_a))
    S(s) = all (g_a + w[-1], w[0], ...) with w in S(s_a) and g_a + w[-1] >= T(s),

and T(s) is the least own payoff in S(s): what the player on turn can secure.

Tie rules. An indifferent mover is `generous` (takes the move better for the others, by the sum of their
payoffs) or `spiteful` (the move worse for them); every state then has one vector. A tie that
remains goes to the first move in the order of `steps`; with two players none remains.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from warnings import warn

from ...support.errors import about, unknown
from ...support.memory import CostEstimate, process_memory, times
from ...support.run import advance, current, expect

if TYPE_CHECKING:
    from .falling_game import Falling, FallingStep

Heights = tuple[int, ...]
Payoffs = tuple[int, ...]

TIE_RULES = {"generous": 1, "spiteful": -1}
TIES = ("all", *TIE_RULES)
# the words of version 0.2, valid for one version as arguments; JSON keeps them
OLD_TIES = dict(zip(("set", "kind", "spite"), TIES, strict=True))
SECONDS_PER_STATE = 1.5e-5  # and the same again for each payoff vector
# a state of a game with several players has about (VECTORS_PER_CELL * cells)^(players - 2) payoff vectors
VECTORS_PER_CELL, MOST_PLAYERS = 1 / 6, 20
BYTES_PER_STATE = 700  # a set of heights, a list, a dictionary with one vector
BYTES_PER_VECTOR = 320  # a dictionary entry with its tuple and its bundle
ADVICE = "Take fewer rows or columns"
ADVICE_OR_TIES = "Ask for one tie rule, or take fewer rows or columns"


@dataclass(frozen=True, slots=True)
class Bundle:
    """The plays that end in one payoff vector: how many, and the fewest and most moves among them."""

    plays: int
    shortest: int
    longest: int


ENDED = Bundle(1, 0, 0)


def lift(gain: int, rest: Payoffs) -> Payoffs:
    """The mover's vector before a move with this gain, from the vector after it."""
    return (gain + rest[-1], *rest[:-1])


def lower(gain: int, whole: Payoffs) -> Payoffs:
    """The inverse of `lift`: the vector after the move."""
    return (*whole[1:], whole[0] - gain)


def backwards(game: Falling, vectors: float = 0) -> Iterator[tuple[Heights, list[FallingStep]]]:
    """Every reachable state with its moves; a state comes after the states to which its moves lead.

    `vectors` is the expected number of payoff vectors per state, for the forecast.
    """
    held = process_memory()[0]
    memory = held + game.states * (BYTES_PER_STATE + 16 * game.cols + 40 * game.players)
    what, seconds = f"the {about(game.states)} tuples of heights of {game}", SECONDS_PER_STATE * (1 + vectors)
    expect(CostEstimate(what, memory, times(game.states, seconds), instead=ADVICE, held=held))
    seen = {game.start}
    stack = [game.start]
    while stack:  # about half of the work
        advance(len(seen), 2 * game.states)
        for step in game.steps(stack.pop()):
            if step.after not in seen:
                seen.add(step.after)
                stack.append(step.after)
    states = sorted(seen, key=lambda heights: (-sum(heights), heights[::-1]))
    for done, heights in enumerate(states):
        advance(len(states) + done, 2 * len(states))
        yield heights, game.steps(heights)


def equilibrium_sets(game: Falling) -> dict[Heights, dict[Payoffs, Bundle]]:
    """S(s) for every reachable s, with the number of plays for each vector."""
    sets: dict[Heights, dict[Payoffs, Bundle]] = {}
    kept = 0
    held = process_memory()[0]
    need = CostEstimate(f"the equilibrium sets of {game}", instead=ADVICE_OR_TIES, held=held)
    allowed = need.allowed(current().limit)
    vectors = (VECTORS_PER_CELL * game.cols * game.rows) ** min(game.players - 2, MOST_PLAYERS)
    for heights, steps in backwards(game, vectors):
        if not steps:
            sets[heights] = {(0,) * game.players: ENDED}
            continue
        sure = max(step.gain + min(rest[-1] for rest in sets[step.after]) for step in steps)
        here: dict[Payoffs, Bundle] = {}
        for step in steps:
            for rest, bundle in sets[step.after].items():
                whole = lift(step.gain, rest)
                if whole[0] >= sure:
                    here[whole] = _join(here.get(whole), bundle)
        sets[heights] = here
        kept += len(here)
        if (memory := held + kept * BYTES_PER_VECTOR) > allowed:
            need._replace(memory=memory).require(allowed)
    return sets


def _join(known: Bundle | None, after: Bundle) -> Bundle:
    """The known plays together with those that make one move and then follow `after`."""
    shortest, longest = after.shortest + 1, after.longest + 1
    if known is None:
        return Bundle(after.plays, shortest, longest)
    return Bundle(known.plays + after.plays, min(known.shortest, shortest), max(known.longest, longest))


def read_ties(word: str) -> str:
    """`all` (every equilibrium) or a tie rule; an old word warns."""
    if word in OLD_TIES:
        warn(f"ties '{word}' is now '{OLD_TIES[word]}'", DeprecationWarning, stacklevel=3)
        return OLD_TIES[word]
    if word not in TIES:
        raise unknown("tie rule", word, TIES)
    return word


def tie_values(game: Falling, ties: str) -> dict[Heights, dict[Payoffs, None]]:
    """The one payoff vector of every reachable state when all players follow the tie rule."""
    sign = TIE_RULES[ties]
    values: dict[Heights, dict[Payoffs, None]] = {}
    for heights, steps in backwards(game):
        best = max(
            (lift(step.gain, *values[step.after]) for step in steps),
            key=lambda vector: (vector[0], sign * sum(vector[1:])),
            default=(0,) * game.players,
        )
        values[heights] = {best: None}
    return values


def sequence_counts(game: Falling) -> dict[Heights, int]:
    """From every reachable state, the number of ways to play on until nothing fits."""
    counts: dict[Heights, int] = {}
    for heights, steps in backwards(game):
        counts[heights] = sum(counts[step.after] for step in steps) if steps else 1
    return counts
