"""Secrets of one data folder: made once, readable by their owner only."""

import secrets
from collections.abc import Callable
from pathlib import Path

from local.private_files import private_folder, write_private


def kept_secret(data: Path, name: str) -> str:
    """The secret of that name, made at the first call."""
    return kept_bytes(data, name, lambda: secrets.token_urlsafe(48).encode()).decode()


def kept_bytes(data: Path, name: str, make: Callable[[], bytes]) -> bytes:
    """The bytes kept under that name; `make()` gives them the first time."""
    path = data / "secrets" / name
    if not path.exists():
        private_folder(path.parent)
        write_private(path, make())
    return path.read_bytes()
