"""Serve the page on this machine."""

import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path

from ..support.errors import InputError
from ..support.memory import available_memory
from ..support.terminal import echo

PORT = 8642
HOST = "127.0.0.1"


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
    try:
        import uvicorn

        from .guard import is_loopback
        from .heads import HeadTimer
        from .jobs import JobQueue, Limits
        from .server import application
    except ImportError as error:
        raise InputError(
            f"the page needs the package '{error.name}': pip install 'domineering-enumerate[web]'"
        ) from error
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
