"""Random draws: the same in every default run, new with `--explore` or `--hypothesis-profile=explore`."""

import os
import random

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("steady")

SEED = "QUESTIONS_SEED"  # in the environment, so that all processes of a run draw the same questions


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--explore` draws new random questions."""
    parser.addoption(
        "--explore",
        action="store_true",
        help=f"draw new random questions in tests/laws; {SEED}=N in the environment repeats a run",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed of an exploring run once, before its processes start."""
    if config.getoption("--explore"):
        os.environ.setdefault(SEED, str(random.SystemRandom().randrange(10**9)))


def pytest_report_header(config: pytest.Config) -> list[str]:
    """The seed of an exploring run, before its tests."""
    return [f"questions: {SEED}={os.environ[SEED]}"] if config.getoption("--explore") else []


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    """The seed of an exploring run, after its tests: a quiet run has no header."""
    for line in pytest_report_header(config):
        terminalreporter.write_line(line)
