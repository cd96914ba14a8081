"""A minute of laws and golden values, so that a user can trust an installation."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .board import Board
from .brute import brute_force
from .positions import count, positions

Check = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A check and whether it held; `error` says what went wrong instead of an answer."""

    name: str
    held: bool
    error: str = ""


def _printed() -> bool:
    """[HM21, Examples 2, 3 and 9]."""
    return (
        positions(Board.rectangle(4, 3)).total == 823
        and positions(Board.rectangle(4, 3), play=True).total == 426
        and str(positions(Board.rectangle(3, 2), kind="maximal")) == "2x^2y + 2x^2 + y^3"
    )


def _tables() -> bool:
    """[HM21, Tables 1 and 2]."""
    play = [1, 5, 75, 4632, 1076492, 963182263, 3317770165381, 43809083383524391]
    ends = [1, 4, 48, 1427, 140555, 40008789, 33656587715, 84588476099284]
    squares = [Board.rectangle(n, n) for n in range(1, 9)]
    return [count(b, play=True) for b in squares] == play and [
        count(b, kind="right-end") for b in squares
    ] == ends


def _oracle() -> bool:
    """Every engine against brute force, on boards with walls, wrapped axes and three dimensions."""
    flat = Board.parse("....\n.#..\n...#")
    torus = Board.rectangle(3, 4, wrap=(True, True))
    for board in (flat, torus, Board.box(2, 2, 3)):
        for stuck in ((), (0,), (1,), tuple(range(board.dimension))):
            wanted = brute_force(board, stuck)
            engines = ["packed", "modular", *(["barstate"] if board is flat else [])]
            if any(positions(board, stuck=stuck, engine=engine) != wanted for engine in engines):
                return False
    return True


def _laws() -> bool:
    """Transposing exchanges the players, and disjoint boards multiply."""
    board, other = Board.parse("..#.\n....\n.#.."), Board.rectangle(2, 3)
    both = Board.parse("..#.#...\n....#...\n.#..####")
    return positions(board.transpose(), kind="left-end") == positions(
        board, kind="right-end"
    ).swap() and positions(both, kind="maximal") == positions(board, kind="maximal") * positions(
        other, kind="maximal"
    )


def _large() -> bool:
    """Totals of A028420 and A287595 by half sweeps and by whole ones."""
    from .frontier.run import Run

    totals = {
        count(Board.rectangle(12, 12), engine="modular", run=Run(symmetry=symmetry, skip_primes=skip))
        for symmetry, skip in ((True, 0), (False, 9))
    }
    return totals == {5270137993816086266962874395450234534887} and (
        count(Board.rectangle(10, 10), kind="maximal", engine="modular") == 20513821200001569410
    )


CHECKS: dict[str, Check] = {
    "worked examples of the papers": _printed,
    "tables of the papers": _tables,
    "every engine equals brute force": _oracle,
    "transpose and product laws": _laws,
    "large boards, two ways": _large,
}


def selftest() -> Iterator[Outcome]:
    """Run all checks; a failing one does not stop the others."""
    for name, check in CHECKS.items():
        try:
            yield Outcome(name, check())
        except Exception as error:
            yield Outcome(name, False, f"{type(error).__name__}: {error}")
