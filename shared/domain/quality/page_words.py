"""What index.html tells browsers, search engines and people of the page."""

import re
from collections.abc import Collection, Iterator, Mapping

from shared.domain.diagnostics import Diagnostic
from shared.domain.frameworks import STARTER_TITLES

_TITLE = re.compile(r"<title\b[^<>]{0,100}>([^<]{0,500})</title>", re.IGNORECASE)
_LANG = re.compile(r"<html\b[^>]{0,300}\blang\s*=\s*[\"']?[a-z]{2}", re.IGNORECASE)
_META = r"<meta\b[^>]{{0,300}}\bname\s*=\s*[\"']?{name}\b"
_ICON = re.compile(r"<link\b[^>]{0,300}\brel\s*=\s*[\"']?[^\"'>]{0,40}icon", re.IGNORECASE)
_WANTED = (
    ("viewport", "On a phone the page is shown as on a desktop, only small."),
    ("description", "Search engines and previews of a link have no words for the page."),
)
_VITE = re.compile(r"import\.meta\.env\.(VITE_[A-Z0-9_]{1,60})")


def page_findings(html: str) -> list[Diagnostic]:
    return [
        Diagnostic(severity="warning", code="PAGE_WORDS", message=message, path="index.html")
        for message in _missing(html)
    ]


def _missing(html: str) -> Iterator[str]:
    title = _TITLE.search(html)
    if (title[1].strip().lower() if title else "") in STARTER_TITLES:
        yield "The page has no title of its own: that is what a tab, a bookmark and a search result show."
    if not _LANG.search(html):
        yield "The page does not say its language: screen readers and translators guess it."
    for name, message in _WANTED:
        if not re.search(_META.format(name=name), html, re.IGNORECASE):
            yield message
    if not _ICON.search(html):
        yield "The page has no icon for tabs and bookmarks."


def env_findings(texts: Mapping[str, str], env: Mapping[str, str], optional: Collection[str] = ()) -> list[Diagnostic]:
    """Names of `VITE_*` that the source reads and nobody has set, and those set that nothing reads.

    Who reads one of the `optional` ones does without it too.
    """
    read = _read(texts)
    unset = [
        _env("ENV_UNSET", f"{name} is read here and has no value.", read[name])
        for name in unset_names(texts, env, optional)
    ]
    unread = [
        _env("ENV_UNREAD", f"{name} has a value, and nothing reads it.", None)
        for name in sorted(env)
        if name not in read
    ]
    return unset + unread


def unset_names(texts: Mapping[str, str], env: Mapping[str, str], optional: Collection[str] = ()) -> list[str]:
    """Those that are read, have no value, and need one."""
    return [name for name in sorted(_read(texts)) if not env.get(name) and name not in optional]


def _read(texts: Mapping[str, str]) -> dict[str, str]:
    return {name: path for path in sorted(texts, reverse=True) for name in _VITE.findall(texts[path])}


def _env(code: str, message: str, path: str | None) -> Diagnostic:
    return Diagnostic(severity="warning", code=code, message=message, path=path)
