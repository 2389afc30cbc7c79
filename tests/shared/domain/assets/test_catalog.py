"""The catalog as it ships: its three files agree, and a name that is not in it leads to one that is."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.assets.catalog import Catalog, build_catalog
from shared.domain.errors import Bug
from shared.services.assets.load_catalog import ROOT, load_catalog, load_catalog_lock

CATALOG = load_catalog()
PACKAGE_JSON: dict[str, Any] = json.loads((ROOT / "package.json").read_text("utf-8"))
PACKAGES: dict[str, dict[str, Any]] = json.loads(load_catalog_lock())["packages"]
PINS = PACKAGE_JSON["dependencies"] | PACKAGE_JSON["devDependencies"]
FRAMEWORKS = ("react", "vue", "svelte", "vanilla")
PURPOSES = {
    "routing", "forms", "validation", "icons", "charts", "dates", "state", "data", "tables", "motion", "markdown",
    "drag-and-drop", "ui", "styling", "notifications", "i18n", "math", "ids", "csv", "testing", "fonts",
}  # fmt: skip
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


def test_no_package_has_a_licence_that_restricts_use() -> None:
    free = {"MIT", "ISC", "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "Unlicense"}
    shown = {name: PACKAGES[f"node_modules/{name}"].get("license", "") for name in PINS}
    odd = {name: text for name, text in shown.items() if text not in free}
    assert odd == {name: "OFL-1.1" for name in odd if name.startswith("@fontsource")} | {
        "dompurify": "(MPL-2.0 OR Apache-2.0)"
    }


def test_every_alias_leads_into_the_catalog_and_shadows_nothing() -> None:
    assert [alias for alias, name in CATALOG.aliases.items() if name not in PINS or alias in PINS] == []


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
        ("react-doom", "react-dom"), ("moment", "date-fns"), ("react-router-dom", "react-router"),
        ("@radix-ui/react-dialog", "radix-ui"), ("d3-scale", "d3"), ("lodash.debounce", "lodash-es"),
        ("Framer-Motion", "motion"), ("chartjs", "chart.js"), ("lucide-vue-next", "@lucide/vue"), ("zod", "zod"),
        (" zustnad ", "zustand"), ("axios", "ky"), ("@mui/material", "radix-ui"),
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
    other = build_catalog(PACKAGE_JSON, load_catalog_lock() + "\n", {"packages": []})
    assert len(CATALOG.digest) == 64
    assert other.digest != CATALOG.digest


def test_metadata_without_a_pin_is_our_own_mistake() -> None:
    described = {"packages": [{"name": "left-pad", "category": "x", "frameworks": ["any"], "summary": "Pads."}]}
    with pytest.raises(Bug, match="left-pad"):
        build_catalog(PACKAGE_JSON, "", described)


@pytest.fixture
def stored() -> Iterator[Catalog]:
    yield Catalog.model_validate_json(CATALOG.model_dump_json())


def test_a_catalog_survives_being_written_down(stored: Catalog) -> None:
    assert stored == CATALOG
