"""Faults: any input gets an answer or one line of error, never a traceback or a partial file.

Each reader - of boards, saved answers, stores, options - gets 150 inputs, and 10,000 in the slow run.
"""

import json
import os
import re
from copy import deepcopy
from itertools import chain

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typed import answer

from enumerate import Board, Position, positions
from enumerate.checking.claim import Claim
from enumerate.checking.verify import verify
from enumerate.cli import COMMANDS, main
from enumerate.support.errors import EnumerateError, InputError

FEW, MANY = 150, 10_000


def fuzz(strategy):
    """Run a test on drawn inputs, in a folder of its own: a few by default, many in the slow run."""

    def decorate(test):
        @pytest.mark.parametrize(
            "examples", [FEW, pytest.param(MANY, marks=pytest.mark.slow)], ids=["few", "many"]
        )
        def run(examples, tmp_path, monkeypatch):
            monkeypatch.chdir(tmp_path)
            monkeypatch.setattr(
                "enumerate.checking.warm_up.warm_up", lambda settings: []
            )  # takes half a second
            checked = settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
            checked(given(strategy)(test))()

        return run

    return decorate


def is_one_line(text):
    return len(text.splitlines()) == 1 and text == text.strip() and len(text) < 500


def outcome(read, *arguments):
    """What a reader returns, or None if it refuses in one line."""
    try:
        return read(*arguments)
    except InputError as error:
        refusal = str(error)
    assert is_one_line(refusal)
    return None


drawings = st.one_of(
    st.text(),
    st.text(alphabet=".#LRM\n \t", max_size=40),
    st.text(alphabet=".#LRMx\n", max_size=12),
    st.lists(st.sampled_from(["LL", "RR", "L.", "..", ".#", "MM", "RRR", ""]), max_size=9).map("\n".join),
)
wraps = st.one_of(st.none(), st.tuples(st.booleans(), st.booleans()))


@fuzz(st.tuples(drawings, wraps))
def test_board_reader(drawn):
    """A drawing is refused in one line, or is read and drawn again."""
    text, wrap = drawn
    for parse in (Board.parse, Position.parse):
        value = outcome(parse, text, wrap)
        assert value is None or parse(str(value), wrap) == value


ANSWERS = [
    answer("positions 2x3"),
    answer("positions 3x3 --kind maximal --play"),
    answer("positions 2x4 --kind any-end --wrap cols"),
    answer("count 2x2x2 --stuck left,middle"),
]
garbage = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-2, 9),
        st.sampled_from([10**30, -(10**9), 2**64, 1.5, 1e308]),
        st.sampled_from(["", "-1", "7", "1e3", "x", "maximal", "left", "...\n...", "RR", "1" * 5000]),
        st.text(max_size=5),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["shape", "x"]), inner, max_size=2)
    ),
    max_leaves=6,
)


def places(value, path=()):
    """The ways to all parts of a JSON value."""
    yield path
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield from places(inner, (*path, key))
    for index, inner in enumerate(value) if isinstance(value, list) else ():
        yield from places(inner, (*path, index))


@st.composite
def mutated(draw):
    """A saved answer with one to three parts replaced, dropped, repeated or put elsewhere."""
    value = deepcopy(draw(st.sampled_from(ANSWERS)))
    for _ in range(draw(st.integers(1, 3))):
        ways = [path for path in places(value) if path and path[0] != "provenance"]
        if not ways:
            break
        *path, last = draw(st.sampled_from(ways))
        holder = value
        for key in path:
            holder = holder[key]
        change = draw(st.sampled_from(["replace", "replace", "drop", "repeat", "string", "exchange"]))
        if change == "replace":
            holder[last] = draw(garbage)
        elif change == "drop":
            del holder[last]
        elif change == "repeat" and isinstance(holder, list):
            holder.append(deepcopy(holder[last]))
        elif change == "string":
            holder[last] = str(holder[last])
        else:
            holder[last] = deepcopy(draw(st.sampled_from(ANSWERS)).get(last, None))
    return value


def truth(claim):
    """What the question of a claim has for an answer."""
    stuck = claim.stuck if claim.kind is None else None
    return positions(claim.board, claim.kind or "general", stuck=stuck, play=claim.play, turn=claim.turn)


@fuzz(
    st.one_of(mutated().map(json.dumps), mutated().map(lambda v: json.dumps(v)[:-9]), garbage.map(json.dumps))
)
def test_answer_reader(text):
    """A changed answer is refused in one line, or `verify` says whether it is still right."""
    claim = outcome(Claim.parse, text)
    if claim is None:
        return
    checks = verify(claim, rounds=1, seed=1).checks
    wanted = truth(claim)
    is_right = claim.total == wanted.total and claim.polynomial in (None, wanted)
    assert all(check.held for check in checks) == is_right


VALUES = """
0 1 2 3 -1 4x 2x2 2x2x2 x general maximal right-end left-end any-end left right middle rows cols layers
json csv latex sympy text bfile packed barstate modular 1GiB 1KiB - board.txt out.txt no/out.txt V1 MLR kind
"""
values = st.sampled_from(re.findall(r"\S+", VALUES))
INTERACTIVE_OR_LONG = {"dominoes", "play", "selftest", "web"}


@st.composite
def command_lines(draw):
    """A command, often with a board, and options of its own or not, with values that fit or not."""
    name = draw(st.sampled_from(sorted(COMMANDS.keys() - INTERACTIVE_OR_LONG)))
    known = [word for param in main.get_command(None, name).params for word in param.opts if word[0] == "-"]
    options = st.sampled_from([*known, "--rows", "--kind", "--nonsense"])
    words = st.one_of(values, options, st.text(max_size=6)).map(lambda word: [word])
    pairs = st.tuples(options, values).map(list)
    first = draw(
        st.sampled_from([[], ["--rows", "2", "--cols", "3"], ["--cols", "2"], ["A000045"], ["2x1x1"]])
    )
    return [name, *first, *chain.from_iterable(draw(st.lists(st.one_of(words, pairs, pairs), max_size=5)))]


@fuzz(st.tuples(command_lines(), st.text(alphabet=".#L\n", max_size=9)))
def test_option_parser(drawn):
    """Any line of options: an answer, or one line and no file."""
    arguments, stdin = drawn
    result = CliRunner().invoke(main, arguments, input=stdin)
    assert result.exit_code in (0, 2), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    left = os.listdir()
    for name in left:
        os.unlink(name)
    if result.exit_code:
        assert result.stdout == ""
        lines = [line for line in result.stderr.splitlines() if not line.startswith("enumerate: note: ")]
        assert is_one_line("\n".join(lines))  # beside notes about old words
        assert left == []


def test_a_claim_that_cannot_be_computed_is_an_error_of_ours():
    """Not a traceback: a board that is too wide for the other engine."""
    claim = Claim(Board.rectangle(40, 40), "general", frozenset(), False, 1, None)
    with pytest.raises(EnumerateError, match="need"):
        verify(claim)
