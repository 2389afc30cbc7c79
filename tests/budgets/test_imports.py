"""What importing each handler pulls in: a deny list and a ceiling on modules. Times are reported by `make bench`."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = {"fastapi", "starlette", "mangum"}
MODEL = {"openai", "httpx2", "httpx"}
CEILING = {
    "api": 970,
    "agent_step": 1275,  # 520 of them are the openai client
    "agent_commit": 545,
    "approval_wait": 500,
    "run_ended": 535,
    "authorizer": 330,
    "build_prepare": 500,
    "worker_start": 515,
    "worker_done": 500,
    "build_finalise": 525,
    "sweeper": 560,
    "stream": 955,
}
MODULES = {"stream": "functions.api.asgi"}
_PROGRAM = """
import sys
before = set(sys.modules)
import {module}
print(*sorted(set(sys.modules) - before))
"""


def imported(name: str) -> set[str]:
    run = subprocess.run(
        [sys.executable, "-c", _PROGRAM.format(module=MODULES.get(name, f"functions.{name}.handler"))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


def test_every_handler_has_a_budget() -> None:
    assert {path.parent.name for path in (ROOT / "functions").glob("*/handler.py")} == set(CEILING) - set(MODULES)


@pytest.mark.parametrize("name", sorted(CEILING))
def test_a_handler_imports_only_what_it_uses(name: str) -> None:
    modules = imported(name)
    top = {module.partition(".")[0] for module in modules}
    denied = (
        (set() if name in ("api", "stream") else WEB)
        | (set() if name == "agent_step" else MODEL)
        | {"local", "infra", "moto"}
    )
    assert not top & denied, f"{name} imports {top & denied}"
    assert len(modules) <= CEILING[name], f"{name} imports {len(modules)} modules"


def test_the_api_imports_tools_and_git_only_when_they_are_asked_for() -> None:
    late = {"shared.tools.registry", "shared.domain.fixes.plan", "dulwich"}
    assert not imported("api") & late
