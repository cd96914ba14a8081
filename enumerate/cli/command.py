"""Commands from parts: each part is a few parameters that belong together, and how to read their values.

    @command(BOARD, question(), WEIGHTS, output("text", "json"), run("counting"))
    def evaluate(question, weights, output, settings): ...

The help lists the parameters under four headings, in the same order on every command.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from inspect import signature
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

HEADINGS = (BOARD_HEADING, COUNT, COMPUTE, OUTPUT) = ("Board", "What to count", "How to compute", "Output")
Values = dict[str, Any]


class Whole(click.IntRange):
    """An integer range that reports other input as 'not a valid integer'."""

    name = "integer"


class Option(click.Option):
    """An option that knows its heading; without a `metavar` it is a flag. Defaults are shown."""

    def __init__(self, heading: str, names: str, metavar: str, help: str, **attributes: Any) -> None:
        kind: dict[str, Any] = {"metavar": metavar} if metavar else {}
        if not metavar and "/" not in names and "type" not in attributes:
            kind = {"is_flag": True}
        has_default = attributes.get("default") not in (None, 0)
        super().__init__(names.split(), help=help, show_default=has_default, **kind, **attributes)
        self.heading = heading

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Defaults, without the range of integers."""
        return {key: value for key, value in super().get_help_extra(ctx).items() if key != "range"}


class Argument(click.Argument):
    """An argument that has a line in the help."""

    def __init__(self, name: str, metavar: str, help: str, required: bool = False) -> None:
        super().__init__([name], required=required, metavar=metavar if required else f"[{metavar}]")
        self.heading, self._record = BOARD_HEADING, (metavar, help)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        return self._record


class ParameterGroup(NamedTuple):
    """Parameters, and a function that makes arguments of a command from their values.

    `read(values, found)` may use and replace the arguments that earlier parts have found. It may return a
    context manager, which stays open while the command runs.
    """

    params: tuple[click.Parameter, ...]
    read: Callable[[Values, Values], Mapping[str, Any] | AbstractContextManager[Mapping[str, Any]]]
    missing: Mapping[str, str] = {}  # options of other commands: why not of this one


class Command(click.Command):
    """A command whose help has headings; `missing` says why it lacks an option of other commands."""

    missing: Mapping[str, str] = {}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; for an option that does not exist, suggest only those that the help shows."""
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


def parts_of(items: tuple[ParameterGroup | click.Parameter, ...]) -> Iterator[ParameterGroup]:
    """Parts as they are; a single parameter is passed on under its own name."""
    for item in items:
        yield item if isinstance(item, ParameterGroup) else ParameterGroup((item,), lambda values, _: values)


def command(
    *items: ParameterGroup | click.Parameter, name: str | None = None
) -> Callable[[Callable[..., None]], Command]:
    """Make a command from a function and the parts that find its arguments, of which it takes some."""
    parts = list(parts_of(items))

    def make(function: Callable[..., None]) -> Command:
        taken = signature(function).parameters

        def callback(**given: Any) -> None:
            found: Values = {}
            with ExitStack() as stack:
                for part in parts:
                    read = part.read({p.name or "": given[p.name or ""] for p in part.params}, found)
                    found |= stack.enter_context(read) if isinstance(read, AbstractContextManager) else read
                if "output" in found:
                    found["output"].check()  # the limit on memory is known now
                function(**{name: value for name, value in found.items() if name in taken})

        params = sorted(
            (p for part in parts for p in part.params),
            key=lambda p: HEADINGS.index(getattr(p, "heading", OUTPUT)),
        )
        word = name or function.__name__.strip("_").replace("_", "-")
        made = Command(word, callback=callback, params=params, help=function.__doc__)
        made.missing = {option: why for part in parts for option, why in part.missing.items()}
        return made

    return make


def is_given(option: str) -> bool:
    """Whether an option was typed, and is not just its default."""
    source = click.get_current_context().get_parameter_source(option)
    return source is ParameterSource.COMMANDLINE
