"""From a build's log to diagnostics: file, line and column as the tool that failed gave them."""

import re

from shared.domain.base import Files
from shared.domain.build_log.blocks import read_box, read_plugin, read_rollup, read_stack, read_vitest
from shared.domain.build_log.lines import Finding, Lines, Read, Reader
from shared.domain.build_log.places import mend
from shared.domain.build_log.shapes import read_shape
from shared.domain.diagnostics import Diagnostic

MOST_DIAGNOSTICS = 50
_LINE_CHARS = 2000
_MOST_FINDINGS = 2000
_MOST_LINES = 50_000
_ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\)")
READERS: tuple[Reader, ...] = (read_vitest, read_rollup, read_box, read_plugin, read_shape, read_stack)


def diagnostics_from_log(log: str, files: Files | None = None) -> list[Diagnostic]:
    """What the tools found, errors first, each once, at most `MOST_DIAGNOSTICS`.

    With the tree's `files`, places that a tool gave in transformed code, or did not give, are mended.
    """
    lines = [line[:_LINE_CHARS].rstrip() for line in _ANSI.sub("", log).split("\n")[:_MOST_LINES]]
    findings = _first(read_findings(lines))
    found = mend(findings, files) if files else [item.diagnostic for item in findings]
    return list({_place(item): item for item in found}.values())


def _first(findings: list[Finding]) -> list[Finding]:
    """Each once, errors first, and no more than are kept: only these are looked up in the files."""
    unique = {(_place(item.diagnostic), item.shown): item for item in findings}.values()
    return sorted(unique, key=lambda item: item.diagnostic.severity != "error")[:MOST_DIAGNOSTICS]


def _place(item: Diagnostic) -> tuple[str | None, int | None, int | None, str]:
    return item.path, item.line, item.column, item.message


def read_findings(lines: Lines) -> list[Finding]:
    """The findings in their order; each line is read by the first reader that knows it."""
    found: list[Finding] = []
    at = 0
    while at < len(lines) and len(found) < _MOST_FINDINGS:
        read = _read(lines, at) if lines[at] else None
        found += read.findings if read else ()
        at = max(at + 1, read.next) if read else at + 1
    return found


def _read(lines: Lines, at: int) -> Read | None:
    for reader in READERS:
        read = reader(lines, at)
        if read is not None:
            return read
    return None
