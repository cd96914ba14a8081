"""Equilibrium plays: list them, count them, and say where a given play goes wrong.

All three need only one thing, the set S(s) of payoff vectors of every state: a play with vector v from s goes
on with move a exactly if the vector that is left, `lower(g_a, v)`, belongs to S(s_a).
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from .induction import lift, lower
from .model import FallingGame, Heights, Move, Payoffs, Play, Step, start

Sets = Callable[[Heights], Collection[Payoffs]]


def list_plays(game: FallingGame, sets: Sets, payoffs: Payoffs) -> Iterator[Play]:
    """The equilibrium plays that end in `payoffs`, in the order of their moves."""
    known = cache(sets)
    stack: list[tuple[Heights, Payoffs, tuple[Move, ...]]] = [(start(game), payoffs, ())]
    while stack:
        heights, left, moves = stack.pop()
        steps = game.steps(heights)
        if not steps:
            yield Play.of(game, moves)
        for step in reversed(steps):
            rest = lower(step.gain, left)
            if rest in known(step.after):
                stack.append((step.after, rest, (*moves, step.move)))


def count_paths(game: FallingGame, label: Payoffs, follow: Callable[[Step, Payoffs], Payoffs | None]) -> int:
    """The number of ways to the end of the game when `follow` says with which label a step may be taken."""
    ended = 0
    layer = {(start(game), label): 1}
    while layer:
        below: dict[tuple[Heights, Payoffs], int] = {}
        for (heights, here), ways in layer.items():
            steps = game.steps(heights)
            ended += 0 if steps else ways
            for step in steps:
                there = follow(step, here)
                if there is not None:
                    below[step.after, there] = below.get((step.after, there), 0) + ways
        layer = below
    return ended


def is_symmetric(game: FallingGame, move: Move) -> bool:
    """Whether the move is its own mirror image."""
    return game.mirror(move) == move


def symmetric_sequences(game: FallingGame) -> int:
    """The number of move sequences that are their own mirror images: all their moves are."""
    return count_paths(game, (), lambda step, label: label if is_symmetric(game, step.move) else None)


def count_plays(game: FallingGame, sets: Sets, payoffs: Payoffs, only_symmetric: bool = False) -> int:
    """The number of equilibrium plays that end in `payoffs`: all, or the mirror-symmetric ones."""

    def follow(step: Step, left: Payoffs) -> Payoffs | None:
        rest = lower(step.gain, left)
        if only_symmetric and not is_symmetric(game, step.move):
            return None
        return rest if rest in sets(step.after) else None

    return count_paths(game, payoffs, follow)


@dataclass(frozen=True, slots=True)
class Mistake:
    """The first move after which no equilibrium play is left, and what was available instead.

    All amounts are whole-game payoffs of the player who moved, the moves before included. `at_most` is the
    most they get after the move if everything from then on is in equilibrium, `sure` what they could have
    been sure of; `available` holds each right move with the least and the most it leads to. If `at_most` is
    not below `sure`, the mover lost nothing: the move makes the earlier move number `spoils` wrong, whose
    player then gets less than that player could have been sure of.
    """

    number: int
    player: int
    move: Move
    at_most: int
    sure: int
    available: tuple[tuple[Move, int, int], ...]
    spoils: int | None

    def __str__(self) -> str:
        right = ", ".join(
            f"{move} ({least} or more)" if least != most else f"{move} ({least})"
            for move, least, most in self.available
        )
        who = f"move {self.number}, {self.move} by player {self.player + 1}, is wrong: "
        if self.spoils is None:
            return (
                f"{who}it earns them at most {self.at_most} in the whole game, "
                f"{self.sure} was sure; right: {right}"
            )
        return f"{who}it leaves the player of move {self.spoils} less than was sure; right: {right}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A play and its first mistake, None if it is an equilibrium play."""

    play: Play
    mistake: Mistake | None

    @property
    def is_equilibrium(self) -> bool:
        """Whether the play is an equilibrium play."""
        return self.mistake is None


def check_play(game: FallingGame, sets: Sets, play: Play) -> Verdict:
    """Follow the play as long as some equilibrium play begins in the same way."""
    for turn, (_, kept) in zip(play.turns, judged(game, sets, play.moves), strict=False):
        if not kept[turn.move]:
            return Verdict(play, _mistake(game, sets, play, turn.number, kept))
    return Verdict(play, None)


def judged(
    game: FallingGame, sets: Sets, moves: Iterable[Move]
) -> Iterator[tuple[Heights, dict[Move, set[Payoffs]]]]:
    """Before each move and after the last: the heights, and every move that fits with what it keeps open.

    That is the vectors with which all moves so far are those of an equilibrium play; a move that keeps
    nothing is wrong, and after one the judge starts afresh from where it led.
    """
    heights, open_ = start(game), set(sets(start(game)))
    for move in (*moves, None):
        steps = {step.move: step for step in game.steps(heights)}
        kept = {step.move: _kept(step, sets, open_) for step in steps.values()}
        yield heights, kept
        if move is not None:
            heights = steps[move].after
            open_ = kept[move] or set(sets(heights))


def _kept(step: Step, sets: Sets, open_: set[Payoffs]) -> set[Payoffs]:
    return {rest for rest in sets(step.after) if lift(step.gain, rest) in open_}


def _mistake(
    game: FallingGame, sets: Sets, play: Play, number: int, kept: dict[Move, set[Payoffs]]
) -> Mistake:
    turn = play.turns[number - 1]
    earned = sum(t.gain for t in play.turns[: number - 1] if t.player == turn.player)
    steps = {step.move: step for step in game.steps(turn.before)}
    played = steps[turn.move]
    at_most = earned + played.gain + max(rest[-1] for rest in sets(played.after))
    sure = earned + min(vector[0] for vector in sets(turn.before))
    available = tuple(
        (move, earned + steps[move].gain + min(ends), earned + steps[move].gain + max(ends))
        for move, rests in kept.items()
        if (ends := {rest[-1] for rest in rests})
    )
    spoils = None if at_most < sure else _spoiled(sets, play, number)
    return Mistake(number, turn.player, turn.move, at_most, sure, available, spoils)


def _spoiled(sets: Sets, play: Play, number: int) -> int:
    """The latest earlier move that no equilibrium of what is left after move `number` can justify."""
    turn = play.turns[number - 1]
    step = next(step for step in play.game.steps(turn.before) if step.move == turn.move)
    vectors = {lift(step.gain, rest) for rest in sets(step.after)} & set(sets(turn.before))
    for earlier in reversed(play.turns[: number - 1]):
        vectors = {lift(earlier.gain, vector) for vector in vectors} & set(sets(earlier.before))
        if not vectors:
            return earlier.number
    raise AssertionError("a prefix with an equilibrium continuation is no mistake")
