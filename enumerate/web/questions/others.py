"""The other games: three players in a box, falling dominoes, two-sided dominoes."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from ...games.box.box_solver import outcomes
from ...games.dominoes import AGENTS, Configuration, Match, Observation, Reading, Table, play_match
from ...games.dominoes import tournament as hold
from ...games.dominoes.chance import Chance
from ...games.dominoes.match import title
from ...games.dominoes.readings import READINGS
from ...games.falling.falling_game import Falling, FallingMove, FallingSolution, FallingTurn, Play, dropped
from ...games.falling.induction import OLD_TIES, Payoffs
from ...render.falling_plays import plays_svg
from ...render.palette import colour
from ...support.errors import InputError, require_integer, unknown
from ...support.run import Settings
from ..request import Params, SharedCache, box_of

MOST_LISTED = 12
MOST_MATCHES = 10_000_000
_solutions: SharedCache[FallingSolution] = SharedCache("solutions", 1)


# -- three players in a box ------------------------------------------------------------------------


def box(params: Params, settings: Settings) -> Any:
    """Who can force a win in each turn order, and the class."""
    sizes = box_of(params, most=8)
    found = outcomes(sizes, settings=settings)
    return found.to_json() | {"summary": found.summary()}


# -- falling dominoes ------------------------------------------------------------------------------


@contextmanager
def _solved(params: Params, settings: Settings) -> Iterator[FallingSolution]:
    cols, rows = params.number("cols", least=1, most=1000), params.number("rows", least=1, most=1000)
    raised, length = params.number("raised", 0, most=1000), params.number("length", 2, least=1, most=1000)
    game, ties = Falling(cols, rows, length, raised=raised), OLD_TIES[params.word("ties", OLD_TIES, "set")]
    with _solutions.borrow((game, ties), lambda: game.solve(ties, settings=settings)) as solution:
        yield solution


def falling(params: Params, settings: Settings) -> Any:
    """The payoffs of all equilibria, or those under a tie rule, and one play of each."""
    with _solved(params, settings) as solution:
        payoffs = [list(vector) for vector in solution.payoffs]
        firsts = [next(solution.plays(vector)) for vector in solution.payoffs[:MOST_LISTED]]
        named = {"title": str(solution.game), "equilibria": []}
        return named | solution.to_json() | {"payoffs": payoffs} | _plays_json(firsts)


def plays(params: Params, settings: Settings) -> Any:
    """The first equilibrium plays with given payoffs; of two mirror images, one."""
    with _solved(params, settings) as solution:
        payoffs = tuple(require_integer("payoffs", earned) for earned in params.items("payoffs", most=8))
        return _plays_json(list(islice(solution.plays(payoffs), MOST_LISTED)))


def _plays_json(found: list[Play]) -> dict[str, Any]:
    listed = [{"moves": str(play), "payoffs": list(play.payoffs), "empty": play.empty} for play in found]
    return {"plays": listed, "svg": plays_svg(found)}


def drop(params: Params, settings: Settings) -> Any:
    """A game in progress: the cells taken, the pieces that fit, and which moves were right."""
    with _solved(params, settings) as solution:
        moves = [FallingMove.parse(word) for word in params.text("moves").replace(",", " ").split()]
        game = solution.game
        turns, heights = dropped(game, moves)
        *judged_turns, (_, now) = solution.judged(moves)
        options = [dropped(game, [*moves, step.move])[0][-1] for step in game.steps(heights)]
    return {
        "cols": game.cols,
        "rows": game.rows,
        "turns": [
            _turn(turn) | {"right": bool(kept[turn.move]), "instead": _right(kept)}
            for turn, (_, kept) in zip(turns, judged_turns, strict=True)
        ],
        "payoffs": [sum(t.gain for t in turns if t.player == player) for player in range(game.players)],
        "player": len(turns) % game.players + 1,
        "fits": [_turn(turn) for turn in options],
        "right": _right(now),
        "colours": [colour(player).fill for player in range(game.players)],
    }


def _turn(turn: FallingTurn) -> dict[str, Any]:
    cells = [list(cell) for cell in turn.cells]
    return {"move": str(turn.move), "player": turn.player + 1, "gain": turn.gain, "cells": cells}


def _right(kept: dict[FallingMove, set[Payoffs]]) -> list[str]:
    return [str(move) for move, rests in kept.items() if rests]


# -- two-sided dominoes ----------------------------------------------------------------------------


class AskingError(Exception):
    """Raised when it is the person's turn, with their observation."""

    def __init__(self, seen: Observation) -> None:
        super().__init__()
        self.seen = seen


