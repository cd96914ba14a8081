"""enumerate: exact enumeration of domino placements.

>>> import enumerate as en
>>> en.positions("4x3", kind="maximal").total
75

The names that it offers stand in `__init__.pyi` and are imported when they are first used; docs/api.md shows
a line of use for each.
"""

import sys

from .support.names import lazy_names

__version__ = "0.3.0"

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)

if "IPython" in sys.modules or "marimo" in sys.modules:  # notebooks show boards and positions as pictures
    from .render import as_svg as _as_svg  # noqa: F401
