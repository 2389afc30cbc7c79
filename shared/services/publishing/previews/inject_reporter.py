"""What we put first into a preview's page: the reporter, and the bridge to the Studio that frames it."""

import hashlib
import html
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from shared.services.publishing.previews.read_preview_asset import PREVIEW_HEADERS, PreviewAsset

PATH = "@chatbuilder/bridge.js"
"""An app's own file of this name is not seen in its previews."""
_PARTS = ("picker.js", "recorder.js", "storage.js", "bridge.js")
_FOLDER = Path(__file__).resolve().parents[3] / "reporter"
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


def inject_bridge(asset: PreviewAsset, studio: Sequence[str]) -> PreviewAsset:
    """The page with the bridge, which speaks with the page around it only where that is of one of these origins.

    Without an origin it stays as it is.
    """
    return put_first(asset, _bridge_tag(studio)) if studio else asset


def bridge_asset() -> PreviewAsset:
    """The script. Its address changes with it, so a browser keeps it."""
    headers = {**PREVIEW_HEADERS, "Cache-Control": "private, max-age=31536000, immutable"}
    return PreviewAsset(_bridge(), "text/javascript; charset=utf-8", "", is_page=False, headers=headers)


def _bridge_tag(studio: Sequence[str]) -> bytes:
    origins = html.escape(" ".join(studio))
    return f'<script src="/{PATH}?{_digest()}" data-studio="{origins}"></script>'.encode()


@lru_cache(maxsize=1)
def _bridge() -> bytes:
    parts = "\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in _PARTS)
    return f"(() => {{\n'use strict';\n{parts}\n}})();\n".encode()


@lru_cache(maxsize=1)
def _digest() -> str:
    return hashlib.sha256(_bridge()).hexdigest()[:16]
