"""Acceptance checks that a person leaves are proved before they are kept: each passes, and fails without its steps."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shared.domain.apps.app import App
from shared.domain.base import Files
from shared.domain.builds.acceptance import needs_no_steps, read_check, without_steps
from shared.domain.builds.acceptance_spec import ENDING, AcceptanceCheck, is_check
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.revision import Build
from shared.services.builds.start_build import await_build
from shared.services.builds.trial_build import begin_trial, latest_trial
from shared.services.ports_bundle import Ports
from shared.services.spending.build_budget import check_build_budget, seconds_of

_WAIT_SECONDS = 22.0
_TASK = WorkerTask(checks=["acceptance"], base=True)
_TWIN = ".without-its-steps" + ENDING


class Proof(NamedTuple):
    """`found` speaks against them. Where they could not be tried, `why` says it; `pending`: they are being tried."""

    found: Sequence[Diagnostic] = ()
    why: str = ""
    pending: bool = False


def prove_by_hand(app: App, files: Files, paths: Sequence[str], ports: Ports) -> Proof:
    """Of the checks at these paths of a tree, within 22 seconds. Asking again goes on with the same. BudgetExceeded."""
    if not paths:
        return Proof()
    idle = [needs_no_steps(check, path) for path, check, twin in _new(files, paths) if twin is None]
    if idle:
        return Proof(idle)
    if not (ports.switches.browser and ports.switches.build_automation):
        return Proof(why="There is no browser here, so nobody has tried it.")
    tree = ports.snapshots.put(app.tenant_id, app.id, _tried(files, paths))
    build = latest_trial(app, tree, ports, _TASK)
    if not build.requested:
        check_build_budget(app.tenant_id, seconds_of(build, ports.limits), ports=ports)
        build = begin_trial(build, ports)
    return _said(await_build(build=build, seconds=_WAIT_SECONDS, ports=ports), files, paths)


def _new(files: Files, paths: Sequence[str]) -> Iterator[tuple[str, AcceptanceCheck, bytes | None]]:
    for path in paths:
        if (check := read_check(files[path])) is not None:
            yield path, check, without_steps(check)


def _tried(files: Files, paths: Sequence[str]) -> Files:
    """The app with these checks and no others, each beside what it is without its steps."""
    others = {path: content for path, content in files.items() if not is_check(path)}
    twins = {path + _TWIN: twin for path, _, twin in _new(files, paths) if twin is not None}
    return others | twins | {path: files[path] for path in paths}


def _said(build: Build, files: Files, paths: Sequence[str]) -> Proof:
    if not build.status.finished:
        return Proof(why=build.error.message if build.error else "", pending=True)
    part = build.verdict.acceptance if build.verdict else None
    if part is None or not part.status.ran:
        reason = (part.reason if part else "") or (build.error.message if build.error else "")
        return Proof(why=f"It could not be tried: {reason}")
    failing = {one.path for one in part.diagnostics} if part.status == CheckStatus.FAILED else set[str | None]()
    wrong = [one for one in part.diagnostics if one.path in paths]
    idle = [needs_no_steps(check, path) for path, check, _ in _new(files, paths) if path + _TWIN not in failing]
    return Proof(wrong or idle)
