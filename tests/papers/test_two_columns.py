"""Two columns: the closed forms equal the induction, the proof succeeds, and it fails for a wrong form."""

import pytest
import two_columns
from two_columns import payoffs, prove

from enumerate.games import Falling
from enumerate.support.errors import ComputationError, InputError


@pytest.mark.parametrize("raised", [0, 1, 4])
def test_closed_forms_equal_the_induction_in_every_state(raised):
    compared = 0
    for rows in range(1, 31):
        sets = Falling(2, rows, raised=raised).solve(engine="plain").sets
        for low in range(rows + 1):
            for ahead in range(0, rows - low + 1, 2):
                try:
                    found = sets((low + ahead, low))
                except KeyError:  # not reachable from the empty board
                    continue
                assert set(found) == {payoffs(rows - low, raised + low, ahead)}
                compared += 1
    assert compared > 2000


def test_the_proof_covers_every_move_of_every_state():
    cases = prove()
    assert len(cases) == 4 * 2 + 4 * 3 + 4 * 3
    assert all((case.loss == 0) == case.is_best for case in cases)


@pytest.mark.parametrize("key", sorted(two_columns.CLOSED_FORMS))
@pytest.mark.parametrize("side", [0, 1])
def test_a_wrong_closed_form_breaks_the_proof(monkeypatch, key, side):
    right = two_columns.CLOSED_FORMS[key]

    def wrong(q, k, m):
        pair = list(right(q, k, m))
        pair[side] += k * m + k + m + 1
        return tuple(pair)

    monkeypatch.setitem(two_columns.CLOSED_FORMS, key, wrong)
    with pytest.raises(ComputationError):
        prove()


def test_situations_of_the_paper():
    """[Lef, 5.4]: payoffs after the four openings, with two corrections for R = 4k + 2."""
    for rows in range(6, 200):
        k, r = divmod(rows, 4)
        own, other = payoffs(rows - 1, 1)
        one = (2 + other, own)
        own, other = payoffs(rows - 2, 2)
        two = (3 + own, 3 + other)
        own, other = payoffs(rows - 3, 3)
        three = (3 + own, 6 + other)
        own, other = payoffs(rows, 0, ahead=4)
        four = (3 + own, 7 + other)
        s = 8 * k * k
        assert (one, two, three, four) == {
            0: ((s+k, s+3*k), (s+k+1, s+3*k-1), (s+3*k, s+k-3), (s+k-3, s+3*k+3)),
            1: ((s+7*k+2, s+5*k), (s+7*k+3, s+5*k-1), (s+5*k-1, s+7*k), (s+7*k-2, s+5*k-6)),
            2: ((s+9*k+2, s+11*k+4), (s+9*k+3, s+11*k+3), (s+11*k+3, s+9*k), (s+9*k+4, s+11*k+2)),
            3: ((s+15*k+7, s+13*k+5), (s+15*k+9, s+13*k+3), (s+13*k+3, s+15*k+6), (s+15*k+3, s+13*k-1)),
        }[r]  # fmt: skip


@pytest.mark.parametrize("arguments", [(-1,), (4, -1), (4, 0, 1), (4, 0, 6)])
def test_bad_states_are_refused(arguments):
    with pytest.raises(InputError):
        payoffs(*arguments)
