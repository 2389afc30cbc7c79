import pytest
from hypothesis import given
from hypothesis import strategies as st

from local.offline_model import words as edit
from shared.services.assets.load_templates import load_templates

CONTENT = load_templates()["react"].files["src/content.ts"].decode()
words = st.text(min_size=1, max_size=80).filter(lambda text: text.isprintable())


@given(words)
def test_a_field_reads_back_as_it_was_set_and_nothing_else_changes(text: str) -> None:
    changed = edit.set_field(CONTENT, "hero", "title", text)
    assert len(changed.splitlines()) == len(CONTENT.splitlines())
    assert edit.set_field(changed, "hero", "title", "A good place to start") == CONTENT
    assert "</script" not in changed


def test_fields_of_other_records_are_told_apart() -> None:
    changed = edit.set_field(CONTENT, "features", "title", "New")
    assert edit.get_field(changed, "features", "title") == "New"
    assert edit.get_field(changed, "hero", "title") == "A good place to start"
    assert edit.set_field(CONTENT, "nobody", "title", "New") == CONTENT
    assert edit.set_field(CONTENT, "hero", "nothing", "New") == CONTENT


def test_a_button_keeps_its_target() -> None:
    changed = edit.set_field(CONTENT, "hero", "primary", "Order")
    assert 'primary: { label: "Order", href: "#features" }' in changed


def test_a_menu_of_another_shape_is_left_alone() -> None:
    other = load_templates()["react-app"].files["src/content.ts"].decode()
    assert edit.set_navigation(other, [("One", "#one")]) == other


@pytest.mark.parametrize("links", [[], [("One", "#one")], [('Say "hi"', "#a"), ("B", "#b"), ("C", "#c")]])
def test_the_menu_reads_back(links: list[tuple[str, str]]) -> None:
    changed = edit.set_navigation(CONTENT, links)
    assert [(label.replace('\\"', '"'), href) for label, href in edit.navigation(changed)] == links
    assert edit.set_navigation(changed, edit.navigation(CONTENT)).count("export const navigation") == 1


@pytest.mark.parametrize(
    ("markup", "after"),
    [
        ("<h1>Old</h1>", "<h1>a &lt;b&gt; &#123;c&#125;</h1>"),
        ('<h1 class="x">\n  Old\n</h1>', '<h1 class="x">a &lt;b&gt; &#123;c&#125;</h1>'),
        ("<h1>{title}</h1>", "<h1>{title}</h1>"),
        ("<h1>{{ title }}</h1>", "<h1>{{ title }}</h1>"),
        ("<h1><b>Old</b></h1>", "<h1><b>Old</b></h1>"),
    ],
)
def test_only_a_heading_of_plain_words_is_changed(markup: str, after: str) -> None:
    assert edit.set_heading(markup, "a <b> {c}") == after


def test_the_browser_title_is_escaped() -> None:
    page = load_templates()["react"].files["index.html"].decode()
    assert "<title>A &amp; &lt;B&gt; \\1</title>" in edit.set_title(page, "A & <B> \\1")


@pytest.mark.parametrize("pack", ["react", "vue", "svelte", "vanilla"])
def test_the_packs_own_test_forgets_the_starter(pack: str) -> None:
    files = load_templates()[pack].files
    (path,) = [each for each in files if each.lower().startswith("tests/app.test")]
    after = edit.without_starter(files[path].decode())
    assert "features" not in after
    assert "hero" not in after
    assert "the page has one headline" in after
    assert edit.without_starter(after) == after
