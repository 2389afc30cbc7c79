"""The words of a page: in `src/content.ts` where there is one, otherwise in the markup itself."""

import html
import re

from local.offline_model.blocks import literal
from local.offline_model.intents import Replace, Words
from local.offline_model.project import CONTENT, INDEX, MARKUP, Draft

_STARTER_NAME, _STARTER_TITLE = "Starter", "A good place to start"
_STRING = r"(?P<text>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)"
_LINK = re.compile(rf"\{{\s*label:\s*{_STRING},\s*href:\s*[\"'](?P<href>[^\"']*)[\"'],?\s*\}},?\s*")
_ANY_LINKS = rf"(?:{_LINK.pattern.replace('?P<text>', '?:').replace('?P<href>', '?:')})*"
_LINKS = re.compile(rf"export const navigation(?P<type>\b[^=]*)= \[\s*(?P<links>{_ANY_LINKS})\]")
_TITLE = re.compile(r"<title>([^<]*)</title>")
_STARTER_TEST = re.compile(r'test\("shows the headline and every feature", [\s\S]*?\n\}\);\n')
_NEW_TEST = """test("the page has one headline", () => {{
{}  expect(screen.getAllByRole("heading", {{ level: 1 }})).toHaveLength(1);
}});
"""
_PARTS = {
    "lead": ("hero", "lead", "text below the headline"),
    "eyebrow": ("hero", "eyebrow", "line above the headline"),
    "primary": ("hero", "primary", "first button"),
    "secondary": ("hero", "secondary", "second button"),
    "footer": ("footer", "note", "line in the footer"),
}


def apply_words(intent: Words, draft: Draft) -> None:
    record, field, called = _PARTS.get(intent.part, ("", "", "title"))
    if intent.part == "name":
        rename(draft, intent.text)
    elif _set_content(draft, record, field, intent.text) if record else _retitle(draft, intent.text):
        draft.done.append(f"The {called} reads “{intent.text}” now.")
    else:
        draft.missing.append(f"I found no {called if record else 'headline'} to change.")


def apply_replace(intent: Replace, draft: Draft) -> None:
    """Other words wherever these stand, in the writing that the place needs."""
    changed, literally = [], literal(intent.new)[1:-1]
    for path in list(draft.project.files):
        text = draft.text(path)
        if intent.old in text and not path.endswith((".json", ".css")):
            quoted = re.sub(rf"(?<=[\"'`]){re.escape(intent.old)}(?=[\"'`])", lambda _: literally, text)
            new = _as_markup(intent.new) if path.endswith((".html", *MARKUP)) else literally
            changed += [path] * draft.write(path, quoted.replace(intent.old, new))
    if changed:
        draft.done.append(f"“{intent.old}” reads “{intent.new}” now ({', '.join(changed)}).")
    else:
        draft.missing.append(f"I found “{intent.old}” nowhere in the project.")


def rename(draft: Draft, name: str) -> None:
    """The brand and the browser's title; the headline too while it is the starter's."""
    draft.edit(INDEX, set_title(draft.text(INDEX), name))
    _set_content(draft, "site", "name", name)
    if is_starter(draft):
        _set_content(draft, "hero", "title", name)
    draft.done.append(f"The app is called “{name}” now.")


def is_starter(draft: Draft) -> bool:
    return _hero_title(draft) == _STARTER_TITLE


def _retitle(draft: Draft, text: str) -> bool:
    """The headline that is shown, and the browser's title with it."""
    before = html.unescape(found[1]).strip() if (found := _TITLE.search(draft.text(INDEX))) else ""
    brand = get_field(draft.text(CONTENT), "site", "name")
    changed = _set_headline(draft, text)
    if not changed or before in ("", _STARTER_NAME, brand) or before.startswith("Vite"):
        changed = draft.edit(INDEX, set_title(draft.text(INDEX), text)) or changed
    if brand == _STARTER_NAME:
        _set_content(draft, "site", "name", text)
    return changed


