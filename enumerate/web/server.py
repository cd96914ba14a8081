"""The server: the files of the page, and one address for each question.

`POST /ask/NAME` with a JSON object. What is known within a moment comes back as JSON, with a status 4xx and
`{"error": "..."}` where it was refused; what takes longer comes as server-sent events: `progress` with
`{"share": 0.25, "phase": "..."}`, and at last `answer` or `refused`. Who leaves, cancels.
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
from uvicorn.protocols.http.h11_impl import H11Protocol

from .desk import MOMENT, Desk, Job
from .guard import Guard, refuse
from .questions import QUESTIONS
from .worker import Told

MOST_BYTES = 65_536  # of a question
DEEPEST = 20  # levels of lists and objects in it
BODY_WITHIN = 10.0  # seconds
MEDIA = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


class Http(H11Protocol):
    """The protocol, which refuses in one line of JSON what is no HTTP at all."""

    def send_400_response(self, msg: str) -> None:
        """Say so, and close the connection."""
        super().send_400_response(json.dumps({"error": msg}) + "\n")


class RefusedError(Exception):
    """A request that cannot be a question, with its status."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def application(desk: Desk, host: str, port: int) -> Guard:
    """The whole server as an ASGI application."""
    pages = {name: (body, MEDIA[name.rpartition(".")[2]]) for name, body in static_files()}

    async def page(request: Request) -> Response:
        name = request.path_params["name"] or "index.html"
        if name not in pages:
            raise HTTPException(404, f"there is nothing called {name!r}")
        body, media = pages[name]
        return Response(body, media_type=media)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        desk.open()
        try:
            yield
        finally:
            desk.close()

    async def wrong(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        why = error.detail if isinstance(error, HTTPException) else "this is a fault of the program"
        return Response(json.dumps({"error": why}) + "\n", status, media_type="application/json")

    app = Starlette(
        routes=[
            Route("/ask/{name}", Asking(desk), methods=["POST"]),
            Route("/{name:path}", page, methods=["GET"]),
        ],
        exception_handlers={HTTPException: wrong, 500: wrong},
        lifespan=lifespan,
    )
    return Guard(app, host, port)


def static_files(folder: Traversable | None = None, under: str = "") -> list[tuple[str, bytes]]:
    """The files of the page by name; no other file can be asked for.

    >>> "index.html" in dict(static_files())
    True
    """
    found: list[tuple[str, bytes]] = []
    for entry in (files(__package__) / "static" if folder is None else folder).iterdir():
        if entry.is_dir():
            found += static_files(entry, f"{under}{entry.name}/")
        elif entry.name.rpartition(".")[2] in MEDIA:
            found.append((under + entry.name, entry.read_bytes()))
    return found


class Asking:
    """The address of the questions."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take a question and answer it, unless the asker leaves before."""
        try:
            name = scope["path_params"]["name"]
            if name not in QUESTIONS:
                raise RefusedError(404, f"there is no question called {name!r}")
            body = read_body(dict(scope["headers"]), await received(receive))
            job = self.desk.ask(name, body)
            if job is None:
                raise RefusedError(429, "too many questions are waiting: ask again later")
        except RefusedError as error:
            await refuse(send, error.status, str(error))
            return
        except LeftError:
            return
        gone = asyncio.ensure_future(left(receive))
        try:
            await answer(job, gone, send)
        finally:
            gone.cancel()
            self.desk.cancel(job)


class LeftError(Exception):
    """The asker has left."""


async def answer(job: Job, gone: "asyncio.Future[None]", send: Send) -> None:
    """Send the answer at once if it comes within a moment, else as a stream of events."""
    last: Told | None = None
    started = False
    loop = asyncio.get_running_loop()
    moment = loop.time() + MOMENT
    while last is None or last[0] == "progress":
        hearing = asyncio.ensure_future(job.told.get())
        wait = None if started else max(0.0, moment - loop.time())
        both: set[asyncio.Future[Any]] = {hearing, gone}
        done, _ = await asyncio.wait(both, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
        if gone in done:
            hearing.cancel()
            return
        if hearing in done:
            last = hearing.result()
        else:
            hearing.cancel()
        if not started and loop.time() >= moment and (last is None or last[0] == "progress"):
            started = True
            headers = [(b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
        if started and last is not None:
            is_last = last[0] != "progress"
            await send({"type": "http.response.body", "body": event(last), "more_body": not is_last})
        elif started:
            await send({"type": "http.response.body", "body": b": \n\n", "more_body": True})
    if not started:
        if last[0] == "answer":
            body = last[1].encode()
            headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})
        else:
            await refuse(send, last[1], last[2])


def event(told: Told) -> bytes:
    """What a worker said, as a server-sent event.

    >>> event(("progress", 0.25, "counting"))
    b'event: progress\\ndata: {"share": 0.25, "phase": "counting"}\\n\\n'
    """
    kind, *rest = told
    if kind == "progress":
        text = json.dumps({"share": rest[0], "phase": rest[1]})
    else:
        text = rest[0] if kind == "answer" else json.dumps({"error": rest[1]})
    lines = "\n".join(f"data: {line}" for line in text.split("\n"))
    return f"event: {kind}\n{lines}\n\n".encode()


async def received(receive: Receive) -> bytes:
    """The body of a request, as far as it is small and comes soon."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise LeftError
                body += message.get("body", b"")
                if len(body) > MOST_BYTES:
                    raise RefusedError(413, f"a question has at most {MOST_BYTES:,} bytes")
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise RefusedError(408, "the question did not come to its end in time") from None


async def left(receive: Receive) -> None:
    """Wait until the asker leaves."""
    while (await receive())["type"] != "http.disconnect":
        pass


def read_body(headers: dict[bytes, bytes], body: bytes) -> dict[str, Any]:
    """The JSON object of a question.

    >>> read_body({b"content-type": b"application/json"}, b'{"rows": 4}')
    {'rows': 4}
    """
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
    """Whether a value of JSON is nested deeper than any question; some versions of Python read any depth.

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
