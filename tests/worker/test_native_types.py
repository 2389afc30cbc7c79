"""Types checked by the native compiler: it answers where it is sure, the project's own wherever it is not."""

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from devkit.stack.worker_jobs import HttpStore, pack
from shared.domain.builds.worker_contract import Limits, Reason, parse_job
from worker.build import run_job
from worker.sandbox.base import Command, Outcome, Sandbox, Workplace
from worker.tasks.base import Progress, Scene
from worker.tasks.checks import TYPES_BYTES, TYPES_CPU_SECONDS, TYPES_SECONDS
from worker.tasks.native_types import native_command
from worker.toolchain import WRITABLE_MODULE_DIRS, InstalledToolchain, Toolchain

WRONG = "src/a.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'."
Check = Callable[..., dict[str, Any]]


def program(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def a_project(config: str = '{"compilerOptions": {"strict": true}}', script: str = "tsc --noEmit") -> dict[str, bytes]:
    package = {"scripts": {"build": "mkdir dist; echo hi > dist/index.html", "typecheck": script}}
    return {"package.json": json.dumps(package).encode(), "tsconfig.json": config.encode()}


@pytest.fixture
def check(toolchain: InstalledToolchain, work_dir: Path, store: HttpStore) -> Check:
    """What the check says; `native` and `own` are the two programs, shell scripts in place of the real ones."""
    home = work_dir / "programs"

    def once(native: str, sandbox: Sandbox, files: dict[str, bytes] | None = None, **changes: Any) -> dict[str, Any]:
        program(home / "typescript" / "tsc", native)
        program(home / "node_modules" / ".bin" / "tsc", "echo own; exit 3")
        for name in WRITABLE_MODULE_DIRS:
            (home / "node_modules" / name).mkdir(exist_ok=True)
        for folder in (home, home / "typescript", home / "node_modules", home / "node_modules" / ".bin"):
            folder.chmod(0o755)
        tools = replace(toolchain, node_modules=home / "node_modules", typescript=home / "typescript")
        job = parse_job(store.job("bld_1", pack(files or a_project()), checks=["types"], **changes))
        run_job(replace(job, toolchain_digest=""), toolchain=tools, sandbox=sandbox, work_dir=work_dir)
        part: dict[str, Any] = store.uploaded("bld_1").result["checks"]["types"]
        return part

    return once


class Ending:
    """A `Sandbox` that runs nothing: each type check ends in the given way; `limits` are those of each."""

    name = "ending"

    def __init__(self, reason: Reason | None, exit_code: int | None = None) -> None:
        self._outcome = Outcome(exit_code, b"", reason, "The build ended.")
        self.limits: list[Limits] = []

    def run(
        self, place: Workplace, toolchain: Toolchain, command: Command, limits: Limits, cancel: threading.Event
    ) -> Outcome:
        if "tsc" not in " ".join(command.argv):
            return Outcome(0, b"")
        self.limits.append(limits)
        return self._outcome


@pytest.mark.parametrize("reason", ["timeout", "memory"])
def test_a_check_that_is_ended_is_an_answer_and_the_other_compiler_is_not_asked(check: Check, reason: Reason) -> None:
    sandbox = Ending(reason)
    part = check("exit 0", sandbox)
    assert (part["status"], part["reason"]) == ("failed", reason)
    assert len(sandbox.limits) == 1


def test_a_check_ends_long_before_a_build_would(check: Check) -> None:
    """Both compilers together have this time: it is the tenant's place that they hold."""
    sandbox = Ending(None, 70)
    check("exit 70", sandbox)
    assert len(sandbox.limits) == 2
    assert all(limits.wall_seconds <= TYPES_SECONDS < 120 for limits in sandbox.limits)
    assert all(limits.cpu_seconds == TYPES_CPU_SECONDS < 60 for limits in sandbox.limits)
    assert all(limits.memory_bytes <= TYPES_BYTES for limits in sandbox.limits)


def test_types_that_it_finds_right_are_right(check: Check, sandbox: Sandbox) -> None:
    assert check("exit 0", sandbox)["status"] == "passed"


def test_errors_in_the_projects_sources_are_its_own_answer(check: Check, sandbox: Sandbox) -> None:
    found = check(f'echo "{WRONG}"; echo "  Because."; exit 1', sandbox)
    assert (found["status"], found["reason"]) == ("failed", "exit")
    assert found["log"] == f"{WRONG}\n  Because.\n"


@pytest.mark.parametrize(
    "native",
    [
        "echo \"tsconfig.json(1,9): error TS5102: Option 'baseUrl' has been removed.\"; exit 1",
        f'echo "{WRONG}"; echo "error TS5023: Unknown compiler option \'x\'."; exit 1',
        "echo \"../toolchain/typescript/lib.dom.d.ts(3,4): error TS2300: Duplicate identifier 'x'.\"; exit 1",
        'echo "panic: runtime error"; exit 2',
        f'echo "{WRONG}"; exit 70',
        "kill -SEGV $$",
        "exit 1",
        "head -c 200000 /dev/zero | tr '\\0' x; exit 0",
        "echo wrong > package.json; rm tsconfig.json; exit 9",
    ],
)
def test_where_it_is_not_sure_the_own_compiler_answers_alone(check: Check, sandbox: Sandbox, native: str) -> None:
    found = check(native, sandbox, limits={"output_bytes": 100_000})
    assert (found["status"], found["log"]) == ("failed", "own\n")
    assert found["message"] == "The type checker ended with exit code 3."


def test_one_that_never_ends_is_not_started_again(check: Check, sandbox: Sandbox) -> None:
    found = check("sleep 600", sandbox, limits={"wall_seconds": 3})
    assert (found["status"], found["reason"]) == ("failed", "timeout")


@pytest.mark.parametrize(
    "files",
    [
        a_project('{"compilerOptions": {"allowJs": true}}'),
        a_project('{"compilerOptions": {"checkJs": true}}'),
        a_project('{"extends": "../base.json"}'),
        a_project('{"files": [], "references": [{"path": "./packages/a"}]}'),
        a_project() | {"tsconfig.app.json": b'{"extends": "@tsconfig/svelte/tsconfig.json"}'},
        a_project(script="tsc --noEmit && echo more"),
        a_project(script="tsc -p packages/a/tsconfig.json"),
        a_project(script="tsc -p packages"),
        a_project(script="tsc --checkJs"),
        a_project(script="tsc --watch"),
        a_project(script="tsc src/a.ts"),
        a_project(script="vue-tsc --noEmit"),
        a_project(script="NODE_OPTIONS=-r=./x.js tsc"),
        {name: text for name, text in a_project().items() if name == "package.json"},
    ],
)
def test_what_it_may_read_otherwise_is_not_asked_of_it(
    check: Check, files: dict[str, bytes], request: pytest.FixtureRequest
) -> None:
    found = check("echo native; exit 0", request.getfixturevalue("bubblewrap"), files, limits={"wall_seconds": 20})
    assert found["status"] == "failed" and "native" not in found["log"]


@pytest.mark.parametrize(
    "script", ["tsc", "tsc --noEmit", "tsc -b", "tsc --build --noEmit", "tsc -p tsconfig.app.json"]
)
def test_plain_calls_are_given_to_it(check: Check, script: str, request: pytest.FixtureRequest) -> None:
    config = '{"files": [], "references": [{"path": "./tsconfig.app.json"}]}'
    files = a_project(config, script) | {"tsconfig.app.json": b"{}"}
    assert check("exit 0", request.getfixturevalue("bubblewrap"), files)["status"] == "passed"


def test_a_project_cannot_put_its_own_program_in_its_place(check: Check, sandbox: Sandbox) -> None:
    files = a_project() | {"tsc-native": b"#!/bin/sh\nexit 0", "bin/tsc-native": b"#!/bin/sh\nexit 0"}
    assert check(f'echo "{WRONG}"; exit 1', sandbox, files)["status"] == "failed"


@pytest.mark.parametrize("there", [False, True])
def test_a_toolchain_without_it_has_the_own_compiler_alone(
    toolchain: InstalledToolchain, sandbox: Sandbox, tmp_path: Path, store: HttpStore, there: bool
) -> None:
    place = Workplace(tmp_path)
    place.project.mkdir()
    (place.project / "tsconfig.json").write_text("{}")
    job = parse_job(store.job("bld_1", b"", checks=["types"]))
    tools = replace(toolchain, typescript=tmp_path / "missing" if there else None)
    scene = Scene(job, place, tools, sandbox, threading.Event(), Progress(), lambda _: None)
    assert native_command(scene, Command(("tsc", "--noEmit"), {})) is None
