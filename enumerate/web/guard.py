"""Which requests are accepted: only those that name this server and come from its own page.

A page of another site can make a browser send requests here, and a name of another site can be made to point
here. So the `Host` must be a name of this server, a question must come from this page (`Origin`,
`Sec-Fetch-Site`), and it must be JSON, which other pages cannot send without asking first.
"""

import ipaddress
import json
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
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
            await refuse(guarded, 400, "a request has Content-Length or Transfer-Encoding, not both")
            return
        why = self.refusal(scope["method"], headers)
        if why is not None:
            await refuse(guarded, 403, why)
            return
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


async def refuse(send: Send, status: int, why: str) -> None:
    """Answer with one line of JSON."""
    await send_json(send, status, json.dumps({"error": why}).encode() + b"\n")


async def send_json(send: Send, status: int, body: bytes) -> None:
    """Send a whole answer."""
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 408:  # the rest of the request would be taken for another one
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
