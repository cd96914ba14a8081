"""`enumerate dominoes`: tournaments, single matches and play."""

import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from ..support.errors import ComputationError, EnumerateError, InputError
from ..support.run import Settings
from .command import COUNT, Option, Whole, command
from .output import PLOTS, Output, output
from .params import SEED, run

MOST_MATCHES = 10**12

READING = Option(
    COUNT,
    "--reading",
    "READING",
    "How to read the rules of the paper: best-fit or literal, with changes after commas, as in "
    "literal,ties=uniform (see docs/dominoes.md).",
    default="best-fit",
)


@click.group()
def dominoes() -> None:
    """Two-sided dominoes: the agents Juca, Pinduca, Tião and Nabucodonossor.

    \b
    Examples:
      enumerate dominoes tournament --matches 1000000
      enumerate dominoes match --seed 7 --show
      enumerate dominoes play --against nabucodonossor
    """


@command(
    Option(
        COUNT,
        "--agents",
        "AGENTS",
        "The agents, separated by commas; MODULE:FUNCTION for your own.",
        default="juca,pinduca,tiao,nabucodonossor",
    ),
    Option(
        COUNT,
        "--matches",
        "N",
        "Number of matches of each pair.",
        type=Whole(max=MOST_MATCHES),
        default=100_000,
    ),
    READING,
    SEED,
    output("text", "json", "csv", picture="pies and bars", suffixes=PLOTS),
    run("matches"),
)
def tournament(
    agents: str, matches: int, reading: str, seed: int | None, output: Output, settings: Settings
) -> None:
    """Let every pair of agents play, and count wins, losses and draws (default: seed 1).

    \b
    Example:
      enumerate dominoes tournament --agents juca,tiao --matches 20000
    """
    from ..games.dominoes import tournament as hold

    names = agent_names(agents)
    if len(names) < 2:
        raise InputError(f"a tournament needs at least two agents, not {len(names)} (given: '{agents}')")
    with report_agent_error(names):
        result = hold(names, matches, reading=reading, seed=1 if seed is None else seed, settings=settings)
    output.plot(result.picture)
    output.result(result)


@command(
    Option(
        COUNT, "--agents", "AGENTS", "The two agents, separated by a comma.", default="tiao,nabucodonossor"
    ),
    Option(COUNT, "--match number", "N", "The number of the match in a tournament.", type=int, default=0),
    READING,
    SEED,
    output("text", "json", show=True),
)
def match(agents: str, number: int, reading: str, seed: int | None, output: Output) -> None:
    """Play one match, or replay a match of a tournament (default: seed 1). --show prints every move.

    \b
    Example:
      enumerate dominoes match --agents juca,tiao --seed 7 --match 12 --show
    """
    from ..games.dominoes import play_match

    names = agent_names(agents)
    if len(names) != 2:
        raise InputError(f"a match needs two agents, not {len(names)} (given: '{agents}')")
    seed = 1 if seed is None else seed
    with report_agent_error(names):
        played = play_match((names[0], names[1]), seed=seed, match=number, reading=reading)
    asked = {"seed": str(seed), "match": str(number), "reading": reading}
    output.parts(asked | played.to_json(), str(played) if output.show else played.summary())


@command(
    Option(COUNT, "--against", "AGENT", "The agent you play against.", default="nabucodonossor"),
    READING,
    SEED,
)
def play(against: str, reading: str, seed: int | None) -> None:
    """Play a match yourself in the terminal.

    \b
    Example:
      enumerate dominoes play --against tiao
    """
    from ..games.dominoes import Reading
    from ..games.dominoes.agents import find_agent
    from .dominoes_play import play_human

    names = agent_names(against)
    if len(names) != 1:
        raise InputError(f"you play against one agent, not {len(names)} (given: '{against}')")
    find_agent(names[0])
    play_human(names[0], Reading.parse(reading), seed)


for each, summary in (
    (tournament, "Matches between every pair of agents"),
    (match, "One match, or a replay of a match of a tournament"),
    (play, "Play a match yourself in the terminal"),
):
    each.short_help = summary
    dominoes.add_command(each)


@contextmanager
def report_agent_error(names: Sequence[str]) -> Iterator[None]:
    """Report in one line that an agent of the user failed."""
    try:
        yield
    except Exception as error:
        own = " or ".join(f"'{name}'" for name in names if ":" in name)
        if isinstance(error, EnumerateError) or not own:
            raise
        raise ComputationError(f"the agent {own} failed ({type(error).__name__}: {error})") from error


def agent_names(text: str) -> list[str]:
    """The agents of a list, in lower case without accents.

    >>> agent_names("Juca, Tião")
    ['juca', 'tiao']
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    return [name if ":" in name else _plain(name) for name in names]


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
