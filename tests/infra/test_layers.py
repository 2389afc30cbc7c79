"""Each function's layers hold what its handler imports, and no more than they should.

The emulator lets every Lambda see this machine's packages, so a missing layer would only show on AWS.
"""

import json
import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from infra.build_layers import packages
from infra.function_list import LAYERS, PYTHON_FUNCTIONS, TRACE, FunctionSpec
from toolchain.repository import REPOSITORY

TRIED_ONLY = {"certifi", "sniffio", "python-multipart"}  # botocore, anyio and starlette do without
IMPORTED = """
import json, sys
before = set(sys.modules)
import {modules}
print(json.dumps(sorted({{name.partition('.')[0] for name in set(sys.modules) - before}})))
"""


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def listed(layer: str) -> set[str]:
    return {canonical(name) for name in packages(REPOSITORY / "layers" / layer / "requirements.txt")}


def imported(specs: list[FunctionSpec]) -> list[set[str]]:
    """For each package a fresh interpreter has loaded after importing the functions, what it may be a part of."""
    modules = ["functions.api.asgi" if spec.name == "stream" else f"functions.{spec.name}.handler" for spec in specs]
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", IMPORTED.format(modules=", ".join(modules))], cwd=REPOSITORY, check=True,
        capture_output=True, text=True, env={"PYTHONPATH": str(REPOSITORY), "AWS_DEFAULT_REGION": "us-east-1"},
    )  # fmt: skip
    top_level = json.loads(run.stdout.splitlines()[-1])
    known = packages_distributions()
    return [{canonical(each) for each in known[name]} for name in top_level if name in known]


@pytest.mark.parametrize("layers", sorted({spec.layers for spec in PYTHON_FUNCTIONS}), ids="-".join)
def test_the_layers_hold_everything_the_handlers_import(layers: tuple[str, ...]) -> None:
    """All functions of the same layers at once: an interpreter for each would take ten seconds more."""
    carried = {package for layer in layers for package in listed(layer)}
    found = imported([spec for spec in PYTHON_FUNCTIONS if spec.layers == layers])
    assert len(found) > 3
    assert [names for names in found if not names & (carried | TRIED_ONLY)] == []


def test_what_is_imported_later_is_carried_too() -> None:
    assert "dulwich" in listed("data"), "trees are named with it, by every function that has snapshots"


@pytest.mark.parametrize("layer", [*LAYERS, TRACE])
def test_lists_are_hashed_pinned_and_name_no_host(layer: str) -> None:
    text = (REPOSITORY / "layers" / layer / "requirements.txt").read_text()
    assert "://" not in text
    assert "--index-url" not in text
    for line in text.splitlines():
        assert re.match(r"[A-Za-z0-9._-]+==\S+ \\$|    --hash=sha256:[0-9a-f]{64}( \\)?$", line), line


@pytest.mark.parametrize("layer", [*LAYERS, TRACE])
def test_lists_hold_what_was_asked_for(layer: str) -> None:
    folder = REPOSITORY / "layers" / layer
    asked = [line.strip() for line in (folder / "requirements.in").read_text().splitlines() if line.strip()]
    locked = (folder / "requirements.txt").read_text()
    for line in asked:
        name, _, version = re.sub(r"\[.*\]", "", line).partition("==")
        assert f"{name}=={version} \\" in locked


def test_no_package_lies_in_two_layers_a_function_has() -> None:
    for spec in PYTHON_FUNCTIONS:
        seen: dict[str, str] = {}
        for layer in spec.layers:
            for package in listed(layer):
                assert package not in seen, f"{spec.name}: {package} is in {layer} and {seen[package]}"
                seen[package] = layer


def test_layers_and_project_agree_on_versions() -> None:
    pinned = dict(re.findall(r'"([a-z-]+)(?:\[\w+\])?==([^"]+)"', Path(REPOSITORY / "pyproject.toml").read_text()))
    for layer in (*LAYERS, TRACE):
        for line in (REPOSITORY / "layers" / layer / "requirements.in").read_text().splitlines():
            name, _, version = re.sub(r"\[.*\]", "", line).partition("==")
            assert pinned.get(name, version) == version, name


def test_what_lies_beside_other_layers_has_their_versions() -> None:
    """The SDK's packages overlap with those of the layers that a function has besides."""
    trace = set(pins(TRACE))
    for layer in LAYERS:
        names = {name for name, _ in trace} & {name for name, _ in pins(layer)}
        assert {pin for pin in pins(layer) if pin[0] in names} <= trace, layer


def pins(layer: str) -> list[tuple[str, str]]:
    text = (REPOSITORY / "layers" / layer / "requirements.txt").read_text()
    return re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", text, re.MULTILINE)
