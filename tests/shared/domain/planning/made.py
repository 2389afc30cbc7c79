"""Texts, sections and drafts for tests."""

from collections.abc import Sequence
from datetime import UTC, datetime

from shared.domain.planning.blueprint import Blueprint
from shared.domain.planning.drafts import Draft, heading_drafts, with_requirements
from shared.domain.planning.headings import Heading, kind_in
from shared.domain.planning.identities import identities
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_nodes_of import plan_nodes
from shared.domain.planning.requirements import Placed, Requirement
from shared.domain.planning.sections import Section, line_starts, sections_of
from shared.domain.planning.words import NodeKind

NOW = datetime(2026, 11, 26, tzinfo=UTC)


def sections(text: str) -> list[Section]:
    """With the headings that begin with `#`."""
    marks = [(number, line) for number, line in enumerate(text.split("\n")) if line.startswith("#")]
    titles = [(number, line.index(" "), line.lstrip("# ")) for number, line in marks]
    return sections_of(
        text, [Heading(at, at + 1, level, title, kind_in(title)) for at, level, title in titles], line_starts(text)
    )


def found(text: str, quote: str, kind: NodeKind = "story", title: str = "") -> Placed:
    """A requirement whose title is its quote's beginning."""
    start = text.index(quote)
    wanted = Requirement(kind=kind, title=title or quote[:40], quote=quote)
    return Placed(wanted=wanted, start=start, end=start + len(quote))


def drafts(text: str, *wanted: Placed) -> dict[str, Draft]:
    named = [(f"r0-{number}", one) for number, one in enumerate(wanted)]
    return with_requirements(heading_drafts(sections(text), "The document"), sections(text), named)


def blueprint(**over: object) -> Blueprint:
    fields = {
        "id": "bp_1", "tenant_id": "t", "app_id": "app_1", "document_id": "doc_1", "title": "Shop",
        "created_by": "user-1", "created_at": NOW, "updated_at": NOW,
    }  # fmt: skip
    return Blueprint.model_validate(fields | over)


def nodes(text: str, *wanted: Placed, before: Sequence[PlanNode] = ()) -> list[PlanNode]:
    """The plan of a version of the text."""
    made = drafts(text, *wanted)
    ids = identities(made, text, sections(text), line_id="bp_1", before=before)
    return plan_nodes(made, ids, text, sections(text), blueprint=blueprint(), at=NOW)
