"""What importing each handler pulls in: a deny list and a ceiling on modules. Times are reported by `make bench`."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = {"fastapi", "starlette", "mangum"}
MODEL = {"openai", "httpx2", "httpx"}
# How many modules of others, and how many of ours: a file split in two is no slower start, a new library is.
# Our folders are not counted: their `__init__.py` are empty.
# Confirmed documents, hosts of pages and pools of budgets brought 12 of ours to what holds the agent.
# Of ours about 15 are the words of status, one file a kind, and 30 planning and what is known of a project.
# Of the others about 60 are boto3's and 40 are Powertools' (of the authorizer's only these): both were asked for, and
# what they cost after Pydantic and botocore is in benchmarks/RESULTS.md (`make bench NAME=cold_import`).
CEILING = {
    "api": (725, 580),
    "agent_step": (1070, 390),  # 520 of the others are the openai client; of ours 8 read any server's stream
    "agent_commit": (475, 390),  # 110 of them take a build in as an iteration does, instead of another agent_step
    "approval_wait": (475, 185),
    "autopilot_tick": (475, 375),
    "plan_step": (1140, 260),  # 60 of them read Markdown, the rest as for agent_step
    "run_ended": (475, 225),
    "authorizer": (325, 40),
    "build_prepare": (475, 195),
    "worker_start": (475, 210),
    "worker_done": (475, 175),
    "build_finalise": (475, 235),
    "sweeper": (475, 260),
    "stream": (715, 580),
}
OURS = {"shared", "functions"}
MODULES = {"stream": "functions.api.asgi"}
_PROGRAM = """
import sys
before = set(sys.modules)
import {module}
new = set(sys.modules) - before
rooms = {{name for name in new if name.partition(".")[0] in {ours} and hasattr(sys.modules[name], "__path__")}}
print(*sorted(new - rooms))
"""


def imported(name: str) -> set[str]:
    run = subprocess.run(
        [sys.executable, "-c", _PROGRAM.format(module=MODULES.get(name, f"functions.{name}.handler"), ours=OURS)],
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
        | (set() if name in ("agent_step", "plan_step") else MODEL)
        | {"local", "infra", "moto"}
    )
    assert not top & denied, f"{name} imports {top & denied}"
    ours = sum(module.partition(".")[0] in OURS for module in modules)
    counted = (len(modules) - ours, ours)
    assert counted[0] <= CEILING[name][0], f"{name} imports {counted[0]} modules of others"
    assert counted[1] <= CEILING[name][1], f"{name} imports {counted[1]} modules of ours"


def test_the_api_imports_tools_and_git_only_when_they_are_asked_for() -> None:
    late = {"shared.tools.registry", "shared.domain.fixes.plan", "dulwich"}
    assert not imported("api") & late
