"""Keys of services in plain text: what is published can be read by anyone."""

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import NamedTuple

from shared.domain.diagnostics import Diagnostic


class _Rule(NamedTuple):
    """What a key of a service looks like, by its own documentation; every pattern is linear and bounded."""

    service: str
    pattern: re.Pattern[str]


_RULES = tuple(
    _Rule(service, re.compile(pattern))
    for service, pattern in (
        ("AWS", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
        ("GitHub", r"\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})\b"),
        ("GitLab", r"\bglpat-[A-Za-z0-9_-]{20,64}\b"),
        ("OpenAI or Anthropic", r"\bsk-(?:proj-|ant-|svcacct-)?[A-Za-z0-9_-]{32,255}\b"),
        ("Stripe", r"\b[rs]k_live_[A-Za-z0-9]{20,255}\b"),
        ("Slack", r"\bxox[abeprs]-[0-9A-Za-z-]{20,255}\b"),
        ("SendGrid", r"\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\b"),
        ("npm", r"\bnpm_[A-Za-z0-9]{36}\b"),
        (
            "a database, with its password",
            r"\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis)://[^\s:/@'\"<>{}$]{1,100}:[^\s@'\"<>{}$]{4,100}@",
        ),
        ("private", r"-----BEGIN (?:[A-Z]{1,20} ){0,2}PRIVATE KEY-----"),
    )
)
_JWT = re.compile(r"\beyJ[A-Za-z0-9_-]{10,200}\.(eyJ[A-Za-z0-9_-]{20,2000})\.")
_SHOWN = 4
MOST_FINDINGS = 500
"""Of one scan: nobody reads more, and a file that is made to have thousands does not keep a server busy."""


def secrets_in(texts: Mapping[str, str]) -> list[Diagnostic]:
    """Where keys stand, by path and line; what is said of one never holds it. At most MOST_FINDINGS."""
    found = chain.from_iterable(_in_text(path, texts[path]) for path in sorted(texts))
    return list(islice(found, MOST_FINDINGS))


def has_secret(text: str) -> bool:
    """Whether a value is, or holds, a key that must stay secret."""
    return next(_in_text("", text), None) is not None


def _in_text(path: str, text: str) -> Iterator[Diagnostic]:
    for rule in _RULES:
        for found in rule.pattern.finditer(text):
            yield _finding(path, text, found, rule.service)
    for found in _JWT.finditer(text):
        if b'"service_role"' in _decoded(found[1]).replace(b" ", b""):
            yield _finding(path, text, found, "Supabase (service_role)")


def _finding(path: str, text: str, found: re.Match[str], service: str) -> Diagnostic:
    begin = found[0][:_SHOWN]
    message = f"A key of {service} ({begin}...) stands here in plain text, and everybody who opens the app can read it."
    return Diagnostic(
        code="SECRET_IN_SOURCE",
        message=message,
        path=path or None,
        line=text.count("\n", 0, found.start()) + 1,
        hint="Take it out and revoke it where it was made: it is in the app's history already.",
    )


def _decoded(part: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except (binascii.Error, ValueError):
        return b""
