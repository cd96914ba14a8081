"""Mutation testing: change one thing in the core packages and see whether a test fails.

    python scripts/mutants.py --number 400 --seed 35 --processes 2 --folder mutants

A mutant is one change of one expression or statement. The sample of mutants depends on the seed and the
source only. First, the tests and doctests of the core run once on the unchanged tree; which functions each
one calls and how long it takes is written to `calls.jsonl`. For a mutant one run of pytest has the tests that
call the changed function, the quickest first, as far as they fit into `--seconds` of processor time. It ends
with the first failure: the mutant is killed. A test that takes much longer than on the unchanged tree counts
as failed. Each process has a copy of the tree in `--folder`. Every run is a fork of one process that has
loaded the libraries. It needs a POSIX system.

Results are written to `results.jsonl` line by line; a stopped run resumes there. At the end,
and with `--table` alone, the survivors are written to `survivors.md`.
"""

import argparse
import ast
import copy
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = (
    *("rules", "sweep", "plan", "compiler", "evaluators", "reconstruct", "counting", "sampling"),
    *("optimize", "values"),
)
LEFT_OUT = ("baseline", "fixtures", "oracles", "documents", "games", "jobs", "oeis", "render", "web")
COPIED = ("enumerate", "tests", "scripts", "examples", "data", "docs", "pyproject.toml", "README.md")
# the limit of a test: this multiple of its time on the unchanged tree, plus these seconds
SLOWDOWN, START = 3, 10
COMPILING = 45  # seconds instead of `START` if machine code has changed and is compiled again
MOST_STEPS = 5  # through functions that name each other, from a changed one to one that tests call
LOADING_SECONDS = 60  # of processor time to load the tests
SILENT_SECONDS = 300  # by the clock without a result, for tests that wait for each other
# loaded once: each mutant is tried in a fork of a process that has them
PRELOADED = (
    "pytest",
    "hypothesis",
    "numpy",
    "numba",
    "scipy.sparse.linalg",
    "flint",
    "sympy",
    "click.testing",
)

COMPARISONS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """A change: the text from `start` to `end` of a module becomes `after`."""

    module: str
    line: int
    kind: str
    start: int
    end: int
    before: str
    after: str

    @property
    def key(self) -> str:
        """The key of a mutant among those of one version of the source."""
        return f"{self.module}:{self.start}:{self.end}:{self.after}"


# -- mutants -------------------------------------------------------------------------------------


def is_prose(node: ast.AST) -> bool:
    """Whether a change below this node could only change words or types: errors, annotations, decorators."""
    is_test = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    return is_test or isinstance(node, ast.Raise | ast.Import | ast.ImportFrom | ast.JoinedStr)


def changed_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that may be changed: not in annotations, decorators, errors or texts."""
    todo = [tree]
    while todo:
        node = todo.pop()
        if is_prose(node):
            continue
        yield node
        for name, value in ast.iter_fields(node):
            if name not in ("annotation", "returns", "decorator_list", "bases", "type_params"):
                todo += [n for n in (value if isinstance(value, list) else [value]) if isinstance(n, ast.AST)]


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The changed nodes that a node can become, with the sort of the change."""
    made = copy.deepcopy(node)
    if isinstance(made, ast.Compare):
        for number, operator in enumerate(made.ops):
            if type(operator) in COMPARISONS:
                other = copy.deepcopy(made)
                other.ops[number] = COMPARISONS[type(operator)]()
                yield "comparison", other
    elif isinstance(made, ast.BinOp | ast.AugAssign) and type(made.op) in OPERATORS:
        made.op = OPERATORS[type(made.op)]()
        yield "operator", made
    elif isinstance(made, ast.BoolOp):
        made.op = ast.Or() if isinstance(made.op, ast.And) else ast.And()
        yield "and/or", made
    elif isinstance(made, ast.UnaryOp) and isinstance(made.op, ast.Not):
        yield "not", made.operand
    elif isinstance(made, ast.Constant) and isinstance(made.value, int):
        made.value = not made.value if isinstance(made.value, bool) else made.value + 1
        yield "constant", made
    elif isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id in EXCHANGED:
        made.func.id = EXCHANGED[made.func.id]
        yield "function", made
    elif isinstance(made, ast.IfExp):
        made.test = ast.UnaryOp(ast.Not(), made.test)
        yield "condition", made
    elif isinstance(made, ast.Continue):
        yield "break", ast.Break()
    elif isinstance(made, ast.Return) and made.value is not None and ast.unparse(made.value) != "None":
        yield "return", ast.Return(ast.Constant(None))
    elif isinstance(made, ast.Expr) and isinstance(made.value, ast.Call):
        yield "statement", ast.Pass()


