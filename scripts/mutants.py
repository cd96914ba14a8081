"""Mutation testing: change one thing in the core packages and see whether a test fails.

    python scripts/mutants.py --number 400 --seed 35 --processes 2 --folder mutants

A mutant is one change of one expression or statement. The sample of mutants depends on the seed and the
source only. Each process has a copy of the tree in `--folder`. For a mutant one run of pytest has the
doctests of the changed module, the test files that import the module, the quickest first, and the random
questions. It ends with the first failure: the mutant is killed. Files that do not fit into `--seconds` of
processor time are left out. A run that takes much longer than on the unchanged tree counts as failed. Every
run is a fork of one process that has loaded the libraries. It needs a POSIX system.

Results are written to `results.jsonl` line by line; a run that is stopped goes on where it was. At the end,
and with `--table` alone, the survivors are written to `survivors.md`.
"""

import argparse
import ast
import copy
import json
import os
import random
import resource
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import islice
from math import ceil
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
QUESTIONS = "tests/laws/test_questions.py"
COPIED = ("enumerate", "tests", "scripts", "examples", "data", "docs", "pyproject.toml", "README.md")
MOST_FILES = 6  # that are run for a mutant
SLOWER, START = 3, 10  # a mutant may take so many times as long as the unchanged tree, and so many seconds
LONGEST = 300  # seconds by the clock without a result, for tests that wait for each other
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
        """What tells mutants of one version of the source apart."""
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
    """Whether the changed module is still a program."""
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
    """So many mutants of the core packages, the same for the same source and seed."""
    paths = sorted(p for name in PACKAGES for p in (root / "enumerate" / name).glob("*.py"))
    every = [mutant for path in paths for mutant in mutants_of(path, root)]
    random.Random(seed).shuffle(every)
    return list(islice((mutant for mutant in every if is_compiling(mutant, root)), number))


# -- tests ---------------------------------------------------------------------------------------


