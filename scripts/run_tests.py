"""The whole suite as three at once: two chains of `tests/e2e`, each on a stack of its own, and everything else.

The chains wait a lot and would end last, so what is left gives way to them. Each is run to its end, whatever the
others found; what a chain printed follows what the others printed.
"""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, NamedTuple

E2E = Path("tests/e2e")
NICE = 2
OTHERS = ("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "--ignore", str(E2E))


class Chain(NamedTuple):
    name: str
    process: "subprocess.Popen[str]"
    printed: IO[str]


def main() -> int:
    """0 when all are green."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # what the chains printed is shown then too
    running = [_chain(name, files) for name, files in chains().items()]
    others = _pytest(*OTHERS)
    os.setpriority(os.PRIO_PROCESS, others.pid, NICE)
    try:
        codes = [others.wait(), *(chain.process.wait() for chain in running)]
    finally:
        for chain in running:
            chain.process.terminate()
            chain.printed.seek(0)
            print(f"\n== {chain.name}\n{chain.printed.read()}", flush=True)
    return max(map(abs, codes))


def chains() -> dict[str, list[str]]:
    """The end-to-end files: those of the Studio, and the rest. No file is in neither."""
    files = sorted(str(path) for path in E2E.glob("test_*.py"))
    studio = [file for file in files if "test_studio" in file]
    return {f"{E2E}, the Studio": studio, str(E2E): [file for file in files if file not in studio]}


def _chain(name: str, files: list[str]) -> Chain:
    printed = tempfile.TemporaryFile("w+")  # noqa: SIM115, read when it ends
    return Chain(name, _pytest(*files, output=printed), printed)


def _pytest(*arguments: str, output: IO[str] | None = None) -> "subprocess.Popen[str]":
    """Bytecode is kept: the processes import the same seven thousand tests, now and the next time."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.Popen(command, stdout=output, stderr=output, text=True, env=environment)


if __name__ == "__main__":
    sys.exit(main())
