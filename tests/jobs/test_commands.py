"""The options --store, --threads, --cluster, --max-memory and the commands `runs` and `verify`."""

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from enumerate.cli import main
from enumerate.model.game import Game


def enumerate_(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


SMALL = ("positions", "--rows", 4, "--cols", 5, "--kind", "any-end")


def test_a_store_changes_nothing_but_is_used(tmp_path):
    store = tmp_path / "lanes.db"
    plain = enumerate_(*SMALL)
    first = enumerate_(*SMALL, "--store", store, "--threads", 1)
    again = enumerate_(*SMALL, "--store", store)
    assert (plain.exit_code, first.exit_code, again.exit_code) == (0, 0, 0)
    assert first.stdout == again.stdout == plain.stdout
    assert first.stderr == ""
    assert again.stderr.count("residues are in the store") == 3  # L, R and F


def test_runs_shows_every_job(tmp_path):
    store = tmp_path / "lanes.db"
    enumerate_(*SMALL, "--store", store)
    enumerate_("count", "--rows", 4, "--cols", 5, "--stuck", "left", "--store", store)
    shown = enumerate_("runs", store)
    lines = shown.stdout.splitlines()
    assert " ".join(lines[0].split()) == "board kind game primes lanes states done percent spent left state"
    assert [line.split()[3] for line in lines[1:]] == ["left-end", "right-end", "maximal", "left-end"]
    assert all(line.endswith("finished") for line in lines[1:])
    jobs = json.loads(enumerate_("runs", store, "--format", "json").stdout)["jobs"]
    assert [job["stuck"] for job in jobs] == [["left"], ["right"], ["left", "right"], ["left"]]
    assert all(job["done"] == job["lanes"] > 0 == job["states"] for job in jobs[:3])
    assert jobs[3]["done"] == jobs[3]["states"] > 0 == jobs[3]["lanes"]  # a total passes states
    assert enumerate_("runs", store, "--format", "csv").stdout.startswith("board,kind,game,primes,")


def test_runs_tells_games_apart(tmp_path):
    store = tmp_path / "lanes.db"
    for game in ("kings", "col", "domineering"):
        asked = ("positions", "--rows", 3, "--cols", 4, "--kind", "maximal", "--game", game)
        enumerate_(*asked, "--engine", "modular", "--store", store)
    table = csv.DictReader(enumerate_("runs", store, "--format", "csv").stdout.splitlines())
    shown = [(row["game"], row["kind"]) for row in table]
    assert shown == [("kings", "maximal"), ("col", "maximal"), ("domineering", "maximal")]
    kings, col, dominoes = json.loads(enumerate_("runs", store, "--format", "json").stdout)["jobs"]
    assert (kings["stuck"], col["stuck"]) == (["either"], ["left", "right"])
    assert [Game.from_json(job["game"]).name for job in (kings, col)] == ["kings", "col"]
    assert "game" not in dominoes


def test_verify_accepts_what_is_right_and_finds_what_is_wrong(tmp_path):
    saved = tmp_path / "result.json"
    words = ["positions", "--rows", "5", "--cols", "6", "--kind", "right-end", "--format", "json", "--out"]
    assert enumerate_(*words, saved).exit_code == 0
    right = enumerate_("verify", saved)
    assert right.exit_code == 0
    assert "NO" not in right.stdout
    assert "probability below" in right.stdout
    shown = json.loads(enumerate_("verify", saved, "--format", "json", "--rounds", 3).stdout)
    assert shown["verified"]
    assert [check["name"] for check in shown["checks"]].count("value") == 3
    value = json.loads(saved.read_text())
    # move one position from a term to another: total, signs and degrees stay as they were
    value["terms"][3][2] = str(int(value["terms"][3][2]) + 1)
    value["terms"][4][2] = str(int(value["terms"][4][2]) - 1)
    saved.write_text(json.dumps(value))
    wrong = enumerate_("verify", saved)
    assert wrong.exit_code == 1
    assert "is wrong: value failed" in wrong.stderr


@pytest.mark.parametrize(
    "saved",
    sorted((Path(__file__).parent / "fixtures" / "answers-0.1.0").iterdir()),
    ids=lambda path: path.stem,
)
def test_answers_of_the_first_version_are_verified(saved, tmp_path):
    assert enumerate_("verify", saved).exit_code == 0
    forged = tmp_path / "forged.json"
    value = json.loads(saved.read_text())
    forged.write_text(json.dumps(value | {"total": str(int(value["total"]) + 1)}))
    assert enumerate_("verify", forged).exit_code == 1
