"""Which files may be stores, and one lock for all names of a file."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from enumerate.cli import main
from enumerate.jobs.journal import Journal, read_entries
from enumerate.jobs.listing import list_jobs
from enumerate.support.errors import InputError

ROOT = Path(__file__).parents[2]
SPECIAL = "pipe dangling loop link-to-pipe folder socket /dev/null /dev/full"
LANES = ["count", "--rows", "4", "--cols", "4", "--engine", "modular"]


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
        yield [*SPECIAL.split(), "", "a\0b"]


@pytest.mark.parametrize("command", [[*LANES, "--store"], [*LANES, "--out"]])
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
    assert "2 of 2 residues are in the store" in run(*LANES, "--store", name).stderr
    assert "finished" in run("runs", name).stdout


def test_the_lock_follows_links(tmp_path):
    path = tmp_path / "lanes.db"
    Journal(path).close()
    (tmp_path / "elsewhere").mkdir()
    os.symlink(path, tmp_path / "elsewhere" / "soft")
    with Journal(path) as journal:
        for name in ("lanes.db", "elsewhere/soft"):
            with pytest.raises(InputError, match=f"in use by another run .process {os.getpid()}"):
                Journal(tmp_path / name)
        journal.append([["run"]])  # an odd line does not hide that the store is in use
        with pytest.raises(InputError, match="is in use by another run"):
            Journal(path)
        other = subprocess.run(
            [sys.executable, "-m", "enumerate", *LANES, "--store", str(tmp_path / "elsewhere" / "soft")],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert (other.returncode, other.stdout) == (2, "")
        assert "in use by another run" in other.stderr
        journal.append([["box", [9, 9, 9], 0, False]])
    with Journal(tmp_path / "elsewhere" / "soft") as journal:
        assert list(journal.entries("box")) == [["box", [9, 9, 9], 0, False]]


def test_a_store_with_two_hard_links_is_refused(tmp_path):
    """The lock is found by the name of the store, so a second name would have a second lock."""
    path = tmp_path / "lanes.db"
    (tmp_path / "elsewhere").mkdir()
    with Journal(path):
        os.link(path, tmp_path / "elsewhere" / "hard")
        with pytest.raises(InputError, match="several names"):
            Journal(tmp_path / "elsewhere" / "hard")
    with pytest.raises(InputError, match="several names"):
        Journal(path)
    os.unlink(tmp_path / "elsewhere" / "hard")
    Journal(path).close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["elsewhere", "lanes.db"]


def test_a_lock_that_a_killed_run_left_does_not_matter(tmp_path):
    path = tmp_path / "lanes.db"
    script = f"import os; from enumerate.jobs.store import Store; Store({str(path)!r}); os._exit(9)"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT).returncode == 9
    assert (tmp_path / ".lanes.db.lock").exists()
    assert [job.state for job in list_jobs(path)] == []
    Journal(path).close()
    assert os.listdir(tmp_path) == ["lanes.db"]


def test_a_link_in_place_of_the_lock_is_not_followed(tmp_path):
    (tmp_path / "precious").write_text("precious")
    os.symlink("precious", tmp_path / ".lanes.db.lock")
    with pytest.raises(InputError, match="cannot write the store"):
        Journal(tmp_path / "lanes.db")
    assert (tmp_path / "precious").read_text() == "precious"


@pytest.mark.parametrize("content", [b"SQLite format 3\0" + bytes(200), b'{"sizes": [2, 2, 2]}\n'])
def test_files_of_other_programs_are_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "lanes.db"
    path.write_bytes(content)
    for use in (Journal, list_jobs):
        with pytest.raises(InputError, match=r"is not a store: name another file"):
            use(path)
    assert path.read_bytes() == content


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
