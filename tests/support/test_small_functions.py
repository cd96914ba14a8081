"""Small functions of `support`, each on the case that its callers rely on."""

import signal
from dataclasses import dataclass
from fractions import Fraction

from enumerate import ComputationError, EnumerateError, InputError, Settings, StoppedError, TooLargeError
from enumerate.support.errors import about, plural
from enumerate.support.memory import (
    REFUSED_SECONDS,
    CostEstimate,
    in_turn,
    parse_size,
    process_memory,
    show_size,
    show_time,
    times,
)
from enumerate.support.result import (
    Result,
    Results,
    Table,
    digits,
    format_power,
    format_sum,
    from_digits,
    plain,
    printable,
    short_repr,
    wrap_latex,
    wrap_words,
)
from enumerate.support.run import (
    Progress,
    cancellable,
    memory_limit,
    stop_on_interrupt,
)
from enumerate.support.seeds import below, generator


def test_errors_are_those_of_python_too():
    assert issubclass(InputError, ValueError)
    assert issubclass(TooLargeError, InputError)
    assert issubclass(ComputationError, RuntimeError)
    found = [error.exit_status for error in (EnumerateError, InputError, ComputationError, StoppedError)]
    assert found == [1, 2, 1, 130]


def test_numbers_in_words():
    assert (about(1200), about(7 * 10**40)) == ("1,200", "10^40")
    assert (plural(1, "dimension"), plural(1200, "cell")) == ("1 dimension", "1,200 cells")
    assert [format_power("x", exponent) for exponent in (0, 1, 2)] == ["", "x", "x^2"]
    assert (digits(-7), digits(Fraction(2, 3)), len(digits(10**5000))) == ("-7", "2/3", 5001)
    assert from_digits(digits(10**5000)) == 10**5000
    assert plain({"mean": Fraction(1, 2), "cells": ((0, 1),)}) == {"mean": "1/2", "cells": [[0, 1]]}


def test_sizes_and_times_for_people():
    assert [show_size(size) for size in (7, 3 * 2**30, 2**400)] == [
        "7 B",
        "3.0 GiB",
        "10^120 bytes (no machine has that)",
    ]
    wanted = ["0 s", "1 min 15 s", "5 h 46 min", "10 d 10 h", "1 year", "31,710 years", "10^32 years"]
    assert [show_time(seconds) for seconds in (0.4, 75, 20741, 900_000, 3.2e7, 1e12, 1e40)] == wanted
    need = CostEstimate("up to 9 states", 3 * 2**30, 75, 2)
    assert str(need) == "up to 9 states, 3.0 GiB, about 1 min 15 s on 2 cores"


def test_numbers_below_a_bound_are_the_same_on_any_machine():
    source_of_numbers = generator(1)
    assert [below(6, source_of_numbers) for _ in range(8)] == [1, 4, 0, 2, 0, 3, 3, 3]


def test_text_for_terminals_and_pages():
    assert printable("a\x1b[31m'b'\n") == "a\\x1b[31m'b'\n"
    assert wrap_words(["x^2", "+", "2x", "+", "1"], 8) == ["x^2 + 2x", "+ 1"]
    assert format_sum([(1, "x"), (-8, "y"), (-1, "z"), (3, "")]) == "x - 8y - z + 3"
    assert format_sum([(-2, "x")], times="*") == "-2*x"
    lines = ["\\begin{aligned}", " & 3x^{2} + 2x \\\\", " & {} - 1", "\\end{aligned}"]
    assert wrap_latex("3x^{2} + 2x - 1", width=12).splitlines() == lines
    assert wrap_latex("3x^{2} + 2x - 1") == "3x^{2} + 2x - 1"
    table = Table(("n", "count"), ((1, 5), (2, 75)))
    assert table.text() == "n  count\n1      5\n2     75"
    assert table.csv() == "n,count\n1,5\n2,75\n"
    assert table.latex().splitlines()[1:3] == [r"n & count \\ \hline", r"1 & 5 \\"]
    assert table.html(most=1).endswith("<td>5</td></tr></table><p>and 1 more</p>")


@dataclass(frozen=True, slots=True)
class Coins(Result):
    heads: int
    odds: dict[str, Fraction]


def test_results():
    coins = Coins(3, {"heads": Fraction(3, 7)})
    assert coins.to_json() == {"heads": 3, "odds": {"heads": "3/7"}}
    assert hash(coins) == hash(Coins(3, {"heads": Fraction(3, 7)}))
    assert coins._repr_html_().startswith("<table><tr><th>heads</th><th")
    assert short_repr("Coins", {"heads": 3}) == "Coins(heads=3)"
    assert short_repr("Coins", {"throws": [0, 1] * 100}) == "Coins(throws=[0, 1, 0, ...])"
    huge = short_repr("Coins", {"heads": 10**5000, "odds": Fraction(10**5000)})
    assert huge == f"Coins(heads=1{'0' * 19}...{'0' * 20}, odds=Fraction(1{'0' * 15}...{'0' * 21}, 1))"
    found = Results([2, 3], lambda ns: Table(("n", "n^2"), tuple((n, n * n) for n in ns)), list)
    assert str(found) == "n  n^2\n2    4\n3    9"
    assert (found == [2, 3], found[1:], found.to_json()) == (True, [3], [2, 3])


def test_memory():
    held, peak = process_memory()
    assert 0 < held <= peak
    assert parse_size("2GiB") == 2**31
    assert times(10**999, 5e-6) > REFUSED_SECONDS
    both = in_turn([CostEstimate("up to 9 states", 2**30, 3), CostEstimate("up to 5 states", 2**29, 4)])
    assert str(both) == "up to 9 states, 1.0 GiB, about 7 s on 1 core"
    with Progress(limit=2**30).watched(), Progress().watched():
        assert memory_limit() == 2**30
    assert Settings(max_memory="2KiB").limit == Settings(max_memory="2KiB").memory == 2048


def test_parts_of_a_computation():
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
