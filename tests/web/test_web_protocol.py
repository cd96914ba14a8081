"""The server of the page, without a browser: answers, refusals, limits."""

import asyncio
import json
import os
import random
import re
import shlex
import socket
import sys
import threading
import time
from contextlib import AsyncExitStack, ExitStack, suppress

import httpx
import pytest
from click.testing import CliRunner
from page_server import LONG, SMALL, eventually, serving, told

from enumerate import Board, positions
from enumerate.checking.warm_up import STEPS
from enumerate.cli import main
from enumerate.render.palette import PALETTE
from enumerate.web.guard import POLICY
from enumerate.web.questions import QUESTIONS
from enumerate.web.server import MOST_BYTES, static_files

MOST_PAGE = 200_000  # bytes of all files of the page


@pytest.fixture(scope="module")
def client(server):
    with server.client() as asking:
        yield asking


def test_an_answer_is_that_of_the_package(client):
    found = client.post("/ask/count", json=SMALL)
    wanted = positions(Board.rectangle(4, 3), "maximal")
    assert found.status_code == 200
    assert found.json()["terms"] == json.loads(json.dumps(wanted.to_json()))
    assert found.json()["total"] == str(wanted.total) == "75"
    assert found.json()["text"] == str(wanted)
    printed = CliRunner().invoke(
        main, shlex.split("positions --rows 4 --cols 3 --kind maximal --format json")
    )
    assert json.loads(printed.output).items() <= found.json().items()


def test_a_question_that_cannot_fit_is_refused_with_the_words_of_the_command_line(client):
    options = "positions --rows 20 --cols 20 --kind maximal --max-memory 1GiB --threads 1"
    said = CliRunner().invoke(main, options.split())
    found = client.post("/ask/count", json={"board": str(Board.rectangle(20, 20)), "kind": "maximal"})
    assert said.exit_code == 2
    assert "need about" in said.stderr
    lines = (said.stderr.strip(), "enumerate: " + told(found)["error"])
    assert len({re.sub(r"about [\d.]+ ", "", line) for line in lines}) == 1  # what a process holds is in it


def test_the_page_warms_up_to_the_end(client):
    """The fixture waits until the warm-up has ended; every step was run."""
    found = told(client.post("/ask/ready", json={}))
    assert found == {"ready": True, "done": len(STEPS), "steps": len(STEPS), "step": None}


def test_the_hands_of_a_match_are_those_of_the_referee(client):
    found = client.post("/ask/dominoes", json={"agents": ["juca", "tiao"], "seed": 7}).json()
    assert [[f"{low}-{high}" for low, high in hand] for hand in found["hands"][-1]] == found["left"]
    assert len(found["hands"]) == len(found["lines"]) == len(found["turns"]) + 1
    assert all(
        sum(map(len, hands)) + len(line) + stock == 28
        for hands, line, stock in zip(found["hands"], found["lines"], stocks(found["turns"]), strict=True)
    )


def stocks(turns):
    """How many tiles are left to eat, before the first turn and after each."""
    left = 28 - 14
    return [left, *(left := left - len(turn["eaten"]) for turn in turns)]


@pytest.mark.parametrize(
    "headers",
    [
        *(
            {"host": host}
            for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example:{port}", "")
        ),
        *({"origin": origin} for origin in ("http://evil.example", "null", "http://127.0.0.1")),
        *({"sec-fetch-site": site} for site in ("cross-site", "same-site")),
        *({"content-type": media} for media in ("text/plain", "application/x-www-form-urlencoded")),
    ],
    ids=str,
)
def test_requests_of_other_sites_are_refused(client, server, headers):
    port = server.address.rpartition(":")[2]
    foreign = {"content-type": "application/json"} | {k: v.format(port=port) for k, v in headers.items()}
    found = client.post("/ask/count", content=json.dumps(SMALL), headers=foreign)
    assert found.status_code in (403, 415)
    assert set(found.json()) == {"error"}
    assert found.text.count("\n") == 1


