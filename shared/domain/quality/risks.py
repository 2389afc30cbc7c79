"""What makes a page unsafe for its visitors, as far as one line of its source shows it."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import NamedTuple

from shared.domain.diagnostics import Diagnostic
from shared.domain.frameworks import COMPONENT_SUFFIXES
from shared.domain.quality.secrets import MOST_FINDINGS

_LINE_MOST = 1_000
"""Longer lines are written by machines."""
_MARKUP = (".html", ".tsx", ".jsx", *COMPONENT_SUFFIXES)
_CODE = (".ts", ".js", ".mjs", *_MARKUP)
_INPUT = (
    r"(?:\blocation\b|URLSearchParams|searchParams|\bparams\b|\bquery\b|\.value\b|event\.data|localStorage|sessionStorage"
    r"|\bprompt\(|await\b)"
)
_HTML_SINK = r"(?:\.(?:inner|outer)HTML\s*\+?=(?!=)|\.insertAdjacentHTML\(|document\.write(?:ln)?\()"
_HOST_HERE = r"(?!localhost|127\.)"
_LOADED = rf"""(?:\bsrc\s*=\s*["'{{`]{{1,2}}|\b(?:fetch|axios(?:\.\w{{1,10}})?|EventSource)\(["'`]|url\(["']?)http://{_HOST_HERE}"""
_SEARCHED = r"(?:searchParams|URLSearchParams)"


class _Rule(NamedTuple):
    """`unless`: what on the same line shows that it was thought of."""

    code: str
    kinds: tuple[str, ...]
    pattern: re.Pattern[str]
    unless: re.Pattern[str]
    message: str
    hint: str


_NEVER = re.compile(r"(?!)")
_CLEANED = re.compile(r"sanitiz|purify|escape", re.IGNORECASE)
_RULES = (
    _Rule(
        "HTML_FROM_DATA",
        _CODE,
        re.compile(r"dangerouslySetInnerHTML|\bv-html\s*=|\{@html\s"),
        _CLEANED,
        "Markup is put into the page as it comes: what a stranger wrote in it would run as code.",
        "Show it as text, or clean it with the package dompurify first.",
    ),
    _Rule(
        "HTML_FROM_INPUT",
        _CODE,
        re.compile(rf"{_HTML_SINK}.*{_INPUT}"),
        _CLEANED,
        "Words from an address, a field or a store are put into the page as markup: they could run as code.",
        "Use textContent, or clean them with the package dompurify first.",
    ),
    _Rule(
        "CODE_FROM_TEXT",
        _CODE,
        re.compile(r"(?<![\w.$])eval\(|\bnew\s+Function\("),
        _NEVER,
        "Text is run as code.",
        "Write what it does as code, or parse the text (JSON.parse).",
    ),
    _Rule(
        "MIXED_CONTENT",
        (*_CODE, ".css"),
        re.compile(rf"""{_LOADED}|WebSocket\(["'`]ws://{_HOST_HERE}"""),
        _NEVER,
        "It is loaded without encryption, which browsers refuse on a published page.",
        "Use https:// (wss://).",
    ),
    _Rule(
        "FOREIGN_SCRIPT",
        _MARKUP,
        re.compile(r"<script\b[^>]{0,300}\bsrc\s*=\s*[\"']?(?:https?:)?//"),
        _NEVER,
        "A script of another server runs in the page, and can do all that the page can.",
        "Use a package of the catalog instead, or know whose it is.",
    ),
    _Rule(
        "OPEN_REDIRECT",
        _CODE,
        re.compile(rf"\blocation(?:\.href)?\s*=(?!=).*{_SEARCHED}|\blocation\.(?:assign|replace)\(.*{_SEARCHED}"),
        _NEVER,
        "The page goes wherever its address says: a link to it could lead people elsewhere.",
        "Follow only addresses that begin with one slash.",
    ),
    _Rule(
        "OPENER_GIVEN",
        _MARKUP,
        re.compile(r"target\s*=\s*[\"']_blank[\"'].{0,200}rel\s*=\s*[\"'][^\"']{0,50}\bopener\b"),
        _NEVER,
        "The page that opens can lead this one elsewhere.",
        'Use rel="noopener".',
    ),
)


def risks_in(texts: Mapping[str, str]) -> list[Diagnostic]:
    """Warnings by path and line, at most MOST_FINDINGS; tests and what is in no page are not looked at."""
    found = chain.from_iterable(_in_text(path, texts[path]) for path in sorted(texts) if _is_shown(path))
    return list(islice(found, MOST_FINDINGS))


def risks_of_page(path: str, html: str) -> list[Diagnostic]:
    """Those of a built page, whose scripts were written by machines."""
    return list(islice(_in_text(path, html), MOST_FINDINGS))


def _is_shown(path: str) -> bool:
    return path == "index.html" or (path.startswith("src/") and ".test." not in path and ".spec." not in path)


def _in_text(path: str, text: str) -> Iterator[Diagnostic]:
    rules = [rule for rule in _RULES if path.endswith(rule.kinds)]
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LINE_MOST:
            continue
        for rule in rules:
            if rule.pattern.search(line) and not rule.unless.search(line):
                yield Diagnostic(
                    severity="warning", code=rule.code, message=rule.message, path=path, line=number, hint=rule.hint
                )
