"""Drafts of entries: the files are what the script writes, and their first terms are found again."""

import importlib.util
import sys
from pathlib import Path

import pytest

from enumerate import Board, brute_force, sequence
from enumerate.oeis import Draft

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
    """Boards that grow by columns: the game is turned, and its proved recurrence goes on with the terms."""
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
