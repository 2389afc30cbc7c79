"""What the pages tell people to type exists: targets, modules and their options, AWS's commands, routes, files."""

import importlib.util
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, get_args

import botocore.session
import pytest
from botocore import xform_name

from infra.config import DeployConfig
from shared.ports.metrics import Metric

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    page
    for page in (*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md")
    if "decisions" not in page.parts
]
FENCE = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
SPAN = re.compile(r"`([^`]+)`")
TARGET = re.compile(r"^([a-z-]+):", re.MULTILINE)
ROUTE = re.compile(r"\b(GET|POST|PUT|PATCH|DELETE) +(/[^\s`|\"',;)]*)")
OF_THE_LOCAL_RUNNER = {"/jobs", "/jobs/{}/cancel"}
OF_THE_COMMAND_LINE = {"query", "output", "region", "cli-input-json"}
OF_S3 = {"rb", "sync", "cp", "ls", "rm"}
ABOUT_A_LINE = {
    "level", "timestamp", "message", "location", "service", "request_id", "tenant_id", "app_id", "run_id", "build_id",
    "trace_id", "function_request_id", "cold_start", "iteration", "next", "duration_ms", "method", "route", "status",
    "exception_name", "exception", "code", "model", "@timestamp", "@message", "@log", "type",
    "record.metrics.maxMemoryUsedMB", "record.metrics.durationMs",
}  # fmt: skip
WORDS_OF_QUERIES = {
    "filter", "fields", "sort", "limit", "stats", "count", "sum", "max", "bin", "as", "by", "or", "and", "in", "like",
    "ispresent", "asc", "desc", "m", "s", "h",
}  # fmt: skip


def blocks(page: Path) -> list[str]:
    return FENCE.findall(page.read_text())


def commands(page: Path, first: str) -> Iterator[str]:
    """Everything that begins with a word, in a fence or between backticks (where a line may be folded)."""
    text = page.read_text()
    listed = [line for block in FENCE.findall(text) for line in block.replace("\\\n", " ").splitlines()]
    listed += [" ".join(span.split()) for span in SPAN.findall(FENCE.sub("", text))]
    for line in listed:
        found = re.search(rf"(?:^|[ /])({first} .*)", line.split("  #")[0])
        if found:
            yield found[1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_target_is_one_of_the_makefile(page: Path) -> None:
    targets = set(TARGET.findall((ROOT / "Makefile").read_text()))
    for command in commands(page, "make"):
        assert command.split()[1] in targets, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_benchmark_is_there(page: Path) -> None:
    for name in re.findall(r"\bNAME=([a-z_]+)", page.read_text()):
        assert (ROOT / "benchmarks" / f"{name}.py").is_file(), name


MODULES = {
    "deploy": "infra.deploy", "replay": "infra.replay", "cost": "scripts.cost", "synth": "infra.build_layers",
    "gate": "benchmarks.quality.gate", "smoke": "qa.run_smoke",
}  # fmt: skip
OPTION = re.compile(r"""(?<![\w-])--?[a-z][\w-]*""")


def asked_of_modules(page: Path) -> Iterator[tuple[str, str]]:
    """(module, what is said to it)."""
    for command in commands(page, "python -m"):
        module, _, said = command.removeprefix("python -m ").partition(" ")
        yield module, said
    for command in commands(page, "make"):
        if "ARGS=" in command:
            yield MODULES[command.split()[1]], command.partition("ARGS=")[2]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_module_is_there_and_knows_its_options(page: Path) -> None:
    for module, said in asked_of_modules(page):
        spec = importlib.util.find_spec(module)
        assert spec is not None and spec.origin, module
        source = Path(spec.origin).read_text()
        for option in OPTION.findall(said):
            assert f'"{option}"' in source, f"{module} does not know {option}: {said}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_choice_is_a_choice(page: Path) -> None:
    known = {field.name for field in fields(DeployConfig)}
    assert set(re.findall(r"(?<![\w-])-c (\w+)=", page.read_text())) <= known


@cache
def service(name: str) -> Any:
    return botocore.session.get_session().get_service_model({"s3api": "s3", "logs": "logs"}.get(name, name))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_command_of_aws_exists_and_has_all_that_it_needs(page: Path) -> None:
    for command in commands(page, "aws"):
        _, name, operation, *_ = command.split()
        if name == "s3":
            assert operation in OF_S3, command
            continue
        known = {xform_name(one, "-"): one for one in service(name).operation_names}
        assert operation in known, command
        shape = service(name).operation_model(known[operation]).input_shape
        members = {xform_name(member, "-") for member in shape.members}
        given = {one.removeprefix("--") for one in re.findall(r"--[a-z][\w-]*", command)} - OF_THE_COMMAND_LINE
        given = {one if one in members else one.removeprefix("no-") for one in given}
        assert given <= members, f"{given - members}: {command}"
        needed = {xform_name(member, "-") for member in shape.required_members}
        assert needed <= given, f"{needed - given} is missing: {command}"


@cache
def routes() -> set[tuple[str, str]]:
    paths = json.loads((ROOT / "docs" / "openapi.json").read_text())["paths"]
    return {(method.upper(), plain(path)) for path, methods in paths.items() for method in methods}


def plain(path: str) -> str:
    """A path with its places unnamed."""
    return re.sub(r"\{\w+\}|\b[A-Z]{2,}_?[A-Z]*\b", "{}", path.partition("?")[0].rstrip(".:"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_route_is_one_of_the_api(page: Path) -> None:
    for method, path in ROUTE.findall(page.read_text()):
        place = plain(path)
        if place in OF_THE_LOCAL_RUNNER or "..." in path or "*" in path:
            continue
        assert (method, place) in routes(), f"{method} {path}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_file_that_is_named_is_there(page: Path) -> None:
    folders = "docs|tests|qa|shared|functions|infra|layers|local|scripts|benchmarks|worker|clients|toolchain|devkit"
    named = rf"`((?:{folders})/[\w./-]+)`"
    for path in re.findall(named, page.read_text()):
        assert (ROOT / path).exists() or list(ROOT.glob(path)), path


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.stem)
def test_a_query_asks_for_fields_that_lines_have(page: Path) -> None:
    for block in blocks(page):
        if not re.search(r"(?<!-)\bfilter\b", block):
            continue
        bare = re.sub(r'"[^"]*"|/[^/\n]*/', "", block)
        named = set(re.findall(r"@?[a-zA-Z_][\w.]*", bare)) - WORDS_OF_QUERIES
        named -= set(re.findall(r"\bas (\w+)", bare))
        assert named <= ABOUT_A_LINE | set(get_args(Metric)), named
