"""The catalog as it ships: its three files agree, and a name that is not in it leads to one that is."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.assets.catalog import CURRENT, Catalog, build_catalog
from shared.domain.errors import Bug
from shared.domain.tree.lockfile import needed_entries, read_packages
from shared.services.assets.load_catalog import (
    ROOT,
    load_catalog,
    load_catalog_lock,
    load_ready_hashes,
    load_ready_lock,
)

CATALOG = load_catalog()
PACKAGE_JSON: dict[str, Any] = json.loads((ROOT / CURRENT / "package.json").read_text("utf-8"))
PACKAGES: dict[str, dict[str, Any]] = json.loads(load_catalog_lock())["packages"]
PINS = PACKAGE_JSON["dependencies"] | PACKAGE_JSON["devDependencies"]
FRAMEWORKS = ("react", "vue", "svelte", "vanilla")
PURPOSES = {
    "routing", "forms", "validation", "icons", "charts", "dates", "state", "data", "tables", "motion", "markdown",
    "drag-and-drop", "ui", "styling", "notifications", "i18n", "math", "ids", "csv", "testing", "fonts",
}  # fmt: skip
WORK_WITHOUT_THEIR_SCRIPTS = {
    "@clerk/shared", "@firebase/util", "@parcel/watcher", "@swc/core", "@tsparticles/engine", "browser-tabs-lock",
    "core-js", "core-js-pure", "es5-ext", "esbuild", "protobufjs", "vue-demi",
}  # fmt: skip
"""Packages that others bring: what their scripts would do is a notice, a check, or a choice that is right anyway."""
BASICS = {"framework", "build", "types"}


def test_every_pinned_package_is_described_and_every_described_one_is_pinned() -> None:
    assert set(CATALOG.packages) == set(PINS)


def test_the_lock_has_exactly_the_pinned_versions() -> None:
    locked = {name: PACKAGES[f"node_modules/{name}"]["version"] for name in PINS}
    assert {name: package.version for name, package in CATALOG.packages.items()} == PINS == locked


def test_there_are_at_least_forty_packages_beyond_the_frameworks_and_the_build() -> None:
    useful = [package for package in CATALOG.packages.values() if package.category not in BASICS]
    assert len(useful) >= 40
    assert {package.category for package in useful} >= PURPOSES


def test_each_summary_is_one_sentence_that_tells_the_packages_apart() -> None:
    summaries = [package.summary for package in CATALOG.packages.values()]
    assert len(set(summaries)) == len(summaries)
    assert [text for text in summaries if not (text.endswith(".") and 20 <= len(text) <= 160)] == []


def test_no_host_and_no_second_source_stands_in_the_lock() -> None:
    assert [place for place, entry in PACKAGES.items() if "resolved" in entry] == []
    assert [place for place, entry in PACKAGES.items() if place and "integrity" not in entry] == [
        place for place, entry in PACKAGES.items() if entry.get("inBundle")
    ]


def test_install_scripts_are_off() -> None:
    assert "ignore-scripts=true" in (ROOT / ".npmrc").read_text("utf-8").splitlines()


@pytest.mark.parametrize("machine", ["linux-x64", "linux-arm64"])
@pytest.mark.parametrize(
    "binary", ["@rolldown/binding-{}-gnu", "@tailwindcss/oxide-{}-gnu", "lightningcss-{}-gnu", "@oxlint/binding-{}-gnu"]
)
def test_both_machines_we_build_on_have_their_binaries(machine: str, binary: str) -> None:
    assert PACKAGES[f"node_modules/{binary.format(machine)}"]["optional"] is True


def test_every_alias_leads_into_the_catalog() -> None:
    assert [alias for alias, name in CATALOG.aliases.items() if name not in PINS] == []


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_every_framework_has_what_an_app_needs(framework: str) -> None:
    categories = {package.category for package in CATALOG.for_framework(framework)}
    needed = {"styling", "validation", "charts", "dates", "motion", "markdown", "drag-and-drop", "state", "testing"}
    assert categories >= needed
    if framework != "vanilla":
        assert categories >= {"framework", "routing", "icons", "ui", "notifications", "data"}


@pytest.mark.parametrize(
    ("wanted", "best"),
    [
        ("react-doom", "react-dom"), ("moment", "moment"), ("react-router-dom", "react-router-dom"),
        ("@radix-ui/react-foo", "radix-ui"), ("d3-quadtree", "d3"), ("lodash.debounce", "lodash"),
        ("react-spring", "motion"), ("chartjs", "chart.js"), ("lucide", "lucide-react"), ("zod", "zod"),
        (" zustnad ", "zustand"), ("got", "ky"), ("@visx/visx", "recharts"),
    ],
)  # fmt: skip
def test_a_name_leads_to_what_was_meant(wanted: str, best: str) -> None:
    assert CATALOG.nearest(wanted)[0] == best


@pytest.mark.parametrize(
    ("wanted", "framework", "best"),
    [("react-icons", "vue", "@lucide/vue"), ("swr", "svelte", "@tanstack/svelte-query"), ("antd", "vue", "reka-ui"),
     ("react-hot-toast", "svelte", "svelte-sonner"), ("recharts", "react", "recharts"), ("redux", "vue", "pinia")],
)  # fmt: skip
def test_another_framework_gets_what_serves_the_same_purpose(wanted: str, framework: str, best: str) -> None:
    assert best in CATALOG.nearest(wanted, framework)


def test_a_name_like_nothing_leads_nowhere() -> None:
    assert CATALOG.nearest("qqqqqq-zzzzzz") == CATALOG.nearest("") == []


@given(wanted=st.text(max_size=60), framework=st.sampled_from([None, *FRAMEWORKS]))
def test_whatever_is_asked_for_the_answer_is_in_the_catalog_and_fits(wanted: str, framework: str | None) -> None:
    found = CATALOG.nearest(wanted, framework)
    assert len(found) == len(set(found)) <= 3
    assert all(CATALOG.packages[name].fits(framework) for name in found)


def test_the_digest_names_the_lock() -> None:
    other = build_catalog({}, load_catalog_lock() + "\n", {"packages": []})
    assert len(CATALOG.digest) == 64
    assert other.digest != CATALOG.digest


def test_a_pin_that_is_not_described_is_our_own_mistake() -> None:
    with pytest.raises(Bug, match="left-pad"):
        build_catalog({"dependencies": {"left-pad": "1.0.0"}}, "", {"packages": []})


def test_what_is_described_is_pinned_in_a_line() -> None:
    described = {entry["name"] for entry in json.loads((ROOT / "metadata.json").read_text("utf-8"))["packages"]}
    assert described == {name for line in (CATALOG, *CATALOG.others) for name in line.packages}


@pytest.mark.parametrize("line", [CATALOG, *CATALOG.others], ids=lambda line: line.line)
def test_each_line_is_one_set_whose_lock_has_its_pins_no_hosts_and_no_surprise(line: Catalog) -> None:
    packages = json.loads(load_catalog_lock(line=line.line))["packages"]
    root = packages[""]["dependencies"] | packages[""]["devDependencies"]
    assert {name: package.version for name, package in line.packages.items()} == root
    assert [place for place, entry in packages.items() if "resolved" in entry] == []
    assert [place for place, entry in packages.items() if place and not entry.get("inBundle") and
            not entry["integrity"].startswith("sha512-")] == []  # fmt: skip
    scripts = {
        place.rpartition("node_modules/")[2] for place, entry in packages.items() if entry.get("hasInstallScript")
    }
    assert scripts <= WORK_WITHOUT_THEIR_SCRIPTS and not scripts & line.packages.keys()
    assert all(package.licence and package.bytes for package in line.packages.values())


def test_what_is_ready_is_the_current_lines_own() -> None:
    ready = json.loads((ROOT / "package.json").read_text("utf-8"))
    assert needed_entries(json.dumps(ready), load_catalog_lock()).keys() == read_packages(load_ready_lock()).keys() - {
        ""
    }
    assert load_ready_hashes() <= {entry.get("integrity") for entry in PACKAGES.values()}
    on_demand = {name for name, package in CATALOG.packages.items() if package.on_demand}
    assert on_demand == PINS.keys() - ready["dependencies"].keys() - ready["devDependencies"].keys()


@pytest.mark.parametrize(
    ("declared", "line"),
    [
        ({"react": "^18.3.1"}, "classic"), ({"react": "17.0.2"}, "classic"), ({"react": "~19.0"}, CURRENT),
        ({"react": "^19", "tailwindcss": "^3"}, CURRENT), ({"vue": "^3.4", "tailwindcss": "^3.4"}, "classic"),
        ({"vue": "^3"}, CURRENT), ({"svelte": "^4.2"}, "classic-svelte"), ({"svelte": "3.59.0"}, "classic-svelte"),
        ({"svelte": "^5", "tailwindcss": "^3"}, CURRENT), ({"react": "latest"}, CURRENT), ({"react": 18}, CURRENT),
        ({"react": "9" * 5000}, CURRENT), ({}, CURRENT),
        ({"@builder.io/qwik": "^1.20.2", "tailwindcss": "^4"}, "classic"), ({"@builder.io/qwik": "latest"}, "classic"),
        ({"@builder.io/qwik": "0.9"}, "classic"), ({"@builder.io/qwik": 1}, CURRENT),
    ],
    ids=lambda value: str(value)[:60],
)  # fmt: skip
def test_a_foreign_project_gets_the_line_that_it_was_made_for(declared: dict[str, Any], line: str) -> None:
    assert CATALOG.asked_by(json.dumps({"dependencies": declared})).line == line


@pytest.mark.parametrize("text", ["", "[", "[]", "1", '{"dependencies": []}', "[" * 100_000])
def test_what_cannot_be_read_is_of_the_current_line(text: str) -> None:
    assert (CATALOG.of(text).line, CATALOG.asked_by(text).line) == (CURRENT, CURRENT)


def test_a_project_stays_on_the_line_that_it_is_pinned_to() -> None:
    classic = CATALOG.others[0]
    pins = {name: classic.packages[name].version for name in ("react", "react-dom", "clsx", "zod")}
    assert CATALOG.of(json.dumps({"dependencies": pins})) is classic
    assert CATALOG.of(json.dumps({"dependencies": {**pins, "zod": "9.9.9"}})) is classic
    assert CATALOG.of(json.dumps({"dependencies": {"clsx": pins["clsx"]}})) is CATALOG
    svelte = CATALOG.others[1]
    assert CATALOG.of(json.dumps({"dependencies": {"svelte": svelte.packages["svelte"].version}})) is svelte


@pytest.fixture
def stored() -> Iterator[Catalog]:
    yield Catalog.model_validate_json(CATALOG.model_dump_json())


def test_a_catalog_survives_being_written_down(stored: Catalog) -> None:
    assert stored == CATALOG
