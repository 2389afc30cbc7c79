"""Where a span stands in its trace, as W3C's `traceparent` and as X-Ray's header say it. Others wrote these texts."""

import re
from typing import NamedTuple

_MOST = 512
_W3C = re.compile(r"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-[\x21-\x7e]*)?\Z")
_ROOT = re.compile(r"1-([0-9a-f]{8})-([0-9a-f]{24})\Z")
_PARENT = re.compile(r"[0-9a-f]{16}\Z")


class Traceparent(NamedTuple):
    """A span of some trace, and whether that trace is kept."""

    trace_id: str
    span_id: str
    sampled: bool

    def header(self) -> str:
        """As W3C writes it, version 00."""
        return f"00-{self.trace_id}-{self.span_id}-{int(self.sampled):02d}"

    def xray(self) -> str:
        root = f"1-{self.trace_id[:8]}-{self.trace_id[8:]}"
        return f"Root={root};Parent={self.span_id};Sampled={int(self.sampled)}"


def parse_traceparent(text: str | None) -> Traceparent | None:
    """None for whatever is not exactly right. A later version may add to what is known."""
    found = _W3C.match(text) if text is not None and len(text) <= _MOST else None
    if found is None:
        return None
    version, trace_id, span_id, flags, more = found.groups()
    if version == "ff" or (version == "00" and more is not None):
        return None
    return _checked(trace_id, span_id, bool(int(flags, 16) & 1))


def parse_xray(text: str | None) -> Traceparent | None:
    """None without a parent or a decision: such a header only names a trace that may never be drawn."""
    if text is None or len(text) > _MOST:
        return None
    parts = [part.strip().partition("=") for part in text.split(";")]
    named = {name: value for name, _, value in parts}
    root, parent = _ROOT.match(named.get("Root", "")), named.get("Parent", "")
    if root is None or not _PARENT.match(parent) or named.get("Sampled") not in ("0", "1") or len(named) < len(parts):
        return None
    return _checked("".join(root.groups()), parent, named["Sampled"] == "1")


def _checked(trace_id: str, span_id: str, sampled: bool) -> Traceparent | None:
    return Traceparent(trace_id, span_id, sampled) if trace_id.strip("0") and span_id.strip("0") else None
