"""The compile function itself, as a workspace's compiler: one Node process a call."""

import json
import subprocess
from functools import lru_cache
from pathlib import Path

from local.filelock import FileLock
from shared.domain.base import Files
from shared.domain.compile_report import CompileReport
from tests.support.npm_tool import cache_dir, node, npm

FUNCTION = Path(__file__).parents[2] / "functions" / "compile"
_PROGRAM = (
    "import { handler } from './index.mjs'; import { readFileSync } from 'node:fs';"
    "const files = JSON.parse(readFileSync(0, 'utf8'));"
    "process.stdout.write(JSON.stringify(await handler({ source: { files } })), () => process.exit(0));"
)


@lru_cache(maxsize=1)
def _install() -> None:
    with FileLock(cache_dir() / "compile-function.lock", wait_seconds=300):
        if not (FUNCTION / "node_modules" / ".package-lock.json").is_file():
            npm(FUNCTION, "ci")


def real_compile(files: Files) -> CompileReport:
    """What the fast gate says of a tree of texts."""
    _install()
    tree = json.dumps({path: data.decode() for path, data in files.items()})
    command = [str(node().binary), "--input-type=module", "-e", _PROGRAM]
    done = subprocess.run(command, cwd=FUNCTION, input=tree, capture_output=True, text=True, timeout=120, check=True)
    return CompileReport.model_validate_json(done.stdout)