def test_names_of_this_server_are_taken(client, server):
    port = server.address.rpartition(":")[2]
    for name in ("127.0.0.1", "localhost", "[::1]"):
        own = {"host": f"{name}:{port}", "origin": f"http://{name}:{port}", "sec-fetch-site": "same-origin"}
        assert client.post("/ask/count", json=SMALL, headers=own).json()["total"] == "75"


def test_every_answer_forbids_foreign_and_inline_code(client):
    for answer in (client.get("/"), client.get("/nothing"), client.post("/ask/count", json=SMALL)):
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY


def test_the_page_is_small_and_has_no_inline_code():
    found = static_files()
    assert sum(map(len, found.values())) <= MOST_PAGE
    html = found["index.html"].decode()
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)", html)
    for name, text in found.items():
        assert not re.search(r"https?://(?!www\.w3\.org/)", text.decode()), f"{name} names another site"
        if name.endswith(".js"):
            assert not re.search(
                r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b", text.decode()
            )


def test_the_page_has_the_colours_of_the_pictures():
    css = static_files()["style.css"].decode()
    for player, colour in zip(("left", "right", "middle"), PALETTE, strict=False):
        assert f"--{player}: {colour.fill};" in css


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        *(("GET", path, 404) for path in ("/nothing.html", "/../pyproject.toml", "/ask/count")),
        *(("GET", path, 404) for path in ("/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd")),
        *(("POST", "/", 405), ("DELETE", "/ask/count", 405), ("POST", "/ask/nonsense", 404)),
    ],
)
def test_wrong_addresses(client, method, path, status):
    found = client.request(method, path)
    assert found.status_code == status
    assert "error" in found.json()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        *(
            (body, 400)
            for body in (b"", b"[]", b"null", b"{", b"\xff\xfe", b'{"board": NaN}', b'{"board": 3}')
        ),
        (b'{"a":' * 20_000 + b"1" + b"}" * 20_000, 413),
        (b'{"a":' * 5_000 + b"1" + b"}" * 5_000, 400),
        (b'{"board": "' + b"." * MOST_BYTES + b'"}', 413),
        (b'{"board": ".."," kind": "maximal"}', 400),
        (b'{"board": "..", "game": "/etc/passwd"}', 400),
        (b'{"board": "..", "game": "mine.toml"}', 400),
        (b'{"board": "..", "pieces": [["L"]]}', 400),
        (b'{"board": "..", "pieces": [["L", [0, 1e3]]]}', 400),
        (b'{"board": "<script>alert(1)</script>"}', 400),
    ],
)
def test_wrong_questions(client, body, status):
    found = client.post("/ask/count", content=body, headers={"content-type": "application/json"})
    assert found.status_code == status
    assert set(found.json()) == {"error"}


ODD = json.loads(r"""[null, true, -1, 0, 1, 2, 3, 1000000000000000000000000000000, 1.5, "", "x", "L", "left",
"maximal", "....", "..\n..", "LL\nLL", "#", "\ud800", "\u0000", "../../etc/passwd", "os:system", "A332714",
"__import__('os')", "<svg onload=alert(1)>", "H1 V1", "99999999999999999999999999999999999", [], [[]],
[3, 3], [2, 2, 2], ["L", [0, 0]], [["L", [0, 0]]], [["L", [9, 9]]], [["L", ["0", 0]]], {}, {"a": 1}, "MLR",
["juca", "tiao"], ["os:system", "juca"]]""")
NAMES = shlex.split("""board wrap game pieces kind play number dominoes moves you order first box rows cols
    ties agents seed matches terms reading extra length store left right random choices match
    raised dimension""")


def malformed(source):
    """A random request, which is almost always wrong: a name, a body, headers."""
    question = source.choice([*sorted(QUESTIONS) * 2, "nonsense", "..", "%00", "a b"])
    body = {name: source.choice(ODD) for name in source.sample(NAMES, source.randrange(8))}
    if source.random() < 0.6:
        body["board"] = source.choice(["..", "...\n...", "L.\nL.", "..#\n...", ". .", "..\n\n.."])
    text = json.dumps(body).encode()
    spoil = source.random()
    if spoil < 0.1:
        text = text[: source.randrange(len(text))]
    elif spoil < 0.2:
        text = source.randbytes(source.randrange(200))
    media = "application/json" if source.random() < 0.95 else "text/html"
    return question, text, {"content-type": media}


