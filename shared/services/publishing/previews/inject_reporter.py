"""The reporter, first in a preview's page. Published apps are served from the bucket and never pass here."""

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from shared.services.publishing.previews.page_head import put_first
from shared.services.publishing.previews.read_preview_asset import PreviewAsset

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
