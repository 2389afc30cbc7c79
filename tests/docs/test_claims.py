"""What the pages say of codes, tools, routes and gaps is what the code has."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from functions.api.openapi.faults import STATUS_OF
from shared.tools.roles import TOOLS_OF

ROOT = Path(__file__).resolve().parents[2]
PAGES = [page for page in (*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md") if "decisions" not in page.parts]
SOURCES = (
    "shared",
    "functions",
    "infra",
    "local",
    "worker",
    "scripts",
    "benchmarks",
    "studio/src",
    "devkit",
    "qa",
    "tests",
    "layers",
)
MADE = {"TYPES_TIMEOUT", "TYPES_MEMORY"}
"""Codes that are put together from the name of a check and a reason."""
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
FIRST_PARTS = {part.split("/")[1] for part in json.loads((ROOT / "docs/openapi.json").read_text())["paths"]}
page_of_docs = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@cache
def source() -> str:
    """All text of the product and its tests, in which a name must be found."""
    kinds = {".py", ".ts", ".tsx", ".mjs", ".js", ".json", ".toml", ".yml"}
    files = (file for folder in SOURCES for file in (ROOT / folder).rglob("*") if "node_modules" not in file.parts)
    return "\n".join(file.read_text(errors="ignore") for file in files if file.suffix in kinds and file.is_file())


@cache
def routes() -> set[str]:
    return {re.sub(r"\{\w+\}", "{}", path) for path in json.loads((ROOT / "docs/openapi.json").read_text())["paths"]}


@page_of_docs
def test_a_code_with_a_status_has_that_status(page: Path) -> None:
    text = page.read_text()
    named = re.findall(r"`([A-Z][A-Z_]{3,})` \((\d{3})\b", text)
    named += [(code, status) for status, code in re.findall(r"\b([45]\d\d) `([A-Z][A-Z_]{3,})`", text)]
    for code, status in named:
        assert STATUS_OF.get(code) == int(status), f"{code} {status}"


@page_of_docs
def test_a_name_in_capitals_is_in_the_code(page: Path) -> None:
    for name in sorted(set(re.findall(r"`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`", page.read_text())) - MADE):
        assert name in source(), name


@page_of_docs
def test_a_path_is_a_route(page: Path) -> None:
    for path in re.findall(r"`(/[a-z_]+/[^`\s?]*)`", FENCED.sub("", page.read_text())):
        named = re.sub(r"\{\w+\}", "{}", path.rstrip("/"))
        is_route = named.split("/")[1] in FIRST_PARTS and not re.search(r"\*|\.\.\.|\.html$", named)
        if is_route:
            assert any(known == named or known.startswith(f"{named}/") for known in routes()), path


@page_of_docs
def test_nothing_is_said_to_be_missing_for_now(page: Path) -> None:
    """What is not there is a limit with its reason, or is not named: such words outlive what they were true of."""
    # The words that the pages must not have; none of them is a loose end of this file.
    found = re.findall(
        # "TODO" is one of the words looked for, not a loose end of this file.
        r"\b(?:not yet (?:built|there|supported|implemented)|TODO|coming soon)\b|\| not yet \|",
        prose(page),
    )
    assert found == []


def prose(page: Path) -> str:
    return FENCED.sub("", page.read_text())


def test_the_page_of_tools_has_all_tools() -> None:
    named = set(re.findall(r"`(\w+)`", (ROOT / "docs/tools.md").read_text()))
    assert {name for tools in TOOLS_OF.values() for name in tools} - named == set()
