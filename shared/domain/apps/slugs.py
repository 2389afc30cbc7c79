"""Slugs: the part of an app's address that people choose. Also the DNS labels made from them."""

import re
import unicodedata

from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Invalid

SHORTEST, LONGEST = 3, 50
_LABEL_SLUG = 31  # 31 + len("--") + len("rev_" + ULID) = 63, the most a DNS label may have
_FORM = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_FALLBACK = "my-app"
RESERVED = frozenset(
    {"www", "www1", "www2", "api", "admin", "apps", "app", "preview", "previews", "static", "cdn", "assets", "internal",
     "auth", "login", "oauth", "sso", "mail", "smtp", "imap", "ftp", "ns1", "ns2", "localhost", "local", "root",
     "postmaster", "hostmaster", "webmaster", "wpad", "autoconfig", "autodiscover"}
)  # fmt: skip
_LETTERS = str.maketrans(
    {
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ı": "i",
        "ħ": "h",
        "&": " and ",
    }
)


def derive_slug(name: str) -> str:
    """A valid slug that resembles `name`; `my-app` when nothing of it can be written in ASCII."""
    folded = unicodedata.normalize("NFKD", name[:400].lower().translate(_LETTERS))
    plain = "".join(char for char in folded if not unicodedata.combining(char))
    slug = _cut(re.sub(r"[^a-z0-9]+", "-", plain).strip("-"), LONGEST - len("-app"))
    if not slug:
        return _FALLBACK
    return f"{slug}-app" if len(slug) < SHORTEST or slug in RESERVED else slug


def _cut(slug: str, most: int) -> str:
    if len(slug) <= most:
        return slug
    head = slug[:most]
    whole_words = head.rpartition("-")[0] if slug[most] != "-" else head
    return (whole_words if len(whole_words) >= most // 2 else head).strip("-")


def validate_slug(slug: str) -> str:
    """`slug` itself when a person may have it; else Invalid, saying which rule it breaks."""
    fault = _slug_fault(slug)
    if fault is None:
        return slug
    diagnostic = Diagnostic(code="SLUG_INVALID", message=fault, path="slug", hint=f"For example {derive_slug(slug)!r}.")
    raise Invalid(fault, diagnostics=[diagnostic])


def _slug_fault(slug: str) -> str | None:
    if not SHORTEST <= len(slug) <= LONGEST:
        return f"A slug has {SHORTEST} to {LONGEST} characters."
    if _FORM.fullmatch(slug) is None:
        return "A slug has only a-z, 0-9 and hyphens, and neither begins nor ends with a hyphen."
    if slug[2:4] == "--":
        return "A slug may not have hyphens in its third and fourth place: such names are reserved for other scripts."
    return "This slug is reserved." if slug in RESERVED else None


def with_suffix(slug: str, number: int) -> str:
    """`slug-number`, cut so that it stays a valid slug."""
    tail = f"-{number}"
    return slug[: LONGEST - len(tail)].rstrip("-") + tail


def revision_label(slug: str, revision_id: str) -> str:
    """The host label of one revision: at most 63 characters, as DNS allows."""
    return f"{label_slug(slug)}--{revision_id}"


def label_slug(slug: str) -> str:
    """As much of a slug as a revision's host label, and the folder it is served from, have room for."""
    return slug[:_LABEL_SLUG].rstrip("-")
