"""A verdict in words for the model, and what of it has to be mended."""

from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import Verdict, VerdictPart, errors_of
from shared.domain.builds.worker_contract import Check
from shared.domain.diagnostics import Diagnostic
from shared.domain.untrusted import as_data
from shared.tools.base import clip
from shared.tools.compiling import describe

_KNOWN_SHOWN = 5


def verdict_text(verdict: Verdict, milliseconds: int | None = None) -> str:
    """Every part in words for the model, what failed with its findings."""
    took = f" in {milliseconds} ms" if milliseconds is not None else ""
    built = f"The build succeeded{took}." if verdict.build.status == CheckStatus.PASSED else "The build failed."
    refused = [f"The checks failed: {', '.join(verdict.blocking)}."] if verdict.blocking else []
    return clip("\n".join([*refused, built, *(part_text(name, verdict.part(name)) for name in verdict.reported)]))


def part_text(name: Check, part: VerdictPart) -> str:
    counted = f" {part.counts.words()}." if part.counts else ""
    if part.status != CheckStatus.FAILED:
        reason = _reason(part) if part.routes else f" ({part.reason})" if part.reason else ""
        return f"{name}: {part.status}{reason}{f'.{counted}' if counted else ''}{_findings(name, part.diagnostics)}"
    excused = ", which does not stop this change" if part.advisory else ""
    weight = ", which the person accepts" if part.accepted_by else excused
    known = f"\nFailed before this change too:{_findings(name, part.known[:_KNOWN_SHOWN])}" if part.known else ""
    return f"{name}: FAILED{weight}.{counted}{_reason(part)}" + _findings(name, part.diagnostics) + known


def _reason(part: VerdictPart) -> str:
    """Of a page that was opened it names addresses, which the page has written."""
    if not part.reason:
        return ""
    return "\n" + as_data(part.reason) if part.routes else f" {part.reason}"


def _findings(name: Check, found: list[Diagnostic]) -> str:
    """What a page said is a stranger's: it stands behind marks."""
    if not found:
        return ""
    text = describe(found)
    return "\n" + (as_data(text) if name in ("page", "acceptance") else text)


def blocking_findings(verdict: Verdict) -> list[Diagnostic]:
    return [found for name in verdict.blocking for found in errors_of(verdict.part(name))]
