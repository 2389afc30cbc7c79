"""The API's application, wired as its Lambda wires it, from this process's environment."""

from typing import Any


def load_app() -> Any:
    """Wired only now, when the environment is complete."""
    from functions.api.asgi import create

    return create()
