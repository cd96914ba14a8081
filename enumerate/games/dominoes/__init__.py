"""Two-sided dominoes: the four agents of [CGT], their matches and tournaments."""

from .agents import AGENTS, Agent, Observation
from .domino_rules import TILES, Configuration, Side, Table, Tile
from .match import Match, play_match
from .readings import BEST_FIT, LITERAL, Reading
from .tournaments import Tournament, tournament

__all__ = [
    "AGENTS",
    "BEST_FIT",
    "LITERAL",
    "TILES",
    "Agent",
    "Configuration",
    "Match",
    "Observation",
    "Reading",
    "Side",
    "Table",
    "Tile",
    "Tournament",
    "play_match",
    "tournament",
]
