"""Puts the reporter first into a preview's page. Published apps are served from the bucket and never pass here."""

import json
import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from shared.services.read_preview_asset import PreviewAsset

_SCRIPT = Path(__file__).resolve().parent.parent / "reporter" / "reporter.js"
_PLACES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (rb"<head(?:\s[^>]*+)?", rb"<html(?:\s[^>]*+)?", rb"\A(?:\xef\xbb\xbf)?\s*<!doctype[^>]*+")
)
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_META = re.compile(rb"<meta[^>]*+", re.IGNORECASE)
_POLICY = b"content-security-policy"


class ReporterConfig(NamedTuple):
    """Where the reporter reports, as whom, and until when (seconds since 1970)."""

    url: str
    nonce: str
    until: int


def inject_reporter(asset: PreviewAsset, config: ReporterConfig) -> PreviewAsset:
    """The page with the reporter, not to be kept by any cache, since its nonce expires.

    A page with a content policy of its own stays as it is: what the policy forbids would only fill its console.
    """
    if not asset.is_page or _has_own_policy(asset.body):
        return asset
    at = _place(asset.body)
    body = asset.body[:at] + _tag(config) + asset.body[at:]
    return replace(asset, body=body, etag="", headers={**asset.headers, "Cache-Control": "private, no-store"})


def _has_own_policy(page: bytes) -> bool:
    return any(_POLICY in found.group().lower() for found in _META.finditer(page))


def _place(page: bytes) -> int:
    """Behind the first `<head>` that is no comment; else behind what a document begins with."""
    plain = _COMMENT.sub(lambda found: b" " * len(found.group()), page)
    ends = (found.end() for pattern in _PLACES for found in pattern.finditer(plain))
    return next((end + 1 for end in ends if plain[end : end + 1] == b">"), 0)


def _tag(config: ReporterConfig) -> bytes:
    told = json.dumps(config._asdict()).replace("<", "\\u003c")
    return f"<script>{_program()}({told});</script>".encode()


@lru_cache(maxsize=1)
def _program() -> str:
    """The script without its comment and its indentation."""
    lines = (line.strip() for line in _SCRIPT.read_text(encoding="utf-8").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))
