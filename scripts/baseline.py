"""Record the answers of an installed version, so that later versions can be compared with it.

    cd /tmp && /path/to/old/python /path/to/checkout/scripts/baseline.py     writes tests/baseline/*.jsonl
    ... scripts/baseline.py --slowest 20                                     and lists the slowest questions

A question is data: what is asked, the board, the game, and options. `questions()` is the list, and
`answer(question)` is the only place that knows the interface of the package: when a name of the package
changes, change it there and nowhere else. The fixtures hold one question and its answer on each line.
tests/laws/test_baseline.py asks the same questions again and compares.

Answers hold what the mathematics determines. They leave out times, provenance, numbers of states and nodes,
and free choices. Where several positions are extreme, any of them may be shown, and the script checks the
one that is. A seed may draw other positions, and the script checks their distribution. The group `seeded`
is the exception: the documentation promises that a seed always plays the same matches of dominoes.
"""

import argparse
import contextlib
import hashlib
import itertools
import json
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from threading import Event
from typing import Any

import enumerate as en

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "baseline"
Question = dict[str, Any]

# ---------------------------------------------------------------------------------------------------------
# The adapter: from a question to a call of the package, and from its result to JSON.

LISTED = 1000  # of a longer list only so many positions are recorded
SHOWN_TERMS = 8  # a longer polynomial is recorded as its total, its number of terms and a hash
ANSWERS: dict[str, Callable[[Question], Any]] = {}


def asks(function: Callable[[Question], Any]) -> Callable[[Question], Any]:
    """Register the function that answers the questions with its name under `ask`."""
    ANSWERS[function.__name__.removeprefix("ask_")] = function
    return function


def answer(question: Question) -> Any:
    """The answer as JSON; for a question that is refused, the class of the error."""
    try:
        found = ANSWERS[question["ask"]](question)
    except en.EnumerateError as error:
        found = {"error": type(error).__name__}
    return json.loads(json.dumps(found))


def digest(value: Any) -> str:
    """A hash of something that can be written as JSON."""
    return hashlib.sha256(json.dumps(value, separators=(",", ":")).encode()).hexdigest()[:16]


def terms_of(polynomial: Any) -> Any:
    """The terms of a polynomial in ascending order, or their number, total and hash."""
    terms = sorted(polynomial.to_json())
    if len(terms) <= SHOWN_TERMS:
        return terms
    return {"total": str(sum(int(term[-1]) for term in terms)), "terms": len(terms), "sha256": digest(terms)}


def rounded(value: Any) -> str:
    """A real number to nine digits, all of which every version must know."""
    return f"{float(value):.9g}"


def game_of(question: Question) -> en.Game:
    """The game: one of the library, or one of the random games of this file."""
    name = question.get("game", "domineering")
    return en.Game.from_json(random_game(name)) if name.startswith("random-") else en.Game.named(name)


def drawn(question: Question) -> bool:
    """Whether the board is a drawing with pieces on it."""
    return any(letter not in ".#\n" for letter in question.get("board", "")) and "x" not in question["board"]


def position_of(question: Question) -> en.Position:
    """The position that is drawn."""
    keys = ("wrap", "dimension", "lattice")
    options = {key: question[key] for key in keys if key in question}
    return en.Position.parse(question["board"], game=game_of(question), **options)


def board_of(question: Question) -> en.Board:
    """The board: a box such as 3x4, a drawing, the free cells of a drawn position, or a graph."""
    if "edges" in question:
        return en.Board.from_graph([tuple(edge) for edge in question["edges"]])
    text = question["board"]
    if drawn(question):
        return position_of(question).free
    options = {key: question[key] for key in ("wrap", "lattice") if key in question}
    if "x" in text:
        board = en.Board.box(*map(int, text.split("x")), **options)
    else:
        board = en.Board.parse(text, dimension=question.get("dimension"), **options)
    forbidden = [(tuple(cell), name) for cell, name in question.get("forbidden", ())]
    return board.bar(forbidden) if forbidden else board


def place_of(question: Question) -> en.Board | en.Position:
    """A position where one is drawn, else a board."""
    return position_of(question) if drawn(question) else board_of(question)


SELECTION = ("kind", "stuck", "play", "turn")
WEIGHTS = ("x", "y", "z")


RENAMED = {"dominoes": "pieces", "least": "low", "most": "high"}  # keys of questions, arguments of calls


def options_of(question: Question, *names: str) -> dict[str, Any]:
    """The keyword arguments of a call: the game, and those of `names` that the question has."""
    game = {"game": game_of(question)} if "game" in question else {}
    return game | {RENAMED.get(name, name): question[name] for name in names if name in question}


@asks
def ask_game(question: Question) -> Any:
    found = without_prose(game_of(question).to_json())
    pieces = [en.Piece(piece["name"], piece["player"], piece["cells"]) for piece in found["pieces"]]
    rules = [
        en.Forbidden(tuple(rule["between"]), rule.get("offsets", ()), rule.get("distances", ()))
        for rule in found["forbidden"]
    ]
    built = en.Game(found["name"], pieces, rules)
    return found | {"built_in_python": without_prose(built.to_json()) == found}


def without_prose(game: dict[str, Any]) -> dict[str, Any]:
    """The definition of a game without its description, whose words may change."""
    return {key: value for key, value in game.items() if key not in ("about", "source")}


@asks
def ask_kinds(question: Question) -> Any:
    assert question
    return {"kinds": [kind.value for kind in en.Kind], "players": [player.name for player in en.Player]}


@asks
def ask_board(question: Question) -> Any:
    board = board_of(question)
    cells = sorted(board.cells)
    players = [player for player in en.Player if player < board.dimension]
    if "edges" in question or "lattice" in question:
        players = []  # dominoes and mirrors are for boards of squares
    return {
        "json": board.to_json(),
        "cells": len(board),
        "neighbours": sum(len(list(board.neighbours(cell))) for cell in cells),
        "two_steps": sum(len(list(board.at_distance(cell, 2))) for cell in cells),
        "components": sorted(len(part) for part in board.components()),
        "round_trip": en.Board.from_json(board.to_json()) == board,
        "mirrored": [board.mirror(player) == board for player in players],
        "dominoes": [len(list(board.dominoes(player))) for player in players],
    }


@asks
def ask_position(question: Question) -> Any:
    position = position_of(question)
    players = range(len(position.counts))
    return {
        "pieces": sorted(position.to_json()),
        "counts": position.counts,
        "stuck": sorted(map(int, position.stuck())),
        "moves": [len(position.moves(player)) for player in players],
        "free": sorted(map(list, position.free.cells)),
        "forbidden": sorted([list(cell), name] for cell, name in position.free.barred),
        "text": str(position),
        "picture": en.render.text(position),
    }


@asks
def ask_place(question: Question) -> Any:
    position = en.Position.parse(question["board"])
    for cell, player in question["dominoes"]:
        position = position.place(en.Domino(tuple(cell), en.Player.of(player)))
    return str(position)


@asks
def ask_polynomial(question: Question) -> Any:
    given = {tuple(term[:-1]): term[-1] for term in question["terms"]}
    polynomial = en.Polynomial.of(given)
    return {
        "text": str(polynomial),
        "square": (polynomial**2).to_json(),
        "product": (polynomial * polynomial.swap() + polynomial).to_json(),
        "by_size": polynomial.by_size(),
        "play": polynomial.play().to_json(),
        "degree": polynomial.degree,
        "total": str(polynomial.total),
        "symmetric": polynomial.is_symmetric,
        "latex": polynomial.latex(),
        "array": polynomial.to_numpy().tolist(),
        "sympy": str(polynomial.to_sympy().as_expr()),
        "round_trip": en.Polynomial.from_json(polynomial.to_json(), dimension=2) == polynomial,
    }


