"""One server and one browser for the tests of the page."""

import os

import pytest
from page_server import browser, eventually, serving, told

from enumerate import Board, count

LIMITS = ("--max-memory", "1GiB", "--threads", "1")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("web")
    count(Board.rectangle(5, 5), "maximal", store=folder / "lanes.db")
    with serving(folder, *LIMITS, "--store", str(folder / "lanes.db")) as running:
        running.store = folder / "lanes.db"
        with running.client() as client:  # a server that compiles in the background is busy
            assert eventually(lambda: told(client.post("/ask/ready", json={}))["ready"], 600)
        yield running


@pytest.fixture(scope="module")  # Playwright has a loop of its own, which other tests must not meet
def chromium():
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=30_000)  # a machine may be busy; nothing is measured here

    with sync_playwright() as playwright:
        offline = ["--proxy-server=127.0.0.1:9", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"]
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        running = playwright.chromium.launch(executable_path=browser(), args=[*offline, *root])
        yield running
        running.close()


@pytest.fixture
def page(chromium, server):
    """A tab that reaches only the server; other requests and errors of scripts fail the test."""
    foreign, faults = [], []

    def look(request):
        if not request.url.startswith((server.address + "/", "blob:", "about:")):
            foreign.append(request.url)

    context = chromium.new_context(viewport={"width": 1200, "height": 900}, accept_downloads=True)
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.address)
    context.on("request", look)
    tab = context.new_page()
    tab.set_default_timeout(30_000)
    tab.on("pageerror", lambda error: faults.append(str(error)))
    tab.on(
        "console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None
    )
    yield tab
    context.close()
    assert not foreign
    assert not faults
