"""Small functions of `support`, each on the case that its callers rely on."""

import signal
from fractions import Fraction

from enumerate import ComputationError, EnumerateError, InputError, Settings, StoppedError, TooLargeError
from enumerate.support.errors import about, plural
from enumerate.support.memory import NEVER, CostEstimate, in_turn, parse_size, process_memory, times
from enumerate.support.result import (
    Table,
    broken,
    digits,
    from_digits,
    plain,
    printable,
    source,
    written_power,
)
from enumerate.support.run import (
    Progress,
    cancellable,
    memory_limit,
    portion,
    stop_on_interrupt,
)


def test_errors_are_those_of_python_too():
    assert issubclass(InputError, ValueError)
    assert issubclass(TooLargeError, InputError)
    assert issubclass(ComputationError, RuntimeError)
    found = [error.exit_status for error in (EnumerateError, InputError, ComputationError, StoppedError)]
    assert found == [1, 2, 1, 130]


def test_numbers_in_words():
    assert (about(1200), about(7 * 10**40)) == ("1,200", "10^40")
    assert (plural(1, "dimension"), plural(1200, "cell")) == ("1 dimension", "1,200 cells")
    assert [written_power("x", exponent) for exponent in (0, 1, 2)] == ["", "x", "x^2"]
    assert (digits(-7), digits(Fraction(2, 3)), len(digits(10**5000))) == ("-7", "2/3", 5001)
    assert from_digits(digits(10**5000)) == 10**5000
    assert source((Fraction(1, 2), 3, "a")) == "(Fraction(1, 2), 3, 'a')"
    assert len(source(Fraction(10**5000))) == 5014
    assert plain({"mean": Fraction(1, 2), "cells": ((0, 1),)}) == {"mean": "1/2", "cells": [[0, 1]]}


def test_text_for_terminals_and_pages():
    assert printable("a\x1b[31m'b'\n") == "a\\x1b[31m'b'\n"
    assert broken(["x^2", "+", "2x", "+", "1"], 8) == ["x^2 + 2x", "+ 1"]
    table = Table(("n", "count"), ((1, 5), (2, 75)))
    assert table.csv() == "n,count\n1,5\n2,75\n"
    assert table.latex().splitlines()[1:3] == [r"n & count \\ \hline", r"1 & 5 \\"]
    assert table.html(most=1).endswith("<td>5</td></tr></table><p>and 1 more</p>")


def test_memory():
    held, peak = process_memory()
    assert 0 < held <= peak
    assert parse_size("2GiB") == 2**31
    assert times(10**999, 5e-6) > NEVER
    both = in_turn([CostEstimate("up to 9 states", 2**30, 3), CostEstimate("up to 5 states", 2**29, 4)])
    assert str(both) == "up to 9 states, 1.0 GiB, about 7 s on 1 core"
    with Progress(limit=2**30).watched(), Progress().watched():
        assert memory_limit() == 2**30
    assert Settings(max_memory="2KiB").limit == Settings(max_memory="2KiB").memory == 2048


def test_parts_of_a_computation():
    heard = []
    portion(lambda *share: heard.append(share), 1, 3)(5, 10)
    assert heard == [(1500, 3000)]
    assert list(cancellable("abc")) == ["a", "b", "c"]
    needs = [CostEstimate("a few", seconds=1), CostEstimate("many", seconds=3)]
    _, two = Settings().shared(needs)
    assert two.report.low == 0.25
    _, two = Settings().cut([1, 3], ["compiling", "counting"])
    assert two.report.name == "counting"


def test_the_first_interrupt_only_asks():
    with stop_on_interrupt() as stop:
        signal.raise_signal(signal.SIGINT)
        assert stop.is_set()
