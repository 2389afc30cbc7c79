"""Reading a file that project code may have written: a plain file of a bounded size, or nothing."""

import os
import stat
from pathlib import Path

_OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def read_below(directory: Path, name: str, most: int) -> bytes | None:
    """The file `name` of `directory`; None when it is missing, too large, a link or no file."""
    try:
        handle = os.open(directory / name, _OPEN_FILE)
    except OSError:
        return None
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_size > most:
            return None
        content = file.read(most + 1)
    return content if len(content) <= most else None
