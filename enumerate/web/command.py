"""`enumerate web`: the page, served on this machine."""

import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path

import click

from ..cli.options import Whole
from ..cli.progress import echo
from ..support.errors import InputError
from ..support.memory import available_memory, parse_size

PORT = 8642
HOST = "127.0.0.1"


@click.command()
@click.option(
    "--host",
    default=HOST,
    show_default=True,
    metavar="ADDRESS",
    help="The address to listen on; any other lets other machines in, and there is no password.",
)
@click.option(
    "--port", type=Whole(0, 65535), metavar="N", help=f"The port (default: {PORT}, or one that is free)."
)
@click.option("--no-open", is_flag=True, help="Print the address and open no browser.")
@click.option(
    "--max-memory",
    metavar="SIZE",
    help="Refuse a question that would need more memory than SIZE, as in 6GiB (default: what is free, shared "
    "out over the questions that can run at once).",
)
@click.option(
    "--max-seconds",
    type=Whole(1),
    default=600,
    show_default=True,
    metavar="N",
    help="Stop a question that takes longer.",
)
@click.option(
    "--threads",
    type=Whole(1),
    metavar="N",
    help="How many threads work on one question (default: half of the cores).",
)
@click.option("--store", metavar="FILE", help="Show the jobs of this store of lanes on the page of runs.")
def web(
    host: str,
    port: int | None,
    no_open: bool,
    max_memory: str | None,
    max_seconds: int,
    threads: int | None,
    store: str | None,
) -> None:
    """Open the page on which boards are drawn, counted, browsed and played.

    It is served by this machine to this machine, fetches nothing from anywhere else, and ends with Ctrl-C.

    \b
    Examples:
      enumerate web
      enumerate web --no-open --port 9000 --max-memory 4GiB
      enumerate web --store lanes.db
    """
    limit = parse_size(max_memory) if max_memory is not None else None
    try:
        import uvicorn

        from .desk import Desk
        from .guard import is_loopback
        from .server import Http, application
        from .worker import Limits
    except ImportError as error:
        raise InputError(
            f"the page needs the package '{error.name}': pip install 'domineering-enumerate[web]'"
        ) from error
    cores = os.cpu_count() or 1
    shared = available_memory() // max(2, cores)
    limits = Limits(
        max_memory=shared if limit is None else limit,
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
            f"enumerate: warning: whoever reaches {host}:{bound} can use the page and the processors of this "
            "machine; there is no password and no encryption",
            err=True,
        )
    server = uvicorn.Server(
        uvicorn.Config(
            application(Desk(limits), host, bound),
            log_level="critical",
            access_log=False,
            http=Http,
            ws="none",
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
    )
    echo(f"the page is at {shown} (Ctrl-C ends it)")
    sys.stdout.flush()
    if not no_open:
        threading.Thread(target=webbrowser.open, args=(shown,), daemon=True).start()
    with suppress(KeyboardInterrupt):  # that is how it is ended
        server.run(sockets=[listening])


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the address; without a port the usual one, or any that is free."""
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
