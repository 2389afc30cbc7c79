"""Edits the words of a page: `src/content.ts` where there is one, otherwise the markup itself."""

import html
import re

from local.offline_model.view import literal

_STRING = r"(?P<text>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)"


def get_field(content: str, record: str, field: str) -> str | None:
    """The text of `record.field`, or None when there is no such field."""
    found = _find(content, record, field)
    return _plain(found["text"]) if found else None


def set_field(content: str, record: str, field: str, text: str) -> str:
    """`content` with `text` in `export const record = { field: ... }`; unchanged without that field."""
    found = _find(content, record, field)
    if found is None:
        return content
    return f"{content[: found.start('text')]}{literal(text)}{content[found.end('text') :]}"


def set_list(content: str, name: str, lines: str) -> str:
    """`content` with the list `name` holding the records in `lines`."""
    pattern = rf"(export const {name}\b[^=]*= \[)[\s\S]*?(\](?: as const)?;)"
    return re.sub(pattern, lambda match: f"{match[1]}{lines}{match[2]}", content, count=1)


def set_record(content: str, name: str, body: str) -> str:
    """`content` with the record `name` replaced."""
    pattern = rf"export const {name} = \{{[\s\S]*?\n\}}(?: as const)?;"
    return re.sub(pattern, lambda _: f"export const {name} = {{\n{body}}};", content, count=1)


def navigation(content: str) -> list[tuple[str, str]]:
    """The links of the page's menu: label and target."""
    block = re.search(r"export const navigation\b[^=]*= \[([\s\S]*?)\];", content)
    pattern = re.compile(rf"\{{\s*label:\s*{_STRING},\s*href:\s*(?P<href>\"[^\"]*\"|'[^']*')")
    found = pattern.finditer(block[1]) if block else []
    return [(_plain(match["text"]), _plain(match["href"])) for match in found]


def set_navigation(content: str, links: list[tuple[str, str]]) -> str:
    """`content` with these links."""
    lines = "".join(f"\n  {{ label: {literal(label)}, href: {literal(href)} }}," for label, href in links)
    typed = (
        content if links else content.replace("export const navigation = [", f"export const navigation: {_LINKS} = [")
    )
    return set_list(typed, "navigation", lines + "\n" if lines else "")


_LINKS = "{ label: string; href: string }[]"


def retarget(content: str, gone: str, to: str) -> str:
    """`content` with links to a section that is gone leading elsewhere."""
    return content.replace(f'href: "#{gone}"', f'href: "#{to}"')


def set_title_constant(section: str, text: str) -> str:
    """A generated section with another title."""
    return re.sub(
        r"(?m)^(\s*const title = )\"(?:[^\"\\]|\\.)*\";", lambda m: f"{m[1]}{literal(text)};", section, count=1
    )


def set_title(page: str, text: str) -> str:
    """`index.html` with `text` as the browser's title."""
    return re.sub(r"<title>[^<]*</title>", lambda _: f"<title>{html.escape(text, quote=False)}</title>", page, count=1)


def get_title(page: str) -> str:
    found = re.search(r"<title>([^<]*)</title>", page)
    return html.unescape(found[1]).strip() if found else ""


def set_first_heading(markup: str, text: str) -> str:
    """`markup` with `text` in its first `<h1>`, when that holds plain words."""
    shown = html.escape(text, quote=False).replace("{", "&#123;").replace("}", "&#125;").replace("$", "&#36;")
    return re.sub(r"(<h1\b[^>]*>)([^<{$]+)(</h1>)", lambda match: f"{match[1]}{shown}{match[3]}", markup, count=1)


def replace_words(text: str, old: str, new: str, *, markup: bool) -> str:
    """`text` with the words replaced wherever they stand, in the same writing as the place needs."""
    shown = html.escape(new, quote=False).replace("{", "&#123;").replace("}", "&#125;") if markup else new
    quoted = literal(new)[1:-1]
    in_string = re.compile(rf"(?<=[\"'`]){re.escape(old)}(?=[\"'`])")
    return in_string.sub(lambda _: quoted, text).replace(old, shown if markup else quoted)


def _find(content: str, record: str, field: str) -> re.Match[str] | None:
    block = re.search(rf"export const {record} = \{{[\s\S]*?\n\}}", content)
    if block is None:
        return None
    pattern = re.compile(rf"(?m)(?<=[{{\s,]){field}:\s*(?:\{{\s*label:\s*)?{_STRING}")
    return pattern.search(content, block.start(), block.end())


def _plain(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted[1:-1])
