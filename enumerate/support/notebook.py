"""Pictures of boards and positions in notebooks.

A board must not import the package that draws it. So `render.as_svg` registers its function here, and
`enumerate/__init__.py` loads `render.as_svg` when it is imported in a notebook.
"""

from collections.abc import Callable
from typing import Any

_draw: Callable[[Any], str] | None = None


def draw_with(function: Callable[[Any], str]) -> None:
    """Let `function` make the pictures that notebooks show."""
    global _draw
    _draw = function


def notebook_picture(drawn: Any) -> str | None:
    """The picture of a board or a position as SVG; None, which notebooks ignore, if nothing can draw yet."""
    return None if _draw is None else _draw(drawn)
