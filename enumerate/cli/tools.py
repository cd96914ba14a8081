"""Tools: `verify`, `runs`, `selftest`, `warm-up`, `glossary` and `web`."""

import time
from pathlib import Path

import enumerate as en

from ..support.errors import ComputationError, InputError, unknown
from ..support.result import terminal_width, wrap_words
from ..support.run import stop_on_interrupt
from ..support.terminal import echo
from .command import ARGUMENT, COMPUTE, COUNT, OUTPUT, Argument, Given, Option, Whole, command
from .output import Shown, output
from .params import MEMORY, SEED, read_file, run


@command(
    Argument(
        "result",
        "FILE",
        "An answer of `positions --format json`; - for standard input.",
        ARGUMENT,
        required=True,
    ),
    Option(
        COUNT,
        "--rounds N",
        "Number of random points to check, each modulo a new prime.",
        Whole(1, 1000),
        default=2,
    ),
    SEED,
    output("text", "json"),
    run("checking", threads=False),
)
def verify(given: Given) -> None:
    """Check a saved answer independently of how it was computed.

    Compares its values at random points modulo new primes with those of another engine, and checks sums,
    degrees, symmetry and small cases.

    \b
    Example:
      enumerate positions 8x8 --format json --out result.json
      enumerate verify result.json
    """
    from ..checking.claim import Claim

    text = read_file(given.result)
    try:
        claim = Claim.parse(text)
    except InputError as error:
        why = f"is not an answer of `enumerate positions --format json`: {error}"
        raise InputError(f"'{given.result}' {why}") from error
    found = en.verify(claim, rounds=given.rounds, seed=given.seed, settings=given.settings)
    given.output.write(found)
    if not found.holds:
        raise ComputationError(f"'{given.result}' is wrong: {', '.join(found.failed)} failed")


@command(
    Argument("file", "STORE", "The file that --store named.", ARGUMENT, required=True),
    output("text", "json", "csv"),
)
def runs(given: Given) -> None:
    """List the computations in a store: progress, time spent, time left.

    The store may be in use. Each line names a board and the players who must be stuck. A polynomial is done
    when its values at all evaluation points are known, a total when its sweeps have ended.

    \b
    Example:
      enumerate positions 8x8 --kind maximal --store lanes.db
      enumerate runs lanes.db
    """
    jobs = en.list_jobs(Path(given.file))
    given.output.write(jobs, text=None if jobs else f"no computations in '{given.file}' yet")


@command()
def selftest(given: Given) -> None:
    """Check this installation: numbers of the papers, brute force, laws.

    The first run takes up to a minute, while the fast parts are compiled; later runs take a few seconds.

    \b
    Example:
      enumerate selftest
    """
    from ..checking.selftest import CHECKS

    failed = []
    began = time.monotonic()
    with stop_on_interrupt() as stop:
        for outcome in en.selftest(stop=stop):
            word = "ok    " if outcome.held else "FAILED"
            echo(f"{word}  {outcome.name}" + (f": {outcome.error}" if outcome.error else ""))
            if not outcome.held:
                failed.append(outcome.name)
    echo(f"{len(CHECKS) - len(failed)} of {len(CHECKS)} checks passed")
    echo(f"{time.monotonic() - began:.0f} s", err=True)
    if failed:
        raise ComputationError(f"self-test failed: {', '.join(failed)}")


@command(output("text", "json"), run("compiling"))
def warm_up(given: Given) -> Shown:
    """Compile every kernel once, so that no later command waits for the compiler.

    For Docker images and clusters. The machine code is kept beside the package, or in the folder that the
    environment variable NUMBA_CACHE_DIR names. The first run takes a few minutes, later ones seconds.

    \b
    Example:
      enumerate warm-up --progress
    """
    from ..checking import warm_up as warming

    done = list(warming.warm_up(settings=given.settings))
    return Shown({"compiled": done}, f"{len(done)} of {len(warming.STEPS)} parts are compiled")


@command(Argument("term", "TERM", "A term such as maximal or temperature (default: all terms).", ARGUMENT))
def glossary(given: Given) -> None:
    """Explain the terms of the help texts.

    \b
    Examples:
      enumerate glossary
      enumerate glossary "Left end"
    """
    from .glossary import TERMS

    folded = {name.lower(): name for name in TERMS}
    word = None if given.term is None else given.term.lower().replace("-", " ")
    if word is not None and word not in folded:
        raise unknown("term", given.term, TERMS)
    for name in TERMS if word is None else [folded[word]]:
        echo("\n  ".join([name, *wrap_words(TERMS[name].split(), min(terminal_width(), 90) - 2)]))


@command(
    Option(
        COMPUTE, "--threads N", "Number of threads for each question (default: half of the cores).", Whole(1)
    ),
    MEMORY,
    Option(COMPUTE, "--max-seconds N", "Stop questions that take longer.", Whole(1), default=600),
    Option(COMPUTE, "--store FILE", "Show the computations of this store on the page."),
    Option(
        OUTPUT,
        "--host ADDRESS",
        "The address to listen on. Any other address lets other machines in; there is no password.",
        default="127.0.0.1",
    ),
    Option(OUTPUT, "--port N", "The port (default: 8642, or a free one).", Whole(0, 65535)),
    Option(OUTPUT, "--no-open", "Print the address without opening a browser."),
)
def web(given: Given) -> None:
    """Open a page in the browser to draw, count, browse and play.

    The page is served from this machine, loads nothing from elsewhere, and ends with Ctrl-C.

    \b
    Examples:
      enumerate web
      enumerate web --no-open --port 9000 --max-memory 4GiB
      enumerate web --store lanes.db
    """
    try:
        import uvicorn  # noqa: F401

        from ..web.server import serve
    except ImportError as error:
        install = "pip install 'domineering-enumerate[web]'"
        raise InputError(f"the page needs the package '{error.name}': {install}") from error
    serve(**vars(given))
