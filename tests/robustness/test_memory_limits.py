"""A small address space ends a command with one line."""

import subprocess
import sys

import pytest

from enumerate.cli import is_out_of_memory


@pytest.mark.skipif(sys.platform != "linux", reason="limits of the address space are those of Linux")
@pytest.mark.parametrize("kilobytes", [100_000, 150_000, 250_000, 350_000, 370_000])
def test_too_little_address_space_is_one_line(kilobytes: int) -> None:
    line = f"ulimit -v {kilobytes}; exec {sys.executable} -m enumerate solve 5x5"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=120)
    assert done.stderr == "enumerate: out of memory (see --max-memory)\n"
    assert (done.returncode, done.stdout) == (1, "")


def test_other_errors_are_not_taken_for_a_lack_of_memory() -> None:
    for error in (
        ImportError("No module named 'matplotlib'"),
        RuntimeError("no"),
        OSError(2, "No such file"),
    ):
        assert not is_out_of_memory(error)
    assert is_out_of_memory(OSError(12, "Cannot allocate memory"))
