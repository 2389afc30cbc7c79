"""The whole suite: everything but `tests/e2e` in three processes, and beside them `tests/e2e`, which waits a lot.

`tests/e2e` is one chain and would end last, so the others give way to it. Both halves are always run to their end; what
the second one printed follows the first one's.
"""

import os
import subprocess
import sys
import tempfile
from typing import IO

E2E = "tests/e2e"
NICE = 2
OTHERS = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder", "--ignore", E2E)


def main() -> int:
    """0 when both halves are green."""
    with tempfile.TemporaryFile("w+") as kept:
        beside, others = _pytest(E2E, output=kept), _pytest(*OTHERS)
        os.setpriority(os.PRIO_PROCESS, others.pid, NICE)
        try:
            codes = others.wait(), beside.wait()
        finally:
            beside.terminate()
        print(f"\n== {E2E}")
        kept.seek(0)
        print(kept.read())
    return max(codes)


def _pytest(*arguments: str, output: IO[str] | None = None) -> "subprocess.Popen[str]":
    """Bytecode is kept: three processes import the same seven thousand tests, now and the next time."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.Popen(command, stdout=output, stderr=output, text=True, env=environment)


if __name__ == "__main__":
    sys.exit(main())
