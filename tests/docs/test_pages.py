"""Pages that name code stay true: choices of a deployment, tests of a threat, links."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from infra.config import DeployConfig

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"]
THREATS = (
    "another's work",
    "generated code",
    "the model's words",
    "a browser's report",
    "an API key",
    "a package attacks",
)
ROW = re.compile(r"\| \d+ \| ")
LINK = re.compile(r"\]\(([^)#\s]*)(#[^)\s]*)?\)")


def test_every_choice_of_a_deployment_is_in_the_table() -> None:
    rows = [line for line in (ROOT / "docs/deploy.md").read_text().splitlines() if line.startswith("| `")]
    found = {name for row in rows for name in re.findall(r"`(\w+)`", row.split(" | ")[0])}
    assert {field.name for field in fields(DeployConfig)} - found == set()


def test_every_threat_names_a_test_that_exists() -> None:
    rows = [line for line in (ROOT / "docs/security.md").read_text().splitlines() if line.startswith("| ")]
    threats = [row.strip("| ").split(" | ") for row in rows if row.count(" | ") == 2 and "`tests/" in row]
    assert len(threats) >= 20
    for threat, _, named in threats:
        folder = Path()
        for path in re.findall(r"`([^`]+)`", named):
            folder = Path(path).parent if "/" in path and path.endswith(".py") else folder
            place = ROOT / (path if "/" in path else folder / path)
            assert place.exists(), f"{threat}: {path}"


HOP = re.compile(r"`([\w./-]+\.(?:py|mjs|tsx?)):(\w+)`")


def test_every_function_on_the_way_of_a_message_and_a_save_exists() -> None:
    hops = HOP.findall((ROOT / "docs/architecture.md").read_text())
    assert len(hops) >= 60
    for path, name in hops:
        defined = re.compile(rf"(?m)^\s*(?:(?:export|async|default)\s+)*(?:def|function\*?)\s+{name}\b")
        assert defined.search((ROOT / path).read_text()), f"{path} defines no {name}"


PLACES = ("", "studio/src/", "tests/e2e/")
"""Where a test that the page of features names may be."""


def test_every_feature_names_a_test_that_exists_or_says_why_it_is_not_here() -> None:
    tables = (ROOT / "docs/studio.md").read_text().split("\n## ")[1:]
    rows = [
        [cell.strip() for cell in line.split(" | ")] for text in tables for line in text.splitlines() if ROW.match(line)
    ]
    numbers = [int(row[0].strip("| ")) for row in rows]
    assert numbers == [*range(1, 57), *range(1, 16), *range(1, len(rows) - 70)]
    for _, what, here, shown in rows:
        named = re.findall(r"`([\w./-]+\.(?:tsx?|py))`", shown)
        assert named or re.match(r"No[ :]|not here", here), f"{what}: neither a test nor a reason"
        for path in named:
            assert any((ROOT / place / path).exists() for place in PLACES), f"{what}: {path}"


@pytest.mark.parametrize("threat", THREATS)
def test_the_threats_that_matter_are_there(threat: str) -> None:
    assert threat in (ROOT / "docs/security.md").read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in LINK.findall(page.read_text()):
        if "://" in target or target.startswith("mailto:"):
            continue
        place = (page.parent / target).resolve() if target else page
        assert place.exists(), f"{page.name}: {target}"
        if anchor and place.suffix == ".md":
            assert anchor.removeprefix("#") in {anchor_of(line) for line in place.read_text().splitlines()}, anchor


def anchor_of(line: str) -> str:
    """What a heading is linked by."""
    words = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
    return words.replace(" ", "-") if line.startswith("#") else ""


def test_every_thing_of_the_matrix_has_its_files_its_routes_and_a_test() -> None:
    lines = [line for line in (ROOT / "docs/matrix.md").read_text().splitlines() if line.startswith("| ")]
    rows = [re.split(r"\s*\|\s*", line)[1:-1] for line in lines[1:]]
    paths = json.loads((ROOT / "docs/openapi.json").read_text())["paths"]
    known = {re.sub(r"\{\w+\}", "{}", path) for path in paths}
    assert len(rows) >= 25
    for what, code, routes, _, tests in rows:
        assert "`shared/" in code and re.search(r"`(tests|qa)/", tests), what
        for route in re.findall(r"`(/[^`]+)`", routes):
            named = re.sub(r"\{\w+\}", "{}", route)
            assert any(path.endswith(named) for path in known), f"{what}: {route}"
