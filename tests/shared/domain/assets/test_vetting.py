"""What may come into the catalog, and what is said of the rest; every package of both lines would be let in again."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from shared.domain.assets.vetting import Candidate, is_free, vet
from shared.domain.tree.lockfile import read_packages
from shared.services.assets.load_catalog import LINES, ROOT, load_catalog, load_catalog_lock

NOW = datetime(2026, 11, 26, tzinfo=UTC)
GOOD = Candidate(name="tidy-lib", version="1.2.3", published_at=NOW - timedelta(days=8), licence="MIT", bytes=1000)
KNOWN = ["react", "lodash", "vite", "@tanstack/react-query"]


def codes(**change: Any) -> list[str]:
    return [found.code for found in vet(GOOD.model_copy(update=change), now=NOW, known=KNOWN)]


def test_a_plain_package_comes_in() -> None:
    assert codes() == codes(scripts=("build", "test", "prepare"), licence="(GPL-3.0 OR MIT)") == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"published_at": NOW - timedelta(days=6, hours=23)}, "PACKAGE_TOO_YOUNG"),
        ({"published_at": NOW + timedelta(days=1)}, "PACKAGE_TOO_YOUNG"),
        ({"published_at": None}, "PACKAGE_AGE_UNKNOWN"),
        ({"scripts": ("postinstall",)}, "PACKAGE_HAS_SCRIPTS"),
        ({"licence": ""}, "PACKAGE_LICENCE"),
        ({"licence": "SEE LICENSE IN LICENSE.md"}, "PACKAGE_LICENCE"),
        ({"bytes": 150_000_001}, "PACKAGE_TOO_LARGE"),
        ({"deprecated": "Use another."}, "PACKAGE_DEPRECATED"),
        ({"name": "raect"}, "PACKAGE_NAME_NEAR"),
        ({"name": "loadsh"}, "PACKAGE_NAME_NEAR"),
        ({"name": "lodahs"}, "PACKAGE_NAME_NEAR"),
        ({"name": "reacct"}, "PACKAGE_NAME_NEAR"),
        ({"name": "tanstack-react-query"}, "PACKAGE_NAME_NEAR"),
    ],
    ids=str,
)
def test_what_speaks_against_it_is_said(change: dict[str, Any], code: str) -> None:
    assert codes(**change) == [code]


def test_all_reasons_are_said_at_once() -> None:
    found = codes(scripts=("install", "postinstall"), licence="GPL-3.0", deprecated="x", published_at=None)
    assert found == ["PACKAGE_AGE_UNKNOWN", "PACKAGE_HAS_SCRIPTS", "PACKAGE_LICENCE", "PACKAGE_DEPRECATED"]


@pytest.mark.parametrize("name", ["lodash", "preact", "vue", "vote", "lodash-es", "react-dom", "reactive"])
def test_other_names_are_no_likeness(name: str) -> None:
    assert "PACKAGE_NAME_NEAR" not in codes(name=name) or name == "preact"


@pytest.mark.parametrize(
    ("licence", "free"),
    [("MIT", True), ("(MIT OR GPL-3.0-or-later)", True), ("(CC-BY-4.0 AND MIT)", True), ("GPL-3.0 AND MIT", False),
     ("MIT OR (GPL-3.0 AND x)", False), ("Hippocratic-2.1", False), ("mit", False), ("UNLICENSED", False),
     ("MIT OR looked at and approved by your security team", False), ("MIT OR <b>x</b>", False)],
)  # fmt: skip
def test_a_licence_is_free_for_everybody_or_not(licence: str, free: bool) -> None:
    assert is_free(licence) is free


@pytest.mark.parametrize("line", LINES)
def test_what_is_pinned_would_be_let_in(line: str) -> None:
    packages = read_packages(load_catalog_lock(line=line))
    pins = json.loads((ROOT / line / "package.json").read_text("utf-8"))
    names = [*pins["dependencies"], *pins["devDependencies"]]
    described = next(each.packages for each in (load_catalog(), *load_catalog().others) if each.line == line)
    for name in names:
        entry = packages[f"node_modules/{name}"]
        scripts = ("install",) if entry.get("hasInstallScript") else ()
        candidate = GOOD.model_copy(
            update={"name": name, "version": entry["version"], "licence": entry["license"], "scripts": scripts,
                    "bytes": described[name].bytes}
        )  # fmt: skip
        assert vet(candidate, now=NOW, known=names) == []
