"""Each template pack as files: what the builder accepts, what the catalog pins, what a person can read."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from shared.domain.apps.app import Framework
from shared.domain.tree.lockfile import project_lockfile
from shared.domain.tree.policy import check_project
from shared.services.assets.load_catalog import load_catalog, load_catalog_lock
from shared.services.assets.load_templates import ROOT, TemplatePack, load_templates
from shared.services.assets.template_kinds import kind_of, of_kind

PACKS = load_templates()
SCHEMES = ("light", "dark")
TEXT_PAIRS = [
    ("ink", "page"), ("ink", "surface"), ("ink", "accent-soft"), ("muted", "page"), ("muted", "surface"),
    ("accent", "page"), ("accent", "surface"), ("on-accent", "accent"), ("on-accent", "accent-strong"),
]  # fmt: skip
GRAPHIC_PAIRS = [("accent", "accent-soft"), ("accent", "page"), ("accent", "surface")]
APP_TEXT_PAIRS = [
    ("ink", "highlight-soft"), ("ink", "danger-soft"), ("danger", "page"), ("danger", "surface"), ("page", "ink"),
]  # fmt: skip
APP_GRAPHIC_PAIRS = [("line-strong", "page"), ("line-strong", "surface")]
SHARED = [
    "index.html", "public/favicon.svg", "src/content.ts", "src/lib/dates.ts", "src/lib/modal.ts", "src/lib/storage.ts",
    "src/lib/store.ts", "src/lib/toasts.ts", "src/sample/projects.ts", "src/sample/settings.ts",
    "src/styles/index.css", "src/styles/theme.css", "src/styles/ui.css", "src/styles/table.css", "src/ui/drawings.ts",
    "tests/dates.test.ts", "tests/storage.test.ts",
]  # fmt: skip


@pytest.fixture(params=sorted(PACKS))
def pack(request: pytest.FixtureRequest) -> TemplatePack:
    return PACKS[request.param]


@pytest.fixture(params=sorted(of_kind("site", PACKS)))
def site_pack(request: pytest.FixtureRequest) -> TemplatePack:
    return PACKS[request.param]


@pytest.fixture(params=sorted(of_kind("app", PACKS)))
def app_pack(request: pytest.FixtureRequest) -> TemplatePack:
    return PACKS[request.param]


def text(pack: TemplatePack, path: str) -> str:
    return pack.files[path].decode("utf-8")


def test_there_is_a_pack_for_every_framework_and_a_folder_for_every_pack() -> None:
    assert {pack.framework for pack in PACKS.values()} == set(get_args(Framework))
    assert set(PACKS) == {folder.name for folder in ROOT.iterdir() if folder.is_dir()}


def test_the_builder_accepts_it_as_it_is(pack: TemplatePack) -> None:
    assert check_project(pack.files, load_catalog()) == []


def test_it_is_small(pack: TemplatePack) -> None:
    assert len(pack.files) < (30 if kind_of(pack.key) == "site" else 55)
    assert sum(map(len, pack.files.values())) < 200_000


def test_its_lockfile_is_the_catalogs_projection(pack: TemplatePack) -> None:
    assert text(pack, "package-lock.json") == project_lockfile(text(pack, "package.json"), load_catalog_lock())


def test_it_builds_tests_and_starts_by_the_usual_names(pack: TemplatePack) -> None:
    scripts = json.loads(text(pack, "package.json"))["scripts"]
    assert set(scripts) >= {"dev", "build", "typecheck", "lint", "test", "preview"}
    assert scripts["build"].endswith("vite build")


def test_its_places_are_the_same_in_every_pack(pack: TemplatePack) -> None:
    places = {"index.html", "README.md", ".gitignore", "public/favicon.svg", "src/content.ts", "src/styles/theme.css"}
    assert set(pack.files) >= places | {pack.entry_file}
    for path in re.findall(r"`(src/[\w./]+?)/?`", text(pack, "README.md")):
        assert any(name == path or name.startswith(f"{path}/") for name in pack.files), path


def test_the_words_stand_in_one_file_that_is_the_same_in_every_pack(site_pack: TemplatePack) -> None:
    assert text(site_pack, "src/content.ts") == text(PACKS["react"], "src/content.ts")
    sections = [path for path in site_pack.files if path.startswith("src/sections/")]
    assert len(sections) == 5
    assert all("content" in text(site_pack, path) for path in sections)


def test_what_needs_no_framework_is_the_same_in_every_app(app_pack: TemplatePack) -> None:
    entry = re.compile(r"/src/main\.tsx?")
    for path in SHARED:
        assert entry.sub("", text(app_pack, path)) == entry.sub("", text(PACKS["react-app"], path)), path


def test_an_app_says_which_of_its_files_are_a_sample(app_pack: TemplatePack) -> None:
    assert "sample content: replace `src/sample`" in text(app_pack, "README.md")
    pages = [path for path in app_pack.files if path.startswith("src/pages/") and "notfound" not in path.lower()]
    samples = [path for path in app_pack.files if path.startswith("src/sample/")]
    assert (len(pages), len(samples)) == (3, 3)
    assert [path for path in pages if "Sample page: replace it" not in text(app_pack, path)[:120]] == []
    assert [path for path in samples if "Sample content: replace" not in text(app_pack, path)[:120]] == []


def test_an_apps_kit_is_complete(app_pack: TemplatePack) -> None:
    kit = " ".join(path.lower() for path in app_pack.files if path.startswith("src/ui/"))
    parts = ("button", "field", "dialog", "toasts", "table", "badge", "emptystate", "icon", "picture")
    assert [part for part in parts if part not in kit] == []


def test_a_model_reads_an_app_quickly(app_pack: TemplatePack) -> None:
    authored = {path: text(app_pack, path) for path in app_pack.files if path != "package-lock.json"}
    code = {path: each for path, each in authored.items() if not path.endswith(".css")}
    assert {path: each.count("\n") for path, each in code.items() if each.count("\n") > 150} == {}
    assert sum(map(len, authored.values())) < 71_000


def test_its_page_is_described_for_browsers_and_people(pack: TemplatePack) -> None:
    html = text(pack, "index.html")
    for part in ('<html lang="en">', "<title>", 'name="viewport"', 'name="description"', 'rel="icon"', "theme-color"):
        assert part in html


def test_nothing_in_it_names_a_host_but_its_own(pack: TemplatePack) -> None:
    authored = {path for path in pack.files if path != "package-lock.json"}
    hosts = {host for path in authored for host in re.findall(r"https?://([\w.-]+)", text(pack, path))}
    assert hosts <= {"www.w3.org"}


def palette(pack: TemplatePack, scheme: str) -> dict[str, str]:
    light, dark = text(pack, "src/styles/theme.css").split("@media (prefers-color-scheme: dark)")
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light))
    if scheme == "dark":
        changed = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", dark))
        assert set(changed) == set(colours), "every colour has its dark counterpart"
        colours |= changed
    return colours


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_computed_as_wcag_says() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_and_graphics_have_enough_contrast(pack: TemplatePack, scheme: str) -> None:
    colours = palette(pack, scheme)
    app = kind_of(pack.key) == "app"
    texts, graphics = TEXT_PAIRS + APP_TEXT_PAIRS * app, GRAPHIC_PAIRS + APP_GRAPHIC_PAIRS * app
    faint = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in texts}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < 4.5} == {}
    weak = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in graphics}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 3} == {}


def test_what_builds_and_installs_leave_behind_is_not_part_of_a_pack(tmp_path: Path) -> None:
    (tmp_path / "templates.json").write_text(
        '[{"key": "react", "name": "R", "framework": "react", "description": "", "entry_file": "src/App.tsx"}]', "utf-8"
    )
    for path in ("react/src/App.tsx", "react/dist/index.html", "react/node_modules/x/index.js"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x", "utf-8")
    (tmp_path / "react" / "link").symlink_to(tmp_path)
    assert set(load_templates(tmp_path)["react"].files) == {"src/App.tsx"}
