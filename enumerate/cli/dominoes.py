"""`enumerate dominoes`: tournaments, single matches and play."""

import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from ..render.data import json_text, written
from ..render.figures import check_drawing
from ..support.errors import ComputationError, EnumerateError, InputError
from ..support.files import write_whole
from ..support.settings import Settings
from .options import Whole
from .output import Decorator, emit, format_option, out_option
from .pictures import check_plot, picture_format, refuse_show
from .running import settings_options

MOST_MATCHES = 10**12

reading_option: Decorator = click.option(
    "--reading",
    default="best-fit",
    show_default=True,
    metavar="READING",
    help="How the paper's rules are read: best-fit or literal, with changes after commas, as in "
    "literal,ties=uniform (see docs/dominoes.md).",
)

seed_option: Decorator = click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="Where the random numbers start: the same seed, the same matches.",
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


@dominoes.command()
@click.option(
    "--matches",
    type=Whole(max=MOST_MATCHES),
    default=100_000,
    show_default=True,
    metavar="N",
    help="Matches of each pair.",
)
@click.option(
    "--agents",
    default="juca,pinduca,tiao,nabucodonossor",
    show_default=True,
    metavar="AGENTS",
    help="Who takes part, separated by commas; also rollout, or MODULE:FUNCTION for your own.",
)
@reading_option
@seed_option
@click.option(
    "--plot", metavar="FILE", callback=check_plot, help="Also draw pies and bars: .png, .svg or .pdf."
)
@settings_options("matches")
@format_option("text", "json", "csv")
@out_option
def tournament(
    matches: int,
    agents: str,
    reading: str,
    seed: int,
    settings: Settings,
    plot: Path | None,
    form: str,
    out: Path | None,
) -> None:
    """Let every pair of agents play, and count wins, losses and draws.

    \b
    Example:
      enumerate dominoes tournament --agents juca,tiao --matches 20000
    """
    from ..games.dominoes import tournament as hold
    from ..games.dominoes.standings import figures

    names = agent_names(agents)
    if len(names) < 2:
        raise InputError(f"a tournament needs at least two agents, not {len(names)} (given: '{agents}')")
    if plot is not None:
        check_drawing(picture_format(plot))  # within the limit
    with blaming(names):
        result = hold(names, matches, reading=reading, seed=seed, settings=settings)
    if plot is not None:
        write_whole(plot, figures(result, picture_format(plot)))
    emit(written(result, form), out)


@dominoes.command()
@click.option(
    "--agents",
    default="tiao,nabucodonossor",
    show_default=True,
    metavar="AGENTS",
    help="The two agents who play.",
)
@reading_option
@seed_option
@click.option(
    "--match",
    "number",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="The match's number in a tournament.",
)
@click.option("--show", is_flag=True, help="Show every move, hands open.")
@format_option("text", "json")
@out_option
def match(agents: str, reading: str, seed: int, number: int, show: bool, form: str, out: Path | None) -> None:
    """Play one match, or replay the one with that number of a tournament.

    \b
    Example:
      enumerate dominoes match --agents juca,tiao --seed 7 --match 12 --show
    """
    from ..games.dominoes import play_match

    refuse_show(show, form)
    names = agent_names(agents)
    if len(names) != 2:
        raise InputError(f"a match needs two agents, not {len(names)} (given: '{agents}')")
    with blaming(names):
        played = play_match((names[0], names[1]), seed=seed, match=number, reading=reading)
    if form == "json":
        numbered = {"seed": str(seed), "match": str(number), "reading": reading, **played.to_json()}
        emit(json_text(numbered), out)
    else:
        emit(str(played) if show else played.summary(), out)


@dominoes.command()
@click.option(
    "--against", default="nabucodonossor", show_default=True, metavar="AGENT", help="The agent whom you play."
)
@reading_option
@click.option(
    "--seed", type=int, metavar="N", help="Where the random numbers start (default: a new one each time)."
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


@contextmanager
def blaming(names: Sequence[str]) -> Iterator[None]:
    """Say in one line that an agent of the user's own failed."""
    try:
        yield
    except Exception as error:
        own = " or ".join(f"'{name}'" for name in names if ":" in name)
        if isinstance(error, EnumerateError) or not own:
            raise
        raise ComputationError(f"the agent {own} failed ({type(error).__name__}: {error})") from error


def agent_names(text: str) -> list[str]:
    """The agents of a list, in small letters without accents.

    >>> agent_names("Juca, Tião")
    ['juca', 'tiao']
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    return [name if ":" in name else _plain(name) for name in names]


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
