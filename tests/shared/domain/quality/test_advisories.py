"""Known weaknesses of packages: which versions they are about, and which of them a project has."""

import json

import pytest

from shared.domain.publishing.scan_tree import scan_tree
from shared.domain.quality.advisories import Advisories, Advisory, in_range, vulnerable_packages
from shared.services.assets.load_advisories import load_advisories
from shared.services.assets.load_catalog import load_locks, load_ready_lock
from shared.services.assets.load_templates import load_templates

KNOWN = Advisories(
    source="https://registry.test/bulk",
    advisories=[
        Advisory(package="left", versions=">=1.0.0 <1.2.0", severity="high", title="It leaks", url="https://a.test/1"),
        Advisory(package="@scope/right", versions="<2.0.0", severity="low", title="It breaks", url="https://a.test/2"),
    ],
)


@pytest.mark.parametrize(
    ("version", "versions", "holds"),
    [
        ("1.1.9", ">=1.0.0 <1.2.0", True),
        ("1.2.0", ">=1.0.0 <1.2.0", False),
        ("0.9.0", ">=1.0.0 <1.2.0 || <0.9.5", True),
        ("1.0.0-rc.2", "<1.0.0", True),
        ("1.0.0-rc.10", "<=1.0.0-rc.2", False),
        ("1.0.0", ">1.0.0-rc.1", True),
        ("2.3.4", "2.3.4", True),
        ("2.3.4", "=2.3.4", True),
        ("2.3.4", "*", True),
        ("2.3.4", ">= 2.0.0, < 3", False),
        ("2.3.4", "", False),
        ("2.3.4", "nonsense", False),
        ("nonsense", "*", False),
        ("9" * 5_000, "<1.0.0", False),
    ],
)
def test_a_version_lies_in_a_range_or_not(version: str, versions: str, holds: bool) -> None:
    assert in_range(version, versions) is holds


def lock(**packages: str) -> str:
    return json.dumps({"packages": {"": {}, **{path: {"version": version} for path, version in packages.items()}}})


def test_what_a_lockfile_names_is_looked_up() -> None:
    text = lock(
        **{"node_modules/left": "1.1.0", "node_modules/a/node_modules/@scope/right": "1.9.9", "node_modules/b": "1"}
    )
    found = vulnerable_packages(text, KNOWN)
    assert [one.code for one in found] == ["VULNERABLE_PACKAGE"] * 2
    assert "left 1.1.0" in found[1].message and "https://a.test/2" in found[0].message
    assert vulnerable_packages(lock(**{"node_modules/left": "1.2.0"}), KNOWN) == []


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"packages": []}', '{"packages": {"node_modules/left": 1}}', "[" * 99_999]
)
def test_what_is_no_lockfile_names_nothing(text: str) -> None:
    assert vulnerable_packages(text, KNOWN) == []


def test_what_ships_is_readable_and_finds_nothing_in_the_ready_packages_and_the_templates() -> None:
    known = load_advisories()
    assert known.source.startswith("https://") and known.checked_at is not None
    assert vulnerable_packages(load_ready_lock(), known) == []
    assert [found for pack in load_templates().values() for found in scan_tree(pack.files, known)] == []


def test_what_ships_names_the_catalogs_weak_versions() -> None:
    """An app that declares one of them is told; see docs/readiness.md for why each is still there."""
    known = load_advisories()
    found = [one.message for lock in load_locks() for one in vulnerable_packages(lock, known)]
    assert found and all("https://github.com/advisories/GHSA-" in message for message in found)
