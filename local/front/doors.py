"""Who may speak to a server of this machine: programs that call it by its own name, and pages of named origins.

A page of any site reaches the loopback address too: by a name of its own that leads here (then `Host` is foreign), or
straight (then `Origin` is).
"""

from collections.abc import Collection

OUR_NAMES = frozenset({"127.0.0.1", "localhost"})


def is_foreign(host: str | None, origin: str | None, origins: Collection[str] = ()) -> bool:
    """Whether a request names this machine by a foreign name, or comes from a page of an origin not in `origins`."""
    return is_foreign_host(host) or (origin is not None and origin not in origins)


def is_foreign_host(host: str | None) -> bool:
    """Whether a `Host` header names something else than this machine; any port, since ports are forwarded."""
    return (host or "").partition(":")[0].lower() not in OUR_NAMES
