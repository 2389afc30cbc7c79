"""Secrets of one data folder: made once, readable by their owner only."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path


def kept_secret(data: Path, name: str) -> str:
    """The secret of that name, made at the first call."""
    return kept_bytes(data, name, lambda: secrets.token_urlsafe(48).encode()).decode()


def kept_bytes(data: Path, name: str, make: Callable[[], bytes]) -> bytes:
    """The bytes kept under that name; `make()` gives them the first time."""
    path = data / "secrets" / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_private(path, make())
    return path.read_bytes()


def write_private(path: Path, content: bytes) -> None:
    """Write a file only its owner can read, in one step."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    temporary.replace(path)
