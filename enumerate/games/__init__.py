"""The other domino systems of the papers.

- `dominogame`, `monominogame`: pieces that fall and pay [Lef]. A game is a class with `steps`; the induction,
  plain and compiled, is in `falling`.
- `domineering` (two players on a flat board) and `box` (three players) [Hur10]: `rules` is the slow oracle,
  `solver` the answer, a kernel on `bitboard` the search between them; `opponent` plays against a person.
- `dominoes`: the two-sided game and its agents [CGT]; a referee in Python and an engine that follows it.

A new game of placed dominoes starts as `rules` on `oracle`, and becomes fast with a kernel on `bitboard`.
The names that the room offers stand in `__init__.pyi`.
"""

from ..support.lazy import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
