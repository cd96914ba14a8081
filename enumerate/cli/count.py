"""Counting: `count`, `positions`, `evaluate`, `densities`, `fewest` and `most`."""

from typing import Any

import enumerate as en

from ..counting.answer import answer
from ..counting.solve import counting_run
from ..model.game import DOMINEERING
from ..plan.plan import Engine
from ..plan.question import Question
from ..rules.kinds import Kind
from ..support.errors import InputError
from .command import COMPUTE, COUNT, OUTPUT, Given, Option, Whole, command
from .output import PLOTS, Shown, output
from .params import BOARD, numbers_in_file, placement_weights, placements_json, question, run, title_of

COUNTING = (
    Option(COMPUTE, "--explain", "Print the plan with its cost, and count nothing."),
    Option(COMPUTE, "--engine NAME", f"One of: {', '.join(Engine)}.", default="auto", hidden=True),
    Option(COMPUTE, "--no-symmetry", "Do not use reflections of the board.", hidden=True),
    Option(COMPUTE, "--no-check", "Do not confirm small answers by a second route."),
    run("counting", store=True),
)


def how(given: Given) -> dict[str, Any]:
    """How a count is computed."""
    return {"engine": given.engine, "symmetry": not given.no_symmetry, "settings": given.settings}


@command(
    BOARD,
    question(),
    Option(COUNT, "--pieces K", "Count only positions with exactly K pieces.", Whole(0)),
    Option(COUNT, "--empty K", "Count only positions with exactly K empty cells.", Whole(0)),
    output("text", "json", "csv"),
    *COUNTING,
)
def count(given: Given) -> Any:
    """Count the positions of a board.

    \b
    Examples:
      enumerate count 8x8
      enumerate count 4x4x3 --kind maximal
      enumerate count 8x8 --kind maximal --pieces 22
      enumerate count game.txt --play --turn
    """
    if given.pieces is not None and given.empty is not None:
        raise InputError("give --pieces or --empty, not both")
    numbers = {"dominoes": given.pieces, "empty": given.empty}  # with the keys of the answer
    exactly = next(((name, number) for name, number in numbers.items() if number is not None), None)
    if given.explain:
        return plan_of(given, total=exactly is None, by=None if exactly is None else "size")
    ratio = given.output.form == "text"  # the other forms do not show it
    chosen: dict[str, Any] = {"total": True, "exactly": exactly, "ratio": ratio}
    return answer(given.question, **chosen, check=not given.no_check, **how(given))


@command(
    BOARD,
    question(),
    Option(
        COUNT,
        "--by STATISTIC",
        "Count by one number, which is much faster: size (all pieces), left, right, middle, or "
        "difference (Left's pieces minus Right's).",
    ),
    output(
        *("text", "json", "csv", "latex", "sympy", "pari", "mathematica"),
        picture="a heat map of the coefficients",
        suffixes=PLOTS,
    ),
    *COUNTING,
)
def positions(given: Given) -> Any:
    """Count the positions of a board by the number of each player's pieces.

    The answer is the generating polynomial: the coefficient of x^a y^b is the number of positions with a
    pieces of Left and b of Right. In the heat map the positions that alternating play can reach are outlined.

    \b
    Examples:
      enumerate positions 4x3 --kind maximal
      enumerate positions --rows 4 --cols 3 --kind maximal
      enumerate positions 10x10 --by size
      enumerate positions game.txt --kind right-end --format json
      enumerate positions 6x6 --game col --kind maximal
      enumerate positions 8x8 --kind maximal --picture f88.png
    """
    question, output, by = given.question, given.output, given.by
    if given.explain:
        return plan_of(given, by=by)
    if output.pictures and (by is not None or question.play or question.board.dimension != 2):
        raise InputError("--picture draws all coefficients of a flat board: leave out --by and --play")
    ratio = output.form == "text"  # the other forms do not show it
    found = answer(question, by=by, ratio=ratio, check=not given.no_check, **how(given))
    output.plot(lambda form: heat_map(question, found.polynomial, form))
    return found


