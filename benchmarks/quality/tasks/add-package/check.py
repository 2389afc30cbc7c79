"""A preview of what is written, which runs nothing of it."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


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
    page = written(site, '<img src="/x.png" onerror="document.title = \'hacked\'">\n\nhello there')
    preview(page).get_by_text("hello there").wait_for()
    page.wait_for_timeout(300)  # an image that is not there needs a moment to say so
    expect(page).not_to_have_title("hacked")


def check_no_script_in_links(site: Site) -> None:
    page = written(site, "[press](javascript:alert(1)) hello")
    preview(page).get_by_text("hello").wait_for()
    assert preview(page).locator('a[href^="javascript"]').count() == 0, "a link would run a script"


def check_words_of_the_first_visit(site: Site) -> None:
    expect(preview(site.open()).locator("strong")).to_have_text("there")


def check_declared(site: Site) -> None:
    declared = set(re.findall(r'"([^"]+)": "[^"]+"', site.files["package.json"]))
    used = {
        name for path, text in site.files.items() if path.startswith("src/")
        for name in re.findall(r'from "((?:@[^"/]+/)?[^"./][^"/]*)', text)
    }  # fmt: skip
    assert used <= declared, f"not in package.json: {sorted(used - declared)}"


def check_text_stays(site: Site) -> None:
    expect(written(site, "# still here").get_by_label("Your text")).to_have_value("# still here")


def written(site: Site, text: str) -> Page:
    page = site.open()
    page.get_by_label("Your text").fill(text)
    return page


def preview(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("region", name="Preview")
