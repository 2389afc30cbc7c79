"""A preview of what is written, which runs nothing of it."""

import json
import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site

IMPORTED = re.compile(r"""^\s*(?:import|export)\b(?:[^"';]*?\bfrom)?\s*["']([^"'\n]+)["']""", re.MULTILINE)
PACKAGE = re.compile(r"(?:@[^/:]+/)?[^@./#~:][^/:]*(?=/|$)")
"""The package of an import; none of a path, of "@/part" or of "virtual:part"."""
AFTER_THE_PICTURES = """async () => {
  for (const source of [...document.images].map(one => one.src).concat('/favicon.svg')) {
    const last = new Image();
    await new Promise(done => { last.onload = last.onerror = done; last.src = source; });
  }
}"""


def check_heading(site: Site) -> None:
    expect(preview(written(site, "## A fine day")).get_by_role("heading", name="A fine day")).to_be_visible()


def check_list(site: Site) -> None:
    expect(preview(written(site, "- milk\n- bread\n- tea")).get_by_role("listitem")).to_have_text(
        ["milk", "bread", "tea"]
    )


def check_link(site: Site) -> None:
    link = preview(written(site, "[home](https://example.com/a)")).get_by_role("link", name="home")
    expect(link).to_have_attribute("href", "https://example.com/a")


def check_follows(site: Site) -> None:
    page = written(site, "**one**")
    page.get_by_label("Your text").fill("**two**")
    expect(preview(page).locator("strong")).to_have_text("two")


def check_runs_no_script(site: Site) -> None:
    page = written(site, '<img src="/favicon.svg" onload="document.title = \'hacked\'">\n\nhello there')
    preview(page).get_by_text("hello there").first.wait_for()
    page.evaluate(AFTER_THE_PICTURES)
    expect(page).not_to_have_title("hacked")


def check_no_script_in_links(site: Site) -> None:
    page = written(site, "[press](javascript:alert(1)) or [there](JavaScript:alert(2)) hello")
    preview(page).get_by_text("hello").first.wait_for()
    found = preview(page).locator("a").evaluate_all("links => links.map(one => one.protocol)")
    assert "javascript:" not in found, "a link would run a script"


def check_words_of_the_first_visit(site: Site) -> None:
    expect(preview(site.open()).locator("strong")).to_have_text("there")


def check_declared(site: Site) -> None:
    package = json.loads(site.files["package.json"])
    declared = {name for part in ("dependencies", "devDependencies") for name in package.get(part, {})}
    code = [text for path, text in site.files.items() if path.startswith("src/") and path.endswith((".ts", ".tsx"))]
    imported = [name for text in code for name in IMPORTED.findall(text)]
    used = {found[0] for name in imported if (found := PACKAGE.match(name))}
    assert used <= declared, f"not in package.json: {sorted(used - declared)}"


def check_text_stays(site: Site) -> None:
    expect(written(site, "# still here").get_by_label("Your text")).to_have_value("# still here")


def written(site: Site, text: str) -> Page:
    page = site.open()
    page.get_by_label("Your text").fill(text)
    return page


def preview(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("region", name="Preview")
