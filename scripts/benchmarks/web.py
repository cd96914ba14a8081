"""The page: its start, the overhead of a question over Python, and cancelling."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

import httpx
import psutil

from enumerate.counting.positions import positions
from enumerate.model.board import Board
from enumerate.web.server import static_files

from . import Row

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SMALL = {"board": str(Board.rectangle(4, 3)), "kind": "maximal"}
LONG = {"board": str(Board.rectangle(12, 12)), "kind": "maximal"}
ASKED = 60
MOST_OVERHEAD = 0.020  # seconds by which a question may exceed the call in Python
MOST_PAGE = 200_000


def rows() -> Iterator[Row]:
    """The goals for the page."""
    size = sum(len(body) for _, body in static_files())
    yield Row("all files of the page", f"{size / 1000:.0f} kB", "at most 200 kB", size <= MOST_PAGE)
    if (path := browser()) is not None:
        yield from _cold(path)
    process, address = started()
    try:
        with httpx.Client(base_url=address, timeout=60, trust_env=False) as client:
            yield _small(client)
            yield _cancel(client, psutil.Process(process.pid))
    finally:
        process.terminate()
        process.wait()


def browser() -> str | None:
    """The browser of the system."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def no_sandbox() -> list[str]:
    """The options that a browser needs when it runs as root."""
    return ["--no-sandbox"] if os.geteuid() == 0 else []


def started() -> tuple[subprocess.Popen[str], str]:
    """A server of the page, and its address."""
    words = ["web", "--no-open", "--port", "0", "--max-memory", "1GiB"]
    process = subprocess.Popen([sys.executable, "-m", "enumerate", *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline().split(" at ")[1].split()[0].rstrip("/")


def _cold(path: str) -> Iterator[Row]:
    """From the command to the first paint and to the total of 4 x 3; the browser runs already."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=path, args=no_sandbox()).new_page()
        began = time.time()
        process, address = started()
        try:
            page.goto(f"{address}/#/board?b=4x3&k=maximal")
            page.locator('[data-total="75"]').wait_for()
            answered = time.time() - began
            paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
            painted = page.evaluate(f"(performance.timeOrigin + {paint}) / 1000")
        finally:
            process.terminate()
            process.wait()
    yield Row(
        "from `enumerate web` to the first paint",
        f"{painted - began:.2f} s",
        "under 2 s",
        painted - began < 2,
    )
    yield Row("from `enumerate web` to the answer for 4 x 3", f"{answered:.2f} s", "under 4 s", answered < 4)


def _small(client: httpx.Client) -> Row:
    def timed(work: Any) -> float:
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    board = Board.rectangle(4, 3)
    alone, asked = [], []
    for _ in range(ASKED):  # one after the other, so that both see the same machine
        alone.append(timed(lambda: positions(board, "maximal", threads=1)))
        asked.append(timed(lambda: client.post("/ask/count", json=SMALL).raise_for_status()))
    more = median(asked) - median(alone)
    what = "polynomial of 4 x 3 over HTTP against the call in Python, medians"
    return Row(what, f"{1000 * more:.1f} ms more", "at most 20 ms more", more <= MOST_OVERHEAD)


def _cancel(client: httpx.Client, server: psutil.Process) -> Row:
    """From leaving a long question to the moment when the server no longer computes."""
    took = []
    for _ in range(3):
        with client.stream("POST", "/ask/count", json=LONG) as found:
            lines = found.iter_lines()
            while "share" not in next(lines):
                pass
        began = time.perf_counter()
        while _use(server) > 0.02:
            pass
        took.append(time.perf_counter() - began)
    what = "cancelling a long question stops the computation"
    return Row(what, f"{max(took):.2f} s", "under 1 s", max(took) < 1)


def _use(server: psutil.Process) -> float:
    """The seconds of processor time that the server uses in a twentieth of a second."""
    before = sum(server.cpu_times()[:2])
    time.sleep(0.05)
    return float(sum(server.cpu_times()[:2]) - before)
