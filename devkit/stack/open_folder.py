"""A temporary directory that builds can reach: they run as a user of their own, and pytest's directories are closed."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def open_folder(within: Path | None = None) -> Iterator[Path]:
    """One that every user may enter, gone at the end."""
    folder = Path(tempfile.mkdtemp(prefix="chatbuilder-tests-", dir=within))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)
