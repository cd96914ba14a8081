"""The package runs on systems that are not POSIX, and its metadata names the systems and versions.

`mypy --platform win32` in `.ci/run` finds names of the standard library that Windows lacks.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

# psutil and filelock use what the system has, so they are loaded first
SCRIPT = """
import sys
import filelock, psutil
for name in ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
from click.testing import CliRunner
from enumerate import *
from enumerate.cli import main
for command in sys.argv[1].split("; "):
    done = CliRunner().invoke(main, command.split())
    if done.exit_code:
        print(command, done.exit_code, done.output, done.exception)
"""
COMMANDS = (
    "--help; count 4x4; count 10x10; count 4x4 --engine modular --store lanes.db; positions 4x3; "
    "positions 7x7 --store lanes.db --threads 2; evaluate 3x3 --x 2; evaluate 3x3 --moments; densities 3x3; "
    "fewest 3x4; most 3x4; overview 3x3; sample 4x4 --seed 1; list 2x3; alpha 4x4; complex 2x3; games; "
    "solve 4x4; value 2x3; census 2x3; sequence A028420 --terms 3; recurrence --cols 3; growth --cols 3; "
    "box 2x2x2; falling 3x3; dominoes --help; runs lanes.db; glossary"
)


def test_the_commands_run_without_posix_modules(tmp_path):
    """In a process in which no module that only POSIX has can be imported."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, COMMANDS],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_drawings_are_written_in_any_encoding_of_the_terminal(encoding):
    done = subprocess.run(
        [sys.executable, "-m", "enumerate", "fewest", "2x2", "--show"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding},
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "┌───" in done.stdout.decode("utf-8")


def test_threads_follow_the_cores_that_the_process_may_use():
    if not hasattr(os, "sched_setaffinity"):
        pytest.skip("the system has no affinity")
    script = "from enumerate.support.run import Settings; print(Settings().cores)"
    one = min(os.sched_getaffinity(0))
    done = subprocess.run(
        [sys.executable, "-c", f"import os; os.sched_setaffinity(0, [{one}])\n{script}"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "1\n", done.stderr


def test_readme_and_metadata_name_the_same_systems_and_versions():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    classifiers = PROJECT["classifiers"]
    versions = [found[1] for name in classifiers if (found := re.search(r":: (3\.\d+)$", name))]
    assert PROJECT["requires-python"] == f">={versions[0]}"
    assert f"Python {versions[0]} to {versions[-1]}" in readme
    for system in ("Linux", "macOS", "Windows"):
        assert system in readme
        assert any(system.lower() in name.lower() for name in classifiers if "Operating System" in name)
