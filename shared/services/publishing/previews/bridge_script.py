"""The bridge between a preview's page and the Studio that frames it: a file of the preview's own origin."""

import hashlib
import html
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from shared.services.publishing.previews.inject_reporter import put_first
from shared.services.publishing.previews.read_preview_asset import PREVIEW_HEADERS, PreviewAsset

PATH = "@chatbuilder/bridge.js"
"""An app's own file of this name is not seen in its previews."""
_PARTS = ("picker.js", "recorder.js", "bridge.js")
_FOLDER = Path(__file__).resolve().parents[3] / "reporter"


def inject_bridge(asset: PreviewAsset, studio: Sequence[str]) -> PreviewAsset:
    """The page with the bridge, which speaks with the page around it only where that is of one of these origins.

    Without an origin it stays as it is.
    """
    return put_first(asset, _tag(studio)) if studio else asset


def bridge_asset() -> PreviewAsset:
    """The script. Its address changes with it, so a browser keeps it."""
    headers = {**PREVIEW_HEADERS, "Cache-Control": "private, max-age=31536000, immutable"}
    return PreviewAsset(_program(), "text/javascript; charset=utf-8", "", is_page=False, headers=headers)


def _tag(studio: Sequence[str]) -> bytes:
    origins = html.escape(" ".join(studio))
    return f'<script src="/{PATH}?{_digest()}" data-studio="{origins}"></script>'.encode()


@lru_cache(maxsize=1)
def _program() -> bytes:
    parts = "\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in _PARTS)
    return f"(() => {{\n'use strict';\n{parts}\n}})();\n".encode()


@lru_cache(maxsize=1)
def _digest() -> str:
    return hashlib.sha256(_program()).hexdigest()[:16]
