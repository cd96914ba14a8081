"""The page's server as a user starts it, and the browser of the system."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LONG = {"board": "\n".join(["............"] * 12), "kind": "maximal"}  # minutes, in little memory
SMALL = {"board": "...\n...\n...\n...", "kind": "maximal"}


def told(found):
    """The final event of a question, whether it came at once or after progress."""
    if found.headers["content-type"] != "text/event-stream":
        return found.json()
    last = found.text.strip().split("\n\n")[-1].split("\n")
    assert last[0] in ("event: answer", "event: refused")
    return json.loads("\n".join(line.removeprefix("data: ") for line in last[1:]))


def browser():
    """The path of a browser, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def require_browser():
    """Skip a whole module where there is no browser, in one line, or fail where one is required."""
    if browser() is None:
        why = "no browser for the page: install chromium (Debian: apt-get install chromium)"
        if os.environ.get("ENUMERATE_BROWSER") == "required":
            pytest.fail(why, pytrace=False)
        pytest.skip(why, allow_module_level=True)


class Server:
    """A running server: its address, what it printed, whether it computes."""

    def __init__(self, process, address, errors):
        self.process, self.address, self.errors = process, address, errors
        self.tree = psutil.Process(process.pid)

    def client(self, kind=httpx.Client):
        limits = httpx.Limits(max_connections=None)
        return kind(base_url=self.address, timeout=60, trust_env=False, limits=limits)

    def connection(self):
        host, port = self.address.removeprefix("http://").split(":")
        return socket.create_connection((host, int(port)), timeout=20)

    def is_busy(self):
        """Whether the server computes: its processor time grows, also on a busy machine."""
        before = sum(self.tree.cpu_times()[:2])
        time.sleep(0.4)
        return sum(self.tree.cpu_times()[:2]) - before > 0.05

    def is_idle(self, within=10.0):
        """Whether the server stops computing before the bound."""
        return eventually(lambda: not self.is_busy(), within)

    def complaints(self):
        return self.errors.read_text()


def eventually(holds, within=20.0):
    """Whether something becomes true."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return False


@contextmanager
def serving(folder: Path, *options, opened=None):
    """`enumerate web` with some options, ended at last; `opened` is the command that opens a browser."""
    errors = folder / "stderr.txt"
    quiet = ["--no-open"] if opened is None else []
    command = [sys.executable, "-m", "enumerate", "web", "--port", "0", *quiet, *options]
    with errors.open("w") as stderr:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=stderr, text=True, env=_environment(opened)
        )
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, errors.read_text()
        server = Server(process, found[0].rstrip("/"), errors)
        yield server
    finally:
        process.terminate()
        process.wait(timeout=20)
        process.stdout.close()


def _environment(opened):
    """The settings of this process, without a proxy, with a browser."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return kept if opened is None else kept | {"BROWSER": opened}
