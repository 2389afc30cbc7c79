"""The API's application, wired as its Lambda wires it, from this process's environment."""

from typing import Any


def load_app() -> Any:
    """Import it only now: its composition root reads the environment when it is imported."""
    from functions.api.wiring import app_from_env

    return app_from_env()
