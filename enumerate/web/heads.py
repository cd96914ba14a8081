"""Close connections that do not send a whole request head in time, which uvicorn by itself does not do."""

import asyncio
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

HEAD_WITHIN = 8.0  # seconds from the first byte of a request (or the connection) to the end of its head


class HeadTimer:
    """An application around another; uvicorn calls it when a head is complete, and this ends the timer."""

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
        make = config.http_protocol_class
        config.http_protocol_class = lambda **how: WatchedConnection(self, make(**how))  # type: ignore[assignment]

    def expect(self, client: Any, close: Callable[[], None]) -> None:
        """Close the connection unless a head is complete in time; the timer runs from the first byte."""
        if client not in self.timers and client not in self.answering:
            self.timers[client] = asyncio.get_running_loop().call_later(HEAD_WITHIN, close)

    def forget(self, client: Any) -> None:
        """End the timer of a connection."""
        if (timer := self.timers.pop(client, None)) is not None:
            timer.cancel()


class WatchedConnection(asyncio.Protocol):
    """A connection that is handled by uvicorn's protocol and watched by a timer."""

    def __init__(self, timer: HeadTimer, inner: asyncio.Protocol) -> None:
        self.timer, self.inner = timer, inner

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

    def eof_received(self) -> bool | None:
        """Pass it on."""
        return self.inner.eof_received()

    def pause_writing(self) -> None:
        """Pass it on."""
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass it on."""
        self.inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        """End the timer."""
        self.timer.forget(self.client)
        self.inner.connection_lost(error)
