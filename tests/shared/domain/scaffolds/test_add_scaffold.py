"""A scaffold in a project's files: placed where that is plain, and nothing of the project lost."""

import json
from typing import get_args

import pytest

from shared.domain.base import Files
from shared.domain.errors import Invalid, MergeConflict
from shared.domain.frameworks import Framework
from shared.domain.quality.risks import risks_in
from shared.domain.quality.secrets import secrets_in
from shared.domain.scaffolds.add_scaffold import Added, add_scaffold
from shared.domain.scaffolds.scaffold import (
    Scaffold,
    agent_words,
    hosts_of,
    is_applied,
    require_values,
    wrong_values,
)
from shared.services.assets.load_catalog import load_catalog
from shared.services.assets.load_scaffolds import list_scaffolds, load_scaffolds
from shared.services.assets.load_templates import load_templates

FRAMEWORKS: tuple[Framework, ...] = get_args(Framework)
PACKS, TEMPLATES = load_scaffolds(), load_templates()
CASES = [(key, framework) for key in PACKS for framework in PACKS[key].scaffold.frameworks]


def added(key: str, framework: Framework, files: Files | None = None) -> Added:
    return add_scaffold(PACKS[key], TEMPLATES[framework].files if files is None else files, framework, load_catalog())


def scaffold(key: str) -> Scaffold:
    return PACKS[key].scaffold


def test_there_are_at_least_ten_and_each_names_packages_of_the_catalog() -> None:
    catalog = load_catalog()
    assert len(PACKS) >= 10
    for one in list_scaffolds():
        assert [name for name in one.packages + one.dev_packages if catalog.version(name) is None] == []
        assert all(value.name.startswith("VITE_") for value in one.values)
        assert one.key_link is None or one.key_link.startswith("https://")
        assert one.title and one.description and one.service and one.next and one.agent


@pytest.mark.parametrize(("key", "framework"), CASES)
def test_it_is_placed_in_every_template_of_a_site(key: str, framework: Framework) -> None:
    before = TEMPLATES[framework].files
    after, placed = added(key, framework)
    assert placed and is_applied(scaffold(key), after) and not is_applied(scaffold(key), before)
    changed = {path for path in after if before.get(path) != after[path]}
    own = (f"src/features/{key}/", "src/features/common/", "public/")
    outside = {path for path in changed if not path.startswith(own)}
    main = "src/main.tsx" if framework == "react" else "src/main.ts"
    assert outside <= {main, TEMPLATES[framework].entry_file, "package.json"}
    assert set(before) <= set(after)


@pytest.mark.parametrize(("key", "framework"), CASES)
def test_it_holds_nothing_that_a_check_of_ours_warns_of(key: str, framework: Framework) -> None:
    texts = {path: content.decode() for path, content in PACKS[key].files[framework].items()}
    assert (secrets_in(texts), risks_in(texts)) == ([], [])


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_all_of_them_fit_into_one_app(framework: Framework) -> None:
    files = TEMPLATES[framework].files
    for key in PACKS:
        files, placed = added(key, framework, files)
        assert placed
    assert all(is_applied(one, files) for one in list_scaffolds())
    declared = json.loads(files["package.json"])
    assert declared["dependencies"]["leaflet"] == load_catalog().version("leaflet")
    assert declared["devDependencies"]["@types/leaflet"]


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_where_no_place_is_plain_it_stands_ready_to_be_placed(framework: Framework) -> None:
    before = TEMPLATES[f"{framework}-app"].files
    after, placed = added("contact", framework, before)
    assert not placed and is_applied(scaffold("contact"), after)
    assert all(after[path] == before[path] for path in before if path != "package.json")


def test_a_file_of_the_projects_own_is_told_and_kept() -> None:
    mine = {**TEMPLATES["react"].files, "src/features/contact/contact.ts": b"export const mine = 1;\n"}
    with pytest.raises(MergeConflict) as refused:
        added("contact", "react", mine)
    assert refused.value.extra["paths"] == ["src/features/contact/contact.ts"]


def test_what_features_share_is_left_as_a_person_changed_it() -> None:
    first = added("contact", "react").files
    changed = {**first, "src/features/common/features.css": b".feature { color: red; }\n"}
    assert added("mail", "react", changed).files["src/features/common/features.css"] == b".feature { color: red; }\n"


@pytest.mark.parametrize("manifest", [b"{", b"[]", b"\xff", b'{"dependencies": 7}'])
def test_a_manifest_that_cannot_be_read_is_refused(manifest: bytes) -> None:
    with pytest.raises(Invalid):
        added("map", "react", {**TEMPLATES["react"].files, "package.json": manifest})


def test_a_version_that_the_project_has_stays() -> None:
    text = json.loads(TEMPLATES["react"].files["package.json"])
    text["dependencies"]["leaflet"] = "1.9.3"
    files = added("map", "react", {**TEMPLATES["react"].files, "package.json": json.dumps(text).encode()}).files
    assert json.loads(files["package.json"])["dependencies"]["leaflet"] == "1.9.3"


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("contact", {"VITE_CONTACT_FORM_URL": "http://formspree.io/f/x"}),
        ("contact", {"VITE_CONTACT_FORM_URL": "javascript:alert(1)"}),
        ("contact", {"VITE_CONTACT_FORM_URL": "https://"}),
        ("contact", {"VITE_CONTACT_FORM_URL": "https://[::1"}),
        ("contact", {"VITE_OTHER": "x"}),
        ("contact", {"VITE_CONTACT_FORM_URL": "https://a.example/" + "x" * 5000}),
        ("map", {"VITE_MAP_LATITUDE": "91"}),
        ("map", {"VITE_MAP_LONGITUDE": "east"}),
        ("mail", {"VITE_EMAILJS_SERVICE": "two words"}),
        ("sign-in", {"VITE_SUPABASE_ANON_KEY": "sb_secret_abcdefgh"}),
        ("mail", {"VITE_EMAILJS_PUBLIC_KEY": "AKIA" + "A" * 16}),
    ],
)
def test_a_value_that_cannot_be_right_is_refused(key: str, values: dict[str, str]) -> None:
    with pytest.raises(Invalid):
        require_values(scaffold(key), values)


def test_blank_values_may_come_later() -> None:
    assert require_values(scaffold("map"), {"VITE_MAP_LATITUDE": " 52.5 ", "VITE_MAP_LABEL": " "}) == {
        "VITE_MAP_LATITUDE": "52.5"
    }


def test_the_hosts_are_those_of_its_addresses_else_the_usual_ones() -> None:
    own = {"VITE_CONTACT_FORM_URL": "https://forms.example.org/f/1"}
    assert hosts_of(scaffold("contact"), own) == ["forms.example.org"]
    assert hosts_of(scaffold("contact"), {}) == ["formspree.io"]
    assert hosts_of(scaffold("sign-in"), {}) == []


def test_only_what_is_set_up_is_told_to_the_agent_and_its_values_looked_at() -> None:
    before, after = TEMPLATES["vue"].files, added("contact", "vue").files
    assert agent_words(list_scaffolds(), before) == ""
    words = agent_words(list_scaffolds(), after)
    assert "Contact form" in words and "Map" not in words
    texts = {path: content.decode("utf-8", "replace") for path, content in after.items()}
    wrong = {"VITE_CONTACT_FORM_URL": "formspree", "VITE_MAP_LATITUDE": "north"}
    assert [found.code for found in wrong_values(list_scaffolds(), texts, wrong)] == ["SCAFFOLD_VALUE"]
    assert wrong_values(list_scaffolds(), texts, {}) == []
