"""`enumerate complex`: the positions of a board as the faces of a simplicial complex."""

from pathlib import Path

import click

from ..jobs.opening import lanes_running
from ..model.position import Position
from ..render.data import json_text
from ..rules.meaning import game_json
from ..support.errors import InputError
from ..support.settings import Settings
from ..support.writing import terminal_width
from .boards import board_options
from .output import emit, format_option, out_option
from .running import settings_options

LISTS = ("macaulay2", "sage")


@click.command("complex")
@board_options
@click.option("--euler", is_flag=True, help="Only the reduced Euler characteristic, for boards of any size.")
@click.option("--betti", is_flag=True, help="Insist on the reduced Betti numbers, even if they take long.")
@click.option(
    "--non-faces",
    is_flag=True,
    help="With --format macaulay2 or sage: the minimal non-faces, not the facets.",
)
@settings_options("counting", lanes=True)
@format_option("text", "json", *LISTS)
@out_option
def complex_(
    position: Position,
    euler: bool,
    betti: bool,
    non_faces: bool,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """Describe the complex whose faces are the positions of a board.

    Its vertices are the placements, its facets the positions in which nobody can move. The f-vector counts
    the faces by size, the empty one first; the h-vector is its transform; pure means that all facets have
    the same size. The reduced Euler characteristic is the sum of (-1)^(size - 1) over all faces, and the
    reduced Betti numbers are the ranks of its homology. For Domineering this is the matching complex of the
    board. A board with dominoes on it is taken as what is left: the link of that face.

    \b
    Examples:
      enumerate complex --rows 3 --cols 3
      enumerate complex --rows 10 --cols 10 --euler
      enumerate complex --rows 2 --cols 4 --format macaulay2
    """
    from ..complexes.exports import macaulay2, sage
    from ..complexes.legal import legal_complex
    from ..render.simplicial import complex_text

    if non_faces and form not in LISTS:
        raise InputError(f"--non-faces is for --format macaulay2 or sage, not {form}")
    if euler and (betti or form in LISTS):
        raise InputError(f"--euler is one number: leave out {'--betti' if betti else f'--format {form}'}")
    with lanes_running({"settings": settings}) as ready:
        found = legal_complex(position.free, game=position.game, settings=ready)
        if euler:
            number = str(found.euler)
            shown = game_json(found.game, found.board) | {"board": found.board.to_json(), "euler": number}
            emit(json_text(shown) if form == "json" else number, out)
        elif form in LISTS:
            emit((macaulay2 if form == "macaulay2" else sage)(found, non_faces), out)
        else:
            numbers = found.betti() if betti or found.is_quick else None
            width = terminal_width()
            is_json = form == "json"
            emit(json_text(found.to_json(numbers)) if is_json else complex_text(found, numbers, width), out)
