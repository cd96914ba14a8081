"""Faults: whatever is typed, there is an answer or one line of error, never a traceback or half a file."""

import os

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from enumerate import Board, Position
from enumerate.cli import COMMANDS, main
from enumerate.errors import InputError

EXAMPLES = int(
    os.environ.get("ENUMERATE_FUZZ", "170")
)  # three tests: about 500 inputs; the slow run takes 10,000
fuzz = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))

texts = st.one_of(
    st.text(), st.text(alphabet=".#LRM\n \t", max_size=40), st.text(alphabet=".#LRMx\n", max_size=12)
)
wraps = st.one_of(st.none(), st.tuples(st.booleans(), st.booleans()))


@fuzz
@given(texts, wraps)
def test_board_parser(text, wrap):
    for parse in (Board.parse, Position.parse):
        try:
            value = parse(text, wrap=wrap)
        except InputError as error:
            lines = str(error).splitlines()
        else:
            lines = ["no error"]
            assert parse(str(value), wrap=wrap) == value
        assert len(lines) == 1


words = st.sampled_from(
    [
        "--rows",
        "--cols",
        "--box",
        "--board",
        "--wrap",
        "--kind",
        "--stuck",
        "--play",
        "--total",
        "--engine",
        "--max-memory",
        "--threads",
        "--format",
        "--out",
        "--no-symmetry",
        "0",
        "1",
        "2",
        "3",
        "-1",
        "4x",
        "2x2x2",
        "x",
        "general",
        "maximal",
        "right-end",
        "left-end",
        "any-end",
        "left",
        "right",
        "middle",
        "rows",
        "cols",
        "layers",
        "json",
        "csv",
        "latex",
        "sympy",
        "text",
        "packed",
        "barstate",
        "modular",
        "1GiB",
        "1KiB",
        "-",
        "board.txt",
        "out.txt",
        "no/out.txt",
    ]
)


@fuzz
@given(
    st.lists(st.one_of(words, words, words, st.text(max_size=6)), max_size=9),
    st.text(alphabet=".#L\n", max_size=9),
)
def test_option_parser(tmp_path_factory, arguments, stdin):
    folder = tmp_path_factory.mktemp("fuzz")
    before = os.getcwd()
    os.chdir(folder)
    try:
        result = CliRunner().invoke(main, ["positions", *arguments], input=stdin)
    finally:
        os.chdir(before)
    assert result.exit_code in (0, 2), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    if result.exit_code:
        assert result.stdout == ""
        assert len(result.stderr.splitlines()) == 1
        assert not list(folder.iterdir())


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_has_an_example(command):
    result = CliRunner().invoke(main, [command, "--help"])
    assert result.exit_code == 0
    assert f"enumerate {command}" in result.stdout


@pytest.mark.parametrize("command", sorted(COMMANDS))
@pytest.mark.parametrize("wrong", [["--nonsense"], ["--rows", "x"], ["\x00"], ["surplus", "words", "here"]])
def test_wrong_words_on_every_command(command, wrong):
    if command == "selftest" and not wrong[0].startswith("--"):
        wrong = ["surplus"]
    result = CliRunner().invoke(main, [command, *wrong])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