def mutants_of(path: Path, root: Path = ROOT) -> list[Mutant]:
    """All mutants of a module, in order."""
    source = path.read_text(encoding="utf-8")
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    data = source.encode()
    found = []
    for node in changed_nodes(ast.parse(source)):
        for kind, made in changes(node):
            start = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
            end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
            text = ast.unparse(made)
            after = text if isinstance(made, ast.stmt) else f"({text})"
            before = data[start:end].decode()
            module = path.relative_to(root).as_posix()
            found.append(Mutant(module, node.lineno, kind, start, end, before, after))  # type: ignore[attr-defined]
    return sorted(found, key=lambda mutant: (mutant.start, mutant.end, mutant.after))


def is_compiling(mutant: Mutant, root: Path = ROOT) -> bool:
    """Whether the changed module compiles."""
    try:
        ast.parse(mutated(mutant, (root / mutant.module).read_bytes()))
    except SyntaxError:
        return False
    return True


def mutated(mutant: Mutant, data: bytes) -> bytes:
    """The source with the change."""
    assert data[mutant.start : mutant.end].decode() == mutant.before, "the source has changed: start again"
    return data[: mutant.start] + mutant.after.encode() + data[mutant.end :]


def sample(number: int, seed: int, root: Path = ROOT) -> list[Mutant]:
    """A sample of `number` mutants of the core packages, determined by the source and the seed."""
    paths = sorted(p for name in PACKAGES for p in (root / "enumerate" / name).glob("*.py"))
    every = [mutant for path in paths for mutant in mutants_of(path, root)]
    random.Random(seed).shuffle(every)
    return list(islice((mutant for mutant in every if is_compiling(mutant, root)), number))


# -- tests ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Function:
    """A function of the package."""

    module: str
    first: int  # line, with decorators
    last: int
    name: str
    text: str


class Source:
    """The functions of the package, and which of them may run a changed line."""

    def __init__(self, root: Path = ROOT) -> None:
        paths = sorted((root / "enumerate").rglob("*.py"))
        self.texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}
        self._functions: dict[str, list[Function]] = {}

    def functions(self, module: str) -> list[Function]:
        """The functions of a module."""
        if module not in self._functions:
            text = self.texts[module]
            lines, found = text.splitlines(), []
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef):
                    first = min(part.lineno for part in (node, *node.decorator_list))
                    last = node.end_lineno or first
                    inside = "\n".join(lines[first - 1 : last])
                    found.append(Function(module, first, last, node.name, inside))
            self._functions[module] = found
        return self._functions[module]

    def around(self, mutant: Mutant) -> tuple[set[Function], set[str]]:
        """The innermost function that contains the change; without one, the names assigned there."""
        inside = [f for f in self.functions(mutant.module) if f.first <= mutant.line <= f.last]
        if inside:
            return {max(inside, key=lambda function: function.first)}, set()
        names = set()
        for node in ast.walk(ast.parse(self.texts[mutant.module])):
            if isinstance(node, ast.stmt) and node.lineno <= mutant.line <= (node.end_lineno or 0):
                names |= {node.name} if isinstance(node, ast.ClassDef) else names_in(node)
        return set(), names

    def users(self, module: str, names: set[str]) -> set[Function]:
        """The functions in a module and its importers that use one of these names."""
        if not names:
            return set()
        named = re.compile(rf"\b(?:{'|'.join(sorted(names))})\b")
        near = (place for place in (module, *self.importing(module)) if named.search(self.texts[place]))
        return {f for place in near for f in self.functions(place) if named.search(f.text)}

    def importing(self, module: str) -> list[str]:
        """The modules that import a module."""
        stem = Path(module).stem
        return [m for m, text in self.texts.items() if f"{stem} import" in text or f"import {stem}" in text]

    def with_machine_code(self, module: str) -> list[str]:
        """If a module has machine code: all modules whose machine code may include some of it."""
        machine = re.compile(r"support\.compiled import|^from numba", re.MULTILINE)
        found = [module] if machine.search(self.texts[module]) else []
        for place in found:
            found += [m for m in self.importing(place) if machine.search(self.texts[m]) and m not in found]
        return found


@cache
def source_of(root: Path = ROOT) -> Source:
    """The source of the package, read once."""
    return Source(root)


