"""Correlations against all positions of small boards, and against densities."""

import random
from fractions import Fraction
from math import prod

import numpy as np
import pytest

from enumerate import Board, Domino, Game, correlations, densities, list_positions
from enumerate.rules.problem import conflict_graph, placed_pieces
from enumerate.support.errors import InputError

CASES = [
    ("domineering", "general"),
    ("domineering", "maximal"),
    ("domineering", "any-end"),
    ("col", "maximal"),
    ("kings", "maximal"),
    ("l-trominoes", "general"),
]


@pytest.mark.parametrize(("game", "kind"), CASES)
@pytest.mark.parametrize("weighted", [False, True])
def test_joint_chances_are_those_of_all_positions(game, kind, weighted):
    chance = random.Random(f"{game} {kind} {weighted}")
    played = Game.of(game)
    side = (2, 3) if game == "col" else (3, 4)
    cells = [(i, j) for i in range(side[0]) for j in range(side[1])]
    board = Board.of(side, chance.sample(cells, len(cells) - 1))
    graph = conflict_graph(played, board)
    own = [
        Fraction(chance.randrange(4), chance.choice([1, 2, 3])) if weighted else 1 for _ in range(len(graph))
    ]
    weights = dict(zip(placed_pieces(graph), own, strict=True))
    number = {p: q for q, p in enumerate(graph.placements)}
    chosen = [
        {number[p] for p in position.pieces} for position in list_positions(board, kind, game=game).listing()
    ]
    weight = [prod((own[q] for q in qs), start=Fraction(1)) for qs in chosen]
    total = sum(weight)
    given = chance.randrange(len(graph))
    cell = chance.choice(sorted(board.cells))
    covering = {q for q, p in enumerate(graph.placements) if cell in p.cells}
    left = {q for q in covering if graph.variables[q] == 0}
    questions = [(placed_pieces(graph)[given], None, {given}), (cell, None, covering)]
    questions += [] if played.is_impartial else [(cell, "left", left)]
    for asked, player, event in questions:
        found = correlations(board, asked, kind, game=game, player=player, weights=weights)
        assert found.chance == sum(w for w, qs in zip(weight, chosen, strict=True) if qs & event) / total
        for q, (placement, density, joint) in enumerate(found.placements):
            assert placement == graph.placements[q]
            assert density == sum(w for w, qs in zip(weight, chosen, strict=True) if q in qs) / total
            both = sum(w for w, qs in zip(weight, chosen, strict=True) if q in qs and qs & event)
            assert joint == both / total
        for where in board.cells:
            for player_number, connected in enumerate(found.connected[where]):
                here = {q for q, p in enumerate(graph.placements) if where in p.cells}
                here = {q for q in here if graph.variables[q] == player_number}
                both = (
                    sum(w for w, qs in zip(weight, chosen, strict=True) if qs & event and qs & here) / total
                )
                alone = sum(w for w, qs in zip(weight, chosen, strict=True) if qs & here) / total
                assert found.joint[where][player_number] == both
                assert connected == both - found.chance * alone


def test_they_agree_with_densities_where_nothing_can_be_listed():
    board = Board.parse("........\n...#....\n........\n......#.\n........\n........")
    known = densities(board, "maximal", x=2, y="1/3")
    found = correlations(board, (2, 3), "maximal", x=2, y="1/3")
    assert found.chance == sum(known.cells[2, 3])
    assert [density for _, density, _ in found.placements] == [density for _, density in known.placements]
    assert sum(found.joint[2, 3]) == found.chance  # the event is that this cell is covered
    assert np.isnan(found.to_numpy()[0, 1, 3])
    assert np.allclose(found.to_numpy(joint=True)[:, 2, 3], [float(each) for each in found.joint[2, 3]])


def test_a_domino_may_be_given_in_three_ways():
    ways = [Domino((0, 1), "left"), ("L", ((0, 1), (1, 1))), ("L", [(1, 1), (0, 1)])]
    piece = Game.of("domineering").pieces[0].name
    ways = [ways[0], *((piece, cells) for _, cells in ways[1:])]
    assert len({correlations("3x3", way) for way in ways}) == 1


def test_what_cannot_be_given_is_refused_in_one_line():
    for given, options, words in (
        ((3, 0), {}, r"expected a free cell of the board such as \(0, 0\), got \(3, 0\)"),
        (Domino((2, 0), "left"), {}, "there is no placement"),
        (Domino((0, 0), "left"), {"player": "left"}, "goes with a cell"),
        ((0, 0), {"player": "middle"}, "unknown player 'middle'"),
        ((0, 0), {"player": "left", "game": "kings"}, "pieces of either player"),
        ((0, 0), {"weights": {"left": 0, "right": 0}, "kind": "maximal"}, "add up to 0"),
        ((0, 0), {"x": -1}, "not negative"),
        ("first", {}, "there is no placement 'first'"),
    ):
        with pytest.raises(InputError, match=words):
            correlations("3x3", given, **options)