@pytest.mark.parametrize("number", [250, pytest.param(500, marks=pytest.mark.slow)])
def test_malformed_requests(server, number):
    """No status 5xx, no traceback; a refusal is one line of JSON."""
    source = random.Random(number)
    refused = 0
    with server.client() as client:
        for _ in range(number):
            question, body, headers = malformed(source)
            with client.stream("POST", f"/ask/{question}", content=body, headers=headers) as found:
                assert found.status_code < 500, (question, body, found.read())
                if found.headers["content-type"] == "text/event-stream":
                    continue  # it would take long, and leaving cancels it
                answer = json.loads(found.read())
                if found.status_code != 200:
                    refused += 1
                    assert set(answer) == {"error"}
                    assert "\n" not in answer["error"]
    assert refused > number // 2
    assert "Traceback" not in server.complaints()


def test_requests_that_are_no_http(server):
    source = random.Random(21)
    lines = [
        *(b"GET / HTTP/9.9", b"GET", b"\x16\x03\x01", b"POST /ask/count HTTP/1.1"),
        *(b"GET / HTTP/1.1\r\nHost: a\r\nHost: b", b"GET /" + b"a" * 70_000 + b" HTTP/1.1"),
        *(source.randbytes(60) for _ in range(20)),
    ]
    for line in lines:
        with server.connection() as raw:
            raw.sendall(line + b"\r\n\r\n")
            raw.shutdown(socket.SHUT_WR)
            head, _, body = raw.makefile("rb").read().partition(b"\r\n\r\n")
        assert not head or head.split()[1].startswith(b"4")
        assert not head or body.count(b"\n") <= 1
    assert "Traceback" not in server.complaints()


def first_progress(lines):
    """The first event of a stream with progress in it."""
    for line in lines:
        if line.startswith("data: ") and "share" in line:
            return json.loads(line.removeprefix("data: "))
    raise AssertionError("the stream ended")


def test_leaving_stops_the_computation(server):
    with server.client() as client:
        with client.stream("POST", "/ask/count", json=LONG) as found:
            assert found.headers["content-type"] == "text/event-stream"
            lines = found.iter_lines()  # to let it go is to leave
            assert 0 <= first_progress(lines)["share"] < 1
            assert eventually(server.is_busy)
        assert server.is_idle()
        assert told(client.post("/ask/count", json=SMALL))["total"] == "75"