def names_in(node: ast.AST) -> set[str]:
    """All names and attributes in a piece of source."""
    inside = list(ast.walk(node))
    names = {each.id for each in inside if isinstance(each, ast.Name)}
    return names | {each.attr for each in inside if isinstance(each, ast.Attribute)}


# -- running -------------------------------------------------------------------------------------


class Listening:
    """A pytest plugin that sends the functions that each test calls, and its time."""

    def __init__(self, tree: str, answer: Connection) -> None:
        self.tree, self.answer = tree, answer
        self.called: set[Any] = set()
        self.failed = False

    def trace(self, frame: Any, event: str, argument: Any) -> None:
        """Remember a function that is called."""
        self.called.add(frame.f_code)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[None]:
        """The processor time of loading a file."""
        started = used_seconds()
        yield
        if isinstance(collector, pytest.Module):
            self.answer.send({"file": collector.nodeid, "seconds": used_seconds() - started})

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """The calls and the processor time of a test."""
        self.called, self.failed = set(), False
        started = used_seconds()
        sys.settrace(self.trace)
        threading.settrace(self.trace)
        yield
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
        places = {f"{code.co_filename}:{code.co_firstlineno}" for code in self.called}
        inside = f"{self.tree}/enumerate/"
        calls = sorted(place[len(self.tree) + 1 :] for place in places if place.startswith(inside))
        if not self.failed:
            self.answer.send({"test": item.nodeid, "seconds": used_seconds() - started, "calls": calls})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a failure: a failing test cannot kill a mutant."""
        self.failed |= report.failed


class Killing:
    """A pytest plugin that runs chosen tests in order and reports the first failure.

    A test that takes several times as long as on the unchanged tree, in processor time, ends the process.
    """

    def __init__(self, limits: dict[str, float], answer: Connection) -> None:
        self.limits, self.answer = limits, answer

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Only the chosen tests, in their order."""
        places = {test: place for place, test in enumerate(self.limits)}
        items[:] = sorted((i for i in items if i.nodeid in places), key=lambda item: places[item.nodeid])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be loaded."""
        if report.failed:
            self.answer.send(("failed", report.nodeid))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Set the limit of processor time."""
        self.answer.send(("started", nodeid))
        signal.setitimer(signal.ITIMER_PROF, self.limits[nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that failed."""
        if report.failed:
            self.answer.send(("failed", report.nodeid))


def used_seconds() -> float:
    """The processor time of this process and of those that it started."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def run_files(tree: str, files: list[str], limits: dict[str, float] | None, answer: Connection) -> None:
    """Run tests in this process: with limits, up to the first failure; without, all, recording calls."""
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    os.chdir(tree)
    os.environ |= {"PYTHONPATH": tree} | ({"PYTHONDONTWRITEBYTECODE": "1"} if limits else {})
    sys.path.insert(0, tree)
    sys.dont_write_bytecode = limits is not None
    sys.argv = ["pytest"]
    signal.setitimer(signal.ITIMER_PROF, LOADING_SECONDS if limits else 0)
    quiet = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # for modules loaded before the fork
    plugin, first = (Killing(limits, answer), ["-x"]) if limits else (Listening(tree, answer), [])
    size = 1 if limits else len(files)
    while files:  # one file, then two, then four: most mutants are killed early
        part, files, size = files[:size], files[size:], 2 * size
        status = pytest.main(["-q", "-n0", "-p", "no:cacheprovider", *first, *quiet, *part], [plugin])
        if limits and int(status) not in (0, 5):
            break
    answer.send(("ended", int(status)) if limits else None)
    answer.close()
    os._exit(0)


class Runner:
    """Copies of the tree, the calls and times of tests on the unchanged tree, and the results."""

    def __init__(self, folder: Path, seconds: float, processes: int) -> None:
        self.folder, self.seconds, self.processes = folder, seconds, processes
        folder.mkdir(parents=True, exist_ok=True)
        self.results, self.calls = folder / "results.jsonl", folder / "calls.jsonl"
        self.source = source_of()
        self._writing = threading.Lock()
        self.forks = get_context("forkserver")
        self.forks.set_forkserver_preload(list(PRELOADED))
        self.done: dict[str, Any] = {record["key"]: record for record in lines_of(self.results)}

    def write(self, path: Path, record: dict[str, Any]) -> None:
        """Append a result."""
        with self._writing, path.open("a") as file:
            file.write(json.dumps(record) + "\n")

    def tree(self, number: int) -> Path:
        """The copy of the tree of one process."""
        place = self.folder / f"tree{number}"
        if not place.exists():
            unfinished = self.folder / f"unfinished{number}"
            shutil.rmtree(unfinished, ignore_errors=True)
            for name in COPIED:
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, unfinished / name)
                elif (ROOT / name).exists():
                    (unfinished / name).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(ROOT / name, unfinished / name)
            unfinished.rename(place)
        for name in PACKAGES:  # a killed run leaves its mutant behind
            for path in (ROOT / "enumerate" / name).glob("*.py"):
                if (copied := place / path.relative_to(ROOT)).read_bytes() != path.read_bytes():
                    shutil.copy2(path, copied)
        return place

    def started(self, tree: Path, files: list[str], limits: dict[str, float] | None) -> Iterator[Any]:
        """The messages of a run of pytest in its own process."""
        reading, writing = self.forks.Pipe(duplex=False)
        process = self.forks.Process(target=run_files, args=(str(tree), files, limits, writing))
        process.start()
        writing.close()
        try:
            while reading.poll(SILENT_SECONDS):
                yield reading.recv()
        except EOFError:
            process.join()
            is_late = process.exitcode == -signal.SIGPROF
            yield "the time limit" if is_late else f"a crash ({process.exitcode})", None
        else:
            yield "no answer", None
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # and the processes that tests started
            process.join()

    def listen(self, tree: Path) -> None:
        """Record the functions that each test calls on the unchanged tree, with one run for each folder."""
        known = {record["folder"] for record in lines_of(self.calls) if "folder" in record}
        tests = sorted(path for path in (ROOT / "tests").iterdir() if path.is_dir())
        folders = [
            f"tests/{path.name}"
            for path in tests
            if path.name not in LEFT_OUT and any(path.glob("test_*.py"))
        ]
        for folder in (*(f"enumerate/{name}" for name in PACKAGES), *folders):
            if folder not in known:
                for record in self.started(tree, [folder], None):
                    if record is None:
                        break
                    self.write(self.calls, record)
                self.write(self.calls, {"folder": folder})
                print(f"listened to {folder}", flush=True)
        self.learn()

    def learn(self) -> None:
        """Read the recorded calls and times."""
        records = list(lines_of(self.calls))
        self.loading = {record["file"]: record["seconds"] for record in records if "file" in record}
        self.times = {record["test"]: record["seconds"] for record in records if "test" in record}
        self.callers: dict[str, set[str]] = {}
        for record in records:
            for place in record.get("calls", ()):
                self.callers.setdefault(place, set()).add(record["test"])

    def calling(self, mutant: Mutant) -> set[str]:
        """The tests that call the changed function.

        Calls of machine code and of the top level of a module cannot be recorded. For these, take the tests
        that call a function that names the changed one, or one that names that function, and so on.
        """
        functions, names = self.source.around(mutant)
        modules = {mutant.module}
        for _ in range(MOST_STEPS):
            if found := set().union(*(self.callers.get(f"{f.module}:{f.first}", ()) for f in functions)):
                return found
            names = names or {function.name for function in functions}
            functions = set().union(*(self.source.users(module, names) for module in modules))
            names, modules = set(), {function.module for function in functions}
        return set()

    def chosen(self, mutant: Mutant) -> tuple[list[str], int]:
        """The tests that are run for a mutant, and how many others call the changed function."""
        calling = self.calling(mutant)
        beside = f"tests/{Path(mutant.module).parent.name}/", mutant.module

        def cost(test: str) -> tuple[float, str]:
            return self.times[test] / (4 if test.startswith(beside) else 1), test

        left = self.seconds
        files: dict[str, list[str]] = {}
        for test in sorted(calling, key=cost):
            file = test.split("::")[0]
            needed = self.times[test] + (0 if file in files else self.loading.get(file, 0))
            if needed <= left:
                left -= needed
                files.setdefault(file, []).append(test)

        def place(file: str) -> tuple[float, str]:
            mean = self.loading.get(file, 0) / len(files[file]) + self.times[files[file][0]]
            return mean / (4 if file.startswith(beside) else 1), file

        tests = [test for file in sorted(files, key=place) for test in files[file]]
        return tests, len(calling) - len(tests)

    def judge(self, mutant: Mutant, tree: Path) -> dict[str, Any]:
        """Run the tests of a mutant until one fails."""
        path = tree / mutant.module
        times = path.stat()
        data = path.read_bytes()
        tests, skipped = self.chosen(mutant)
        files = list(dict.fromkeys(test.split("::")[0] for test in tests))
        machine = self.source.with_machine_code(mutant.module)
        limits = {test: SLOWDOWN * self.times[test] + (COMPILING if machine else START) for test in tests}
        kept = [
            file
            for name in machine
            for file in (tree / name).parent.glob(f"__pycache__/{Path(name).stem}.*.nb[ic]")
        ]
        caches = {file: file.read_bytes() for file in kept}
        for file in kept:
            file.unlink()
        path.write_bytes(mutated(mutant, data))
        last, killer = "the start", None
        try:
            for event, what in self.started(tree, files, limits) if tests else [("ended", 0)]:
                if event == "started":
                    last = what
                elif event == "failed":
                    killer = what
                    break
                elif event == "ended":
                    killer = None if what in (0, 5) else "the end"
                    break
                else:
                    killer = f"{event}, in {last}"
        finally:
            path.write_bytes(data)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # compiled code stays valid
            for name in machine:
                for file in (tree / name).parent.glob(f"__pycache__/{Path(name).stem}.*.nb[ic]"):
                    file.unlink()
            for file, content in caches.items():
                file.write_bytes(content)
        answer = {"key": mutant.key, "killed": killer is not None, "by": killer}
        return answer | {"passed": [] if killer else tests, "skipped": skipped, "mutant": asdict(mutant)}

    def work(self, mutants: list[Mutant]) -> None:
        """Judge all mutants that have no result yet."""
        todo = [mutant for mutant in mutants if mutant.key not in self.done]
        print(f"{len(mutants)} mutants, {len(todo)} to do", flush=True)
        free = [self.tree(number) for number in range(self.processes)]
        self.listen(free[0])
        taking = threading.Lock()

        def one(mutant: Mutant) -> None:
            with taking:
                tree = free.pop()
            try:
                record = self.judge(mutant, tree)
            finally:
                with taking:
                    free.append(tree)
            self.done[mutant.key] = record
            self.write(self.results, record)
            verdict = f"killed by {record['by']}" if record["killed"] else "SURVIVED"
            print(f"{mutant.module}:{mutant.line} {mutant.kind}: {verdict}", flush=True)

        pool = ThreadPoolExecutor(self.processes)
        try:
            list(pool.map(one, todo))
        finally:
            pool.shutdown(cancel_futures=True)  # after Ctrl-C, mutants under way are judged first

    def table(self, mutants: list[Mutant]) -> str:
        """The number of killed mutants, and the survivors."""
        judged = [self.done[mutant.key] for mutant in mutants if mutant.key in self.done]
        killed = sum(record["killed"] for record in judged)
        lines = [
            f"{len(judged)} of {len(mutants)} mutants were tried, {killed} were killed.",
            "",
            "| module | line | change | before | after | tests that passed | not run |",
            "|---|---|---|---|---|---|---|",
        ]
        for record in judged:
            if not record["killed"]:
                mutant = record["mutant"]
                words = [str(mutant[name]) for name in ("module", "line", "kind")]
                words += [f"`{shown(mutant[name])}`" for name in ("before", "after")]
                lines.append(f"| {' | '.join(words)} | {len(record['passed'])} | {record['skipped']} |")
        return "\n".join(lines) + "\n"


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file of JSON lines, if there is one."""
    if path.exists():
        yield from map(json.loads, path.read_text().splitlines())


def shown(text: str) -> str:
    """A piece of source in one cell of a table."""
    line = " ".join(text.split()).replace("|", "\\|")
    return line if len(line) < 80 else line[:77] + "..."


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--number", type=int, default=400, help="mutants in the sample")
    parser.add_argument("--first", type=int, help="try only the first mutants of the sample")
    parser.add_argument("--seed", type=int, default=35)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30, help="processor time for each mutant")
    parser.add_argument("--folder", type=Path, default=Path("mutants"), help="copies of the tree and results")
    parser.add_argument("--table", action="store_true", help="only write the table")
    options = parser.parse_args()
    mutants = sample(options.number, options.seed)[: options.first]
    runner = Runner(options.folder.resolve(), options.seconds, options.processes)
    if not options.table:
        runner.work(mutants)
    table = runner.table(mutants)
    (runner.folder / "survivors.md").write_text(table)
    print(table.splitlines()[0])


if __name__ == "__main__":
    main()