class PagePlayer:
    """An agent that makes the choices sent by the page, then raises AskingError."""

    __name__ = "you"

    def __init__(self, choices: list[int]) -> None:
        self.choices = choices

    def __call__(self, seen: Observation, chance: Chance) -> Configuration:
        """The next choice among the offered moves without duplicates."""
        if not self.choices:
            raise AskingError(seen)
        ways = offered(seen)
        number = self.choices.pop(0)
        if not 0 <= number < len(ways):
            raise InputError(f"there are {len(ways)} moves, numbered from 0: there is no move {number}")
        return ways[number]


def offered(seen: Observation) -> list[Configuration]:
    """The offered moves without duplicates."""
    return list({str(way): way for way in seen.configurations}.values())


def agents(params: Params, settings: Settings) -> Any:
    """The agents and the readings of the rules."""
    return {"agents": {name: title(name) for name in AGENTS}, "readings": list(READINGS)}


def _agents(params: Params) -> list[str]:
    """Names of the package's own agents: no module and no function comes from the page."""
    names = params.items("agents", most=8)
    for name in names:
        if not isinstance(name, str) or name not in AGENTS:
            raise unknown("agent", str(name), AGENTS)
    return names


def _reading(params: Params) -> Reading:
    return Reading.parse(params.word("reading", READINGS, "best-fit"))


def dominoes(params: Params, settings: Settings) -> Any:
    """One match between two agents, move by move."""
    names, reading = _agents(params), _reading(params)
    seed, number = params.number("seed", 1), params.number("match", 0)
    if len(names) != 2:
        raise InputError(f"a match needs two agents, not {len(names)}")
    played = play_match((names[0], names[1]), seed=seed, match=number, reading=reading)
    return played.to_json() | {
        "titles": [title(name) for name in names],
        "lines": [Table.opened(played.opening).line, *(turn.table.line for turn in played.turns)],
        "hands": list(_hands(played)),
        "players": [played.first, *(turn.player for turn in played.turns)],
        "result": played.summary(),
    }


def _hands(played: Match) -> Iterator[list[list[tuple[int, int]]]]:
    """Both hands after the opening and after each turn."""
    hands = [list(hand) for hand in played.dealt]
    hands[played.first].remove(played.opening)
    for turn in (None, *played.turns):
        if turn is not None:
            hands[turn.player] += turn.eaten
            if turn.placed is not None:
                hands[turn.player].remove(turn.placed.tile)
        yield [[(tile.low, tile.high) for tile in hand] for hand in hands]


def sit(params: Params, settings: Settings) -> Any:
    """A match of a person against an agent, after the choices made so far."""
    names, reading, seed = _agents(params), _reading(params), params.number("seed", 1)
    choices = params.items("choices", most=100)
    if len(names) != 1:
        raise InputError(f"you play against one agent, not {len(names)}")
    if any(type(choice) is not int for choice in choices):
        raise InputError("a choice is the number of a move, counted from 0")
    try:
        played = play_match((PagePlayer(list(choices)), names[0]), seed=seed, reading=reading)
    except AskingError as asking:
        seen = asking.seen
        return {
            "over": False,
            "line": [list(pair) for pair in seen.table.line],
            "hand": [[tile.low, tile.high] for tile in seen.hand],
            "opponent": seen.opponent_tiles,
            "stock": seen.stock_tiles,
            "offered": [
                {"text": str(way), "tile": [way.tile.low, way.tile.high], "side": way.side.name.lower()}
                for way in offered(seen)
            ],
            "history": [
                [event.player, event.action, str(event.configuration or "")] for event in seen.history
            ],
            "opening": [seen.first, seen.opening.low, seen.opening.high],
        }
    return {
        "over": True,
        "line": [list(pair) for pair in played.last_table.line],
        "hand": [[tile.low, tile.high] for tile in played.hands[0]],
        "left": [[tile.low, tile.high] for tile in played.hands[1]],
        "winner": played.winner,
        "result": played.summary(),
    }


def tournament(params: Params, settings: Settings) -> Any:
    """Wins, losses and draws of every pair, with standard errors."""
    names, reading, seed = _agents(params), _reading(params), params.number("seed", 1)
    matches = params.number("matches", 1000, least=1, most=MOST_MATCHES)
    if len(names) < 2:
        raise InputError(f"a tournament needs at least two agents, not {len(names)}")
    found = hold(names, matches, reading=reading, seed=seed, settings=settings)
    return found.to_json() | {
        "titles": {name: title(name) for name in names},
        "colours": {name: colour(number).fill for number, name in enumerate(names)},
    }
