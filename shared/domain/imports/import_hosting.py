"""Files that tell a host of static sites what to do: what holds here anyway, what becomes a page, what is not done."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.publishing.header_file import HEADERS, read_header_file
from shared.domain.tree.paths import path_faults

_REDIRECTS, _CNAME = "public/_redirects", "public/CNAME"
_NAMES = ("_redirects", "_headers", "CNAME")
_PLAIN = re.compile(r"/(?:[\w.-]{1,80}/){0,6}[\w.-]{1,80}\.html?")
_TARGET = re.compile(r"/[^\s\"<>\\]{0,500}|https://[^\s\"<>\\]{1,500}")
_TEXT_MOST, _RULES_MOST, _PAGES_MOST = 64 * 1024, 500, 50


class _Rule(NamedTuple):
    source: str
    target: str
    status: str


def fit_hosting(files: Files) -> tuple[Files, list[Diagnostic]]:
    """`files` with those of the top in `public/`, and pages that lead on where `_redirects` asks for them."""
    files = {_place(path, files): content for path, content in files.items()}
    rules = list(_rules(_text(files, _REDIRECTS)))
    pages = {path: _page(rule.target) for rule in rules for path in _path(rule, files)}
    pages = dict(list(pages.items())[:_PAGES_MOST])
    left = [rule for rule in rules if not _is_done(rule) and f"public{rule.source}" not in pages]
    return {**files, **pages}, [*_redirected(list(pages), left), *_headers(files), *_domain(files)]


def _place(path: str, files: Files) -> str:
    return f"public/{path}" if path in _NAMES and f"public/{path}" not in files else path


def _text(files: Files, path: str) -> str:
    return files.get(path, b"")[:_TEXT_MOST].decode("utf-8", "replace")


def _rules(text: str) -> Iterator[_Rule]:
    for line in text.splitlines()[:_RULES_MOST]:
        words = line.partition("#")[0].split() if not line.lstrip().startswith("#") else []
        if len(words) >= 2 and words[0].startswith("/"):
            given = next((word for word in words[2:] if re.fullmatch(r"\d{3}!?", word)), "301")
            yield _Rule(words[0], words[1], given.rstrip("!"))


def _is_done(rule: _Rule) -> bool:
    """Every address that names no file is answered by the page."""
    return rule.source in ("/*", "/**") and rule.target in ("/index.html", "/") and rule.status == "200"


def _path(rule: _Rule, files: Files) -> Iterator[str]:
    path = f"public{rule.source}"
    fits = _PLAIN.fullmatch(rule.source) and _TARGET.fullmatch(rule.target) and rule.status.startswith("30")
    if fits and not {path, rule.source[1:]} & files.keys() and rule.target != rule.source and not path_faults(path):
        yield path


def _page(target: str) -> bytes:
    to = escape(target)
    return (
        f'<!doctype html>\n<meta charset="utf-8">\n<title>Moved</title>\n<link rel="canonical" href="{to}">\n'
        f'<meta http-equiv="refresh" content="0; url={to}">\n<a href="{to}">{to}</a>\n'
    ).encode()


def _redirected(pages: Sequence[str], left: Sequence[_Rule]) -> Iterator[Diagnostic]:
    if pages:
        message = f"Redirects became pages that lead on: {', '.join(pages[:20])}."
        yield Diagnostic(severity="info", code="REDIRECTS_MAPPED", message=message, path=_REDIRECTS)
    if left:
        some = ", ".join(f"{rule.source[:80]} to {rule.target[:80]}" for rule in left[:10])
        more = f" and {len(left) - 10} more" if len(left) > 10 else ""
        hint = "Let a route of the app lead on; addresses that name no file are all answered by index.html."
        message = f"Redirects that no static site makes are not done: {some}{more}."
        yield Diagnostic(severity="warning", code="REDIRECTS_NOT_DONE", message=message, path=_REDIRECTS, hint=hint)


def _headers(files: Files) -> Iterator[Diagnostic]:
    if HEADERS not in files:
        return
    read = read_header_file(_text(files, HEADERS))
    if read.ignored:
        message = f"Headers that apps cannot set are not sent: {', '.join(sorted(read.ignored)[:20])}."
        hint = "Published files keep their Cache-Control for up to a day; the rest is the same for every app."
        yield Diagnostic(severity="warning", code="HEADERS_NOT_SENT", message=message, path=HEADERS, hint=hint)


def _domain(files: Files) -> Iterator[Diagnostic]:
    name = _text(files, _CNAME).strip()
    if name:
        message = f"The app is not at {name[:100]!r}: CNAME is kept, and changes no address."
        yield Diagnostic(severity="warning", code="DOMAIN_NOT_SET", message=message, path=_CNAME)
