"""Where a desk listens, and under which addresses others reach it."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import re
import socket
from urllib.parse import urlsplit

from engines import InputError

OWN_PORTS, LAST_PORT = 1024, 65535
"""The first port on which anybody may listen, and the last that there is."""


def host_name(text: str) -> str:
    """A name under which browsers ask for a desk, as they send it; raises `InputError`."""
    try:
        name = text.strip().rstrip(".").encode("idna").decode().casefold()
    except UnicodeError:  # a part of it is empty or too long
        name = ""
    if not re.fullmatch(r"[\w-]+(\.[\w-]+)*", name):
        raise InputError(
            f"a host's name is like hakem.school.org, without https:// and port, not {text!r}"
        )
    return name


def free_socket(host: str, port: int) -> socket.socket:
    """A socket that listens there; raises `InputError` where the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
    except OSError as error:
        sock.close()
        why = error.strerror or str(error)
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            hint = f"try --port {_other(port)}"
        else:
            hint = f"is {host} an address of this machine? 0.0.0.0 listens on all it has"
        raise InputError(f"cannot listen on {host}:{port}: {why}; {hint}") from None
    return sock


def _other(port: int) -> int:
    """A port to try: the next one, or where only root may listen, a free one."""
    return port + 1 if OWN_PORTS <= port < LAST_PORT else 8000


def addresses(host: str, port: int) -> list[str]:
    """The addresses to type into a browser; of all networks where all are listened on."""
    if host in ("127.0.0.1", "::1", "localhost"):
        return [f"http://localhost:{port}"]
    if host not in ("0.0.0.0", "::"):
        return [f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"]
    return [f"http://{own_address()}:{port}", f"http://localhost:{port}"]


def is_local(host: str) -> bool:
    """Whether only this machine can reach what listens there."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def only_here(address: str) -> bool:
    """Whether an address of a page can be opened on this machine alone."""
    return is_local(urlsplit(address).hostname or "")


def own_address() -> str:
    """This machine's address in the local network; nothing is sent to find it."""
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
    ):
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return "127.0.0.1"