def _set_headline(draft: Draft, text: str) -> bool:
    """In the hero while it is on the page, else in the section or file that holds the `<h1>`."""
    if _hero_title(draft) is not None:
        return _set_content(draft, "hero", "title", text)
    pages = [path for path in [*draft.texts, *draft.project.files] if "<h1" in draft.text(path)]
    return any(draft.write(path, set_heading(draft.text(path), text)) for path in pages)


def _hero_title(draft: Draft) -> str | None:
    is_shown = any(shown in draft.text(draft.project.app) for shown in ("<Hero />", "<HeroSection />", "${hero()}"))
    return get_field(draft.text(CONTENT), "hero", "title") if is_shown else None


def _set_content(draft: Draft, record: str, field: str, text: str) -> bool:
    return draft.edit(CONTENT, set_field(draft.text(CONTENT), record, field, text))


def get_field(content: str, record: str, field: str) -> str | None:
    """The text of `record.field`, or None when there is no such field."""
    found = _find(content, record, field)
    return _plain(found["text"]) if found else None


def set_field(content: str, record: str, field: str, text: str, href: str = "") -> str:
    """`content` with `text` in `export const record = { field: ... }`, a link's with its target; unchanged without."""
    found = _find(content, record, field)
    if found is None:
        return content
    rest = content[found.end("text") :]
    rest = re.sub(r'^, href: "[^"]*"', lambda _: f", href: {literal(href)}", rest) if href else rest
    return content[: found.start("text")] + literal(text) + rest


def _find(content: str, record: str, field: str) -> re.Match[str] | None:
    block = re.search(rf"export const {record} = \{{[\s\S]*?\n\}}", content)
    pattern = re.compile(rf"(?m)(?<=[{{\s,]){field}:\s*(?:\{{\s*label:\s*)?{_STRING}")
    return pattern.search(content, block.start(), block.end()) if block else None


def _plain(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted[1:-1])


def navigation(content: str) -> list[tuple[str, str]]:
    """The links of the page's menu: label and target."""
    found = _LINKS.search(content)
    return [(_plain(match["text"]), match["href"]) for match in _LINK.finditer(found["links"])] if found else []


def set_navigation(content: str, links: list[tuple[str, str]]) -> str:
    lines = [f"  {{ label: {literal(label)}, href: {literal(href)} }}," for label, href in links]
    written = "\n".join(["", *lines, ""]) if lines else ""
    plain = "" if lines else ": { label: string; href: string }[]"
    return _LINKS.sub(lambda match: f"export const navigation{match['type'].strip() or plain} = [{written}]", content)


def set_title(page: str, text: str) -> str:
    return _TITLE.sub(lambda _: f"<title>{html.escape(text, quote=False)}</title>", page, count=1)


def set_heading(markup: str, text: str) -> str:
    """`markup` with `text` as a generated section's title, else in its first `<h1>` when that holds plain words."""
    constant, heading = r"(?m)^(\s*const title = )\"(?:[^\"\\]|\\.)*\";", r"(<h1\b[^>]*>)([^<{$]+)(</h1>)"
    section = re.sub(constant, lambda match: f"{match[1]}{literal(text)};", markup, count=1)
    if section != markup:
        return section
    shown = _as_markup(text).replace("$", "&#36;")
    return re.sub(heading, lambda match: f"{match[1]}{shown}{match[3]}", markup, count=1)


def without_starter(test: str) -> str:
    """The template's own `test` without what it expects of the starter's words; unchanged when it is another test."""
    found = _STARTER_TEST.search(test)
    if found is None:
        return test
    render = re.search(r"(?m)^  render\([^\n]*\n\n?", found[0])
    test = test.replace(found[0], _NEW_TEST.format(render[0] if render else ""))
    test = test.replace("import { features, hero, navigation } from", "import { navigation } from")
    return re.sub(r"import \{([^}]*), within \} from", r"import {\1 } from", test)


def _as_markup(text: str) -> str:
    return html.escape(text, quote=False).replace("{", "&#123;").replace("}", "&#125;")