def plan_of(given: Given, **arguments: Any) -> Any:
    """The plan of a count; it has no check."""
    return en.explain(given.question.board, **given.question.arguments(), **arguments, **how(given))


def heat_map(question: Question, polynomial: Any, form: str) -> bytes:
    """The coefficients as a picture."""
    from ..model.polynomial import play_differences

    kind = Kind(question.kind)
    band = play_differences(Kind.GENERAL if kind in (Kind.ANY_END, Kind.PERFECT) else kind, question.turn)
    title = f"{kind} positions, {title_of(question.board, question.game)}"
    return en.render.coefficients_plot(
        polynomial, band, title, form, turn=question.turn, dominoes=question.game == DOMINEERING
    )


@command(
    BOARD,
    question(play=False),
    placement_weights("2, 3/2, 0.7, -1, 1/2+i"),
    Option(
        COUNT,
        "--moments",
        "Add means, variances and covariances of the numbers of pieces, density and entropy.",
    ),
    Option(OUTPUT, "--least W", "The smallest activity in the picture.", default="1/100"),
    Option(OUTPUT, "--most W", "The largest activity in the picture.", default="100"),
    output(
        "text", "json", "csv", picture="density and entropy per cell against the activity", suffixes=PLOTS
    ),
    run("counting", store=True),
)
def evaluate(given: Given) -> None:
    """Evaluate the generating polynomial at weights x (Left), y (Right) and z (Middle).

    The weight of a position is the product of the weights of its pieces, and the value is the sum over all
    positions of the kind (the partition function). Integers and fractions, also negative or complex, give
    exact values; decimals give proved bounds. All printed digits of the logarithm but the last are certain;
    of a negative or complex value it is the logarithm of the absolute value.

    --activity gives every piece the same weight. --weights FILE gives each placement a weight of its own. A
    CSV file has the columns row, col and weight, counted from 1: the weight counts for every placement that
    covers the cell, or, if there is a column piece, for this piece placed there. A JSON file is a list,
    counted from 0, such as [{"piece": "L", "cells": [[0, 0], [1, 0]], "weight": "3/2"}, {"cell": [0, 0],
    "weight": 2}]. If several weights apply to a placement, they multiply.

    Means, density and entropy are those of a random position, drawn with probability proportional to its
    weight. The density is the mean fraction of covered cells; the entropy per cell is (log value - sum of
    mean * log weight) / cells. In the picture every piece has the same weight, the activity.

    \b
    Examples:
      enumerate evaluate 8x8 --x 3/2 --y 1/3
      enumerate evaluate 12x12 --x 0.7 --y 0.7
      enumerate evaluate 6x6 --kind maximal --x 1/2+i --y -1
      enumerate evaluate 6x6 --activity 2 --moments
      enumerate evaluate 6x6 --picture activity.svg
    """
    question, settings = given.question, given.settings
    arguments = question.arguments(play=False)
    if given.output.pictures:
        from ..render.plots import activity_plot

        settings, drawing = settings.cut([1, 4])
        curve = en.activity_curve(
            question.board, low=given.least, high=given.most, settings=drawing, **arguments
        )
        title = f"{question.kind} positions, {title_of(question.board, question.game)}"
        given.output.plot(lambda form: activity_plot(curve, title, form))
    with counting_run({"settings": settings}) as ready:
        one, two = ready.cut([1, 50 if given.moments else 0])
        arguments |= given.weights
        found = en.evaluate(question.board, settings=one, **arguments)
        more = en.moments(question.board, settings=two, **arguments) if given.moments else None
    answers: list[Any] = [found] if more is None else [found, more]
    values = {key: value for answer in answers for key, value in answer.to_json().items()}
    text = "\n\n".join(answer.summary() for answer in answers)
    given.output.write(Shown(values, text, answers[-1].table()))


