"""The application for an ASGI server: `uvicorn --factory functions.api.asgi:create`, and for the local front."""

import logging
import os
from collections.abc import Mapping

from fastapi import FastAPI

from functions.api.app import create_app
from functions.api.wiring import container_from
from shared.ports.outgoing import Outside
from shared.runtime.observability import configure_logging, start_tracing
from shared.runtime.settings import Settings


def create(env: Mapping[str, str] | None = None, git_outside: Outside | None = None) -> FastAPI:
    """The application over the container that the environment describes; git may have a way out of its own."""
    start_tracing("api", os.environ if env is None else env)
    return create_app(container_from(Settings.from_env(env), git_outside))


def create_stream() -> FastAPI:
    """As `create`, for the stream function, whose standard output is its log."""
    configure_logging("stream")
    quiet_server()
    start_tracing("stream")
    return create()


def quiet_server() -> None:
    """uvicorn has loggers with handlers of their own: plain text, with secrets in it. Its warnings go with ours."""
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
