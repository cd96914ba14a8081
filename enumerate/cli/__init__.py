"""The command `enumerate`: one group, one thin module per command, loaded only when it is asked for."""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from .. import __version__
from ..support.errors import EnumerateError, unknown
from .progress import echo

# command -> "module:attribute" below this package, or with a dot beside it
COMMANDS = {
    "alpha": "alpha:alpha",
    "board": "board:board",
    "box": "box:box",
    "census": "census:census",
    "complex": "simplicial:complex_",
    "densities": "densities:densities",
    "dominoes": "dominoes:dominoes",
    "dominogame": "dominogame:dominogame",
    "evaluate": "evaluation:evaluate",
    "fewest": "fewest:fewest",
    "games": "games:games",
    "growth": "growth:growth",
    "list": "listing:listing",
    "monominogame": "monominogame:monominogame",
    "oeis": "oeis:oeis",
    "pieces": "pieces:pieces",
    "play": "play:play",
    "plot": "plot:plot",
    "positions": "positions:positions",
    "recurrence": "recurrence:recurrence",
    "runs": "runs:runs",
    "sample": "sample:sample",
    "selftest": "selftest:selftest",
    "sequence": "sequence:sequence",
    "solve": "solve:solve",
    "value": "value:value",
    "verify": "verify:verify",
    "web": ".web.command:web",
}

COMPLETION = """\b
Shell completion (add the line to your shell's start-up file):
  bash  eval "$(_ENUMERATE_COMPLETE=bash_source enumerate)"
  zsh   eval "$(_ENUMERATE_COMPLETE=zsh_source enumerate)"
  fish  _ENUMERATE_COMPLETE=fish_source enumerate | source
"""


class LazyGroup(click.Group):
    """A group that imports a command when it is used, and ends every error in one line on stderr."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        if cmd_name not in COMMANDS:
            raise unknown("command", cmd_name, sorted(COMMANDS))
        module, attribute = COMMANDS[cmd_name].split(":")
        command = getattr(importlib.import_module(f".{module}", __package__), attribute)
        assert isinstance(command, click.Command)
        return command

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and exit 0 (done), 1 (failed), 2 (bad input) or 130 (interrupted)."""
        sys.set_int_max_str_digits(0)  # exact counts may have any number of digits
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.exceptions.NoArgsIsHelpError as error:
            echo(error.format_message())
            code = 0
        except click.ClickException as error:
            code = fail(error.format_message(), error.exit_code)
        except EnumerateError as error:
            code = fail(str(error), error.exit_status)
        except (click.Abort, KeyboardInterrupt):
            code = fail("interrupted", 130)
        except BrokenPipeError:  # the reader of our output has gone, as in `... | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 0
        except UnicodeDecodeError:
            code = fail("what was typed is not text in UTF-8", 2)
        except OSError as error:
            named = f" '{error.filename}'" if error.filename else ""
            code = fail(f"cannot read or write{named}: {error.strerror or error}", 1)
        except MemoryError:
            code = fail("the memory is used up; see --max-memory", 1)
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code


def fail(message: str, status: int) -> int:
    """Say in one line on stderr what went wrong."""
    echo("enumerate: " + " ".join(message.split()), err=True)
    return status


@click.group(
    cls=LazyGroup,
    epilog=COMPLETION,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="enumerate")
def main() -> None:
    """Count domino placements exactly.

    \b
    Example:
      enumerate positions --rows 4 --cols 3 --kind maximal

    A position is a set of dominoes on a board that do not overlap. Left (L) places them vertically, Right (R)
    horizontally, in a box Middle (M) from layer to layer; x, y, z count their dominoes.

    \b
    Which positions are meant (--kind):
      general     all positions
      maximal     nobody can place another domino
      left-end    Left end: Left cannot, Right may still be able to
      right-end   Right end: Right cannot, Left may still be able to
      any-end     a Left end or a Right end
      perfect     no cell is empty

    Other words: play is the alternating game, so --play keeps the positions that Left and Right can reach by
    moving in turn. A lane is one residue of a large answer, its value at one point modulo one prime; lanes
    are independent, so that --store keeps and --cluster shares them out.
    """