@asks
def ask_positions(question: Question) -> Any:
    return terms_of(en.positions(board_of(question), **options_of(question, *SELECTION, "by")))


@asks
def ask_count(question: Question) -> Any:
    return str(en.count(board_of(question), **options_of(question, *SELECTION, "dominoes", "empty")))


@asks
def ask_brute_force(question: Question) -> Any:
    return terms_of(en.brute_force(board_of(question), **options_of(question, *SELECTION)))


@asks
def ask_overview(question: Question) -> Any:
    turn = {"turn": question["turn"]} if "turn" in question else {}
    found = en.overview(position_of(question), question.get("to_move"), **turn).to_json()
    return {key: value for key, value in found.items() if key != "game"}


@asks
def ask_evaluate(question: Question) -> Any:
    found = en.evaluate(board_of(question), **options_of(question, *SELECTION[:2], *WEIGHTS))
    exact = str(found.value) if found.exact else None
    return {"value": exact, "log": None if found.log is None else rounded(found.log)}


@asks
def ask_moments(question: Question) -> Any:
    found = en.moments(board_of(question), **options_of(question, *SELECTION[:2], *WEIGHTS)).to_json()
    kept = {key: found[key] for key in ("means", "covariance", "density")}
    return kept | {"entropy": rounded(found["entropy"])}


@asks
def ask_densities(question: Question) -> Any:
    found = en.densities(board_of(question), **options_of(question, *SELECTION[:2], *WEIGHTS)).to_json()
    return short_densities({key: found[key] for key in ("value", "cells", "placements")})


def short_densities(found: dict[str, Any]) -> dict[str, Any]:
    """Densities in an order of their own, as hashes where there are many."""
    short = dict(found)
    for key, order in (("cells", lambda entry: entry["cell"]), ("placements", json.dumps)):
        entries = sorted(({name: entry[name] for name in sorted(entry)} for entry in found[key]), key=order)
        short[key] = entries if len(entries) <= 2 else [len(entries), entries[0], digest(entries)]
    return short


@asks
def ask_activity_curve(question: Question) -> Any:
    points = en.activity_curve(board_of(question), **options_of(question, "kind", "least", "most", "points"))
    return [[rounded(value) for value in point] for point in points]


@asks
def ask_legal_complex(question: Question) -> Any:
    found = en.legal_complex(board_of(question), **options_of(question))
    betti = found.betti()
    return {
        "f": list(map(str, found.f_vector)),
        "h": list(map(str, found.h_vector)),
        "euler": str(found.euler),
        "dimension": found.dimension,
        "pure": found.is_pure,
        "facets": [[size, str(number)] for size, number in found.facet_sizes],
        "facets_by_player": terms_of(found.facets_by_player),
        "betti": list(betti.rational),
    }


