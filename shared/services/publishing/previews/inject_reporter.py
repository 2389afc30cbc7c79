"""The reporter, first in a preview's page. Published apps are served from the bucket and never pass here."""

import json
import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from shared.services.publishing.previews.read_preview_asset import PreviewAsset

_PLACES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (rb"<head(?:\s[^>]*+)?", rb"<html(?:\s[^>]*+)?", rb"\A(?:\xef\xbb\xbf)?\s*<!doctype[^>]*+")
)
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_META = re.compile(rb"<meta[^>]*+", re.IGNORECASE)
_POLICY = b"content-security-policy"
_SCRIPT = Path(__file__).resolve().parents[3] / "reporter" / "reporter.js"


class ReporterConfig(NamedTuple):
    """Where the reporter reports, as whom, and until when (seconds since 1970)."""

    url: str
    nonce: str
    until: int


def inject_reporter(asset: PreviewAsset, config: ReporterConfig) -> PreviewAsset:
    """The page with the reporter, which no cache keeps, since its nonce expires; one with a policy stays as it is."""
    return put_first(asset, _tag(config))


def _tag(config: ReporterConfig) -> bytes:
    settings = json.dumps(config._asdict()).replace("<", "\\u003c")
    return f"<script>{_program()}({settings});</script>".encode()


@lru_cache(maxsize=1)
def _program() -> str:
    """The script without its comment and its indentation."""
    lines = (line.strip() for line in _SCRIPT.read_text(encoding="utf-8").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def put_first(asset: PreviewAsset, tags: bytes) -> PreviewAsset:
    """The page with `tags` before anything of its own, not to be kept by any cache.

    A page with a content policy of its own stays as it is: what the policy forbids would only fill its console.
    """
    if not tags or not asset.is_page or _has_own_policy(asset.body):
        return asset
    at = _place(asset.body)
    body = asset.body[:at] + tags + asset.body[at:]
    return replace(asset, body=body, etag="", headers={**asset.headers, "Cache-Control": "private, no-store"})


def _has_own_policy(page: bytes) -> bool:
    return any(_POLICY in found.group().lower() for found in _META.finditer(page))


def _place(page: bytes) -> int:
    """After the first `<head>` that is no comment; else after what a document begins with."""
    plain = _COMMENT.sub(lambda found: b" " * len(found.group()), page)
    ends = (found.end() for pattern in _PLACES for found in pattern.finditer(plain))
    return next((end + 1 for end in ends if plain[end : end + 1] == b">"), 0)
