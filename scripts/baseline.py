"""Record the answers of an installed version, so that later versions can be compared with it.

    cd /tmp && /path/to/old/python /path/to/checkout/scripts/baseline.py     writes tests/baseline/*.jsonl
    ... scripts/baseline.py --slowest 20                                     and lists the slowest questions

A question is data: its name, the board, the game, and options. The fixtures hold one question and its answer
on each line; to ask more, add lines with any answer and record the group again. Only `answer(question)` calls
the package: when a name of the package changes, change it there. tests/laws/test_baseline.py asks the
same questions again and compares.

Answers contain only what the mathematics determines, without times, provenance, numbers of states and nodes,
and free choices. If several positions are extreme, any of them may be shown, and the script checks the one
shown. A seed may draw other positions, and the script checks their distribution. The group `seeded` is the
exception: the documentation promises that a seed always plays the same matches of dominoes.
"""

import argparse
import contextlib
import hashlib
import itertools
import json
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any

import enumerate as en

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "baseline"
GROUPS = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
Question = dict[str, Any]

# ---------------------------------------------------------------------------------------------------------
# The adapter: from a question to a call of the package, and from its result to JSON.

MOST_LISTED = 1000  # positions recorded of a longer list
MOST_TERMS = 8  # a longer polynomial is recorded as its total, its number of terms and a hash
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
    """A hash of a JSON value."""
    return hashlib.sha256(json.dumps(value, separators=(",", ":")).encode()).hexdigest()[:16]


def terms_of(polynomial: Any) -> Any:
    """The terms of a polynomial in ascending order, or their number, total and hash."""
    terms = sorted(polynomial.to_json())
    if len(terms) <= MOST_TERMS:
        return terms
    return {"total": str(sum(int(term[-1]) for term in terms)), "terms": len(terms), "sha256": digest(terms)}


def rounded(value: Any) -> str:
    """A real number to nine digits, which must agree between versions."""
    return f"{float(value):.9g}"


@cache
def random_games() -> dict[str, Any]:
    """The random games: their definitions are answers of the group `random`."""
    found = {q["game"]: dict(definition) for q, definition in read("random") if q["ask"] == "game"}
    return {name: found[name] for name in found if found[name].pop("built_in_python")}


def game_of(question: Question) -> en.Game:
    """The game: one of the library, or a random one."""
    name = question.get("game", "domineering")
    return en.Game.from_json(random_games()[name]) if name.startswith("random-") else en.Game.named(name)


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
    every = list(itertools.islice(listed.listing(), MOST_LISTED))
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
    """Facts about the distribution that hold for every seed."""
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
    """The fewest and the most pieces; the positions shown are checked."""
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
        "coefficients": coefficients if len(coefficients) <= MOST_TERMS else digest(coefficients),
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
    """A solution without the statistics of the search."""
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
    """The facts that do not depend on the drawn positions."""
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


# Keys of the output that are not part of the answer.
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
    """The answer in the JSON output of a command."""
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
# Recording.


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
    for group in arguments.groups or GROUPS:
        lines = []
        for question, _ in read(group):
            began = time.perf_counter()
            pair = [question, answer(question)]
            lines.append(json.dumps(pair, separators=(",", ":"), ensure_ascii=False))
            seconds.append((time.perf_counter() - began, lines[-1]))
        (FOLDER / f"{group}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        taken = sum(taken for taken, _ in seconds[-len(lines) :])
        print(f"{group}: {len(lines)} answers, {sum(map(len, lines)) // 1000} kB, {taken:.1f} s", flush=True)
    for taken, line in sorted(seconds, reverse=True)[: arguments.slowest]:
        print(f"{taken:.2f} s  {line[:150]}")


if __name__ == "__main__":
    main()