def imported(path: Path, root: Path) -> set[str]:
    """The modules of the package, and helpers among the tests, that a file names, as paths.

    Public names lead to their modules.
    """
    public = public_names(root)
    parts = path.relative_to(root).with_suffix("").parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = list(parts[: len(parts) - node.level]) if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            names = [start, *(f"{start}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            names = [f"enumerate.{node.attr}"]  # after `import enumerate as en`
        found |= {public.get(name, name) for name in names}
    files = {name.replace(".", "/") + ".py" for name in found}
    files |= {f"{folder}/{file}" for folder in ("tests", path.parent.relative_to(root)) for file in files}
    return {file for file in files if (root / file).is_file()}


_public: dict[Path, dict[str, str]] = {}


def public_names(root: Path) -> dict[str, str]:
    """The module of each public name, from the stub."""
    if root not in _public:
        found: dict[str, str] = {}
        for node in ast.parse((root / "enumerate/__init__.pyi").read_text()).body:
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {f"enumerate.{alias.name}": f"enumerate.{node.module}" for alias in node.names}
        _public[root] = found
    return _public[root]


def distances(root: Path = ROOT) -> dict[str, dict[str, int]]:
    """For each test file the modules that it can import, and over how many imports."""
    paths = [*(root / "enumerate").rglob("*.py"), *(root / "tests").rglob("*.py")]
    graph = {path.relative_to(root).as_posix(): imported(path, root) for path in paths}
    found = {}
    for test in sorted(name for name in graph if name.split("/")[-1].startswith("test_")):
        reached, front = {test: 0}, {test}
        while front:
            front = {there for here in front for there in graph.get(here, ())} - set(reached)
            reached |= dict.fromkeys(front, 1 + max(reached.values()))
        found[test] = reached
    return found


def tests_for(module: str, known: dict[str, dict[str, int]]) -> list[str]:
    """The test files that import a module directly, or, if there are none, over as few modules as possible.

    At most `MOST_FILES`: those in the folder of the package, then those that import the fewest modules.
    """
    far = {file: reached[module] for file, reached in known.items() if module in reached}
    near = [file for file, distance in far.items() if distance == min(far.values()) and file != QUESTIONS]

    def place(file: str) -> tuple[bool, int, str]:
        is_beside = Path(file).parent.name == Path(module).parent.name
        return not is_beside, list(known[file].values()).count(1), file

    return sorted(near, key=place)[:MOST_FILES]


# -- running -------------------------------------------------------------------------------------


class Watch:
    """A plugin of pytest: the first test that fails, and the processor time of each file."""

    def __init__(self, answer: Connection) -> None:
        self.answer, self.started = answer, used_seconds()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Send the time of a step of a test, and whether it failed."""
        self._send(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Send the time of loading a file, and whether it failed."""
        self._send(report)

    def _send(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        now = used_seconds()
        self.answer.send((report.nodeid, report.failed, now - self.started))
        self.started = now


def used_seconds() -> float:
    """The processor time of this process and of those that it started."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def run_files(tree: str, files: list[str], seconds: int, is_first: bool, answer: Connection) -> None:
    """Run the default tests of files in this process, up to the first failure if `is_first`."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    os.chdir(tree)
    os.environ |= {"PYTHONPATH": tree, "PYTHONDONTWRITEBYTECODE": "1"}
    sys.path.insert(0, tree)
    sys.dont_write_bytecode = True
    sys.argv = ["pytest"]
    quiet = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # about what was loaded before the fork
    first = ["-x"] if is_first else []
    status = pytest.main(["-q", "-n0", "-p", "no:cacheprovider", *first, *quiet, *files], [Watch(answer)])
    answer.send((None, int(status) not in (0, 5), 0.0))  # 5: no tests that are run by default
    answer.close()
    os._exit(0)


class Runner:
    """Copies of the tree, the times of test files on the unchanged tree, and the results."""

    def __init__(self, folder: Path, seconds: float, processes: int) -> None:
        self.folder, self.seconds, self.processes = folder, seconds, processes
        folder.mkdir(parents=True, exist_ok=True)
        self.results = folder / "results.jsonl"
        self.known = distances()
        self._writing = threading.Lock()
        self._measuring = threading.Lock()
        self.forks = get_context("forkserver")
        self.forks.set_forkserver_preload(list(PRELOADED))
        lines = self.results.read_text().splitlines() if self.results.exists() else []
        records = [json.loads(line) for line in lines]
        self.baseline: dict[str, float | None] = {r["file"]: r["seconds"] for r in records if "file" in r}
        self.done: dict[str, Any] = {r["key"]: r for r in records if "key" in r}

    def write(self, record: dict[str, Any]) -> None:
        """Append a result."""
        with self._writing, self.results.open("a") as file:
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
                    shutil.copy2(ROOT / name, unfinished / name)
            unfinished.rename(place)
        for name in PACKAGES:  # a run that was killed leaves its mutant behind
            for path in (ROOT / "enumerate" / name).glob("*.py"):
                if (copied := place / path.relative_to(ROOT)).read_bytes() != path.read_bytes():
                    shutil.copy2(path, copied)
        return place

    def run(
        self, tree: Path, files: list[str], seconds: float, is_first: bool
    ) -> tuple[str | None, dict[str, float]]:
        """The first test that fails, and the processor time of each file.

        Processor time does not depend on what else the machine does.
        """
        reading, writing = self.forks.Pipe(duplex=False)
        arguments = str(tree), files, ceil(seconds), is_first, writing
        process = self.forks.Process(target=run_files, args=arguments)
        process.start()
        writing.close()
        times = dict.fromkeys(files, 0.0)
        killer, last = None, "the start"
        try:
            while reading.poll(LONGEST):
                test, has_failed, used = reading.recv()
                if test is None:
                    killer = killer or ("the end" if has_failed else None)
                    break
                last, file = test, test.split("::")[0]
                times[file] = times.get(file, 0.0) + used
                if has_failed:
                    killer = killer or test
            else:
                killer = killer or f"the time limit, after {last}"
        except EOFError:  # the process was killed
            killer = killer or f"the time limit, after {last}"
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # what has not ended, and the processes that tests started
        process.join()
        return killer, times

    def measure(self, tree: Path, files: list[str]) -> None:
        """How long files take on the unchanged tree; None if their tests do not pass there."""
        with self._measuring:
            for file in files:
                if file not in self.baseline:
                    killer, times = self.run(tree, [file], LONGEST, False)
                    self.baseline[file] = None if killer else times[file]
                    self.write({"file": file, "seconds": self.baseline[file]})

    def chosen(self, module: str, tree: Path) -> tuple[list[str], int]:
        """The files that are run for a module, and the number of those that do not fit into the time."""
        near = tests_for(module, self.known)
        self.measure(tree, [module, *near, QUESTIONS])
        times = {file: t for file in (module, *near, QUESTIONS) if (t := self.baseline[file]) is not None}
        near = sorted((file for file in near if file in times), key=times.__getitem__)
        left, files = self.seconds, []  # the random questions have their place before the others
        for file in (module, QUESTIONS, *near):
            if file in times and times[file] <= left:
                left -= times[file]
                files.append(file)
        files.sort(key=lambda file: (file != module, file == QUESTIONS, times[file]))
        return files, len(times) - len(files)

    def judge(self, mutant: Mutant, tree: Path) -> dict[str, Any]:
        """Run the tests of a mutant until one fails."""
        path = tree / mutant.module
        times = path.stat()
        data = path.read_bytes()
        files, skipped = self.chosen(mutant.module, tree)
        usual = sum(self.baseline[file] or 0 for file in files)
        path.write_bytes(mutated(mutant, data))
        try:
            killer, _ = self.run(tree, files, SLOWER * usual + START, True)
        finally:
            path.write_bytes(data)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # compiled code stays valid
        passed = [] if killer else files
        answer = {"key": mutant.key, "killed": killer is not None, "by": killer}
        return answer | {"passed": passed, "skipped": skipped, "mutant": asdict(mutant)}

    def work(self, mutants: list[Mutant]) -> None:
        """Judge all mutants that have no result yet."""
        todo = [mutant for mutant in mutants if mutant.key not in self.done]
        print(f"{len(mutants)} mutants, {len(todo)} to do", flush=True)
        free = [self.tree(number) for number in range(self.processes)]
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
            self.write(record)
            verdict = f"killed by {record['by']}" if record["killed"] else "SURVIVED"
            print(f"{mutant.module}:{mutant.line} {mutant.kind}: {verdict}", flush=True)

        pool = ThreadPoolExecutor(self.processes)
        try:
            list(pool.map(one, todo))
        finally:
            pool.shutdown(cancel_futures=True)  # after Ctrl-C, mutants under way are judged first

    def table(self, mutants: list[Mutant]) -> str:
        """How many mutants were killed, and the survivors."""
        judged = [self.done[mutant.key] for mutant in mutants if mutant.key in self.done]
        killed = sum(record["killed"] for record in judged)
        lines = [
            f"{len(judged)} of {len(mutants)} mutants were tried, {killed} were killed.",
            "",
            "| module | line | change | before | after | test files that passed | not run |",
            "|---|---|---|---|---|---|---|",
        ]
        for record in judged:
            if not record["killed"]:
                mutant = record["mutant"]
                words = [str(mutant[name]) for name in ("module", "line", "kind")]
                words += [f"`{shown(mutant[name])}`" for name in ("before", "after")]
                lines.append(f"| {' | '.join(words)} | {len(record['passed'])} | {record['skipped']} |")
        return "\n".join(lines) + "\n"


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
