"""`.env` files of a foreign project: what the browser may know becomes the app's variables."""

import re
from collections.abc import Mapping

from shared.domain.diagnostics import Diagnostic
from shared.domain.quality.secrets import has_secret

ENV_FILES = (".env", ".env.production")
"""Those that a build reads, the later wins; files named `local` are a person's own."""
_LINE = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]{0,99})\s*=\s*(.*)")
_SECRET_NAME = re.compile(r"SECRET|PASSWORD|PRIVATE|SERVICE_ROLE", re.I)
_VALUE_MOST, _MOST = 4096, 50


def read_env(files: Mapping[str, bytes]) -> tuple[dict[str, str], list[Diagnostic]]:
    """Variables for the app's settings, and what is said of them: names alone, never a value."""
    read = {name: value for path in ENV_FILES for name, value in _pairs(files.get(path, b""))}
    secret = {name for name, value in read.items() if _SECRET_NAME.search(name) or has_secret(f'{name} = "{value}"')}
    fit = [name for name in read if name.startswith("VITE_") and name not in secret and len(read[name]) <= _VALUE_MOST]
    taken = {name: read[name] for name in fit[:_MOST]}
    return taken, [*_taken(taken), *_left(sorted(read.keys() - taken.keys() - secret)), *_refused(sorted(secret))]


def _pairs(content: bytes) -> list[tuple[str, str]]:
    lines = content.decode("utf-8", "replace").replace("\0", "").splitlines()
    found = [_LINE.fullmatch(line.strip()) for line in lines]
    return [(each[1], _value(each[2])) for each in found if each]


def _value(text: str) -> str:
    if text[:1] in ("'", '"') and text.find(text[0], 1) > 0:
        return text[1 : text.find(text[0], 1)]
    return text.partition(" #")[0].strip()


def _taken(taken: Mapping[str, str]) -> list[Diagnostic]:
    if not taken:
        return []
    message = f"Variables of .env are now the app's: {_named(list(taken))}."
    return [Diagnostic(severity="info", code="ENV_READ", message=message, path=".env")]


def _left(names: list[str]) -> list[Diagnostic]:
    if not names:
        return []
    message = f"Variables of .env that a page cannot read were left out: {_named(names)}."
    hint = "Only VITE_* names reach the page."
    return [Diagnostic(severity="warning", code="ENV_LEFT_OUT", message=message, path=".env", hint=hint)]


def _refused(names: list[str]) -> list[Diagnostic]:
    if not names:
        return []
    message = f"Variables of .env that look like secrets were left out: {_named(names)}."
    hint = "What a page has, every visitor has. Keep them on a server."
    return [Diagnostic(severity="warning", code="ENV_SECRET_REFUSED", message=message, path=".env", hint=hint)]


def _named(names: list[str]) -> str:
    return ", ".join(names[:30]) + (f" and {len(names) - 30} more" if len(names) > 30 else "")
