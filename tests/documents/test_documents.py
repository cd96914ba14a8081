"""Documents: code blocks, examples, notebooks and pictures show what the package answers."""

import doctest
import re
import runpy
import shlex
from pathlib import Path

import click
import pictures
import pytest
from click.testing import CliRunner

import enumerate as enumerate_package
from enumerate.cli import main

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.py"))
SMALLER = {  # examples that other pages show, with arguments for which they are quick
    "arctic_circle.py": "3 1",
    "counting_player.py": "--side 4 --games 4 --judged 0",
    "dominoes_readings.py": "10",
}
EXAMPLES_PAGE = (DOCS / "examples.md").read_text()
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page, language):
    return [match[2] for match in BLOCK.finditer(page.read_text()) if match[1] == language]


def short(page):
    """The name of a page, with its folder."""
    return str(page.relative_to(ROOT)).removeprefix("docs/")


def sessions():
    for page in PAGES:
        for number, block in enumerate(blocks(page, "console"), start=1):
            marks = [pytest.mark.slow] if "--matches 1000000" in block else []
            yield pytest.param(block, id=f"{short(page)}:{number}", marks=marks)


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=short)
def test_python_blocks(page, tmp_path, monkeypatch):
    """The blocks of a page are one session; those with prompts are doctests, others are run."""
    monkeypatch.chdir(tmp_path)
    names = {}
    for code in blocks(page, "python"):
        if ">>>" in code:
            test = doctest.DocTestParser().get_doctest(code, names, page.name, None, 0)
            runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
            runner.run(test, clear_globs=False)
            names = test.globs
            assert runner.failures == 0
        else:
            exec(compile(code, page.name, "exec"), names)