@asks
def ask_list_positions(question: Question) -> Any:
    listed = en.list_positions(board_of(question), **options_of(question, *SELECTION, "dominoes"))
    every = list(itertools.islice(listed.listing(), LISTED))
    pieces = [sorted(position.to_json()) for position in every]
    ranks = range(0, len(every), max(len(every) // 10, 1))
    return {
        "total": str(listed.total),
        "positions": digest(sorted(pieces)),
        "order": digest(pieces),
        "last": pieces[-1] if pieces else None,
        "ranked": all(listed.rank(every[rank]) == rank for rank in ranks),
        "unranked": all(listed.position(rank) == every[rank] for rank in ranks),
    }


@asks
def ask_sample(question: Question) -> Any:
    """Facts about the distribution, which no seed may change."""
    board, options = board_of(question), options_of(question, *SELECTION, "dominoes")
    listed = en.list_positions(board, **options)
    weights = [Fraction(question.get(name, 1)) for name in WEIGHTS]
    masses = {}
    for position in listed.listing():
        mass = Fraction(1)
        for weight, number in zip(weights, position.counts, strict=False):
            mass *= weight**number
        masses[json.dumps(sorted(position.to_json()))] = mass
    size = 30 * len(masses)
    chosen = {name: question[name] for name in WEIGHTS if name in question}
    options |= chosen
    sampled = en.sample(board, size=size, seed=1, **options)
    seen = Counter(json.dumps(sorted(position.to_json())) for position in sampled)
    whole = sum(masses.values())
    expected = {key: float(mass / whole) * size for key, mass in masses.items()}
    chi_square = sum((seen[key] - mean) ** 2 / mean for key, mean in expected.items())
    freedom = max(len(masses) - 1, 1)
    return {
        "of": str(sampled.to_json()["of"]),
        "support": digest(sorted(masses)),
        "only_these": set(seen) <= set(masses),
        # A correct sampler exceeds six standard deviations with probability far below 1e-6.
        "fits": chi_square < freedom + 6 * (2 * freedom) ** 0.5 + 12,
        "same_seed_same_sample": sampled[:4] == en.sample(board, size=size, seed=1, **options)[:4],
    }


@asks
def ask_alpha(question: Question) -> Any:
    found = en.alpha(board_of(question), **options_of(question))
    left, right = found.witness.counts
    stuck = sorted(map(int, found.witness.stuck()))
    return {
        "moves": found.moves,
        "marks": found.marks,
        "witness": left + right == found.moves == len(found.order) and abs(left - right) <= 1 and bool(stuck),
    }


@asks
def ask_alpha_table(question: Question) -> Any:
    return [[str(entry) for entry in row] for row in en.alpha_table(question["size"], **options_of(question))]


@asks
def ask_alpha_sequence(question: Question) -> Any:
    found = en.alpha_sequence(question["rows"], question["length"], **options_of(question))
    return [str(entry) for entry in found]


@asks
def ask_extremes(question: Question) -> Any:
    """The fewest and the most pieces; the position that is shown must be one of those asked for."""
    board, options = board_of(question), options_of(question, *SELECTION)
    listed = en.list_positions(board, **options)
    found: list[Any] = []
    for extreme in (en.fewest(board, **options), en.most(board, **options)):
        if extreme is None:
            found.append(None)
        else:
            witness = en.Position.of(board, extreme.witness.placements, game=game_of(question))
            legal = 0 <= listed.rank(witness) < listed.total
            found.append([extreme.dominoes, legal and sum(extreme.witness.counts) == extreme.dominoes])
    return found


STRIP = ("kind", "stuck", "wrap", "x", "y")


@asks
def ask_recurrence(question: Question) -> Any:
    found = en.recurrence(question["cols"], **options_of(question, *STRIP))
    coefficients = list(map(str, found.coefficients))
    return {
        "order": found.order,
        "start": found.start,
        "coefficients": coefficients if len(coefficients) <= SHOWN_TERMS else digest(coefficients),
        "terms": list(map(str, found.totals(8))),
    }


@asks
def ask_polynomial_recurrence(question: Question) -> Any:
    found = en.polynomial_recurrence(question["cols"], **options_of(question, *STRIP[:3]))
    return {
        "order": found.order,
        "start": found.start,
        "coefficients": [terms_of(coefficient) for coefficient in found.coefficients],
        "polynomials": [terms_of(polynomial) for polynomial in found.polynomials(5)],
    }


@asks
def ask_growth(question: Question) -> Any:
    found = en.growth(question["cols"], **options_of(question, *STRIP))
    return [found.eigenvalue(6), found.per_cell(6), found.log(6)]


@asks
def ask_sequence(question: Question) -> Any:
    keys = (*SELECTION, "wrap", *WEIGHTS)
    found = en.sequence(question["shape"], question["terms"], **options_of(question, *keys))
    return {
        "terms": list(map(str, found.terms)),
        "known": list(found.known),
        "order": found.proved.order if found.proved else None,
        "bfile": found.bfile() if question["shape"] == "2 x n" else None,
    }


@asks
def ask_oeis(question: Question) -> Any:
    number = question["number"]
    known = en.oeis.known(number)
    found = [term.value for term in itertools.islice(en.oeis.terms(number), question["terms"])]
    offset = min(known.published)
    return {
        "terms": list(map(str, found)),
        "published": [
            str(known.published[offset + n]) for n in range(len(found)) if offset + n in known.published
        ],
        "listed": number in en.oeis.REGISTRY and isinstance(en.oeis.sequence(number), en.oeis.Sequence),
        "cells": [en.oeis.cells_of(number, offset + n) for n in range(len(found))],
        "bfile": en.oeis.read_bfile(en.oeis.bfile(dict(zip(itertools.count(offset), found, strict=False))))
        == dict(zip(itertools.count(offset), found, strict=False)),
    }


@asks
def ask_draft(question: Question) -> Any:
    own = en.sequence(question["shape"], question["terms"], **options_of(question))
    return list(map(str, en.oeis.Draft.of(own).terms))


@asks
def ask_solve(question: Question) -> Any:
    misere = question.get("misere", False)
    found = short_solution(en.solve(place_of(question), misere=misere).to_json())
    if "x" not in question["board"] or misere:
        return found
    board = board_of(question)
    solver = en.games.Solver(board.shape)
    return found | {"mover_wins": [solver.mover_wins(board, player) for player in ("left", "right")]}


def short_solution(found: dict[str, Any]) -> dict[str, Any]:
    """A solution without what the search looked at."""
    starts = {
        player: [start["winner"], sorted(start["winning_moves"] or []), start["hurry"], start["delay"]]
        for player, start in found["first"].items()
    }
    return {key: value for key, value in found.items() if key not in ("nodes", "seconds")} | {"first": starts}


@asks
def ask_value(question: Question) -> Any:
    found = en.value(place_of(question), **({} if drawn(question) else options_of(question)))
    return short_value(found.to_json())


def short_value(found: dict[str, Any]) -> dict[str, Any]:
    """The value of a position; its moves in an order of their own."""
    short = {
        key: value for key, value in found.items() if key not in ("game", "components", "moves", "best_moves")
    }
    short["parts"] = sorted(part["value"] for part in found["components"])
    for key in ("best_moves", "moves"):
        for player, moves in found.get(key, {}).items():
            # Equal moves dominate each other, and which of them is named is a free choice.
            facts = [[move["piece"], sorted(move["cells"]), move["value"], move["wins"]] for move in moves]
            if key == "best_moves":
                facts = [fact[2:] for fact in facts]
            facts = sorted(facts, key=json.dumps)
            short[f"{key}_{player}"] = facts if len(facts) <= 4 else [len(facts), digest(facts)]
    return short


@asks
def ask_named_value(question: Question) -> Any:
    found = en.Value.parse(question["text"])
    numbers = [str(found.mean), str(found.temperature), *map(str, found.stops)]
    facts = [str(found), str(found.canonical), found.kind, found.outcome, found.latex(), found.is_number]
    corners = [
        [[str(t), str(v)] for t, v in wall] for wall in (found.thermograph.left, found.thermograph.right)
    ]
    return [*facts, *numbers, *corners]


@asks
def ask_census(question: Question) -> Any:
    found = en.census(place_of(question), **({} if drawn(question) else options_of(question)))
    return short_census(found.to_json())


@asks
def ask_sampled_census(question: Question) -> Any:
    """What does not depend on the positions that were drawn."""
    found = en.census(place_of(question), samples=question["samples"], seed=1, **options_of(question))
    rows = [[row["pieces"], row["positions"], row["drawn"]] for row in found.to_json()["rows"]]
    outcomes_add_up = all(
        sum(map(int, row["outcomes"].values())) == int(row["drawn"]) for row in found.to_json()["rows"]
    )
    return {"rows": rows, "outcomes_add_up": outcomes_add_up}


def short_census(found: dict[str, Any]) -> dict[str, Any]:
    """The census with hashes for long parts."""
    rows = [
        [row["pieces"], row["positions"], row["outcomes"], digest(row["temperatures"])]
        for row in found["rows"]
    ]
    rows_shown = rows if len(rows) <= 3 else [rows[0], digest(rows)]
    return {
        "polynomials": {key: digest(sorted(v)) for key, v in found["polynomials"].items()},
        "rows": rows_shown,
    }


@asks
def ask_box(question: Question) -> Any:
    found = en.games.outcomes(tuple(question["box"])).to_json()
    return [found["outcomes"], found["class"]]


@asks
def ask_leaves(question: Question) -> Any:
    return str(en.games.leaves(tuple(question["box"]), question["order"]))


@asks
def ask_dominogame(question: Question) -> Any:
    game = en.games.Dominogame(*question["sizes"], **question.get("options", {}))
    module = en.games.dominogame
    return {
        "equilibria": [
            [e.payoffs, str(e.plays), str(e.plays_up_to_mirror), e.empty] for e in module.equilibria(game)
        ],
        "kind": module.value(game, "kind"),
        "spite": module.value(game, "spite"),
        "sequences": list(map(str, module.move_sequences(game))),
        "plays": len(list(itertools.islice(module.plays(game), 500))),
    }


@asks
def ask_monominogame(question: Question) -> Any:
    game = en.games.Monominogame(*question["sizes"], **question.get("options", {}))
    module = en.games.monominogame
    return {
        "equilibria": [[e.payoffs, str(e.plays), e.empty] for e in module.equilibria(game)],
        "kind": module.value(game, "kind"),
        "spite": module.value(game, "spite"),
        "sequences": str(module.move_sequences(game)),
    }


@asks
def ask_play(question: Question) -> Any:
    game = en.games.Dominogame(*question["sizes"])
    play = en.games.Play.parse(game, question["moves"])
    verdict = en.games.dominogame.check(game, play)
    return {"payoffs": play.payoffs, "empty": play.empty, "mistake": verdict.mistake is not None}


@asks
def ask_tournament(question: Question) -> Any:
    found = en.games.dominoes.tournament(
        question["agents"], matches=question["matches"], seed=question["seed"], reading=question["reading"]
    )
    shown = ("a", "b", "win", "loss", "draw")
    return [[pair[key] for key in shown] for pair in found.to_json()["pairs"]]


@asks
def ask_match(question: Question) -> Any:
    found = en.games.dominoes.play_match(tuple(question["agents"]), seed=question["seed"])
    return {
        "winner": found.winner,
        "closed": found.closed,
        "turns": len(found.turns),
        "end": str(found.last_table),
    }


@asks
def ask_verify(question: Question) -> Any:
    board, options = board_of(question), options_of(question, *SELECTION)
    polynomial = en.positions(board, **options)
    claim = {
        "board": board.to_json(),
        "kind": question["kind"],
        "stuck": question["claimed_stuck"],
        "play": False,
        "total": str(polynomial.total + question["error"]),
        "terms": polynomial.to_json(),
    }
    if "game" in question:
        claim["game"] = game_of(question).to_json()
    return en.verify(claim, seed=1).holds


@asks
def ask_selftest(question: Question) -> Any:
    assert question
    return all(check.held for check in en.selftest())


@asks
def ask_settings(question: Question) -> Any:
    """A count in one thread, with a store, and with settings together; the state of its job; stopping."""
    board, kind = board_of(question), question["kind"]
    stop = Event()
    stop.set()
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store.db"
        totals = [
            en.count(board, kind, threads=1),
            en.count(board, kind, store=store),
            en.count(board, kind, store=store),
            en.count(board, kind, settings=en.Settings(threads=2, max_memory="1GiB")),
        ]
        states = [job.state for job in en.list_jobs(store)]
    try:
        stopped = str(en.count(board, kind, stop=stop))
    except en.StoppedError:
        stopped = "stopped"
    en.caches.bound("2GiB")
    en.caches.bound(None)
    en.caches.clear()
    kept = sum(cache.size() for cache in en.caches.show())
    return {"totals": list(map(str, totals)), "states": states, "stopped": stopped, "kept": kept}


@asks
def ask_refused(question: Question) -> Any:
    """A count that does not fit into the memory allowed."""
    return str(
        en.count(board_of(question), **options_of(question, *SELECTION), max_memory=question["memory"])
    )


@asks
def ask_pictures(question: Question) -> Any:
    board = board_of(question)
    polynomial = en.positions(board)
    return {
        "svg": en.render.svg(board)[:4],
        "tikz": en.render.tikz(board)[:12],
        "gallery": en.render.gallery([board] * 3),
        "plot": en.render.coefficients_plot(polynomial, (-1, 0, 1), "title", "svg")[:5].decode(),
        "table": en.render.table_plot([[0, 1], [1, 2]], "moves", ("columns", "rows"), "svg")[:5].decode(),
        "charts": en.render.victory_charts([en.render.Duel(("A", "B"), (3, 5, 2))], {"A": 3, "B": 5}, "svg")[
            :5
        ].decode(),
        "plays": en.render.plays_svg([en.games.Play.parse(en.games.Dominogame(2, 3), "H1 V1 V2")])[:4],
    }


# What a command prints besides the answer.
LEFT_OUT = {
    "alpha": {"witness", "first", "order"},
    "fewest": {"witness"},
    "sample": {"positions", "pieces", "seed"},
    "solve": {"nodes", "seconds"},
    "box": {"nodes"},
    "recurrence": {"states", "terms"},
    "growth": {"states"},
    "runs": {"lanes", "primes", "states", "done", "seconds", "left"},
    "verify": {"checks", "escape", "seed"},
    "census": {"seed"},
    "games": {"about", "source"},
    "oeis": {"about"},
}
SHORTENED = {"densities": short_densities, "value": short_value, "solve": short_solution}


@asks
def ask_command(question: Question) -> Any:
    """The status and the output of a command; earlier commands may write files that it reads."""
    from click.testing import CliRunner

    from enumerate.cli import main

    runner = CliRunner()
    typed = list(question["words"])
    if "--database" in typed:  # removed after 0.2.0: `pieces` computes without a file
        at = typed.index("--database")
        del typed[at : at + 2]
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in question.get("files", {}).items():
            Path(name).write_text(text)
        for words in question.get("before", []):
            assert runner.invoke(main, words).exit_code == 0
        done = runner.invoke(main, typed, input=question.get("input"))
    if done.exit_code or question.get("status"):
        return {"status": done.exit_code}
    if "json" not in question["words"]:
        return done.stdout
    return short_output(question["words"][0], json.loads(done.stdout))


def short_output(command: str, found: Any) -> Any:
    """The JSON output of a command without what is not part of the answer."""
    if isinstance(found, list):
        return [short_output(command, entry) for entry in found]
    if not isinstance(found, dict):
        return found
    if isinstance(found.get("game"), dict):
        found = found | {"game": digest(without_prose(found["game"]))}
    if command in SHORTENED and ("placements" in found or "components" in found or "first" in found):
        found = SHORTENED[command](found)
    if command == "evaluate":
        found = {key: value for key, value in found.items() if key != "enclosure"}
        found |= {key: rounded(found[key]) for key in ("log", "entropy") if found.get(key)}
    if command == "sequence" and found.get("recurrence"):
        found |= {"recurrence": short_output("recurrence", found["recurrence"])}
    left_out = LEFT_OUT.get(command, set()) | {"provenance"}
    kept = {key: value for key, value in found.items() if key not in left_out}
    return {key: short_output(command, value) for key, value in kept.items()}


# ---------------------------------------------------------------------------------------------------------
# The questions.

KINDS = ("general", "maximal", "right-end", "left-end", "any-end", "perfect")
LIBRARY = {  # by player: Left and Right, or either
    "partizan": (
        *("domineering", "triomineering", "tetromineering", "tridomineering", "tromino-against-domino"),
        *("square-against-domino", "col", "snort", "two-node-kayles", "half-col", "far-col", "far-snort"),
        "partizan-kayles",
    ),
    "shared": (
        *("cram", "straight-tromino-cram", "l-trominoes", "tromino-any", "squares", "dominoes-and-squares"),
        *("monomer-dimer-trimer", "lonely-dominoes", "lozenges", "node-kayles", "far-node-kayles", "kings"),
        *("knights", "bishop1", "free-cells", "kayles"),
    ),
}
DISTANCES = ([1], [2], [1, 2], [3], [1, 3], [1, 2, 3])
FLAT_RANDOM = [f"random-{n:02}" for n in range(36)]
SOLID_RANDOM = [f"random-3d-{n}" for n in range(6)]


def random_cells(rng: random.Random, dimension: int) -> list[list[int]]:
    """One to five cells, nearly always connected."""
    cells = [(0,) * dimension]
    size = rng.choice((1, 1, 2, 2, 3, 3, 4, 5))
    while len(cells) < size:
        cell = list(rng.choice(cells))
        cell[rng.randrange(dimension)] += rng.choice((-1, 1, 1, 1, 2) if rng.random() < 0.1 else (-1, 1))
        if tuple(cell) not in cells:
            cells.append(tuple(cell))
    least = [min(cell[axis] for cell in cells) for axis in range(dimension)]
    return sorted([x - y for x, y in zip(cell, least, strict=True)] for cell in cells)


def random_game(name: str) -> dict[str, Any]:
    """A game with one to four pieces, for two or three dimensions, that depends on its name only."""
    rng = random.Random(name)
    dimension = 3 if "3d" in name else 2
    names = "ABCD"[: rng.randint(1, 4)]
    players = (
        ["either"] if rng.random() < 0.35 else ["left", "right", "middle"][: rng.choice((1, 2, 2, 2, 3))]
    )
    pieces = []
    for index, letter in zip(range(len(names)), names, strict=True):
        player = players[index % len(players)]
        pieces.append({"name": letter, "player": player, "cells": random_cells(rng, dimension)})
    rules: list[dict[str, Any]] = []
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        between = [rng.choice(names), rng.choice(names)]
        if rng.random() < 0.5:
            rules.append({"between": between, "distances": rng.choice(DISTANCES)})
        else:
            offsets = {tuple(rng.randint(-3, 3) for _ in range(dimension)) for _ in range(rng.randint(1, 3))}
            offsets.discard((0,) * dimension)
            if offsets:
                rules.append({"between": between, "offsets": sorted(map(list, offsets))})
    return {"name": name, "pieces": pieces, "forbidden": rules}


def players_of(name: str) -> set[str]:
    """Who places pieces in a random game."""
    return {piece["player"] for piece in random_game(name)["pieces"]}


WALLS = "....\n.#..\n...#"
RING = "....\n.##.\n...."
PARTS = "..#..\n..#..\n###..\n..#.."
GAME_UNDER_WAY = "L..RR\nL....\n..RR.\n....."
HEXAGON = "##.....##\n#.......#\n#.......#\n##.....##"
SMALL_HEXAGON = "#...#\n....."
SOLID_DRAWING = "..\n.#\n\n..\n.."
PETERSEN = [
    *([0, 1], [1, 2], [2, 3], [3, 4], [0, 4], [0, 5], [1, 6], [2, 7], [3, 8], [4, 9]),
    *([5, 7], [7, 9], [6, 9], [6, 8], [5, 8]),
]
TREE = [[0, 1], [0, 2], [1, 3], [1, 4], [2, 5], [5, 6]]
FORBIDDEN = [[[0, 1], "L"], [[1, 1], "R"], [[2, 0], "L"]]
BOARDS: list[Question] = [
    {"board": "1x7"},
    {"board": "7x1"},
    {"board": "3x5"},
    {"board": "5x4"},
    {"board": "4x4", "wrap": "rows"},
    {"board": "3x5", "wrap": "cols"},
    {"board": "4x4", "wrap": "rows,cols"},
    {"board": "2x4", "wrap": "rows"},
    {"board": "1x6", "wrap": "cols"},
    {"board": WALLS},
    {"board": WALLS, "wrap": "rows,cols"},
    {"board": RING},
    {"board": PARTS},
    {"board": GAME_UNDER_WAY},
    {"board": "2x2x3"},
    {"board": "2x3x2", "wrap": "layers"},
    {"board": SOLID_DRAWING},
    {"board": "3x4", "forbidden": FORBIDDEN},
]
LATTICES: list[Question] = [
    {"board": "3x4", "lattice": "hexagonal"},
    {"board": "3x4", "lattice": "triangular"},
    {"board": "4x4", "lattice": "hexagonal", "wrap": "cols"},
    {"board": "4x4", "lattice": "triangular", "wrap": "rows,cols"},
    {"board": WALLS, "lattice": "hexagonal"},
    {"board": SMALL_HEXAGON, "lattice": "triangular"},
]
GRAPHS: list[Question] = [{"edges": PETERSEN}, {"edges": TREE}]
RANDOM_BOARDS: list[Question] = [
    {"board": "3x3"},
    {"board": "3x4"},
    {"board": "4x3", "wrap": "rows"},
    {"board": WALLS},
    {"board": "3x4", "wrap": "rows,cols"},
    {"board": "3x3", "lattice": "hexagonal"},
]
WEIGHTED: list[Question] = [
    {"x": "3/2", "y": "-1"},
    {"x": "1/2+i", "y": "2"},
    {"x": "0.7", "y": "0.3"},
    {"x": 2},
]


def questions() -> dict[str, list[Question]]:
    """The questions by group; each group is a file."""
    groups = {
        "boards": list(board_questions()),
        "library": list(library_questions()),
        "random": list(random_questions()),
        "selections": list(selection_questions()),
        "measures": list(measure_questions()),
        "strips": list(strip_questions()),
        "games": list(other_game_questions()),
        "seeded": list(seeded_questions()),
        "commands": list(command_questions()),
        "slow": list(slow_questions()),
    }
    for group in groups.values():
        assert len({json.dumps(question, sort_keys=True) for question in group}) == len(group)
    return groups


def board_questions() -> Iterator[Question]:
    """Boards, positions, polynomials, pictures, settings and refusals."""
    yield {"ask": "kinds"}
    for board in (*BOARDS, *LATTICES, *GRAPHS):
        game = {"game": "node-kayles"} if "edges" in board else {}
        yield {"ask": "board", **board, **game}
    for text, game in (
        (GAME_UNDER_WAY, "domineering"),
        ("LRL\nRL.\n#R.", "col"),
        ("L..\n..R\n...", "snort"),
        ("EE.\nE.E\n.EE", "l-trominoes"),
        ("N.N\n...\n...", "kings"),
        ("LRRR\nL...\nL...", "triomineering"),
    ):
        yield {"ask": "position", "board": text, "game": game}
        yield {"ask": "overview", "board": text, "game": game}
    yield {"ask": "overview", "board": GAME_UNDER_WAY, "to_move": "right", "turn": "right"}
    yield {"ask": "place", "board": "L..\nL..", "dominoes": [[[1, 1], "right"]]}
    yield {"ask": "place", "board": "...\n...", "dominoes": [[[0, 1], "left"], [[0, 0], "right"]]}
    yield {"ask": "polynomial", "terms": [[2, 1, 3], [0, 0, 1]]}
    yield {"ask": "polynomial", "terms": [[0, 0, 1], [1, 0, 2], [0, 1, 2], [1, 1, 12], [2, 0, 1]]}
    yield {"ask": "settings", "board": "6x6", "kind": "maximal"}
    yield {"ask": "refused", "board": "30x30", "kind": "maximal", "memory": "100MiB"}
    yield {"ask": "refused", "board": "9x9x9", "memory": "100MiB"}
    yield {"ask": "positions", "board": "3x3", "kind": "maximum"}
    yield {"ask": "positions", "board": "3x3", "stuck": ["middle"]}
    yield {"ask": "positions", "board": "2x2x2", "play": True}
    yield {"ask": "positions", "board": "L.\n..", "game": "domineering"}


def library_questions() -> Iterator[Question]:
    """Every game of the library: all kinds, play, lists, extremes, strips, values."""
    for name in (*LIBRARY["partizan"], *LIBRARY["shared"]):
        partizan = name in LIBRARY["partizan"]
        lattice = {"lattice": "triangular"} if name == "lozenges" else {}
        yield {"ask": "game", "game": name}
        for kind in KINDS if partizan else ("general", "maximal", "perfect"):
            yield {"ask": "positions", "board": "3x4", "game": name, "kind": kind, **lattice}
        small = {"board": "3x3", "game": name, **lattice}
        wide = {"board": "2x5", "game": name, **lattice}
        yield {"ask": "positions", **wide, "kind": "maximal", "by": "size"}
        yield {
            "ask": "count",
            "board": WALLS,
            "game": name,
            "kind": "maximal",
            **(lattice or {"wrap": "rows"}),
        }
        yield {"ask": "brute_force", **small, "kind": "maximal"}
        yield {"ask": "list_positions", **small, "kind": "maximal"}
        yield {"ask": "extremes", **wide, "kind": "maximal"}
        yield {"ask": "densities", **wide, "kind": "general"}
        yield {"ask": "legal_complex", "board": "2x3", "game": name, **lattice}
        if not lattice:
            yield {"ask": "recurrence", "cols": 2, "game": name, "kind": "maximal"}
        if partizan:
            yield {"ask": "positions", **small, "kind": "right-end", "play": True}
            yield {"ask": "positions", **small, "stuck": ["left"], "play": True, "turn": "left"}
            yield {"ask": "alpha", **small}
            yield {"ask": "alpha_sequence", "rows": 2, "length": 5, "game": name}
        yield {"ask": "value", "board": "2x3", "game": name, **lattice}
        yield {"ask": "census", "board": "2x2", "game": name, **lattice}
    for name in ("node-kayles", "col", "snort", "free-cells", "far-node-kayles", "two-node-kayles"):
        for board in (*LATTICES, *GRAPHS):
            yield {"ask": "positions", **board, "game": name, "kind": "maximal"}
    for name in ("domineering", "triomineering", "col", "node-kayles", "free-cells"):
        yield {"ask": "positions", "board": "2x2x3", "game": name, "kind": "maximal"}
    yield {"ask": "count", "board": HEXAGON, "lattice": "triangular", "game": "lozenges", "kind": "perfect"}


def random_questions() -> Iterator[Question]:
    """Games that nobody has designed."""
    for index, name in zip(itertools.count(), FLAT_RANDOM, strict=False):
        players = players_of(name)
        board = RANDOM_BOARDS[index % len(RANDOM_BOARDS)]
        two = players == {"left", "right"}
        yield {"ask": "game", "game": name}
        for kind in KINDS if two else ("general", "maximal", "perfect"):
            yield {"ask": "positions", **board, "game": name, "kind": kind}
        for stuck in sorted(players - {"either"}):
            yield {"ask": "positions", **board, "game": name, "stuck": [stuck]}
        if two:
            yield {"ask": "positions", **board, "game": name, "kind": "maximal", "play": True}
            yield {"ask": "alpha", **board, "game": name}
            yield {"ask": "value", "board": "2x3", "game": name}
        yield {"ask": "brute_force", "board": "2x4", "game": name, "kind": "maximal"}
        yield {"ask": "list_positions", "board": "2x4", "game": name, "kind": "maximal"}
        yield {"ask": "extremes", **board, "game": name, "kind": "maximal"}
        yield {"ask": "evaluate", "board": "3x3", "game": name, "kind": "maximal", "x": "3/2"}
        yield {"ask": "densities", "board": "2x4", "game": name, "kind": "maximal"}
        yield {"ask": "count", "board": "2x7", "game": name}
    for name in SOLID_RANDOM:
        yield {"ask": "game", "game": name}
        for board in ({"board": "2x2x3"}, {"board": "2x3x2", "wrap": "cols"}, {"board": SOLID_DRAWING}):
            for kind in ("general", "maximal"):
                yield {"ask": "positions", **board, "game": name, "kind": kind}
        yield {"ask": "list_positions", "board": "2x2x2", "game": name, "kind": "maximal"}


def selection_questions() -> Iterator[Question]:
    """Domineering on all sorts of boards: kinds, stuck players, play, turn, statistics, lists, samples."""
    for board in BOARDS:
        solid = board["board"].count("x") == 2 or "\n\n" in board["board"]
        for kind in KINDS if not solid else ("general", "maximal", "perfect"):
            yield {"ask": "positions", **board, "kind": kind}
        yield {"ask": "extremes", **board, "kind": "maximal"}
        yield {"ask": "list_positions", **board, "kind": "maximal"}
        if solid:
            for stuck in (["middle"], ["left", "right"], ["left", "right", "middle"]):
                yield {"ask": "positions", **board, "stuck": stuck}
            yield {"ask": "positions", **board, "by": "middle"}
            continue
        for stuck in ([], ["left"], ["left", "right"]):
            yield {"ask": "positions", **board, "stuck": stuck}
        for turn in (None, "left", "right"):
            for kind in ("general", "right-end", "any-end"):
                chosen = {} if turn is None else {"turn": turn}
                yield {"ask": "positions", **board, "kind": kind, "play": True, **chosen}
        yield {"ask": "extremes", **board, "kind": "left-end", "play": True}
        yield {"ask": "alpha", **board}
    for by in ("size", "left", "right", "difference"):
        yield {"ask": "positions", "board": "4x5", "kind": "right-end", "by": by}
    for number in (5, 7, 10):
        yield {"ask": "count", "board": "4x5", "kind": "maximal", "dominoes": number}
    for number in (0, 4, 6):
        yield {"ask": "count", "board": "4x5", "kind": "maximal", "empty": number}
    yield {"ask": "list_positions", "board": "3x4", "dominoes": [2, 1]}
    yield {"ask": "list_positions", "board": "3x4", "dominoes": [None, 3], "kind": "left-end"}
    yield {"ask": "list_positions", "board": "3x4", "play": True, "turn": "left", "kind": "right-end"}
    yield {"ask": "list_positions", "board": "3x3", "wrap": "cols", "kind": "left-end"}
    for size in (4, 6):
        yield {"ask": "alpha_table", "size": size}
    yield {"ask": "alpha_table", "size": 3, "game": "snort"}
    yield {"ask": "alpha_sequence", "rows": 2, "length": 12}
    for options in (
        {"board": "2x3"},
        {"board": "3x3", "kind": "maximal"},
        {"board": "2x3", "x": "3", "y": "1/2"},
        {"board": "3x3", "kind": "right-end", "play": True},
        {"board": "3x3", "dominoes": [2, 1]},
        {"board": "3x3", "wrap": "cols", "kind": "maximal"},
        {"board": "2x2x2", "kind": "maximal"},
        {"board": "3x3", "game": "kings", "kind": "maximal"},
        {"board": "2x3", "game": "col", "kind": "maximal", "x": "2"},
        {"board": "L..\nL..\n...", "kind": "left-end"},
    ):
        yield {"ask": "sample", **options}
    for board, kind, stuck in (("3x4", "maximal", ["left", "right"]), (WALLS, "right-end", ["right"])):
        for error in (0, 1):
            yield {"ask": "verify", "board": board, "kind": kind, "claimed_stuck": stuck, "error": error}
    yield {"ask": "verify", "board": "3x3", "kind": "general", "claimed_stuck": [], "error": 0, "game": "col"}
    yield {"ask": "count", "board": "8x8", "play": True}
    for kind in KINDS:
        yield {"ask": "positions", "board": "6x6", "kind": kind}
        yield {"ask": "count", "board": "7x8", "kind": kind}
    yield {"ask": "positions", "board": "6x6", "wrap": "rows", "kind": "maximal"}
    yield {"ask": "count", "board": "5x5", "wrap": "rows,cols", "kind": "maximal"}
    yield {"ask": "count", "board": "3x40", "kind": "maximal"}
    yield {"ask": "count", "board": "50x4", "kind": "right-end"}


def measure_questions() -> Iterator[Question]:
    """Weights, moments, densities, activity curves and complexes."""
    for weights in WEIGHTED:
        for board in ({"board": "4x4"}, {"board": WALLS}, {"board": "3x4", "wrap": "rows,cols"}):
            for kind in ("general", "maximal", "any-end"):
                yield {"ask": "evaluate", **board, "kind": kind, **weights}
        yield {"ask": "evaluate", "board": "3x3", "stuck": ["left"], "game": "snort", **weights}
    yield {"ask": "evaluate", "board": "2x2x3", "x": 2, "y": "1/3", "z": -1}
    yield {"ask": "evaluate", "edges": PETERSEN, "game": "node-kayles", "x": "1/3"}
    yield {"ask": "evaluate", "board": "8x8", "x": "3/2", "y": -1}
    for question in (
        {"board": "4x4", "x": 2, "y": 2},
        {"board": WALLS, "kind": "right-end", "x": "1/2"},
        {"board": "3x3", "game": "col", "kind": "maximal"},
        {"board": "2x2x3", "z": 3},
        {"board": "3x4", "wrap": "cols", "kind": "left-end", "y": "2/3"},
        {"edges": TREE, "game": "node-kayles", "x": 2},
        {"board": "3x4", "forbidden": FORBIDDEN},
        {"board": "3x3", "lattice": "hexagonal", "game": "node-kayles", "kind": "maximal"},
    ):
        yield {"ask": "moments", **question}
        yield {"ask": "densities", **question}
    yield {"ask": "activity_curve", "board": "4x4", "points": 5}
    yield {"ask": "activity_curve", "board": "3x3", "kind": "maximal", "points": 4, "least": "1/2", "most": 3}
    yield {"ask": "activity_curve", "board": "3x3", "game": "kings", "points": 3}
    for board in ({"board": "3x3"}, {"board": WALLS}, {"board": "2x4", "wrap": "cols"}, {"board": "2x2x2"}):
        yield {"ask": "legal_complex", **board}
    yield {"ask": "legal_complex", "edges": PETERSEN, "game": "node-kayles"}


def strip_questions() -> Iterator[Question]:
    """Recurrences, growth rates, sequences of one's own, the OEIS."""
    for cols in (1, 2, 3):
        for kind in KINDS:
            if kind != "any-end":
                yield {"ask": "recurrence", "cols": cols, "kind": kind}
    for kind in ("general", "maximal", "right-end"):
        yield {"ask": "recurrence", "cols": 4, "kind": kind}
        yield {"ask": "recurrence", "cols": 3, "kind": kind, "wrap": "cols"}
        yield {"ask": "polynomial_recurrence", "cols": 1, "kind": kind}
        yield {"ask": "polynomial_recurrence", "cols": 2, "kind": kind}
        yield {"ask": "growth", "cols": 3, "kind": kind}
        yield {"ask": "growth", "cols": 4, "kind": kind, "wrap": "cols"}
    yield {"ask": "recurrence", "cols": 2, "x": -1, "y": -1}
    yield {"ask": "recurrence", "cols": 3, "x": "1/2", "y": "1/2"}
    yield {"ask": "recurrence", "cols": 2, "stuck": ["left"]}
    yield {"ask": "growth", "cols": 3, "x": "3/2", "y": "1/2"}
    for game in ("kings", "cram", "col", "node-kayles", "l-trominoes", *FLAT_RANDOM[:8]):
        if "middle" in (players_of(game) if game.startswith("random-") else ()):
            continue
        yield {"ask": "recurrence", "cols": 2, "game": game}
        yield {"ask": "growth", "cols": 2, "game": game}
    yield {"ask": "polynomial_recurrence", "cols": 2, "game": "kings"}
    for options in (
        {"shape": "n x n", "terms": 4, "kind": "maximal", "wrap": "rows,cols"},
        {"shape": "2 x n", "terms": 6},
        {"shape": "3 x n", "terms": 5, "kind": "maximal"},
        {"shape": "n x n+1", "terms": 4, "play": True},
        {"shape": "n x n", "terms": 4, "game": "kings"},
        {"shape": "2 x n", "terms": 6, "x": -1, "y": -1},
        {"shape": "n x 2n", "terms": 3, "stuck": ["right"]},
    ):
        yield {"ask": "sequence", **options}
    yield {"ask": "draft", "shape": "n x n", "terms": 4, "game": "kings"}
    for number in sorted(OEIS):
        yield {"ask": "oeis", "number": number, "terms": OEIS[number]}


OEIS = dict.fromkeys(
    (
        *("A000045", "A000931", "A001333", "A002416", "A004003", "A006253", "A006506", "A007598", "A027683"),
        *("A028420", "A028447", "A030186", "A033506", "A033507", "A033508", "A033509", "A033510", "A033511"),
        *("A033512", "A033513", "A033514", "A054894", "A063443", "A067958", "A067965", "A089934", "A099390"),
        *("A141243", "A182097", "A197048", "A197054", "A210662", "A220054", "A220061", "A270061", "A270071"),
        *("A286945", "A287595", "A288026", "A288028", "A288956", "A289201", "A332347", "A332714", "A332862"),
        *("A332865", "A350336"),
    ),
    4,
)


def other_game_questions() -> Iterator[Question]:
    """Perfect play, values, the census, boxes and falling games."""
    for board in (
        "1x1",
        "2x2",
        "2x3",
        "3x3",
        "3x4",
        "4x4",
        "4x5",
        WALLS,
        RING,
        PARTS,
        GAME_UNDER_WAY,
        "L..\nL..",
    ):
        yield {"ask": "solve", "board": board}
        yield {"ask": "solve", "board": board, "misere": True}
    for board in ("1x4", "2x2", "2x3", "3x3", "2x5", WALLS, PARTS, GAME_UNDER_WAY, "L..\nL.."):
        yield {"ask": "value", "board": board}
    for board, game in (("3x3", "snort"), ("2x4", "col"), ("3x3", "cram"), ("L.R\n...", "snort")):
        yield {"ask": "value", "board": board, "game": game}
    for text in ("0", "3/4", "*", "^", "+-1", "{2|-1/2}", "{3|{1|-1}}", "v*", "{1|1}"):
        yield {"ask": "named_value", "text": text}
    for board, game in (
        ("2x3", "domineering"),
        ("3x3", "domineering"),
        (WALLS, "domineering"),
        ("2x3", "snort"),
    ):
        yield {"ask": "census", "board": board, "game": game}
        yield {"ask": "sampled_census", "board": board, "game": game, "samples": 4}
    for box in ([2, 2, 1], [2, 2, 2], [3, 2, 2], [3, 3, 1], [1, 2, 3], [3, 3, 2]):
        yield {"ask": "box", "box": box}
    for box, order in (([2, 2, 2], "LRM"), ([3, 3, 3], "MLR"), ([2, 3, 2], "RML")):
        yield {"ask": "leaves", "box": box, "order": order}
    for sizes in ([2, 3], [3, 3], [3, 4], [4, 3], [2, 8], [1, 6]):
        yield {"ask": "dominogame", "sizes": sizes}
    yield {"ask": "dominogame", "sizes": [3, 4], "options": {"raised": 2}}
    yield {"ask": "dominogame", "sizes": [4, 4], "options": {"length": 3}}
    for sizes in ([2, 2], [2, 3], [3, 2], [3, 3]):
        for players in (2, 3):
            yield {"ask": "monominogame", "sizes": sizes, "options": {"players": players}}
    yield {"ask": "monominogame", "sizes": [3, 3], "options": {"raised": 1}}
    for moves in ("V1 H2 H1 V3", "H1 V3 V1 V2"):
        yield {"ask": "play", "sizes": [3, 3], "moves": moves}


def seeded_questions() -> Iterator[Question]:
    """Matches of two-sided dominoes, where the same seed plays the same matches in every version."""
    agents = ["juca", "pinduca", "tiao", "nabucodonossor"]
    for reading in ("best-fit", "literal"):
        yield {"ask": "tournament", "agents": agents, "matches": 200, "seed": 1, "reading": reading}
    for seed, pair in zip(itertools.count(1), itertools.combinations(agents, 2), strict=False):
        yield {"ask": "match", "agents": list(pair), "seed": seed}


def command(words: str, **others: Any) -> Question:
    """A command with JSON output; spaces within a word are written as underscores."""
    split = [word.replace("_", " ") for word in words.split()]
    return {"ask": "command", "words": [*split, "--format", "json"], **others}


def refused(words: str) -> Question:
    """A command that ends with a message and a status other than 0."""
    return {"ask": "command", "words": words.split(), "status": True}


def command_questions() -> Iterator[Question]:
    """Every command, and a mistake in each."""
    own = {"own.json": json.dumps(random_game("random-01"))}
    toml = 'name = "own"\n[[pieces]]\nname = "A"\nplayer = "left"\ncells = [[0, 0], [1, 0]]\n'
    toml += '[[pieces]]\nname = "B"\nplayer = "right"\ncells = [[0, 0]]\n'
    toml += '[[forbidden]]\nbetween = ["A", "B"]\ndistances = [1]\n'
    edges = "\n".join(f"{a} {b}" for a, b in TREE) + "\n"
    size = "--rows 3 --cols 3"
    for options in (
        *(f"{size} --kind {kind}" for kind in KINDS),
        f"{size} --stuck left --play",
        f"{size} --play --total",
        f"{size} --by difference",
        "--rows 4 --cols 4 --kind maximal --dominoes 6",
        "--rows 4 --cols 4 --kind maximal --empty 2",
        "--box 2x2x2 --kind maximal",
        f"{size} --wrap rows,cols --game col --kind maximal",
        f"{size} --lattice hexagonal --game node-kayles",
    ):
        yield command(f"positions {options}")
    for options in ("--play --turn", "--play --turn --first right --kind right-end", "--kind left-end"):
        yield command(f"positions --board - {options}", input=GAME_UNDER_WAY)
    yield command("positions --rows 3 --cols 3 --game own.toml --kind maximal", files={"own.toml": toml})
    yield command("positions --graph - --game node-kayles", input=edges)
    for form in ("text", "csv", "latex", "sympy", "pari", "mathematica"):
        words = f"positions {size} --kind maximal --format {form}".split()
        # The words of the text may change, the other forms are read by programs.
        yield {"ask": "command", "words": words, **({"status": True} if form == "text" else {})}
    yield command(f"evaluate {size} --x 3/2 --y 1/3 --moments")
    yield command(f"evaluate {size} --x 0.7 --y 0.7 --kind maximal")
    yield command("densities --rows 2 --cols 3 --kind maximal --x 3")
    yield command("board -", input=GAME_UNDER_WAY)
    yield command("board - --turn --no-totals", input=GAME_UNDER_WAY)
    yield command("board - --game col", input="LRL\nRL.\n#R.")
    yield command("complex --rows 2 --cols 4 --betti")
    yield command("complex --rows 6 --cols 6 --euler")
    yield command("games col")
    yield command("games")
    yield command(f"sample {size} --kind maximal --size 3 --seed 1")
    yield command(f"sample {size} --x 3 --y 1/2 --seed 1")
    yield command(f"list {size} --kind maximal")
    yield command(f"list {size} --start 10 --size 3 --left 1")
    yield command(f"list {size} --unrank 17")
    yield command(f"list {size} --rank -", input="LRR\nL..\n...")
    yield command("alpha --rows 4 --cols 5")
    yield command("alpha --table 4")
    yield command("alpha --strip 2x8")
    yield command("alpha --rows 3 --cols 3 --game snort")
    yield command("fewest --rows 4 --cols 5 --kind maximal")
    yield command("fewest --rows 4 --cols 4 --kind right-end --play --most")
    yield command("fewest --rows 4 --cols 4 --game kings")
    yield command("recurrence --cols 3 --kind right-end")
    yield command("recurrence --cols 2 --polynomial")
    yield command("recurrence --cols 3 --wrap cols --kind maximal")
    yield command("growth --cols 3 --digits 6")
    yield command("sequence --shape 2_x_n --terms 6")
    yield command("sequence --shape n_x_n --terms 4 --game kings --kind maximal")
    yield command("oeis A332714 --terms 4")
    yield command("solve --rows 3 --cols 4")
    yield command("solve --board - --misere", input="L...\nL...\n....")
    yield command("value --rows 2 --cols 3 --options --thermograph")
    yield command("value --board - --game snort", input="L.R\n...")
    yield command("census --rows 2 --cols 3")
    yield command("pieces --cells 5")
    yield command("box 2x2x2")
    yield command("box 3x3x3 --tree MLR")
    yield command("box --up-to 6")
    yield command("dominogame --cols 3 --rows 4")
    yield command("dominogame --cols 3 --rows 3 --ties kind --plays")
    yield command("dominogame --cols 2 --table 6")
    yield command("dominogame --cols 3 --rows 3 --sequences")
    yield command("dominogame --cols 3 --rows 3 --check H1_V3_V1_V2")
    yield command("monominogame --cols 3 --rows 2 --players 3 --plays")
    yield command("dominoes tournament --matches 100 --agents juca,tiao")
    yield command("dominoes match --seed 7")
    store = ["positions", "--rows", "4", "--cols", "4", "--store", "lanes.db"]
    yield command("runs lanes.db", before=[store])
    saved = ["positions", "--rows", "3", "--cols", "4", "--format", "json", "--out", "saved.json"]
    yield command("verify saved.json --seed 1", before=[saved])
    yield command("positions --rows 3 --cols 3 --game own.json", files=own)
    for words in (
        "positions --rows 0 --cols 3",
        "positions --rows 3 --cols 3 --kind maximum",
        "positions --rows 3 --cols 3 --game chess",
        "positions --rows 40 --cols 40 --kind maximal --max-memory 100MiB",
        "evaluate --rows 3 --cols 3 --x one",
        "densities --rows 3",
        "board missing.txt",
        "complex --rows 3 --cols",
        "games chess",
        "sample --rows 3 --cols 3 --size 0",
        "list --rows 2 --cols 2 --unrank 100",
        "alpha --box 2x2x2",
        "fewest --rows 3 --cols 3 --kind none",
        "recurrence --cols 0",
        "growth",
        "sequence --shape m_x_m",
        "oeis 3",
        "solve --box 2x2x2",
        "value --box 2x2x2",
        "census --rows 2 --cols 2 --seed -1",
        "pieces",
        "play --rows 3 --nonsense",
        "box 2x2",
        "dominogame --cols 0 --rows 2",
        "monominogame --cols 2 --rows 2 --players 0",
        "dominoes match --agents juca",
        "plot coefficients --rows 2 --cols 2 --out a.txt",
        "runs missing.db",
        "verify missing.json",
        "selftest --nonsense",
        "web --port 70000",
    ):
        yield refused(words)


def slow_questions() -> Iterator[Question]:
    """What takes longer; the test runs it only with `-m slow`."""
    yield {"ask": "selftest"}
    yield {"ask": "pictures", "board": WALLS}
    for kind in ("coefficients", "activity", "thermograph", "census"):
        yield {
            "ask": "command",
            "words": ["plot", kind, "--rows", "2", "--cols", "2", "--out", "a.svg"],
            "status": True,
        }
    yield {"ask": "command", "words": ["plot", "alpha", "--table", "3", "--out", "a.png"], "status": True}
    for kind in KINDS:
        yield {"ask": "positions", "board": "8x8", "kind": kind}
        yield {"ask": "count", "board": "9x9", "kind": kind}
    for wrap in ("rows", "cols", "rows,cols"):
        yield {"ask": "positions", "board": "6x6", "wrap": wrap, "kind": "maximal"}
        yield {"ask": "count", "board": "7x6", "wrap": wrap, "kind": "right-end"}
    yield {"ask": "count", "board": "3x3x4", "kind": "maximal"}
    yield {"ask": "positions", "board": "2x3x4", "kind": "maximal"}
    for name in (*LIBRARY["partizan"], *LIBRARY["shared"]):
        if name not in ("far-snort", "far-col"):
            lattice = {"lattice": "triangular"} if name == "lozenges" else {}
            yield {"ask": "positions", "board": "4x5", "game": name, "kind": "maximal", **lattice}
            yield {"ask": "count", "board": "5x5", "game": name, **lattice}
    yield {"ask": "moments", "board": "7x7", "kind": "maximal"}
    yield {"ask": "densities", "board": "6x6", "kind": "maximal", "x": "2/3"}
    yield {"ask": "alpha_table", "size": 9}
    yield {"ask": "alpha", "board": "10x10"}
    yield {"ask": "extremes", "board": "8x8", "kind": "maximal"}
    yield {"ask": "recurrence", "cols": 5, "kind": "maximal"}
    yield {"ask": "growth", "cols": 6, "kind": "maximal"}
    yield {"ask": "solve", "board": "6x6"}
    yield {"ask": "census", "board": "3x4"}
    yield {"ask": "box", "box": [4, 4, 3]}


# ---------------------------------------------------------------------------------------------------------
# Recording.


def line_of(question: Question, found: Any) -> str:
    """A question and its answer on one line."""
    return json.dumps([question, found], separators=(",", ":"), ensure_ascii=False)


def read(group: str) -> list[tuple[Question, Any]]:
    """The recorded questions and answers of a group."""
    lines = (FOLDER / f"{group}.jsonl").read_text(encoding="utf-8").splitlines()
    return [(question, found) for question, found in map(json.loads, lines)]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("groups", nargs="*", help="which groups (default: all)")
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="list the N slowest questions")
    arguments = parser.parse_args()
    print(f"recording version {en.__version__} from {os.path.dirname(en.__file__ or '')}")
    seconds: list[tuple[float, str]] = []
    for group, asked in questions().items():
        if arguments.groups and group not in arguments.groups:
            continue
        lines = []
        for question in asked:
            began = time.perf_counter()
            lines.append(line_of(question, answer(question)))
            seconds.append((time.perf_counter() - began, lines[-1]))
        (FOLDER / f"{group}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        taken = sum(taken for taken, _ in seconds[-len(asked) :])
        print(f"{group}: {len(asked)} answers, {sum(map(len, lines)) // 1000} kB, {taken:.1f} s", flush=True)
    for taken, line in sorted(seconds, reverse=True)[: arguments.slowest]:
        print(f"{taken:.2f} s  {line[:150]}")


if __name__ == "__main__":
    main()
