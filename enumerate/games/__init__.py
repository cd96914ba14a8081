"""The other domino systems of the papers.

- `falling`: games of falling pieces [Lef], solved by backward induction. `dominogame` and `monominogame` hold
  their old names.
- `domineering` (two players on a flat board) and `box` (three players) [Hur10]: solvers with compiled
  searches on `bitboard`; `opponent` plays against a person.
- `dominoes`: the two-sided game and its agents [CGT]; a referee in Python and a compiled engine.

The oracles of these solvers are in `tests/oracles`. `__init__.pyi` lists the public names.
"""

from ..support.names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