def test_many_small_questions_beside_a_long_one(server):
    async def both():
        async with (
            server.client(httpx.AsyncClient) as client,
            client.stream("POST", "/ask/count", json=LONG) as long,
        ):
            assert long.headers["content-type"] == "text/event-stream"
            asked = [client.post("/ask/count", json={"board": str(b), "kind": "maximal"}) for b in boards]
            answers = await asyncio.gather(*asked)
            async for line in long.aiter_lines():  # it goes on
                assert not line.startswith(("event: answer", "event: refused"))
                if line.startswith("event: progress"):
                    return answers
        raise AssertionError("the long question ended")

    boards = [Board.rectangle(1 + i % 4, 1 + i // 4 % 4) for i in range(50)]
    answers = asyncio.run(both())
    assert {answer.status_code for answer in answers} == {200}
    assert [int(told(answer)["total"]) for answer in answers] == [
        positions(b, "maximal").total for b in boards
    ]


@pytest.mark.slow
def test_a_short_question_takes_less_than_a_second_beside_forty_long_ones(server):
    """Whether it arrives with the long ones or after them; all long ones can be cancelled."""

    async def asked():
        async with server.client(httpx.AsyncClient) as client, AsyncExitStack() as streams:
            longs = [
                client.stream("POST", "/ask/count", json={"board": str(Board.rectangle(n, 12)), "kind": kind})
                for n in (11, 12)
                for kind in ("maximal", "left-end")
                for _ in range(10)
            ]
            opening = [asyncio.create_task(streams.enter_async_context(long)) for long in longs]
            await asyncio.sleep(0.05)
            times = []
            for _ in range(4):
                began = time.perf_counter()
                assert told(await client.post("/ask/count", json=SMALL))["total"] == "75"
                times.append(time.perf_counter() - began)
                await asyncio.sleep(0.5)
            found = await asyncio.gather(*opening)
            assert {each.headers["content-type"] for each in found} == {"text/event-stream"}
            return times

    with server.client() as client, client.stream("POST", "/ask/count", json=LONG) as found:
        first_progress(found.iter_lines())  # kernels are loaded once, and everything waits for that
    assert server.is_idle()
    assert max(asyncio.run(asked())) < 1
    assert server.is_idle()


def test_long_questions_wait_for_each_other(server):
    """More long questions than places: one of those without a place says that it waits.

    A question may report progress before it is known to be a long one, so all events are read.
    """
    waits = threading.Event()

    def watch(lines):
        with suppress(httpx.HTTPError, httpx.StreamError):  # the test closes the stream
            if any("waiting" in line for line in lines):
                waits.set()

    with server.client() as client:
        held = [client.stream("POST", "/ask/count", json=LONG) for _ in range(max(2, os.cpu_count() or 1))]
        for stream in held:
            threading.Thread(target=watch, args=(stream.__enter__().iter_lines(),), daemon=True).start()
        assert waits.wait(30)
        for stream in held:
            stream.__exit__(None, None, None)
        assert server.is_idle()


@pytest.mark.slow
def test_half_sent_requests_are_closed_within_ten_seconds(server):
    host = server.address.removeprefix("http://")
    head = f"POST /ask/count HTTP/1.1\r\nHost: {host}\r\n"
    whole = head + "Content-Type: application/json\r\nContent-Length: 99\r\n\r\n"
    first = f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"
    sent = ["", "GET", head, whole, whole + '{"board"', first + head]
    with ExitStack() as opened:
        raws = [opened.enter_context(server.connection()) for _ in range(120)]
        began = time.monotonic()
        for number, raw in enumerate(raws):
            raw.sendall(sent[number % len(sent)].encode())
        for raw in raws:
            raw.settimeout(max(0.1, began + 11 - time.monotonic()))  # ten, and one for a busy machine
            while raw.recv(65536):
                pass


def test_a_length_beside_chunks_is_refused(server):
    body, host = json.dumps(SMALL).encode(), server.address.removeprefix("http://")
    head = f"POST /ask/count HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    both = f"Content-Length: {len(body)}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    with server.connection() as raw:
        raw.sendall((head + both).encode() + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))
        answer = raw.makefile("rb").read()
    assert answer.split()[1] == b"400"
    assert b"Content-Length" in answer


def test_time_is_bounded_and_the_page_can_be_opened_to_others(tmp_path):
    """The browser opens the address; here a program writes the address down."""
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    options = ["--max-seconds", "1", "--host", "0.0.0.0"]
    with serving(tmp_path, *options, opened=f"{browser} %s") as server:
        assert eventually(lambda: seen.exists() and seen.read_text() == f"{server.address}/\n")
        assert "no password" in server.complaints()
        with server.client() as client:
            found = client.post("/ask/count", json=LONG)
            assert told(found) == {
                "error": "stopped after 1 s, the most that a question may take; see --max-seconds"
            }
            assert client.get("/", headers={"host": "evil.example"}).status_code == 403


def test_a_port_that_is_taken(server):
    taken = server.address.rpartition(":")[2]
    said = CliRunner().invoke(main, ["web", "--no-open", "--port", taken])
    assert said.exit_code == 2
    assert said.stderr.startswith(f"enumerate: cannot listen on 127.0.0.1, port {taken}")


def test_the_extra_is_named_where_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    said = CliRunner().invoke(main, ["web", "--no-open"])
    assert said.exit_code == 2
    assert "pip install 'domineering-enumerate[web]'" in said.stderr
