"""The server on this machine: the files of the page, and one address for each question.

A question is `POST /ask/NAME` with a JSON object. An answer found within half a second is returned as JSON; a
refusal has a status 4xx and `{"error": "..."}`. Slower answers arrive as server-sent events: `progress` with
`{"share": 0.25, "phase": "..."}`, and finally `answer` or `refused`. Disconnecting cancels the question.
"""

import asyncio
import json
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ..support.errors import InputError
from ..support.memory import available_memory
from ..support.terminal import echo
from .guard import Guard, HeadTimer, error_response, is_loopback
from .jobs import SHORT, Event, Job, JobQueue, Limits
from .questions import QUESTIONS

PORT = 8642
HOST = "127.0.0.1"
MOST_BYTES = 65_536  # of a question
MOST_NESTED = 20  # levels of lists and objects in a question
BODY_SECONDS = 8.0  # seconds
MEDIA = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


def application(queue: JobQueue, host: str, port: int) -> Guard:
    """The whole server as an ASGI application."""
    pages = {name: (body, MEDIA[name.rpartition(".")[2]]) for name, body in static_files().items()}

    async def page(request: Request) -> Response:
        name = request.path_params["name"] or "index.html"
        if name not in pages:
            raise HTTPException(404, f"there is no page {name!r}")
        body, media = pages[name]
        return Response(body, media_type=media)

    async def ask(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in QUESTIONS:
            raise HTTPException(404, f"there is no question called {name!r}")
        job = queue.ask(name, read_body(request.headers.get("content-type", ""), await received(request)))
        if job is None:
            raise HTTPException(429, "too many questions are waiting: ask again later")
        last: Event = ("progress", 0.0, "")
        try:
            async with asyncio.timeout(SHORT):
                while last[0] == "progress":
                    last = await job.events.get()
        except TimeoutError:
            return EventStream(queue, job, last)
        if last[0] == "refused":
            raise HTTPException(last[1], last[2])
        return Response(last[1], media_type="application/json")

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        queue.open()
        try:
            yield
        finally:
            queue.close()

    async def wrong(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException):
            return error_response(error.status_code, error.detail, error.headers)
        return error_response(500, "internal error")

    app = Starlette(
        routes=[Route("/ask/{name}", ask, methods=["POST"]), Route("/{name:path}", page, methods=["GET"])],
        exception_handlers={HTTPException: wrong, ClientDisconnect: wrong, 500: wrong},
        lifespan=lifespan,
    )
    return Guard(app, host, port)


def static_files() -> dict[str, bytes]:
    """The files of the page by name; no other file is served."""
    folder = Path(__file__).with_name("static")
    found = (path for path in folder.rglob("*") if path.suffix[1:] in MEDIA)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


class EventStream(StreamingResponse):
    """The events of a question that takes longer, until its answer; the end of the response cancels it."""

    def __init__(self, queue: JobQueue, job: Job, last: Event) -> None:
        self.queue, self.job = queue, job
        headers = {"content-type": "text/event-stream", "x-accel-buffering": "no"}
        super().__init__(self.events(last), headers=headers)

    async def events(self, last: Event) -> AsyncIterator[bytes]:
        """The events from the last one on."""
        yield event_text(last)
        while last[0] == "progress":
            last = await self.job.events.get()
            yield event_text(last)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events; the client may disconnect before the first one."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.queue.cancel(self.job)


def event_text(sent: Event) -> bytes:
    """An event of a question, as a server-sent event.

    >>> event_text(("progress", 0.25, "counting"))
    b'event: progress\\ndata: {"share": 0.25, "phase": "counting"}\\n\\n'
    """
    kind, *rest = sent
    if kind == "progress":
        text = json.dumps({"share": rest[0], "phase": rest[1]})
    else:
        text = rest[0] if kind == "answer" else json.dumps({"error": rest[1]})
    lines = "\n".join(f"data: {line}" for line in text.split("\n"))
    return f"event: {kind}\n{lines}\n\n".encode()


async def received(request: Request) -> bytes:
    """The body of a request, which must be small and arrive in time."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > MOST_BYTES:
                    raise HTTPException(413, f"a question has at most {MOST_BYTES:,} bytes")
    except TimeoutError:  # the rest would be read as another request
        why = f"the question did not arrive within {BODY_SECONDS:g} s"
        raise HTTPException(408, why, {"connection": "close"}) from None
    return bytes(body)


def read_body(media: str, body: bytes) -> dict[str, Any]:
    """The JSON object of a question."""
    if media.split(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "a question is sent as application/json")

    def refuse_constant(word: str) -> None:
        raise ValueError(word)

    try:
        value = json.loads(body.decode("utf-8"), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise HTTPException(400, "the question is not JSON in UTF-8") from None
    if not isinstance(value, dict):
        raise HTTPException(400, "a question is a JSON object, as in {}")
    if is_deep(value):
        raise HTTPException(400, f"a question is nested at most {MOST_NESTED} levels deep")
    return value


def is_deep(value: Any) -> bool:
    """Whether a JSON value is nested deeper than any question; some versions of Python read any depth.

    >>> is_deep([["L", [0, 1]]]), is_deep(json.loads("[" * 50 + "]" * 50))
    (False, True)
    """
    level = [value]
    for _ in range(MOST_NESTED):
        holding = [each.values() if isinstance(each, dict) else each for each in level]
        level = [held for each in holding for held in each if isinstance(held, dict | list)]
    return bool(level)


def serve(
    host: str = HOST,
    port: int | None = None,
    no_open: bool = False,
    max_memory: int | None = None,
    max_seconds: int = 600,
    threads: int | None = None,
    store: str | None = None,
) -> None:
    """Serve the page until Ctrl-C, and open a browser unless `no_open`; without a port take a free one.

    `max_memory` (bytes) and `max_seconds` limit each question.
    """
    cores = os.cpu_count() or 1
    shared = available_memory() // max(2, cores)
    limits = Limits(
        max_memory=shared if max_memory is None else max_memory,
        max_seconds=float(max_seconds),
        threads=threads or max(1, cores // 2),
        store=str(Path(store).absolute()) if store is not None else None,
    )
    listening = listen(host, port)
    bound = listening.getsockname()[1]
    near = {"0.0.0.0": HOST, "::": "::1"}.get(host, host)
    shown = f"http://{f'[{near}]' if ':' in near else near}:{bound}/"
    if not is_loopback(host):
        echo(
            f"enumerate: warning: anyone who can reach {host}:{bound} can use the page and the processors of "
            "this machine; there is no password and no encryption",
            err=True,
        )
    timer = HeadTimer(application(JobQueue(limits), host, bound))
    config = uvicorn.Config(
        timer,
        log_level="critical",
        access_log=False,
        http="h11",
        ws="none",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    config.load()
    timer.watch(config)
    server = uvicorn.Server(config)
    echo(f"the page is at {shown} (Ctrl-C ends it)")
    sys.stdout.flush()
    if not no_open:
        threading.Thread(target=webbrowser.open, args=(shown,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the address; without a port the usual one, or any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (PORT, 0) if port is None else (port,):
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named: sent at once
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
        except OSError as error:
            listening.close()
            why = error.strerror or str(error)
            if port is None and number:
                continue
            raise InputError(f"cannot listen on {host}, port {number}: {why}") from error
        listening.listen(128)
        return listening
    raise AssertionError
