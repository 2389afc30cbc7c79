"""Permissions of state machines held against the code: what a handler can reach, its role allows.

A call graph by names: from a handler through everything its functions refer to, in the repository's own modules. A
method of `Workflows` that is mentioned there is one that the function can call.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

from infra.function_list import PYTHON_FUNCTIONS, FunctionSpec
from toolchain.repository import REPOSITORY

OURS = ("shared", "functions")
STARTS = {"start_build": "build_pipeline", "start_run": "agent_loop", "start_ticks": "autopilot",
          "start_reading": "plan_reading"}  # fmt: skip
ANSWERS = ("complete_task", "fail_task")
Name = tuple[str, str]
"""A module, and a name defined at its top."""


@cache
def module_file(module: str) -> Path | None:
    path = REPOSITORY / Path(*module.split("."))
    return next((one for one in (path.with_suffix(".py"), path / "__init__.py") if one.is_file()), None)


@cache
def definitions(module: str) -> dict[str, ast.AST]:
    path = module_file(module)
    body = ast.parse(path.read_text("utf-8")).body if path else []
    found: dict[str, ast.AST] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id: node for target in targets if isinstance(target, ast.Name)}
    return found


@cache
def imported(module: str) -> dict[str, Name]:
    """Local name -> where it is defined; a whole module has an empty name."""
    path = module_file(module)
    found: dict[str, Name] = {}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))) if path else ():
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in OURS:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found[alias.asname or alias.name] = (inner, "") if module_file(inner) else (node.module, alias.name)
    return found


def referred(module: str, node: ast.AST) -> set[Name]:
    own, others = definitions(module), imported(module)
    found = set[Name]()
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            place = others.get(part.value.id)
            if place and not place[1]:
                found.add((place[0], part.attr))
        if isinstance(part, ast.Name):
            place = (module, part.id) if part.id in own else others.get(part.id)
            if place and place[1]:
                found.add(place)
    return found


def mentioned(module: str) -> set[str]:
    """Attributes that the handler of a module can reach."""
    waiting, seen, attributes = [(module, name) for name in definitions(module)], set[Name](), set[str]()
    while waiting:
        place = waiting.pop()
        node = definitions(place[0]).get(place[1])
        if place in seen or node is None or place[0].startswith(("shared.adapters", "shared.ports")):
            continue
        seen.add(place)
        attributes |= {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
        waiting += referred(place[0], node)
    return attributes


SPECS = [spec for spec in PYTHON_FUNCTIONS if spec.name not in ("api", "stream", "authorizer")]
"""Routes of `api` and `stream` are one application, which reaches everything."""


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_each_function_may_call_the_machines_that_its_code_reaches(spec: FunctionSpec) -> None:
    reached = mentioned(f"functions.{spec.name}.handler")
    starts = {machine for method, machine in STARTS.items() if method in reached}
    assert starts <= set(spec.starts), f"{spec.name} can start more than its role allows"
    if reached & set(ANSWERS):
        assert spec.answers, f"{spec.name} can answer a task that waits, and its role does not allow it"
    assert "is_running" not in reached or spec.watches, f"{spec.name} can look at an execution"
