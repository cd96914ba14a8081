"""Boards that are the same up to mirrors and turns, so that equal parts are computed once."""

from collections import Counter
from collections.abc import Collection
from itertools import permutations, product

from ..model.board import Board

Turned = tuple[Board, frozenset[int]]


def images_of(board: Board) -> list[tuple[Board, tuple[int, ...]]]:
    """The images of a board under all mirrors and orders of the axes, with the order used for each.

    >>> images = images_of(Board.rectangle(2, 3))
    >>> len(images), {image.shape for image, _ in images} == {(2, 3), (3, 2)}
    (8, True)
    """
    if not board.lattice.is_square:
        return [(board, tuple(range(board.dimension)))]  # nothing is claimed about other lattices
    images = []
    for axes in permutations(range(board.dimension)):
        turned = board.transpose(axes)
        for flips in product((False, True), repeat=board.dimension):
            image = turned
            for axis, flip in zip(range(board.dimension), flips, strict=True):
                image = image.mirror(axis) if flip else image
            images.append((image, axes))
    return images


def canonical(board: Board, stuck: Collection[int]) -> tuple[Turned, tuple[int, ...]]:
    """One representative of all boards that are equal up to mirrors and turns, and the order of the axes.

    Turning a board carries its players along: the player of axis axes[i] becomes the player of axis i, and
    the polynomial of the board is that of the representative with its variables put back.

    >>> wide, tall = Board.rectangle(2, 3), Board.rectangle(3, 2)
    >>> canonical(wide, {0})[0] == canonical(tall, {1})[0]
    True
    """

    def key(image: tuple[Board, tuple[int, ...]]) -> tuple[object, ...]:
        turned, axes = image
        return turned.shape, turned.wrap, sorted(turned.cells), [a in stuck for a in axes], axes

    best, axes = min(images_of(board.crop()), key=key)
    return (best, frozenset(i for i, a in enumerate(axes) if a in stuck)), axes


def canonical_parts(board: Board, stuck: Collection[int]) -> Counter[tuple[Turned, tuple[int, ...]]]:
    """The components of a board, equal ones counted together; a single part stays as it is.

    >>> list(canonical_parts(Board.parse("..#..\\n.###."), {0}).values())
    [2]
    """
    parts = board.components()
    if len(parts) == 1:
        return Counter([((board.crop(), frozenset(stuck)), tuple(range(board.dimension)))])
    return Counter(canonical(part, stuck) for part in parts)


def is_symmetric(board: Board, stuck: Collection[int]) -> bool:
    """Whether swapping Left and Right (transposing the board) changes neither board nor stuck players.

    >>> is_symmetric(Board.rectangle(3, 3), {0, 1}), is_symmetric(Board.rectangle(3, 3), {0})
    (True, False)
    """
    swapped = frozenset(1 - a for a in stuck)
    if board.dimension != 2 or swapped != frozenset(stuck) or not board.lattice.is_square:
        return False
    turned = board.transpose()
    return board in (turned, turned.mirror(0), turned.mirror(1), turned.mirror(0).mirror(1))
