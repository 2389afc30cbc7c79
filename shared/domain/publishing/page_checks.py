"""What an examination of the built pages says about an app: who is kept out of it, and which links lead nowhere."""

from collections.abc import Sequence
from typing import NamedTuple

from shared.domain.builds.worker_page import Audit, DeadLink, Violation
from shared.domain.diagnostics import Diagnostic
from shared.domain.publishing.readiness import Key, ReadinessCheck, finding_check

_WHY = {
    "anchor": "there is no such place on the page",
    "file": "there is no such file",
    "nowhere": "the app shows what it shows for an address that does not exist",
}


class PagesLook(NamedTuple):
    """`audit` is None where it is not known; `why` says why, `pending` that it is on its way."""

    audit: Audit | None
    pending: bool = False
    why: str = ""


def page_checks(look: PagesLook, dead_files: Sequence[Diagnostic]) -> list[ReadinessCheck]:
    """`dead_files` are known without a browser."""
    return [_accessibility(look), _links(look, dead_files)]


def _accessibility(look: PagesLook) -> ReadinessCheck:
    if look.audit is None or look.audit.accessibility is None:
        return _unknown("accessibility", look)
    pages = len(look.audit.pages)
    return finding_check(
        "accessibility",
        "advisory",
        [_violation(one) for one in look.audit.accessibility],
        f"Nothing was found that keeps people with disabilities out, on {pages} {'page' if pages == 1 else 'pages'}.",
        "People with disabilities meet hindrances in it.",
        ask="Mend what the accessibility check finds, on every page that has it.",
    )


def _links(look: PagesLook, dead_files: Sequence[Diagnostic]) -> ReadinessCheck:
    if look.audit is None and not dead_files:
        return _unknown("links", look)
    found = [*dead_files, *(map(_dead, look.audit.links) if look.audit else ())]
    return finding_check(
        "links",
        "advisory",
        found,
        "Its own links lead somewhere.",
        "Links of it lead nowhere.",
        ask="Mend the links that lead nowhere: give each the page, place or file it is meant for, or take it out.",
    )


def _unknown(key: Key, look: PagesLook) -> ReadinessCheck:
    why = look.why or "the worker did not look for it."
    message = "It is being looked at." if look.pending else f"Not known: {why}"
    return ReadinessCheck(key=key, level="advisory", ok=None, pending=look.pending, message=message)


def _violation(one: Violation) -> Diagnostic:
    more = f" and {one.count - 1} more" if one.count > 1 else ""
    message = f"{one.page}: {one.what} ({one.rule}, {one.impact}): {one.where}{more}"
    return Diagnostic(severity="warning", code="ACCESSIBILITY", message=message)


def _dead(one: DeadLink) -> Diagnostic:
    named = f'"{one.words}" ' if one.words else ""
    why = _WHY.get(one.why, "it leads nowhere")
    return Diagnostic(severity="warning", code="DEAD_LINK", message=f"{one.page}: the link {named}to {one.to}: {why}.")
