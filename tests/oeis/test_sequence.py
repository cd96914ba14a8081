"""Sequences along families of boards: brute force, proved recurrences, conjectures, drafts of entries."""

import gzip
from itertools import product
from pathlib import Path

import drafts
import pytest
import sympy
from typed import printed, refused, run

from enumerate import Board, Game, brute_force, count, positions, recurrence, sequence
from enumerate.oeis import Draft, known
from enumerate.oeis.computed import term as computed_term
from enumerate.oeis.computed import terms
from enumerate.oeis.own import guessed
from enumerate.oeis.published import agree, same_terms
from enumerate.oeis.registry import REGISTRY
from enumerate.rules.problem import transposed

DRAFTS = Path(__file__).resolve().parents[2] / "data" / "drafts"


@pytest.mark.parametrize(
    ("shape", "sizes"),
    [
        ("n x n", [(1, 1), (2, 2), (3, 3)]),
        ("n x 2n", [(1, 2), (2, 4)]),
        ("n x n+1", [(1, 2), (2, 3), (3, 4)]),
        ("2n-1 x n", [(1, 1), (3, 2)]),
        ("n-2 x 3", [(1, 3), (2, 3), (3, 3)]),
        ("m x n", [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1)]),
        ("2 x 2 x n", [(2, 2, 1), (2, 2, 2)]),
    ],
)
def test_terms_are_those_of_brute_force(shape, sizes):
    for kind in ("general", "maximal"):
        found = sequence(shape, len(sizes), kind)
        assert list(found.terms) == [brute_force(Board.box(*size), kind).total for size in sizes]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"play": True}, "positions, reachable in alternating play,"),
        (
            {"play": True, "turn": "left", "kind": "right-end"},
            "positions in which Right cannot move, reachable in alternating play with Left to move,",
        ),
        ({"stuck": ["R", 0]}, "positions in which Left and Right cannot move"),
    ],
)
def test_results_and_drafts_say_what_was_asked(asked, said):
    found = sequence("n x n", 3, **asked)
    assert list(found.terms) == [brute_force(Board.rectangle(n, n), **asked).total for n in (1, 2, 3)]
    assert Draft.of(found).name == f"Number of {said} of domineering on the n x n board."
    shown = found.to_json()
    stuck = ["left", "right"] if "stuck" in asked else ["right"] if "kind" in asked else []
    assert [shown[key] for key in ("stuck", "play", "turn")] == [stuck, "play" in asked, asked.get("turn")]


@pytest.mark.parametrize("kind", ["general", "right-end", "left-end"])
@pytest.mark.parametrize(
    ("shape", "wrap"), [("3 x n", None), ("n x 3", None), ("3 x n", "rows"), ("n x 3", "cols")]
)
def test_proved_recurrences_go_on_with_the_terms(kind, shape, wrap):
    """Also for boards that grow by columns: they are transposed, and Left ends become Right ends."""
    found = sequence(shape, 4, kind, wrap=wrap)
    rows = found.proved.start + 2
    sides = (3, rows) if shape == "3 x n" else (rows, 3)
    assert found.proved.totals(rows + 1)[1:5] == list(found.terms)
    assert found.proved.totals(rows + 1)[rows] == count(Board.rectangle(*sides, wrap=wrap), kind)


def test_guesses_are_only_made_with_terms_to_spare():
    assert sequence("3 x n", 4, wrap="cols").proved is None
    assert sequence("n x n", 4).proved is None
    fibonacci = [1, 1, 2, 3, 5, 8, 13, 21]
    assert guessed(fibonacci) == ((1,), (1, -1, -1))
    assert guessed(fibonacci[:5]) is None
    assert guessed([1, 7, 131, 10012, 2810694, 2989126727]) is None
    rings = sequence("1 x n", 9, wrap="cols")  # the Lucas numbers, on rings
    assert rings.terms[:5] == (1, 3, 4, 7, 11)
    assert (rings.proved, rings.guess) == (None, ((1, 2), (1, -1, -1)))
    assert "a guess that explains all 9 terms" in str(rings)


