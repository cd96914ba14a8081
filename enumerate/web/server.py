"""The server: the files of the page, and one address for each question.

A question is `POST /ask/NAME` with a JSON object. An answer found within half a second is returned as JSON; a
refusal has a status 4xx and `{"error": "..."}`. Slower answers arrive as server-sent events: `progress` with
`{"share": 0.25, "phase": "..."}`, and finally `answer` or `refused`. Disconnecting cancels the question.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from .guard import Guard, refuse, send_json
from .jobs import MOMENT, Event, Job, JobQueue
from .questions import QUESTIONS

MOST_BYTES = 65_536  # of a question
DEEPEST = 20  # levels of lists and objects in a question
BODY_WITHIN = 8.0  # seconds
MEDIA = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


class RefusedError(Exception):
    """A request that is not a question, with its HTTP status."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def application(queue: JobQueue, host: str, port: int) -> Guard:
    """The whole server as an ASGI application."""
    pages = {name: (body, MEDIA[name.rpartition(".")[2]]) for name, body in static_files()}

    async def page(request: Request) -> Response:
        name = request.path_params["name"] or "index.html"
        if name not in pages:
            raise HTTPException(404, f"there is no page {name!r}")
        body, media = pages[name]
        return Response(body, media_type=media)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        queue.open()
        try:
            yield
        finally:
            queue.close()

    async def wrong(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        why = error.detail if isinstance(error, HTTPException) else "internal error"
        return Response(json.dumps({"error": why}) + "\n", status, media_type="application/json")

    app = Starlette(
        routes=[
            Route("/ask/{name}", Asking(queue), methods=["POST"]),
            Route("/{name:path}", page, methods=["GET"]),
        ],
        exception_handlers={HTTPException: wrong, 500: wrong},
        lifespan=lifespan,
    )
    return Guard(app, host, port)


def static_files(folder: Traversable | None = None, under: str = "") -> list[tuple[str, bytes]]:
    """The files of the page by name; no other file can be asked for."""
    found: list[tuple[str, bytes]] = []
    for entry in (files(__package__) / "static" if folder is None else folder).iterdir():
        if entry.is_dir():
            found += static_files(entry, f"{under}{entry.name}/")
        elif entry.name.rpartition(".")[2] in MEDIA:
            found.append((under + entry.name, entry.read_bytes()))
    return found


class Asking:
    """The address of the questions."""

    def __init__(self, queue: JobQueue) -> None:
        self.queue = queue

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a question, unless the client disconnects first."""
        try:
            name = scope["path_params"]["name"]
            if name not in QUESTIONS:
                raise RefusedError(404, f"there is no question called {name!r}")
            body = read_body(dict(scope["headers"]), await received(receive))
            job = self.queue.ask(name, body)
            if job is None:
                raise RefusedError(429, "too many questions are waiting: ask again later")
        except RefusedError as error:
            await refuse(send, error.status, str(error))
            return
        except DisconnectedError:
            return
        answering = asyncio.ensure_future(answer(job, send))
        leaving = asyncio.ensure_future(disconnected(receive))
        try:
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                answering.result()
        finally:
            answering.cancel()
            leaving.cancel()
            self.queue.cancel(job)


class DisconnectedError(Exception):
    """The client has disconnected."""


async def answer(job: Job, send: Send) -> None:
    """Send the answer as JSON if it comes within a moment, else a stream of events."""
    loop = asyncio.get_running_loop()
    moment = loop.time() + MOMENT
    last: Event = ("progress", 0.0, "")
    try:
        while last[0] == "progress":
            async with asyncio.timeout_at(moment):
                last = await job.events.get()
    except TimeoutError:
        headers = [(b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": event(last), "more_body": True})
        while last[0] == "progress":
            last = await job.events.get()
            more = last[0] == "progress"
            await send({"type": "http.response.body", "body": event(last), "more_body": more})
        return
    if last[0] == "answer":
        await send_json(send, 200, last[1].encode())
    else:
        await refuse(send, last[1], last[2])


def event(sent: Event) -> bytes:
    """An event of a question, as a server-sent event.

    >>> event(("progress", 0.25, "counting"))
    b'event: progress\\ndata: {"share": 0.25, "phase": "counting"}\\n\\n'
    """
    kind, *rest = sent
    if kind == "progress":
        text = json.dumps({"share": rest[0], "phase": rest[1]})
    else:
        text = rest[0] if kind == "answer" else json.dumps({"error": rest[1]})
    lines = "\n".join(f"data: {line}" for line in text.split("\n"))
    return f"event: {kind}\n{lines}\n\n".encode()


async def received(receive: Receive) -> bytes:
    """The body of a request, which must be small and arrive in time."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise DisconnectedError
                body += message.get("body", b"")
                if len(body) > MOST_BYTES:
                    raise RefusedError(413, f"a question has at most {MOST_BYTES:,} bytes")
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise RefusedError(408, f"the question did not arrive within {BODY_WITHIN:g} s") from None


async def disconnected(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


def read_body(headers: dict[bytes, bytes], body: bytes) -> dict[str, Any]:
    """The JSON object of a question."""
    media = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
    if media != b"application/json":
        raise RefusedError(415, "a question is sent as application/json")

    def refuse_constant(word: str) -> None:
        raise ValueError(word)

    try:
        value = json.loads(body.decode("utf-8"), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise RefusedError(400, "the question is not JSON in UTF-8") from None
    if not isinstance(value, dict):
        raise RefusedError(400, "a question is a JSON object, as in {}")
    if is_deep(value):
        raise RefusedError(400, f"a question is nested at most {DEEPEST} levels deep")
    return value


def is_deep(value: Any) -> bool:
    """Whether a JSON value is nested deeper than any question; some versions of Python read any depth.

    >>> is_deep([["L", [0, 1]]]), is_deep(json.loads("[" * 50 + "]" * 50))
    (False, True)
    """
    level = [value]
    for _ in range(DEEPEST):
        holding = [each.values() if isinstance(each, dict) else each for each in level]
        level = [held for each in holding for held in each if isinstance(held, dict | list)]
        if not level:
            return False
    return True
