"""Drafts of entries: the files are what the script writes, and their first terms are found again."""

import gzip
import importlib.util
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from enumerate import Board, brute_force, sequence
from enumerate.cli import main
from enumerate.oeis import Draft
from enumerate.oeis.published import agree, same_terms

ROOT = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("drafts", ROOT / "scripts" / "drafts.py")
assert SPEC is not None
SCRIPT = importlib.util.module_from_spec(SPEC)
sys.modules["drafts"] = SCRIPT
SPEC.loader.exec_module(SCRIPT)


def fields(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        name = line[:12].strip() or name
        found[name] = f"{found.get(name, '')} {line[12:].strip()}".strip()
    return found


def test_every_recipe_has_its_file():
    assert {path.stem for path in (ROOT / "data" / "drafts").glob("*.txt")} == set(SCRIPT.RECIPES)
    assert len(SCRIPT.RECIPES) >= 10


@pytest.mark.parametrize("name", SCRIPT.RECIPES)
def test_the_first_terms_again(name):
    written = fields((ROOT / "data" / "drafts" / f"{name}.txt").read_text(encoding="utf-8"))
    draft = SCRIPT.RECIPES[name].draft(4)
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
    ended = CliRunner().invoke(main, ["sequence", shape, *words, "--terms", "6", "--format", "draft"])
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
    assert "NAME" in CliRunner().invoke(main, words).output
    assert "this is A999999" in CliRunner().invoke(main, [*words, "--stripped", str(stripped)]).output
    stripped.write_bytes(b"1 2\n")
    if not ending:
        refused = CliRunner().invoke(main, [*words, "--stripped", str(stripped)])
        assert (refused.exit_code, "has the line '1 2'" in refused.stderr) == (2, True)


def test_lists_agree_where_they_overlap():
    """All terms must agree; or at least half of them, with one more large term."""
    catalan = [1, 1, 2, 5, 14, 42, 132, 429]
    assert agree(catalan[2:6], catalan)
    assert agree([7, *catalan], catalan)
    assert agree([*catalan[4:], 1430], catalan)
    assert not agree([*catalan[:6], 7, 8, 9, 10, 11, 12, 13], catalan)  # less than half
    assert not agree([*catalan[2:6], 131], catalan)


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
