"""What changed and why, put together from what is stored; no model is asked."""

from functools import partial
from typing import NamedTuple

from pydantic import BaseModel, model_validator

from shared.domain.base import Files, Input, Moment
from shared.domain.diffs.change_story import FileStory, suggest_title, tell_files
from shared.domain.diffs.diff import Diff
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Revision
from shared.domain.runs.turn import Turn
from shared.services.or_none import or_none
from shared.services.ports_bundle import Ports


class ExplainRequest(Input):
    """Exactly one of the two."""

    revision_id: str | None = None
    diff_id: str | None = None

    @model_validator(mode="after")
    def _one(self) -> "ExplainRequest":
        if (self.revision_id is None) == (self.diff_id is None):
            raise ValueError("name either a revision_id or a diff_id")
        return self


class Explanation(BaseModel):
    """`text` says all of it in Markdown; the other fields are its parts."""

    revision_id: str | None
    diff_id: str | None
    title: str
    why: str
    prompt: str | None
    summary: str | None
    rationale: str | None
    assumptions: list[str]
    run_id: str | None
    turn_id: str | None
    created_by: str | None
    created_at: Moment
    paths: list[str]
    files: list[FileStory]
    text: str


class _Change(NamedTuple):
    """`whole`: what was proposed, and not a part of it."""

    before: Files
    after: Files
    why: str
    title: str
    whole: bool = True


def explain_change(*, principal: Principal, app_id: str, request: ExplainRequest, ports: Ports) -> Explanation:
    """The explanation of a revision against its parent, or of a diff. The same stored state is explained the same."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    if request.revision_id is not None:
        revision = ports.revisions.get(app.tenant_id, app.id, require_id("rev", request.revision_id))
        return _explain(revision, _of_revision(revision, ports), ports)
    diff = ports.diffs.get(app.tenant_id, app.id, require_id("dif", request.diff_id or ""))
    return _explain(diff, _of_diff(diff, ports), ports)


def _of_revision(revision: Revision, ports: Ports) -> _Change:
    def files(each: Revision) -> Files:
        return ports.snapshots.get(each.tenant_id, each.app_id, each.tree)

    parent_id = revision.parent_revision_id
    before = files(ports.revisions.get(revision.tenant_id, revision.app_id, parent_id)) if parent_id else {}
    undone = f" It takes back {revision.reverts}." if revision.reverts else ""
    why = f"{_ORIGINS[revision.origin]}{undone} {revision.build_status.sentence}"
    whole = revision.origin != "diff" or _is_whole(revision, ports)
    return _Change(before, files(revision), why, revision.label or revision.message, whole)


def _is_whole(revision: Revision, ports: Ports) -> bool:
    """Whether all that the agent proposed was kept."""
    turn = _turn(revision, ports)
    diff = or_none(ports.diffs.get, turn.tenant_id, turn.app_id, turn.diff_id) if turn and turn.diff_id else None
    return diff is None or diff.wanted_tree == diff.tree


def _of_diff(diff: Diff, ports: Ports) -> _Change:
    files = partial(ports.snapshots.get, diff.tenant_id, diff.app_id)
    why = f"Proposed by the agent; the diff is {diff.status.replace('_', ' ')}."
    return _Change(
        files(diff.base_tree), files(diff.wanted_tree), why, diff.commit_message, diff.wanted_tree == diff.tree
    )


def _explain(of: Revision | Diff, change: _Change, ports: Ports) -> Explanation:
    stories = tell_files(change.before, change.after)
    turn = _turn(of, ports)
    if turn is not None and not change.whole:  # its words are about all of it
        turn = turn.model_copy(update={"summary": None, "rationale": None})
    title = change.title.strip().split("\n")[0] or (suggest_title(stories) if stories else "Nothing changed")
    is_diff = isinstance(of, Diff)
    return Explanation(
        revision_id=of.revision_id if isinstance(of, Diff) else of.id,
        diff_id=of.id if is_diff else turn.diff_id if turn else None,
        title=title,
        why=change.why,
        prompt=turn.prompt if turn else (of.vibecoder_prompt or None) if isinstance(of, Diff) else None,
        summary=turn.summary if turn else None,
        rationale=turn.rationale if turn else None,
        assumptions=turn.assumptions if turn else [],
        run_id=of.run_id,
        turn_id=turn.id if turn else None,
        created_by=of.created_by if isinstance(of, Revision) else None,
        created_at=of.created_at,
        paths=[story.path for story in stories],
        files=stories,
        text=_text(title, change.why, turn, stories),
    )


def _turn(of: Revision | Diff, ports: Ports) -> Turn | None:
    run = or_none(ports.runs.get, of.tenant_id, of.run_id) if of.run_id else None
    return or_none(ports.turns.turn, of.tenant_id, of.app_id, run.turn_id) if run else None


def _text(title: str, why: str, turn: Turn | None, stories: list[FileStory]) -> str:
    parts = [f"# {title}", why]
    if turn is not None:
        parts.append("Asked for:\n\n" + "\n".join(f"> {line}" for line in turn.prompt.strip().splitlines()))
        parts += [text for text in (turn.summary, turn.rationale) if text]
        if turn.assumptions:
            parts.append("Assumed:\n\n" + "\n".join(f"- {each}" for each in turn.assumptions))
    changes = "\n".join(f"- {story.sentence}" for story in stories) or "- No file differs."
    return "\n\n".join([*parts, f"What changed:\n\n{changes}"]) + "\n"


_ORIGINS = {
    "template": "The files of a template pack.",
    "save": "Saved by a person.",
    "chat": "Made by the agent for a chat message.",
    "restore": "An earlier revision brought back.",
    "reset": "Started over from a template pack.",
    "revert": "Something earlier brought back.",
    "import": "The files of an imported project.",
    "diff": "A diff of the agent, approved by a person.",
}
