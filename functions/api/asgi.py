"""The application for an ASGI server: `uvicorn --factory functions.api.asgi:create`, and for the local front."""

from collections.abc import Mapping

from fastapi import FastAPI

from functions.api.app import create_app
from functions.api.wiring import container_from
from shared.runtime.settings import Settings


def create(env: Mapping[str, str] | None = None) -> FastAPI:
    """The application over the container that the environment describes."""
    return create_app(container_from(Settings.from_env(env)))