def test_programs_give_the_terms():
    """The generating function, expanded here; and the text of the recurrence."""
    found = sequence("3 x n", 6, "maximal")
    fraction = found.pari().split("polcoef(")[1].split(" + O(")[0].replace("^", "**")
    series = sympy.series(sympy.sympify(fraction), sympy.Symbol("t"), 0, 7).removeO()
    assert [series.coeff(sympy.Symbol("t"), n) for n in range(1, 7)] == list(found.terms)
    proved = found.proved
    assert f"{{{', '.join(map(str, proved.coefficients))}}}" in found.mathematica()
    assert sequence("n x n", 3).pari() == "v = [1, 7, 131]; a(n) = v[n - 0]"


def test_polynomials_and_recurrences_as_programs():
    """Text that PARI and Mathematica read: powers with ^, every product written out, names of arguments."""
    whole, sizes = (positions("2x3", by=by) for by in (None, "size"))
    for line, wanted, names in (("positions 2x3", whole, "xy"), ("positions 2x3 --by size", sizes, "t")):
        head, body = printed(f"{line} --format pari").strip().split(" = ")
        assert head == f"P({', '.join(names)})"
        assert sympy.sympify(body.replace("^", "**")) == sympy.sympify(wanted.expression())
        head = f"P[{', '.join(f'{name}_' for name in names)}]"
        assert printed(f"{line} --format mathematica").strip() == f"{head} := {body}"
    found = sequence("3 x n", 6, "maximal")
    for name, text in (("pari", found.pari()), ("mathematica", found.mathematica())):
        assert printed(f"recurrence 3 --kind maximal --format {name}").strip() == text
    late = recurrence(4, "maximal", wrap="cols")
    assert late.mathematica().startswith("a[n_] := LinearRecurrence[{6, 2, 21, ")


@pytest.mark.parametrize(
    "name", ["domineering", "triomineering", "col", "l-trominoes", "half-col", "knights"]
)
@pytest.mark.parametrize("axes", [(1, 0), (2, 0, 1), (0, 2, 1)])
def test_a_board_and_a_game_that_are_turned_together_have_the_same_positions(name, axes):
    game = Game.named(name)
    board = Board.of((2, 3, 2)[: len(axes)], [*product(*map(range, (2, 3, 2)[: len(axes)]))][1:])
    turned = transposed(game, axes)
    assert count(board.transpose(axes), game=turned) == count(board, game=game)
    assert transposed(turned, [axes.index(axis) for axis in range(len(axes))]) == game


def test_the_strips_of_every_game_come_from_one_sweep():
    strips = [entry for entry in REGISTRY.values() if entry.is_strip]
    assert {entry.game for entry in strips} == {"domineering", "col"}
    for entry in [entry for entry in strips if entry.game == "col" or len(entry.shape.sides) == 3]:
        found = list(terms(entry, 4))
        assert [term.value for term in found] == [computed_term(entry, term.index).value for term in found]


