"""What the site needs beyond Markdown: public names, the help of commands, notebooks as pages, doctests."""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import click
import griffe

from enumerate.cli import GROUPS, main
from enumerate.support.names import offered

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "enumerate"
ALL_COMMANDS = "{help of all commands}"
HELP_WIDTH = 84  # characters
DOCTEST = re.compile(r"^(>>> (?:.+\n?)+)", re.MULTILINE)


def on_files(files: Any, config: Any) -> Any:
    """Add a page for each notebook; the notebook itself stays beside it."""
    from mkdocs.structure.files import File

    for notebook in [file for file in files if file.src_uri.endswith(".ipynb")]:
        text = notebook_page(Path(notebook.abs_src_path))
        files.append(File.generated(config, notebook.src_uri.replace(".ipynb", ".md"), content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Put public names where names.md says `{names of PACKAGE}`, a file where examples.md
    says `{source of FILE}`, and the help of the commands where commands.md asks for it; let notebooks.md link
    to the pages of the notebooks."""

    def listed(package: str) -> str:
        home = f"enumerate.{package}".rstrip(".")
        places = offered(PACKAGE / package / "__init__.pyi")
        return "\n\n".join(f"::: {home}.{module}.{name}" for module, name in places.values() if name)

    if page.file.src_uri == "notebooks.md":
        markdown = markdown.replace(".ipynb)", ".md)")
    if ALL_COMMANDS in markdown:
        markdown = markdown.replace(ALL_COMMANDS, commands_page())
    markdown = re.sub(r"\{source of (examples/\w+\.py)\}", lambda found: source(found[1]), markdown)
    return re.sub(r"\{names of enumerate\.?(\w*)\}", lambda found: listed(found[1]), markdown)


def source(name: str) -> str:
    """A file of the repository as a block of code, after its name."""
    code = (ROOT / name).read_text(encoding="utf-8")
    return f"`{name}`:\n\n```python\n{code}```"


def commands_page() -> str:
    """The help of every command, as the terminal shows it, each under a heading."""
    widths: dict[str, Any] = {"terminal_width": HELP_WIDTH, "max_content_width": HELP_WIDTH}
    context = click.Context(main, info_name="enumerate", **widths)
    parts = []
    for heading, commands in GROUPS.items():
        parts.append(f"## {heading}")
        for name in commands:
            command = main.get_command(context, name)
            inside = click.Context(command, info_name=name, parent=context, **widths)
            parts.append(f"### enumerate {name}\n\n```text\n{inside.get_help()}\n```")
    return "\n\n".join(parts)


def notebook_page(path: Path) -> str:
    """A notebook as Markdown: its text, its code, and what the code printed or drew."""
    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        parts += [_shown(each) for each in _joined(cell.get("outputs", ()))]
    title, _, rest = "\n\n".join(parts).partition("\n")
    return f"{title}\n\n[Download this notebook]({path.name})\n{rest}\n"


def _joined(outputs: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The outputs of a cell; what was printed in several parts is one output."""
    for is_stream, group in groupby(outputs, lambda output: output["output_type"] == "stream"):
        if is_stream:
            yield {"text": [line for output in group for line in output["text"]]}
        else:
            yield from group


def _shown(output: dict[str, Any]) -> str:
    """An output of a notebook: its picture, or else its text."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        picture = "".join(data["image/svg+xml"]).encode()
        return f"![picture](data:image/svg+xml;base64,{b64encode(picture).decode()})"
    if "image/png" in data:
        return f"![picture](data:image/png;base64,{''.join(data['image/png']).strip()})"
    text = "".join(output.get("text", data.get("text/plain", "")))
    return f"```text\n{text.rstrip()}\n```"


class Doctests(griffe.Extension):
    """Fence the doctests of a docstring, so that they are code and not citations."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = DOCTEST.sub(
                lambda found: f"```python\n{found[1].rstrip()}\n```\n", obj.docstring.value
            )
