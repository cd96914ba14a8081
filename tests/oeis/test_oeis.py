"""OEIS: every sequence against its fixture, the boards behind the indices, the files and the command."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from math import prod
from pathlib import Path

import pytest
from extend_oeis import add_terms, dense_count, torus_residue
from typed import answer, printed, refused

from enumerate import Board, count
from enumerate.checking.brute import brute_force
from enumerate.oeis import REGISTRY, bfile, cells_of, computed, known, read_bfile, sequence, term, terms
from enumerate.oeis.published import extents, extents_date
from enumerate.strips.recurrence import recurrence
from enumerate.support.errors import ComputationError, InputError

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "data" / "oeis_fixtures"
SHORTER = {  # the rest takes a minute
    "A004003": 7,
    "A028420": 10,
    "A287595": 9,
    "A332714": 8,
    "A332865": 10,
    "A006506": 12,
    "A027683": 6,
    "A067958": 6,
    "A141243": 7,
    "A220054": 55,
    "A220061": 7,
    "A270061": 45,
    "A270071": 5,
    "A288956": 6,
    "A289201": 5,
}
ENTRIES = list(REGISTRY.values())
by_number = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.number)


@by_number
def test_terms_are_the_published_ones(entry):
    published = known(entry).published
    size = SHORTER.get(entry.number, len(published))
    assert {t.index: t.value for t in islice(terms(entry), size)} == dict(islice(published.items(), size))


@pytest.mark.slow
@pytest.mark.parametrize("number", SHORTER)
def test_all_terms_are_the_published_ones(number):
    published = known(sequence(number)).published
    assert {t.index: t.value for t in islice(terms(sequence(number)), len(published))} == published


@by_number
def test_terms_count_their_boards(entry):
    """Small terms again, by brute force on the board of the index: offsets and reading orders are right."""
    seen = 0
    for index in range(entry.offset, entry.offset + 14):
        shape = cells_of(entry, index)
        if shape is None or 0 in shape or len(Board.box(*shape)) > (12 if entry.game == "domineering" else 9):
            continue
        board = Board.box(*shape, wrap=entry.wrap)
        polynomial = brute_force(board, entry.kind, game=entry.game)
        if entry.read == "perfect":
            sizes = polynomial.by_size()
            wanted = sizes[len(board) // 2] if len(board) % 2 == 0 and len(sizes) > len(board) // 2 else 0
        else:
            wanted = (polynomial.play(entry.kind) if entry.read == "play" else polynomial).total
        assert known(entry).published[index] == wanted
        seen += 1
    assert seen >= 1


@by_number
def test_fixtures(entry):
    """One b-file a sequence, with the source in its header, listed in the index."""
    text = (FIXTURES / f"{entry.number}.txt").read_text()
    assert text.isascii()
    assert text.endswith("\n")
    assert f"https://oeis.org/{entry.number}" in text.splitlines()[1]
    assert min(read_bfile(text)) == entry.offset
    (line,) = [
        row for row in (FIXTURES / "index.txt").read_text().splitlines() if row.startswith(entry.number)
    ]
    assert line.split()[1:3] == [str(entry.offset), str(len(read_bfile(text)))]


@by_number
def test_records_continue_the_fixtures(entry):
    held = known(entry)
    assert held.reproduced <= len(held.published)
    for record in held.computed:
        assert record["n"] not in held.published
        assert record["provenance"]["engine"] in (
            "dictionary",
            "integers",
            "modular",
            "packed",  # the dictionary, in records of 0.2.0
            "strip",
            "none",
        )


@pytest.mark.parametrize(
    ("number", "published_to", "record"),
    [
        *(("A028420", 27, None), ("A197048", 22, None), ("A220061", 16, None), ("A288028", 200, None)),
        *(("A287595", 12, 13), ("A332714", 13, 14), ("A332862", 378, 379), ("A332865", 14, 15)),
    ],
)
def test_a_record_is_a_term_beyond_the_published_end(number, published_to, record):
    """The extents of the stored copy of the OEIS, [data/oeis_fixtures/extents.json]."""
    held = known(number)
    assert held.published_to == published_to
    assert min(held.records, default=None) == record
    assert all(n > published_to for n in held.records)


@by_number
def test_offsets_and_extents_are_those_of_the_oeis(entry):
    extent = extents()[entry.number]
    assert entry.offset == extent.offset
    assert extent.last >= max(known(entry).published)


def test_the_page_of_records_states_the_date():
    assert extents_date() in (ROOT / "docs" / "records.md").read_text()


@pytest.mark.parametrize(("number", "index"), [("A287595", 13), ("A332714", 14), ("A332865", 18)])
def test_new_terms_are_confirmed(number, index):
    (record,) = [record for record in known(sequence(number)).computed if record["n"] == index]
    first, second = record["provenance"], record["confirmation"]
    primes = [record["dense"]["prime"]]
    for run in (first, second):
        primes += [*run["primes"], run["spare_prime"]]
    assert len(set(primes)) == len(primes)
    assert second["half_sweep"] is False
    assert int(record["value"]) % record["dense"]["prime"] == record["dense"]["residue"]


def test_the_torus_is_confirmed_by_rows_of_tiles():
    published = known("A297486").published
    assert [torus_residue(side)[0] for side in range(3, 9)] == [published[side] for side in range(3, 9)]
    (record,) = known("A297486").computed
    assert "confirmation" in record


@pytest.mark.parametrize("number", ["A197048", "A220061"])
def test_new_terms_of_other_games_are_confirmed(number):
    """Each by a whole sweep from the other corner, modulo primes; the first is computed once more here."""
    held = known(sequence(number))
    confirmed = [record for record in held.computed if "confirmation" in record]
    assert [record["n"] for record in confirmed] == list(range(11, 11 + len(confirmed)))
    for record in confirmed:
        second = record["confirmation"]
        assert (second["engine"], second["order"], second["half_sweep"]) == ("modular", "reversed", False)
        assert prod(second["primes"]) > int(record["value"])
    first, entry = confirmed[0], sequence(number)
    assert count(Board.rectangle(11, 11), entry.kind, game=entry.game) == int(first["value"])


def test_recorded_right_ends_agree_with_proved_columns_and_with_the_squares():
    """The array of Right ends: its columns by their recurrences, its diagonal as the sequence of squares."""
    entry = sequence("A332862")
    array = {cells_of(entry, index): value for index, value in known(entry).terms.items()}
    assert len(array) >= 465
    for cols in range(1, 8):
        rows = [m for m, n in array if n == cols]
        assert [array[m, cols] for m in sorted(rows)] == recurrence(cols, "right-end").totals(len(rows) + 1)[
            1:
        ]
    squares = known(sequence("A332865")).terms
    diagonal = [m for m, n in array if m == n]
    assert len(diagonal) >= 15
    assert all(array[n, n] == squares[n] for n in diagonal)


def test_a_new_term_modulo_one_prime_again():
    """The largest new term that takes a second: Right ends of 16 x 16, by the dense evaluator."""
    value = known(sequence("A332865")).terms[16]
    residue, prime = dense_count(Board.rectangle(16, 16), "right-end", play=False, skip=50)
    assert residue == value % prime


def test_recorded_terms_are_printed_without_computing(monkeypatch):
    monkeypatch.setattr(computed, "terms", None)
    lines = printed("sequence A332865 --recorded --format bfile").splitlines()
    assert [int(line.split()[0]) for line in lines] == list(range(1, len(lines) + 1))
    assert len(lines) >= 18
    assert printed("sequence A332865 --recorded --terms 3") == "1, 4, 48\n"


def test_the_list_of_sequences_and_first_terms():
    assert [line.split()[0] for line in printed("sequence").splitlines()[1:]] == list(REGISTRY)
    assert {row["number"] for row in answer("sequence")} == set(REGISTRY)
    assert printed("sequence a332714 --terms 2 --format csv") == "n,a(n)\n1,1\n2,5\n"
    assert [term(sequence("A000931"), n).value for n in range(8)] == [1, 0, 0, 1, 0, 1, 1, 1]
    with pytest.raises(InputError, match="starts at n = 1, not 0"):
        term(sequence("A332714"), 0)


def test_bfile_is_valid():
    text = printed("sequence A332862 --terms 20 --format bfile")
    assert text.isascii()
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert [int(line.split()[0]) for line in text.splitlines()] == list(range(1, 21))
    assert all(re.fullmatch(r"\d+ \d+", line) for line in text.splitlines())
    bfile({0: 10**999})
    with pytest.raises(InputError, match=r"a\(0\) has more than 1000 digits"):
        bfile({0: 10**1000})
    for wrong in ("1 2\n3 4\n", "1  2\n", "1 x\n", "1\n"):
        with pytest.raises(InputError):
            read_bfile(wrong)


def test_check_finds_a_difference(monkeypatch):
    entry = sequence("A288028")
    held = known(entry)
    assert printed("sequence A288028 --check") == "A288028: 30 terms agree\n"
    wrong = replace(held, published=held.published | {7: held.published[7] + 1})
    monkeypatch.setattr(computed, "known", lambda entry: wrong)
    said = refused("sequence A288028 --check", status=1)
    assert "A288028: a(7) is 3286 here and 3287 as published" in said


def test_an_installed_package_finds_its_files(tmp_path):
    """The wheel puts the data beside the modules; there is no checkout around them."""
    shutil.copytree(ROOT / "enumerate", tmp_path / "enumerate", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("oeis_fixtures", "computed"):
        shutil.copytree(ROOT / "data" / folder, tmp_path / "enumerate" / "data" / folder)
    words = [sys.executable, "-m", "enumerate", "sequence", "A030186", "--check"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "A030186: 28 terms agree\n"
    shutil.rmtree(tmp_path / "enumerate" / "data")
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "data/oeis_fixtures/A030186.txt is missing" in done.stderr


def test_records_are_added_and_never_contradicted(tmp_path):
    entry = sequence("A287595")
    plain = {"n": 13, "value": "5", "provenance": {"engine": "modular"}}
    add_terms(tmp_path, entry, [plain], reproduced=13)
    add_terms(tmp_path, entry, [plain | {"confirmation": {}}])
    add_terms(tmp_path, entry, [plain, plain | {"n": 14}], reproduced=9)
    held = json.loads((tmp_path / "A287595.json").read_text())
    assert [record["n"] for record in held["terms"]] == [13, 14]
    assert "confirmation" in held["terms"][0]
    assert held["reproduced"] == 13
    with pytest.raises(ComputationError, match="another value"):
        add_terms(tmp_path, entry, [plain | {"value": "6"}])


def test_the_scripts_run(tmp_path):
    """The script regenerates two sequences within two seconds and records what is new."""
    words = ["scripts/extend_oeis.py", "--budget", "2", "--out", str(tmp_path), "A030186", "A288028"]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "agrees" in done.stdout
    record = json.loads((tmp_path / "A288028.json").read_text())
    assert record["reproduced"] == 30
    assert [t["n"] for t in record["terms"]] == list(range(31, 61))
    assert record["terms"][0]["provenance"]["states"] == 22
