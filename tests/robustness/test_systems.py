"""The package runs on systems that are not POSIX, and its metadata names the systems and versions."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

POSIX_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
# names that Windows lacks, by module
POSIX_NAMES = {
    "os": (
        "EX_OK O_CLOEXEC O_DIRECTORY O_DSYNC O_NOCTTY O_NOFOLLOW O_NONBLOCK O_SYNC WNOHANG chown "
        "chroot confstr fchdir fchown fork forkpty geteuid getegid getgid getgroups getloadavg "
        "getpgid getpgrp getpriority getsid getuid initgroups killpg lchown lockf mkfifo mknod nice "
        "openpty posix_fadvise posix_fallocate posix_spawn pread preadv pwrite pwritev readv "
        "register_at_fork sched_getaffinity sched_setaffinity sched_yield sendfile setegid seteuid "
        "setgid setpgid setpriority setsid setuid statvfs sync sysconf ttyname wait wait3 wait4 "
        "writev"
    ),
    "signal": (
        "SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGUSR1 SIGUSR2 alarm pause "
        "pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigwait"
    ),
    "socket": "AF_UNIX socketpair",
    "time": "tzset clock_gettime",
}
# psutil and filelock use what the system has, so they are loaded first
BLOCKED = f"""
import sys
import filelock, psutil
for name in {sorted(POSIX_MODULES - {"posix"})}:
    sys.modules[name] = None
"""
COMMANDS = [
    "--help",
    "count 4x4",
    "count 10x10",
    "count 4x4 --engine modular --store lanes.db",
    "positions 4x3 --kind maximal",
    "positions 7x7 --store lanes.db --threads 2",
    "evaluate 3x3 --x 2",
    "evaluate 3x3 --moments",
    "densities 3x3",
    "fewest 3x4",
    "most 3x4",
    "overview 3x3",
    "sample 4x4 --seed 1",
    "list 2x3",
    "alpha 4x4",
    "complex 2x3",
    "games",
    "solve 4x4",
    "value 2x3",
    "census 2x3",
    "sequence A028420 --terms 3",
    "recurrence --cols 3",
    "growth --cols 3",
    "box 2x2x2",
    "falling --cols 3 --rows 3",
    "dominoes --help",
    "runs lanes.db",
    "glossary",
]


def run_blocked(script, folder):
    """Run a script in a process in which no POSIX-only module can be imported."""
    return subprocess.run(
        [sys.executable, "-c", BLOCKED + script],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


def test_the_commands_run_without_posix_modules(tmp_path):
    script = f"""
from click.testing import CliRunner
from enumerate.cli import main
for command in {COMMANDS}:
    done = CliRunner().invoke(main, command.split())
    if done.exit_code:
        print(command, done.exit_code, done.output, done.exception)
"""
    done = run_blocked(script, tmp_path)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_all_public_names_can_be_imported_without_posix_modules(tmp_path):
    done = run_blocked("from enumerate import *; print(count(Board.rectangle(4, 4)))", tmp_path)
    assert (done.returncode, done.stdout) == (0, "10012\n"), done.stderr


def posix_uses(path):
    """The POSIX-only modules and names in a file, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            modules = [node.module]
            names = {alias.name for alias in node.names}
            if names & set(POSIX_NAMES.get(node.module, "").split()):
                yield f"{path}:{node.lineno}"
        else:
            modules = []
        if POSIX_MODULES & set(modules):
            yield f"{path}:{node.lineno}"
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if (
                name in POSIX_NAMES.get(module, "").split()
            ):
                yield f"{path}:{node.lineno}"


PACKAGES = sorted(path.name for path in (ROOT / "enumerate").iterdir() if path.is_dir())


@pytest.mark.parametrize("package", PACKAGES)
def test_no_name_is_used_that_only_posix_has(package):
    assert [use for path in (ROOT / "enumerate" / package).rglob("*.py") for use in posix_uses(path)] == []


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