@command(
    BOARD,
    question(play=False),
    placement_weights("2, 3/2, 0.7"),
    output("text", "json", "csv", picture="a heat map of the board", suffixes=("svg",)),
    run("counting"),
)
def densities(given: Given) -> None:
    """The probability that each cell is covered by each player's pieces in a random position.

    All positions of the kind are equally likely, or with --x, --y and --z have probability proportional to
    their weight: the product of the weights of their pieces. --activity and --weights FILE work as in
    `evaluate`. The probabilities are exact; --format json lists them as fractions, also for every placement.
    In the heat map a cell mixes the colours of the players in proportion to their probabilities; an empty
    cell is white.

    \b
    Examples:
      enumerate densities 4x4 --kind maximal
      enumerate densities 12x12 --x 3 --y 1/2 --picture map.svg
    """
    from ..render.density_map import density_svg

    question, arguments = given.question, given.question.arguments(play=False)
    found = en.densities(question.board, settings=given.settings, **given.weights, **arguments)
    names = [name.capitalize() for name in found.players]
    given.output.plot(lambda _: density_svg(question.board, found.cells, names) + "\n")
    given.output.write(found)


EXTREME = (
    BOARD,
    question(Kind.MAXIMAL, but=(Kind.PERFECT,)),
    Option(COUNT, "--cost FILE", "Costs of cells or placements: CSV or JSON (default: 1 each)."),
    Option(COUNT, "--best K", "The K best positions, ranked.", Whole(1, 100_000)),
    output("text", "json", show=True),
    run("sweeping"),
)


@command(*EXTREME)
def fewest(given: Given) -> Any:
    """The fewest pieces in a position of a kind, and a position that attains the minimum.

    For maximal positions of Domineering this is the size of a smallest maximal matching of the grid.

    --cost FILE asks for the least total cost instead. The file has the form of --weights of `evaluate`, with
    `cost` in place of `weight`. The costs of a placement add up; a placement without a cost costs 0.

    \b
    Examples:
      enumerate fewest 8x8 --kind maximal --show
      enumerate fewest game.txt --kind any-end --play --turn
      enumerate fewest 8x8 --game kings
      enumerate fewest 6x6 --best 10
    """
    return extreme_of(given, is_most=False)


@command(*EXTREME)
def most(given: Given) -> Any:
    """The most pieces in a position of a kind, and a position that attains the maximum.

    --cost FILE asks for the greatest total cost instead; the help of `fewest` says how costs are written.

    \b
    Examples:
      enumerate most 5x5 --kind right-end --play
      enumerate most 8x8 --game kings --show
    """
    return extreme_of(given, is_most=True)


def extreme_of(given: Given, is_most: bool) -> Shown:
    """The least or greatest number of pieces, or the ranking by cost."""
    question, cost, best = given.question, given.cost, given.best
    named: dict[str, Any] = {}
    found: Any
    if cost is None and best is None:
        nothing: dict[str, Any] = {"most": is_most, "dominoes": None, "witness": None}
        find: Any = en.most if is_most else en.fewest
        found = find(question.board, settings=given.settings, **question.arguments())
        drawn = [found.witness] if found is not None else []
    else:
        if question.play:
            raise InputError("--cost and --best are not for --play")
        nothing = {"dearest": is_most, "cost": None, "number": 0, "witness": None, "best": []}
        costs = 1 if cost is None else numbers_in_file(cost, question, "cost")
        named = {"costs": placements_json(costs, "cost")} if isinstance(costs, dict) else {}
        find = en.dearest if is_most else en.cheapest
        arguments = question.arguments(play=False) | {"cost": costs, "k": best or 1}
        found = find(question.board, settings=given.settings, **arguments)
        drawn = [position for _, position in found.best] if found is not None else []
    if found is None:
        return Shown(question.to_json() | nothing, f"none: there are no {question.words}")
    is_ranked = best is not None and best > 1
    text = f"{found.summary()}\n\n{found.table().text()}" if is_ranked else found.summary()
    return Shown(found.to_json() | named, text, drawn=drawn)
