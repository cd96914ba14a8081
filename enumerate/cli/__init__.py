"""The command `enumerate`: a table of commands, each imported only when it is used."""

import errno
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from .. import __version__
from ..support.errors import EnumerateError, unknown
from ..support.terminal import echo, use_utf8
from .old_words import translate

# heading of `enumerate --help` -> command -> ("module:attribute" in this package, summary).
# The summaries stand here so that `--help` imports no command.
GROUPS = {
    "Count": {
        "count": ("count:count", "The number of positions of a board"),
        "positions": ("count:positions", "The generating polynomial of a board"),
        "evaluate": ("count:evaluate", "The polynomial at given weights; means and entropy"),
        "densities": ("count:densities", "How likely each cell is covered in a random position"),
        "fewest": ("count:fewest", "The fewest pieces in a position of a kind"),
        "most": ("count:most", "The most pieces in a position of a kind"),
    },
    "Explore": {
        "overview": ("explore:overview", "Components, turn, moves and counts of one position"),
        "sample": ("explore:sample", "Random positions, uniform or weighted"),
        "list": ("explore:list_", "All positions in order; positions and their numbers"),
        "alpha": ("explore:alpha", "The length of a shortest game"),
        "complex": ("explore:complex_", "The simplicial complex of the positions"),
        "games": ("explore:games", "The games that --game accepts, and files for your own"),
    },
    "Play and values": {
        "solve": ("values:solve", "Who wins Domineering, and by which moves"),
        "value": ("values:value", "The value of a position as a combinatorial game"),
        "census": ("values:census", "Outcomes and temperatures of all positions of a board"),
        "pieces": ("values:pieces", "The values of all connected pieces up to a size"),
        "play": ("play:play", "Play Domineering against the computer"),
    },
    "Sequences": {
        "sequence": ("sequences:sequence", "Counts along a family of boards; OEIS sequences"),
        "recurrence": ("sequences:recurrence", "The proved recurrence for boards of one width"),
        "growth": ("sequences:growth", "Proved bounds for the growth rate at one width"),
    },
    "Other domino games": {
        "box": ("other_games:box", "Domineering in a box, for three players"),
        "falling": ("other_games:falling", "Equilibria of falling dominoes and monominoes"),
        "dominoes": ("other_games:dominoes", "Two-sided dominoes: tournaments, matches, play"),
    },
    "Tools": {
        "verify": ("tools:verify", "Check a saved answer independently"),
        "runs": ("tools:runs", "The computations in a store"),
        "selftest": ("tools:selftest", "Check this installation"),
        "warm-up": ("tools:warm_up", "Compile everything once, before first use"),
        "glossary": ("tools:glossary", "The terms of these help texts"),
        "web": ("tools:web", "Count, browse and play in the browser"),
    },
}
COMMANDS = {name: place for group in GROUPS.values() for name, (place, _) in group.items()}

OUT_OF_MEMORY = "out of memory (see --max-memory)"
# parts of errors raised when the address space has no room for a shared library or a thread
SIGNS_OF_NO_MEMORY = ("shared object", "can't start new thread", "annot allocate memory", "libllvmlite")

COMPLETION = """\b
Shell completion (add the line to your shell's start-up file):
  bash  eval "$(_ENUMERATE_COMPLETE=bash_source enumerate)"
  zsh   eval "$(_ENUMERATE_COMPLETE=zsh_source enumerate)"
  fish  _ENUMERATE_COMPLETE=fish_source enumerate | source
"""


class LazyGroup(click.Group):
    """A group that imports a command when it is used, and reports every error in one line on stderr."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings, without importing them."""
        width = max(map(len, COMMANDS))
        for heading, commands in GROUPS.items():
            with formatter.section(heading):
                rows = [(name.ljust(width), summary) for name, (_, summary) in commands.items()]
                formatter.write_dl(rows)

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
        use_utf8()
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads reserve memory and are not needed
        sys.set_int_max_str_digits(0)  # exact counts may have any number of digits
        try:
            words, notes = translate([str(word) for word in (sys.argv[1:] if args is None else args)])
            for line in notes:
                echo(f"enumerate: note: {line}", err=True)
            if sys.stdout is None and {"-h", "--help", "--version"} & set(words):
                echo("")  # an error; click itself leaves these out in silence
            code = super().main(words, prog_name, complete_var, standalone_mode=False, **extra)
        except click.exceptions.NoArgsIsHelpError as error:
            echo(error.format_message())
            code = 0
        except click.ClickException as error:
            code = fail(error.format_message(), error.exit_code)
        except EnumerateError as error:
            code = fail(str(error), error.exit_status)
        except (click.Abort, KeyboardInterrupt):
            code = fail("interrupted", 130)
        except BrokenPipeError:  # the reader of the output has ended, as in `... | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 0
        except UnicodeDecodeError:
            code = fail("the input is not valid UTF-8", 2)
        except (ImportError, SystemError, RuntimeError, OSError) as error:
            if is_out_of_memory(error):
                code = fail(OUT_OF_MEMORY, 1)
            elif not isinstance(error, OSError):
                raise
            else:
                code = fail(f"cannot read or write{_named(error)}: {error.strerror or error}", 1)
        except MemoryError:
            code = fail(OUT_OF_MEMORY, 1)
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error means that the address space is too small: libraries and threads do not always raise
    a MemoryError.

    >>> is_out_of_memory(RuntimeError("can't start new thread")), is_out_of_memory(ImportError("no module x"))
    (True, False)
    """
    if getattr(error, "errno", None) == errno.ENOMEM or isinstance(error, SystemError):
        return True
    return any(words in str(error) for words in SIGNS_OF_NO_MEMORY)


def _named(error: OSError) -> str:
    return f" '{error.filename}'" if error.filename else ""


def fail(message: str, status: int) -> int:
    """Print one line with the error on stderr; return the status."""
    echo("enumerate: " + " ".join(message.split()), err=True)
    return status


@click.group(cls=LazyGroup, epilog=COMPLETION, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="enumerate")
def main() -> None:
    """Count positions of Domineering, and of other placement games, exactly.

    \b
    Examples:
      enumerate positions --rows 4 --cols 3 --kind maximal
      enumerate count 8x8

    A board is a size (8x8, 4x4x3, 7), a file with a drawing, or - for standard input. In a drawing . is a
    free cell, # a wall, and L, R, M are cells covered by dominoes. Left (L) places dominoes vertically, Right
    (R) horizontally, and in a box Middle (M) from layer to layer; x, y, z count their dominoes.

    \b
    Kinds of positions (--kind):
      general     all positions
      maximal     nobody can move
      left-end    a Left end: Left cannot move, Right may
      right-end   a Right end: Right cannot move, Left may
      any-end     a Left end or a Right end
      perfect     no cell is empty
    `enumerate glossary` explains the other terms.
    """
