"""Which requests are accepted: only those that name this server and come from its own page.

A page of another site can make a browser send requests here, and a name of another site can be made to point
here. So the `Host` must be a name of this server, a question must come from this page (`Origin`,
`Sec-Fetch-Site`), and it must be JSON, which other pages cannot send without asking first.
"""

import asyncio
import ipaddress
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import uvicorn
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
HEAD_SECONDS = 8.0  # seconds from the first byte of a request (or the connection) to the end of its head


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@dataclass(frozen=True, slots=True)
class Guard:
    """The application, for requests that name this server and come from its own page."""

    app: ASGIApp
    host: str
    port: int

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on; every answer carries the headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message.get("headers", []), *added]}
            await send(message)

        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if "content-length" in headers and "transfer-encoding" in headers:
            refused = error_response(400, "a request has Content-Length or Transfer-Encoding, not both")
            await refused(scope, receive, guarded)
        elif (why := self.refusal(scope["method"], headers)) is not None:
            await error_response(403, why)(scope, receive, guarded)
        else:
            await self.app(scope, receive, guarded)

    def refusal(self, method: str, headers: Mapping[str, str]) -> str | None:
        """Why a request is refused, if it is.

        >>> guard = Guard(None, "127.0.0.1", 8642)
        >>> guard.refusal("GET", {"host": "127.0.0.1:8642"})
        >>> guard.refusal("GET", {"host": "evil.example:8642"})
        "this server is not called 'evil.example:8642'"
        """
        host = headers.get("host", "")
        if not self.is_ours(host):
            return f"this server is not called {host!r}"
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return f"questions are accepted from this page only, not from {origin!r}"
        site = headers.get("sec-fetch-site", "none")
        if method not in ("GET", "HEAD") and site not in ("same-origin", "none"):
            return f"questions are accepted from this page only, not from a {site!r} page"
        return None

    def is_ours(self, host: str) -> bool:
        """Whether a `Host` is this server: by an address, as localhost, or as it was named at the start."""
        name, colon, port = host.rpartition(":")
        if not colon or not port.isdecimal() or not port.isascii():
            name, port = host, "80"
        if len(port) > 5 or int(port) != self.port:
            return False
        name = name.removeprefix("[").removesuffix("]").lower()
        if name in (self.host.lower(), "localhost"):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not is_loopback(self.host)


def error_response(status: int, why: str, headers: Mapping[str, str] | None = None) -> Response:
    """A refusal: one line of JSON."""
    return Response(json.dumps({"error": why}) + "\n", status, headers, "application/json")


class HeadTimer:
    """An application that closes connections which do not send a whole request head in time.

    Uvicorn calls it when a head is complete, and this ends the timer of the connection.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.timers: dict[Any, asyncio.TimerHandle] = {}  # by the address of the client
        self.answering: set[Any] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; its head has arrived."""
        client = scope.get("client")
        self.forget(client)
        self.answering.add(client)
        try:
            await self.app(scope, receive, send)
        finally:
            self.answering.discard(client)

    def watch(self, config: uvicorn.Config) -> None:
        """Watch every connection that a server with this configuration accepts."""
        make: Any = config.http_protocol_class
        config.http_protocol_class = lambda **how: WatchedConnection(self, make(**how))  # type: ignore

    def expect(self, client: Any, close: Callable[[], None]) -> None:
        """Close the connection unless a head is complete in time; the timer runs from the first byte."""
        if client not in self.timers and client not in self.answering:
            self.timers[client] = asyncio.get_running_loop().call_later(HEAD_SECONDS, close)

    def forget(self, client: Any) -> None:
        """End the timer of a connection."""
        if (timer := self.timers.pop(client, None)) is not None:
            timer.cancel()


class WatchedConnection:
    """A connection that is handled by uvicorn's protocol and watched by a timer."""

    def __init__(self, timer: HeadTimer, inner: asyncio.Protocol) -> None:
        self.timer, self.inner = timer, inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def connection_made(self, transport: Any) -> None:
        """Start the timer: a connection that sends nothing is closed, too."""
        self.transport = transport
        peer = transport.get_extra_info("peername")
        self.client = (str(peer[0]), int(peer[1])) if peer else None
        self.inner.connection_made(transport)
        self.timer.expect(self.client, transport.close)

    def data_received(self, data: bytes) -> None:
        """Start the timer if these bytes begin another request."""
        self.timer.expect(self.client, self.transport.close)
        self.inner.data_received(data)

    def connection_lost(self, error: Exception | None) -> None:
        """End the timer."""
        self.timer.forget(self.client)
        self.inner.connection_lost(error)
