"""Which files a store may be, and one lock for whatever name a file has."""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from enumerate.cli import main
from enumerate.cli.box import possible_answers
from enumerate.jobs.journal import Journal, read_entries, written
from enumerate.support.errors import InputError
from enumerate.support.files import writable_file

ROOT = Path(__file__).parents[2]
LANES = ["positions", "--rows", "4", "--cols", "4", "--total", "--engine", "modular"]
BOX = ["box", "2x2x2"]


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def special(tmp_path, monkeypatch):
    """Names of things that are not files to be written."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    os.symlink("nowhere", "dangling")
    os.symlink("loop", "loop")
    os.symlink("pipe", "link-to-pipe")
    os.mkdir("folder")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        yield [
            "pipe",
            "dangling",
            "loop",
            "link-to-pipe",
            "folder",
            "socket",
            "/dev/null",
            "/dev/full",
            "",
            "a\0b",
        ]


@pytest.mark.parametrize("command", [[*LANES, "--store"], [*BOX, "--store"], [*LANES, "--out"]])
def test_what_is_not_a_file_is_refused_and_left_alone(special, command):
    before = {name: os.lstat(name).st_mode for name in os.listdir()}
    for name in special:
        done = run(*command, name)
        assert (done.exit_code, done.stdout) == (2, ""), name
        assert len(done.stderr.splitlines()) == 1
        assert "cannot write" in done.stderr
    assert {name: os.lstat(name).st_mode for name in os.listdir()} == before


@pytest.mark.parametrize("name", [":memory:", "file:lanes.db", "file:lanes.db?mode=memory", "?", "%41", " "])
def test_names_are_names(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert run(*LANES, "--store", name).stdout.startswith("total 10012")
    assert os.listdir() == [name]
    assert "2 of 2 lanes are in the store" in run(*LANES, "--store", name).stderr
    assert "finished" in run("runs", name).stdout


def test_the_lock_follows_links(tmp_path):
    path = tmp_path / "lanes.db"
    Journal(path).close()
    (tmp_path / "elsewhere").mkdir()
    os.symlink(path, tmp_path / "elsewhere" / "soft")
    os.link(path, tmp_path / "elsewhere" / "hard")
    with Journal(path) as journal:
        for name in ("lanes.db", "elsewhere/soft", "elsewhere/hard"):
            with pytest.raises(InputError, match=f"in use by another run .process {os.getpid()}"):
                Journal(tmp_path / name)
        other = subprocess.run(
            [sys.executable, "-m", "enumerate", *BOX, "--store", str(tmp_path / "elsewhere" / "hard")],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert (other.returncode, other.stdout) == (2, "")
        assert "in use by another run" in other.stderr
        journal.append([["box", [9, 9, 9], 0, False]])
    with Journal(tmp_path / "elsewhere" / "hard") as journal:
        assert list(journal.entries("box")) == [["box", [9, 9, 9], 0, False]]


def test_two_runs_at_once_lose_nothing(tmp_path):
    """Many processes want one store: each waits for its turn or is refused; what was added is there."""
    path = tmp_path / "store"
    script = (
        "import sys; from enumerate.jobs.journal import Journal\n"
        "from enumerate.support.errors import InputError\n"
        "try:\n"
        "    with Journal(sys.argv[1]) as journal:\n"
        "        for i in range(20): journal.append([['box', [int(sys.argv[2]), i + 1, 1], 0, False]])\n"
        "    print('done')\n"
        "except InputError as error:\n"
        "    assert 'in use' in str(error)\n"
    )
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", script, path, str(n)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        for n in range(1, 7)
    ]
    done = [n for n, process in enumerate(runs, 1) if process.communicate()[0] == "done\n"]
    assert all(process.returncode == 0 for process in runs)
    assert done
    found = [entry[1] for entry in read_entries(path, "box")]
    assert sorted(found) == [[n, i + 1, 1] for n in done for i in range(20)]


def test_box_answers_and_lanes_share_a_store(tmp_path):
    path = tmp_path / "store"
    assert run(*LANES, "--store", path).exit_code == 0
    first = run(*BOX, "--store", path, "--format", "json")
    assert json.loads(first.stdout)["nodes"] > 0
    again = run(*BOX, "--store", path, "--format", "json")
    assert json.loads(again.stdout) == {**json.loads(first.stdout), "nodes": 0}
    assert "2 of 2 lanes" in run(*LANES, "--store", path).stderr
    assert "general" in run("runs", path).stdout


def test_an_impossible_answer_is_not_believed(tmp_path):
    path = tmp_path / "store"
    truth = json.loads(run(*BOX, "--format", "json").stdout)["outcomes"]
    # two players who both force a win in the same game; sizes, players and answers that cannot be
    lies = [["box", [2, 2, 2], place, True] for place in range(3)]
    lies += [["box", [0, 2, 2], 0, True], ["box", [2, 2], 0, True], ["box", [2, 2, 2], 7, True], ["box"]]
    path.write_bytes(b"".join(map(written, [["store", 2], *lies])))
    done = run(*BOX, "--store", path, "--format", "json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["outcomes"] == truth
    assert possible_answers(lies) == {}


def test_a_store_of_a_kill_in_the_middle_of_a_line(tmp_path):
    path = tmp_path / "store"
    with Journal(path) as journal:
        journal.append([["box", [3, 2, 2], 0, False]])
    with path.open("ab") as stream:
        stream.write(written(["box", [3, 2, 2], 1, False])[:-9])
    said = []
    with Journal(path, said.append) as journal:
        journal.append([["box", [3, 2, 2], 2, False]])
        assert [entry[2] for entry in journal.entries("box")] == [0, 2]
    assert len(said) == 1


def test_reading_does_not_disturb_a_writer(tmp_path):
    path = tmp_path / "lanes.db"
    with Journal(path) as journal:
        for n in range(50):
            journal.append([["box", [n + 1, 1, 1], 0, False]])
            assert sum(1 for _ in read_entries(path, "box")) == n + 1
            time.sleep(0)


def test_the_check_of_names():
    assert writable_file(__file__) == Path(__file__).resolve()
    with pytest.raises(InputError, match="there is no folder"):
        writable_file("no such folder/file")
