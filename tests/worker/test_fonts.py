"""The browser of checks and tests has the fonts, the language and the time zone that we give it, not the machine's."""

import json
from pathlib import Path
from typing import Any

import playwright.sync_api as pw
import pytest

from devkit.node.chromium import find_chromium, packaged_fonts
from devkit.studio.browser import launch
from tests.support.page_driver import open_html
from worker.page.browser import NEUTRAL, browser_at, find_browser, own_browser
from worker.toolchain import InstalledToolchain

OURS = {"Open Sans", "DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif"}
FAMILIES = {
    "sans-serif": "Open Sans", "serif": "DejaVu Serif", "monospace": "DejaVu Sans Mono", "system-ui": "Open Sans",
    "Liberation Sans, monospace": "DejaVu Sans Mono", "Noto Sans, serif": "DejaVu Serif",
}  # fmt: skip
TEXTS = {
    "Cyrillic": "Привет",
    "Greek": "Καλημέρα",
    "Arabic": "مرحبا",
    "Chinese": "你好",
    "emoji": "🙂",
    "arrows": "→ ✓ ★",
}
FOREIGN = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><alias binding="same"><family>sans-serif</family>
<prefer><family>DejaVu Serif</family><family>Liberation Sans</family></prefer></alias></fontconfig>"""


@pytest.fixture
def foreign_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person's own font settings, in German, on the other side of the earth."""
    settings = tmp_path / "fonts.conf"
    settings.write_text(FOREIGN)
    for name, value in {
        "FONTCONFIG_FILE": str(settings), "FONTCONFIG_PATH": str(tmp_path), "LANG": "de_DE.UTF-8",
        "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de", "TZ": "Pacific/Auckland",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)


def used_fonts(page: pw.Page) -> dict[str, set[str]]:
    """Test id -> the families that the browser drew it with."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": -1})["root"]["nodeId"]
    found: dict[str, set[str]] = {}
    for node in session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "p"})["nodeIds"]:
        attributes = session.send("DOM.getAttributes", {"nodeId": node})["attributes"]
        name = dict(zip(attributes[::2], attributes[1::2], strict=True))["id"]
        fonts: list[dict[str, Any]] = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        found[name] = {one["familyName"] for one in fonts}
    return found


@pytest.mark.usefixtures("foreign_machine")
def test_browser_sees_exactly_our_fonts_language_and_time_zone() -> None:
    lines = [f"<p id='{name}' style='font-family: {name}'>Text</p>" for name in FAMILIES]
    lines += [f"<p id='{name}'>{text}</p>" for name, text in TEXTS.items()]

    def look(page: pw.Page) -> tuple[dict[str, set[str]], Any]:
        page.set_content(f"<meta charset=utf-8>{''.join(lines)}")
        here = page.evaluate(
            "[navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, (1.5).toLocaleString()]"
        )
        return used_fonts(page), here

    with launch() as browser:
        fonts, here = browser.run(look)
    assert here == ["en-US", "UTC", "1.5"]
    assert {name: fonts[name] for name in FAMILIES} == {name: {family} for name, family in FAMILIES.items()}
    assert set().union(*fonts.values()) <= OURS, "a font of the machine was drawn with"
    assert fonts["Cyrillic"] <= {"Open Sans"} and "DejaVu Sans" in fonts["arrows"]


@pytest.mark.parametrize("language", ["", "C", "C.UTF-8", "de_DE.UTF-8"])
def test_page_of_the_worker_may_use_the_browsers_own_language(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of C.UTF-8 the browser made `en-US@posix`: a RangeError that no visitor ever met."""
    for name in ("LANG", "LC_ALL", "LANGUAGE"):
        monkeypatch.setenv(name, language)
    script = "document.querySelector('h1').textContent = new Intl.NumberFormat(navigator.language).format(1234.5)"
    report = open_html(f"<h1>No</h1><script>{script}</script>", tmp_path)
    assert report["errors"] == []
    assert "1,234.5" in json.dumps(report, default=str)


def test_packaged_fonts_are_all_that_their_settings_name() -> None:
    fonts = packaged_fonts()
    assert {path.stem.partition("-")[0] for path in fonts.rglob("*.ttf")} == {
        "OpenSans", "DejaVuSans", "DejaVuSansMono", "DejaVuSerif",
    }  # fmt: skip
    assert (fonts / "fonts.conf").read_text().count("<dir") == 1


def test_every_browser_of_the_worker_has_the_toolchains_fonts_and_no_others(
    toolchain: InstalledToolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one of the machine's own, beside which there are no fonts."""
    program = tmp_path / "somewhere" / "chrome-headless-shell"
    program.parent.mkdir()
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    fonts = tmp_path / "chromium" / "fonts"
    fonts.mkdir(parents=True)
    (fonts / "fonts.conf").write_text("<fontconfig/>")
    home = tmp_path / "digest" / "node_modules"
    own = InstalledToolchain(tmp_path, toolchain.node_bin, None, home, "digest", tmp_path / "cache")
    assert own_browser(own).parent == fonts.parent
    monkeypatch.setenv("CHROMIUM", str(program))
    found = find_browser(own)
    assert found is not None
    assert found.environment == NEUTRAL | {"FONTCONFIG_FILE": str(fonts / "fonts.conf")}
    assert found.reads == (program.parent, fonts)


def test_browser_without_any_fonts_of_ours_has_the_machines(tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_bytes(b"\x7fELF")
    found = browser_at(program, tmp_path / "missing")
    assert found.environment == NEUTRAL
    assert found.reads[1:] == tuple(
        p for p in map(Path, ("/etc/fonts", "/usr/share/fonts", "/usr/share/fontconfig")) if p.is_dir()
    )


def test_the_tests_own_browser_is_the_workers_with_its_fonts() -> None:
    found = find_chromium()
    assert found.environment["FONTCONFIG_FILE"] == str(found.fonts / "fonts.conf")
