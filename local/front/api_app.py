"""The API's application, wired as its Lambda wires it, from this process's environment."""

from typing import Any


def import_app() -> None:
    """Import the application's modules, which takes a while and needs no environment yet."""
    import functions.api.asgi  # noqa: F401 - only so that it is imported


def load_app() -> Any:
    """The application over this process's environment, which must be complete by now."""
    from functions.api.asgi import create

    return create()
