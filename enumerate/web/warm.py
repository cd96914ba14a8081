"""Imported once, before workers are made from it: what every question needs is then there at once."""

from ..support.settings import Settings
from .questions import answer

for _name in ("games", "board", "totals", "count", "browse"):
    answer(_name, {} if _name == "games" else {"board": "...\n...\n...\n..."}, Settings(threads=1))
