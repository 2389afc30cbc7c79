"""Python's bytecode for Lambda, made here: `/var/task` and `/opt` are read-only, so there every cold start compiles.

The files are of the kind that is never checked against the source (`unchecked-hash`): a zip has no modification times.
They need a Python of Lambda's own version. Where this machine has none, the code goes without; `make deploy` says so.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

VERSION = "3.13"
NO_INTERPRETER = (
    f"There is no Python {VERSION} on this machine: the functions go without bytecode, and each cold start compiles "
    f"what it imports. `uv python install {VERSION}`, or CHATBUILDER_LAMBDA_PYTHON=/path/to/python, then again."
)
_ASK = f"import sys; raise SystemExit('%d.%d' % sys.version_info[:2] != '{VERSION}')"


@cache
def interpreter() -> str | None:
    """A Python of Lambda's version on this machine."""
    return next((found for found in _candidates() if _answers(found)), None)


def _candidates() -> Iterator[str]:
    if named := os.environ.get("CHATBUILDER_LAMBDA_PYTHON"):
        yield named
    yield sys.executable
    if on_path := shutil.which(f"python{VERSION}"):
        yield on_path
    for folder in (Path.home() / ".pyenv" / "versions", Path.home() / ".local" / "share" / "uv" / "python"):
        yield from (str(path) for path in sorted(folder.glob(f"*{VERSION}.*/bin/python{VERSION}")))


def _answers(python: str) -> bool:
    try:
        return subprocess.run([python, "-I", "-c", _ASK], capture_output=True, timeout=20).returncode == 0
    except OSError:
        return False


def compile_tree(folder: Path, place: str) -> None:
    """Put the bytecode next to every source below `folder`, which will lie at `place`. The same bytes every time."""
    python = interpreter()
    if python is None:
        return
    where = ["-s", str(folder), "-p", place]
    options = ["-q", "-f", "--invalidation-mode", "unchecked-hash", *where, str(folder)]
    subprocess.run([python, "-I", "-m", "compileall", *options], check=True)
