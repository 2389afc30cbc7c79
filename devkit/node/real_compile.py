"""The compile function itself, as a workspace's compiler: one Node process for all calls of a test process."""

import atexit
import json
import subprocess
from functools import lru_cache
from pathlib import Path

from devkit.node.npm_tool import cache_dir, node, npm
from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from toolchain.filelock import FileLock

FUNCTION = Path(__file__).parents[2] / "functions" / "compile"
_PROGRAM = (
    "import { handler } from './index.mjs'; import { createInterface } from 'node:readline';"
    "for await (const line of createInterface({ input: process.stdin }))"
    "  process.stdout.write(JSON.stringify(await handler({ source: { files: JSON.parse(line) } })) + '\\n');"
    "process.exit(0);"
)


def real_compile(files: Files) -> CompileReport:
    """What the fast gate says of a tree of texts."""
    process = _process()
    assert process.stdin and process.stdout
    process.stdin.write(json.dumps({path: data.decode("utf-8", "replace") for path, data in files.items()}) + "\n")
    process.stdin.flush()
    return CompileReport.model_validate_json(process.stdout.readline())


@lru_cache(maxsize=1)
def _process() -> "subprocess.Popen[str]":
    """One line in, one line out; it ends when its input does."""
    install()
    command = [str(node().binary), "--input-type=module", "-e", _PROGRAM]
    process = subprocess.Popen(command, cwd=FUNCTION, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(process.communicate)
    return process


def install() -> None:
    """The function's packages, unless they are there for its lockfile."""
    with FileLock(cache_dir() / "compile-function.lock", wait_seconds=300):
        stamp, lock = FUNCTION / "node_modules" / ".package-lock.json", FUNCTION / "package-lock.json"
        if not stamp.is_file() or stamp.stat().st_mtime < lock.stat().st_mtime:
            npm(FUNCTION, "ci")
