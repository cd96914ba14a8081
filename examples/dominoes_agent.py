"""An agent of your own for two-sided dominoes: it blocks, with the end that the fewest hidden tiles fit.

With this folder on PYTHONPATH:

    enumerate dominoes tournament --agents dominoes_agent:blocker,juca --matches 1000

An agent is a function of what a player sees and of a source of chance. It returns one of the configurations
that it is offered.

>>> match = en.games.dominoes.play_match((blocker, "juca"), seed=1)
>>> match.agents
('blocker', 'juca')
"""

from typing import Any

import enumerate as en


def blocker(seen: Any, chance: Any) -> Any:
    """The configuration whose new end shows most often on the table and in the hand, or the heaviest."""
    return max(seen.configurations, key=lambda way: (seen.v(way), way.tile.total))


if __name__ == "__main__":
    matches = [en.games.dominoes.play_match((blocker, "juca"), seed=seed) for seed in range(200)]
    print(sum(match.winner == 0 for match in matches), "of", len(matches), "matches won against juca")
