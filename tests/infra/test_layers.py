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
from infra.config import REPOSITORY
from infra.function_list import LAYERS, PYTHON_FUNCTIONS, FunctionSpec

FROM_THE_RUNTIME = {"boto3", "botocore", "s3transfer", "jmespath", "python-dateutil", "six", "urllib3"}
TRIED_ONLY = {"certifi", "sniffio"}  # botocore and anyio take them when they are there, and do without
IMPORTED = """
import json, sys
before = set(sys.modules)
import {module}
print(json.dumps(sorted({{name.partition('.')[0] for name in set(sys.modules) - before}})))
"""


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def listed(layer: str) -> set[str]:
    return {canonical(name) for name in packages(REPOSITORY / "layers" / layer / "requirements.txt")}


def imported(spec: FunctionSpec) -> set[str]:
    """The distributions a fresh interpreter has loaded after importing the function."""
    module = "functions.api.asgi" if spec.name == "stream" else f"functions.{spec.name}.handler"
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", IMPORTED.format(module=module)], cwd=REPOSITORY, check=True,
        capture_output=True, text=True, env={"PYTHONPATH": str(REPOSITORY), "AWS_DEFAULT_REGION": "us-east-1"},
    )  # fmt: skip
    top_level = json.loads(run.stdout.splitlines()[-1])
    known = packages_distributions()
    return {canonical(known[name][0]) for name in top_level if name in known}


@pytest.mark.parametrize("spec", PYTHON_FUNCTIONS, ids=lambda spec: spec.name)
def test_the_layers_hold_everything_the_handler_imports(spec: FunctionSpec) -> None:
    carried = {package for layer in spec.layers for package in listed(layer)}
    assert imported(spec) - carried - FROM_THE_RUNTIME - TRIED_ONLY == set()


@pytest.mark.parametrize("layer", LAYERS)
def test_lists_are_hashed_pinned_and_name_no_host(layer: str) -> None:
    text = (REPOSITORY / "layers" / layer / "requirements.txt").read_text()
    assert "://" not in text
    assert "--index-url" not in text
    for line in text.splitlines():
        assert re.match(r"[A-Za-z0-9._-]+==\S+ \\$|    --hash=sha256:[0-9a-f]{64}( \\)?$", line), line


@pytest.mark.parametrize("layer", LAYERS)
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
    for layer in LAYERS:
        for line in (REPOSITORY / "layers" / layer / "requirements.in").read_text().splitlines():
            name, _, version = re.sub(r"\[.*\]", "", line).partition("==")
            assert pinned.get(name, version) == version, name
