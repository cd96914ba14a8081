"""What the site needs beyond Markdown: a list of the public names, and doctests as code blocks."""

import re
from pathlib import Path
from typing import Any

import griffe

from enumerate.support.lazy import offered

PACKAGE = Path(__file__).parents[1] / "enumerate"
DOCTEST = re.compile(r"^(>>> (?:.+\n?)+)", re.MULTILINE)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Put the names that the rooms offer where names.md says `{names of ROOM}`."""

    def listed(room: str) -> str:
        home = f"enumerate.{room}".rstrip(".")
        places = offered(PACKAGE / room / "__init__.pyi")
        return "\n\n".join(f"::: {home}.{module}.{name}" for module, name in places.values() if name)

    return re.sub(r"\{names of enumerate\.?(\w*)\}", lambda found: listed(found[1]), markdown)


class Doctests(griffe.Extension):
    """Fence the doctests of a docstring, so that they are code and not citations."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = DOCTEST.sub(
                lambda found: f"```python\n{found[1].rstrip()}\n```\n", obj.docstring.value
            )