def fields(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        name = line[:12].strip() or name
        found[name] = f"{found.get(name, '')} {line[12:].strip()}".strip()
    return found


def test_every_recipe_has_its_file():
    assert {path.stem for path in DRAFTS.glob("*.txt")} == set(drafts.RECIPES)
    assert len(drafts.RECIPES) >= 10


@pytest.mark.parametrize("name", drafts.RECIPES)
def test_the_first_terms_again(name):
    written = fields((DRAFTS / f"{name}.txt").read_text(encoding="utf-8"))
    draft = drafts.RECIPES[name].draft(4)
    again = fields(str(draft))
    assert written["DATA"].split(", ")[: len(draft.terms)] == again["DATA"].split(", ")
    assert written["NAME"] == again["NAME"]
    assert written["OFFSET"].split(",")[0] == again["OFFSET"].split(",")[0]


@pytest.mark.parametrize(
    ("shape", "asked", "said"),
    [
        ("n x n", {"kind": "maximal", "wrap": "rows,cols"}, "this is A297486"),  # which begins with n = 3
        ("n x n", {"kind": "maximal", "game": "kings"}, "this is A288956"),
        ("n x n+1", {"kind": "left-end"}, "inside the array A332862"),
        ("n x 2n", {"kind": "left-end"}, "inside the array A332862"),
    ],
)
def test_no_draft_of_a_known_sequence(shape, asked, said):
    words = [word for key, value in asked.items() for word in (f"--{key}", value)]
    ended = run("sequence", shape, *words, "--terms", "6", "--format", "draft")
    assert said in ended.output
    assert "NAME" not in ended.output


@pytest.mark.parametrize("ending", ["", ".gz"])
def test_the_list_of_all_sequences_is_searched(tmp_path, ending):
    terms = sequence("n x n", 5, "maximal", game="col").terms
    listed = ",".join(map(str, terms[1:]))
    stripped = tmp_path / f"stripped{ending}"
    text = f"# a comment\nA000001 ,0,1,1,1,2,1,2,\nA999999 ,{listed},-7,\n"
    stripped.write_bytes(gzip.compress(text.encode()) if ending else text.encode())
    assert same_terms(terms, str(stripped)) == ("A999999",)
    assert same_terms(terms) == ()
    words = ["sequence", "n x n", "--kind", "maximal", "--game", "col", "--terms", "5", "--format", "draft"]
    assert "NAME" in printed(*words)
    assert "this is A999999" in run(*words, "--stripped", stripped).output
    stripped.write_bytes(b"1 2\n")
    if not ending:
        assert "has the line '1 2'" in refused(*words, "--stripped", stripped)


def test_lists_agree_where_they_overlap():
    """All terms must agree; or at least half of them, with one more large term."""
    catalan = [1, 1, 2, 5, 14, 42, 132, 429]
    assert agree(catalan[2:6], catalan)
    assert agree([7, *catalan], catalan)
    assert agree([*catalan[4:], 1430], catalan)
    assert not agree([*catalan[:6], 7, 8, 9, 10, 11, 12, 13], catalan)  # less than half
    assert not agree([*catalan[2:6], 131], catalan)
    assert same_terms(sequence("n x n", 5).terms) == ("A028420",)
    published = list(known("A033506").published.values())
    assert same_terms(published[3:9]) == ("A033506",)
    assert same_terms([*published[3:8], 5]) == same_terms([1, 1, 2]) == ()


def test_fields():
    found = fields(str(Draft.of(sequence("2 x n", 6, x=-1, y=-1), also=["A030186"])))
    assert found["DATA"] == "0, -1, 2, -1, -2, 5"
    assert found["OFFSET"] == "1,3"
    assert found["KEYWORD"] == "sign"
    assert found["FORMULA"].endswith("proved.")
    assert found["CROSSREFS"] == "Cf. A030186."
    guess = fields(str(Draft.of(sequence("1 x n", 9, wrap="cols"))))
    assert guess["FORMULA"].startswith("Conjecture")
    assert guess["NAME"] == "Number of positions of domineering on the 1 x n board with cyclic columns."


@pytest.mark.parametrize(
    ("game", "kind"), [("col", "left-end"), ("triomineering", "maximal"), ("cram", "perfect")]
)
def test_sequences_of_games(game, kind):
    """Boards that grow by columns: the game is transposed, and the proved recurrence continues the terms."""
    found = sequence("2 x n", 4, kind, game=game)
    boards = [Board.rectangle(2, n) for n in range(1, 5)]
    assert list(found.terms) == [brute_force(board, kind, game=game).total for board in boards]
    assert found.proved.totals(5)[1:] == list(found.terms)
    assert found.to_json()["game"]["name"] == game
    weighted = sequence("2 x n", 3, kind, game=game, x=-2)
    assert list(weighted.terms) == [
        brute_force(board, kind, game=game)(*[-2, *[1] * (len(weighted.weights) - 1)]) for board in boards[:3]
    ]
    assert weighted.proved.totals(4)[1:] == list(weighted.terms)