@pytest.mark.parametrize("session", list(sessions()))
def test_console_blocks(session, tmp_path, monkeypatch):
    """`$ enumerate ...` prints what stands below it.

    `$ cat FILE` with a drawing below it makes the file, `$ printf TEXT | enumerate ...` types the text.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    commands = re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]
    for command in commands:
        line, _, wanted = command.partition("\n")
        words = shlex.split(line)
        if words[0] == "cat":
            Path(words[1]).write_text(wanted)
            continue
        typed = None
        if words[0] == "printf":
            typed, words = words[1].encode().decode("unicode_escape"), words[3:]
        assert words[0] == "enumerate", f"only enumerate runs here: {line}"
        result = CliRunner().invoke(main, words[1:], input=typed)
        assert result.output.rstrip() == wanted.rstrip()


def test_ci_runs_the_readme_command():
    readme = (ROOT / "README.md").read_text()
    run_line, test_line = re.findall(r"^python3 -m venv .*$", readme, re.MULTILINE)[:2]
    assert run_line.endswith("enumerate positions --rows 4 --cols 3 --kind maximal")
    assert test_line.endswith("python -m pytest")
    assert test_line in (ROOT / ".ci" / "run").read_text().splitlines()


def test_references_are_resolved():
    known = set(re.findall(r"^\| (\[\w+\]) ", (DOCS / "references.md").read_text(), re.MULTILINE))
    cited = re.compile(r"\[((?:HM|KS)\d\d|Lef|Hur10|CGT|OEIS)\b")
    sources = [*PAGES, *(ROOT / "enumerate").rglob("*.py")]
    for path in sources:
        for key in cited.findall(path.read_text()):
            assert f"[{key}]" in known, f"{path} cites [{key}]"


def spans(page):
    """The inline code of a page."""
    return re.findall(r"`([^`\n]+)`", BLOCK.sub("", page.read_text()))


def test_tests_and_files_that_documents_name_exist():
    written = {path: path.read_text() for path in (ROOT / "tests").rglob("test_*.py")}
    files = [f"/{path.relative_to(ROOT)}" for path in ROOT.rglob("*.*") if ".venv" not in path.parts]
    for page in PAGES:
        for span in spans(page):
            path, *names = span.split("::")
            if path.startswith("tests/"):
                assert (ROOT / path).exists(), f"{short(page)} names {span}"
                text = written.get(ROOT / path, "")
                assert all(f"{name}(" in text or f"class {name}" in text for name in names), span
            elif re.fullmatch(r"test_\w+", span):
                assert any(f"def {span}(" in text for text in written.values()), f"{short(page)} names {span}"
            name = path.split()[-1]
            if re.fullmatch(r"[\w/]+\.(py|md)", name):
                assert any(each.endswith(f"/{name}") for each in files), f"{short(page)} names {span}"


def test_commands_that_documents_name_exist():
    """Every `enumerate ...` in a sentence or table names a command and options that there are."""
    context = main.make_context("enumerate", [], resilient_parsing=True)
    for page in PAGES:
        for span in spans(page):
            words = span.split()
            if words[0] != "enumerate" or len(words) < 2 or words[1].startswith(("-", ".")):
                continue
            command = main
            for word in words[1:]:
                if not isinstance(command, click.Group):
                    break
                command = command.get_command(context, word)
                assert command is not None, f"{short(page)} names {span}"
            options = {option for parameter in command.params for option in parameter.opts}
            given = {word.split("=")[0] for word in words if word.startswith("--")}
            assert given <= options, f"{short(page)} names {span}"


def test_citations_name_this_version():
    """CITATION.cff and the entry for BibTeX agree with the package on version, year and authors."""
    cff, readme = (ROOT / "CITATION.cff").read_text(), (ROOT / "README.md").read_text()
    said = {key: re.search(rf'^{key}: "?([^"\n]+)', cff, re.MULTILINE)[1] for key in ("version", "title")}
    year = re.search(r"^date-released: (\d{4})-\d\d-\d\d$", cff, re.MULTILINE)[1]
    author = re.search(r'^authors:\n  - name: "(.+)"$', cff, re.MULTILINE)[1]
    assert said["version"] == enumerate_package.__version__
    entry = blocks(DOCS / "references.md", "bibtex")[0]
    for line in (f"{{{said['version']}}}", f"{{{said['title']}}}", f"{{{year}}}", f"{{{{{author}}}}}"):
        assert line in entry
    project = (ROOT / "pyproject.toml").read_text()
    assert f'name = "{re.search("package ([a-z-]+)", entry)[1]}"' in project
    assert f'{{ name = "{author}" }}' in project
    assert "(docs/references.md#how-to-cite)" in readme


def test_the_page_names_every_example():
    shown = re.findall(r"^\{source of examples/(\w+\.py)\}$", EXAMPLES_PAGE, re.MULTILINE)
    assert sorted([*shown, "rollout_agent.py", *SMALLER]) == EXAMPLES
    pages = "".join(page.read_text() for page in PAGES)
    assert all(f"examples/{name}" in pages for name in ("rollout_agent.py", *SMALLER))


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "rollout_agent.py"])
def test_examples_print_or_draw_something(name, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [name, *SMALLER.get(name, "").split()])
    runpy.run_path(str(ROOT / "examples" / name), run_name="__main__")
    assert capsys.readouterr().out.strip() or list(tmp_path.iterdir())


def test_the_embedding_example_runs(capsys):
    names = runpy.run_path(str(DOCS / "embedding.py"))
    shown = capsys.readouterr().out
    assert "positions of alternating play: 4632" in shown
    assert shown.endswith("all checks hold\n")
    assert len(names["matching"]) == len(names["board"]) + 1


def shown(cell):
    """What a reader sees below a cell: the text printed, and the data of each output by its kind."""
    printed = "".join(output["text"] for output in cell.outputs if output["output_type"] == "stream")
    return printed, [dict(output["data"]) for output in cell.outputs if "data" in output]


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_is_stored(path, tmp_path):
    nbformat = pytest.importorskip("nbformat", reason="notebooks are run with the extra `notebooks`")
    nbclient = pytest.importorskip("nbclient", reason="notebooks are run with the extra `notebooks`")
    stored = nbformat.read(path, as_version=4)
    run = nbformat.from_dict(stored)
    nbclient.NotebookClient(
        run, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    for before, after in zip(stored.cells, run.cells, strict=True):
        if before.cell_type == "code":
            assert shown(after) == shown(before), before.source


def test_every_picture_is_drawn_and_shown():
    shown = {
        name
        for page in PAGES
        for name in re.findall(r"\((?:\.\./|docs/)?pictures/(\w+)\.svg\)", page.read_text())
    }
    assert {path.stem for path in (DOCS / "pictures").glob("*.svg")} == set(pictures.PICTURES)
    assert shown == set(pictures.PICTURES)


@pytest.mark.parametrize("name", ["small", "maximal", "fold", "thermograph"])
def test_a_picture_shows_what_the_package_draws(name):
    assert (DOCS / "pictures" / f"{name}.svg").read_text() == pictures.PICTURES[name]() + "\n"
