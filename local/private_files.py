"""Files and folders that only their owner can read, also where an older version left them open."""

import os
import secrets
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

FOLDER, FILE = 0o700, 0o600


def private_folder(folder: Path) -> Path:
    """Make it, or close it with all that is in it when others may look in. Links are left alone.

    The folder itself is closed last: until then, a start that was interrupted does it again.
    """
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    if stat.S_IMODE(folder.stat().st_mode) & ~FOLDER:
        for place, folders, files in os.walk(folder):
            for name in (*folders, *files):
                _close(Path(place, name))
        _close(folder)
    return folder


def _close(path: Path) -> None:
    with suppress(FileNotFoundError):  # what an emulator that is just ending has renamed
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & FOLDER)


def append_private(path: Path) -> IO[bytes]:
    """Open a file to add to it; it is made readable by its owner only."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, FILE), "ab")


def write_private(path: Path, content: bytes) -> None:
    """Write a file only its owner can read, in one step."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    temporary.replace(path)


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
