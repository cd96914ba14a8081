"""Commands from groups of parameters that belong together.

    @command(BOARD, question(), placement_weights(), output("text", "json"), run("counting"))
    def evaluate(given): ...

Each group reads the values of its parameters into `given`. A command returns its answer, and `given.output`
writes it. The help lists the parameters under headings, in the same order on every command.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from types import SimpleNamespace
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

ARGUMENT, BOARD_HEADING, COUNT = "Argument", "Board", "What to count"
COMPUTE, OUTPUT = "How to compute", "Output"
HEADINGS = (ARGUMENT, BOARD_HEADING, COUNT, COMPUTE, OUTPUT)
Values = dict[str, Any]


class Given(SimpleNamespace):
    """The values of the parameters of a command."""


class Whole(click.IntRange):
    """An integer range that reports other input as 'not a valid integer'."""

    name = "integer"


class Option(click.Option):
    """An option under a heading: `words` are its names and a placeholder for its value, as in "--seed N".

    Without a placeholder it is a flag. `name` is its name in `given`, if it differs from that of the option.
    """

    def __init__(
        self, heading: str, words: str, help: str, type: Any = None, name: str | None = None, **more: Any
    ) -> None:
        names, _, metavar = words.partition(" ")
        more |= {"metavar": metavar} if metavar else {"is_flag": True} if "/" not in names else {}
        more["show_default"] = more.get("default") not in (None, 0)
        super().__init__([names, *([name] if name else [])], help=help, type=type, **more)
        self.heading = heading

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Defaults, without the range of integers."""
        return {key: value for key, value in super().get_help_extra(ctx).items() if key != "range"}


class Argument(click.Argument):
    """An argument that has a line in the help."""

    def __init__(
        self, name: str, metavar: str, help: str, heading: str = BOARD_HEADING, required: bool = False
    ) -> None:
        super().__init__([name], required=required, metavar=metavar if required else f"[{metavar}]")
        self._record, self.heading = (metavar, help), heading

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        return self._record


class ParameterGroup(NamedTuple):
    """Parameters, and a function that makes entries of `given` from their values.

    `read(values, given)` may use what earlier groups have found. It may return a context manager, which stays
    open while the command runs.
    """

    params: tuple[click.Parameter, ...]
    read: Callable[[Values, Given], Mapping[str, Any] | AbstractContextManager[Mapping[str, Any]]]
    missing: Mapping[str, str] = {}  # options of other commands, with the reason why they are missing here


class Command(click.Command):
    """A command whose help has headings; `missing` explains why it lacks options of other commands."""

    missing: Mapping[str, str] = {}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; for an unknown option suggest only visible ones."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if error.option_name in self.missing:
                why = self.missing[error.option_name]
                raise click.UsageError(f"`{self.name}` has no {error.option_name}: {why}", ctx) from None
            hidden = {name for p in self.params if getattr(p, "hidden", False) for name in p.opts}
            shown = [name for name in error.possibilities or () if name not in hidden]
            raise click.NoSuchOption(error.option_name, possibilities=shown, ctx=ctx) from None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List arguments and options under their headings."""
        for heading in HEADINGS:
            shown = [p for p in self.get_params(ctx) if getattr(p, "heading", OUTPUT) == heading]
            if rows := [record for p in shown if (record := p.get_help_record(ctx)) is not None]:
                with formatter.section(heading):
                    formatter.write_dl(rows)


def command(
    *items: ParameterGroup | Option | Argument, name: str | None = None
) -> Callable[[Callable[[Given], Any]], Command]:
    """Make a command from a function of the values of its parameters; the answer is written.

    The value of a parameter outside a group is passed on as it is.
    """
    groups = [
        item if isinstance(item, ParameterGroup) else ParameterGroup((item,), lambda values, _: values)
        for item in items
    ]

    def make(function: Callable[[Given], Any]) -> Command:
        def callback(**values: Any) -> None:
            given = Given()
            with ExitStack() as stack:
                for group in groups:
                    read = group.read({p.name or "": values[p.name or ""] for p in group.params}, given)
                    entries = stack.enter_context(read) if isinstance(read, AbstractContextManager) else read
                    vars(given).update(entries)
                if hasattr(given, "output"):
                    given.output.check()  # the limit on memory is known now
                answer = function(given)
                if answer is not None:
                    given.output.write(answer)

        params = sorted(
            (p for group in groups for p in group.params),
            key=lambda p: HEADINGS.index(getattr(p, "heading", OUTPUT)),
        )
        word = name or function.__name__.strip("_").replace("_", "-")
        made = Command(word, callback=callback, params=params, help=function.__doc__)
        made.missing = {option: why for group in groups for option, why in group.missing.items()}
        return made

    return make


def is_given(option: str) -> bool:
    """Whether an option was typed."""
    source = click.get_current_context().get_parameter_source(option)
    return source is ParameterSource.COMMANDLINE
