"""What importing each handler pulls in: a deny list and a ceiling on modules. Times are reported by `make bench`."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = {"fastapi", "starlette", "mangum"}
MODEL = {"openai", "httpx2", "httpx"}
CEILING = {
    "api": 960,
    "agent_step": 1250,
    "agent_commit": 520,
    "approval_wait": 500,
    "run_ended": 500,
    "authorizer": 330,
    "build_prepare": 500,
    "worker_start": 500,
    "worker_done": 500,
    "build_finalise": 520,
    "sweeper": 560,
}
_PROGRAM = """
import sys
before = set(sys.modules)
import functions.{name}.handler
print(*sorted(set(sys.modules) - before))
"""


def imported(name: str) -> set[str]:
    run = subprocess.run(
        [sys.executable, "-c", _PROGRAM.format(name=name)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


def test_every_handler_has_a_budget() -> None:
    assert {path.parent.name for path in (ROOT / "functions").glob("*/handler.py")} == set(CEILING)


@pytest.mark.parametrize("name", sorted(CEILING))
def test_a_handler_imports_only_what_it_uses(name: str) -> None:
    modules = imported(name)
    top = {module.partition(".")[0] for module in modules}
    denied = (set() if name == "api" else WEB) | (set() if name == "agent_step" else MODEL) | {"local", "infra", "moto"}
    assert not top & denied, f"{name} imports {top & denied}"
    assert len(modules) <= CEILING[name], f"{name} imports {len(modules)} modules"
