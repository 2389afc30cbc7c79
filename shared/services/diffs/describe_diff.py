"""A diff with what people look at: its files, its patch, whether it still fits."""

from typing import NamedTuple

from shared.domain.apps.app import App
from shared.domain.apps.page_hosts import HostFinding, host_findings
from shared.domain.base import Files
from shared.domain.diffs.changes import FileChange, changed_paths, file_changes, fold_locks, patch_of
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.outside import Outside, outside_request
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.tree.operations_between import renames
from shared.services.diffs.find_diff import find_diff, is_stale
from shared.services.ports_bundle import Ports

PATCH_CHARACTERS = 1_000_000


class DiffDetail(NamedTuple):
    """`patch` and the hunks of `files` end where they would be too much for one answer; then `truncated` is set.

    `outside`: what it touches that no one asked for, `contacts`: the hosts that it names and no one has allowed;
    nothing where only one file is described.
    """

    diff: Diff
    files: list[FileChange]
    patch: str
    truncated: bool
    stale: bool
    current_revision_id: str | None
    outside: Outside = Outside()
    contacts: list[HostFinding] = []


def describe_diff(*, principal: Principal, diff_id: str, ports: Ports, path: str | None = None) -> DiffDetail:
    """The whole diff with its lockfiles folded, or only the part about one file, whichever that is.

    NotFound for a file that it does not change.
    """
    diff, app = find_diff(principal=principal, diff_id=diff_id, ports=ports)
    return detail(diff, app, ports, path=path)


def detail(diff: Diff, app: App, ports: Ports, *, path: str | None = None) -> DiffDetail:
    before, after = trees_of(diff, ports)
    if path is not None:
        before, after = _only(path, before, after)
    changes = file_changes(before, after)
    outside = outside_request(diff.vibecoder_prompt or "", changes, before, after) if path is None else Outside()
    contacts = host_findings(before, after, app.page_hosts) if path is None else []
    changes = fold_locks(changes) if path is None else changes
    files, cut = within(changes, PATCH_CHARACTERS)
    patch, short = cut_patch(patch_of(changes, before, after), PATCH_CHARACTERS)
    return DiffDetail(diff, files, patch, cut or short, is_stale(diff, app), app.draft_revision_id, outside, contacts)


def listed(diff: Diff, app: App, ports: Ports) -> DiffDetail:
    """As a list shows it: the files with their counts, and nothing of what is in them."""
    before, after = trees_of(diff, ports)
    changes = file_changes(before, after)
    outside = outside_request(diff.vibecoder_prompt or "", changes, before, after)
    files, _ = within(fold_locks(changes), 0)
    contacts = host_findings(before, after, app.page_hosts)
    return DiffDetail(diff, files, "", bool(files), is_stale(diff, app), app.draft_revision_id, outside, contacts)


def trees_of(diff: Diff, ports: Ports) -> tuple[Files, Files]:
    tenant_id, app_id = diff.tenant_id, diff.app_id
    return ports.snapshots.get(tenant_id, app_id, diff.base_tree), ports.snapshots.get(tenant_id, app_id, diff.tree)


def _only(path: str, before: Files, after: Files) -> tuple[Files, Files]:
    """The two trees as far as the change of one path goes."""
    if path not in changed_paths(before, after):
        raise NotFound("This diff does not change that file.")
    names = {path, renames(before, after).get(path)}
    return {p: c for p, c in before.items() if p in names}, {p: c for p, c in after.items() if p in names}


def within(files: list[FileChange], most: int) -> tuple[list[FileChange], bool]:
    """The files, without hunks once these have used up `most` characters."""
    room, cut, kept = most, False, []
    for change in files:
        size = sum(len(line) + 1 for hunk in change.hunks for line in hunk.lines)
        fits = size <= room
        room -= size if fits else 0
        cut = cut or not fits
        kept.append(change if fits else change.model_copy(update={"hunks": []}))
    return kept, cut


def cut_patch(text: str, most: int) -> tuple[str, bool]:
    """At most that many characters, whole lines."""
    if len(text) <= most:
        return text, False
    return text[: text.rfind("\n", 0, most) + 1], True
