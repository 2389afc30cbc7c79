"""Looks at the draft as its visitors would get it, before they do."""

from collections.abc import Iterator
from contextlib import suppress

from shared.domain.apps.app import App
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import CHECKS, Verdict, VerdictPart
from shared.domain.builds.worker_page import PageReport, PageSpec
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.diagnostics import Diagnostic, Imitation
from shared.domain.errors import FeatureDisabled, NotFound, NotReady
from shared.domain.identity import Principal
from shared.domain.publishing import readiness
from shared.domain.publishing.page_checks import PagesLook, page_checks
from shared.domain.publishing.scan_tree import packages_check, source_texts, unsafe_in
from shared.domain.quality.dist_scan import DistScan, heavy_files
from shared.domain.quality.page_words import env_findings, page_findings, unset_names
from shared.domain.quality.secrets import has_secret, secrets_in
from shared.domain.revisions.quality import Looks
from shared.domain.revisions.revision import DistManifest, Revision
from shared.domain.scaffolds.scaffold import optional_names, wrong_values
from shared.ports.revisions import RevisionStore
from shared.services.assets.load_advisories import load_advisories
from shared.services.assets.load_scaffolds import list_scaffolds
from shared.services.builds.scan_dist import read_dist_scan
from shared.services.builds.trial_build import latest_trial, order_trial, require_builds
from shared.services.builds.worker.page_findings import page_findings as opened_findings
from shared.services.builds.worker.read_task import read_page
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports, SitePorts
from shared.services.revisions.get_revision import find_manifest
from shared.services.until_written import until_written

_PENDING, _TURNS = 50, 50


def check_readiness(*, principal: Principal, app_id: str, ports: Ports) -> readiness.Readiness:
    """The draft's checks. NotFound where there is no draft."""
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    checks = list(_checks(app, draft, ports))
    if draft.build_status == BuildStatus.SUCCEEDED:
        keep_looks(draft, readiness.looks_of(checks), ports.revisions)
    return readiness.readiness_of(draft.id, checks)


def ask_readiness(*, principal: Principal, app_id: str, ports: Ports) -> readiness.Readiness:
    """The same, with its pages being examined where nobody had asked for that."""
    examine_pages(principal=principal, app_id=app_id, ports=ports)
    return check_readiness(principal=principal, app_id=app_id, ports=ports)


def require_no_secret(app: App, revision: Revision, ports: SitePorts) -> None:
    """NotReady when what would be published holds a key that must stay secret."""
    texts = source_texts(ports.snapshots.get(revision.tenant_id, revision.app_id, revision.tree))
    _, scan = _built_files(revision, ports)
    if found := _secrets(app, texts, scan):
        raise NotReady("It holds a key that must stay secret, and visitors could read it.", diagnostics=found)


def _checks(app: App, draft: Revision, ports: Ports) -> Iterator[readiness.ReadinessCheck]:
    from shared.domain.publishing.claims_check import claims_check  # few processes are ever asked

    files = ports.snapshots.get(draft.tenant_id, draft.app_id, draft.tree)
    texts = source_texts(files)
    manifest, scan = _built_files(draft, ports)
    look, report = read_examination(app, draft, ports)
    yield _built(draft)
    yield from _verdict_checks(draft.verdict, report)
    yield _secret_check(_secrets(app, texts, scan))
    yield _env_check(app, texts)
    yield _security_check(unsafe_in(texts, scan))
    yield packages_check(files, load_advisories())
    yield from page_checks(look, scan.links)
    yield _words_check(scan.words if manifest else page_findings(texts.get("index.html", "")))
    yield _size(manifest)
    yield claims_check(texts, _stated(app, ports), scan.claims)
    yield _proposals(app, ports)


def _stated(app: App, ports: Ports) -> list[Imitation]:
    """The agent's latest statement of what the app only imitates; each statement replaces the one before."""
    turns = ports.turns.turns(app.tenant_id, app.id, limit=_TURNS).items
    return next((turn.imitates for turn in turns if turn.imitates is not None), [])


def _built_files(revision: Revision, ports: SitePorts) -> tuple[DistManifest | None, DistScan]:
    """What was built, and what is found in it; nothing for what is not built."""
    manifest = find_manifest(revision, ports.blobs)
    return manifest, read_dist_scan(revision, manifest, ports) if manifest is not None else DistScan()


def _verdict_checks(verdict: Verdict | None, report: PageReport | None) -> Iterator[readiness.ReadinessCheck]:
    """Where no check opened the page, what was seen when its pages were examined."""
    known = verdict
    if report is not None and (known is None or not known.page.status.ran):
        found = [one for one in opened_findings(report) if one.severity == "error"]
        status = CheckStatus.FAILED if found else CheckStatus.PASSED
        page = VerdictPart(status=status, diagnostics=found)
        unknown = VerdictPart(status=CheckStatus.UNAVAILABLE)
        known = (known or Verdict(build=unknown, types=unknown, tests=unknown, page=unknown)).with_part("page", page)
    names = known.reported if known else [name for name in CHECKS if name != "acceptance"]
    yield from (readiness.verdict_check(name, known) for name in names)


def _secret_check(found: list[Diagnostic]) -> readiness.ReadinessCheck:
    good, bad = "No secret keys in it.", "It holds keys that must stay secret."
    return readiness.finding_check("secrets", "blocking", found, good, bad, fix=readiness.at_first(found))


def _env_check(app: App, texts: dict[str, str]) -> readiness.ReadinessCheck:
    source, env = _source(texts), app.settings.env
    good, bad = "Its public values are set.", "Public values and what reads them do not fit together."
    optional = optional_names(list_scaffolds(), texts)
    fix = readiness.Fix(kind="open", place="settings", names=unset_names(source, env, optional))
    found = [*env_findings(source, env, optional), *wrong_values(list_scaffolds(), texts, env)]
    return readiness.finding_check("env", "advisory", found, good, bad, fix=fix)


def _security_check(found: list[Diagnostic]) -> readiness.ReadinessCheck:
    good, bad = "Nothing unsafe was found in it.", "It does things that can be unsafe for visitors."
    return readiness.finding_check("security", "advisory", found, good, bad, ask="Mend what the security check finds.")


def _words_check(found: list[Diagnostic]) -> readiness.ReadinessCheck:
    good, bad = "It has a title, a language and an icon.", "Browsers and search engines are not told what they show."
    ask = "Give index.html a title and a description of this app, its language, the viewport and an icon."
    return readiness.finding_check("words", "advisory", found, good, bad, ask=ask)


def _built(draft: Revision) -> readiness.ReadinessCheck:
    if draft.build_status == BuildStatus.SUCCEEDED:
        return readiness.ReadinessCheck(key="built", level="blocking", ok=True, message="It is built.")
    if not draft.build_status.finished:
        return readiness.ReadinessCheck(
            key="built", level="blocking", ok=None, pending=True, message="It is still being built."
        )
    found = draft.build_error.diagnostics if draft.build_error else []
    return readiness.ReadinessCheck(
        key="built",
        level="blocking",
        ok=False,
        message="Its build failed.",
        diagnostics=found,
        count=len(found),
        fix=readiness.Fix(kind="ask", message="The build of the draft fails. Mend it."),
    )


def _secrets(app: App, texts: dict[str, str], scan: DistScan) -> list[Diagnostic]:
    """In the source, else in what was built of it, and in the values that a build puts into the app."""
    values = [name for name, value in sorted(app.settings.env.items()) if has_secret(value)]
    message = "The value of {name} is a secret key, and values of settings.env are public."
    named = [Diagnostic(code="SECRET_IN_ENV", message=message.format(name=name)) for name in values]
    found = [*secrets_in(texts), *named]
    return found or scan.secrets


def _size(manifest: DistManifest | None) -> readiness.ReadinessCheck:
    if manifest is None:
        return readiness.ReadinessCheck(key="size", level="advisory", ok=None, message="Not known: it is not built.")
    found = heavy_files({file.path: file.size for file in manifest.files})
    ask = "Load large parts of the app only where they are needed (dynamic import), and make large pictures smaller."
    return readiness.finding_check("size", "advisory", found, "It loads quickly.", "It is heavy for phones.", ask=ask)


def _proposals(app: App, ports: Ports) -> readiness.ReadinessCheck:
    diffs = ports.diffs.list(app.tenant_id, app.id, limit=_PENDING)
    count = sum(diff.status.traits.open for diff in diffs.items)
    good, bad = "No proposal waits.", f"{count} proposals wait for you, and are no part of what is published."
    if not count:
        return readiness.ReadinessCheck(key="proposals", level="advisory", ok=True, message=good)
    fix = readiness.Fix(kind="open", place="changes")
    return readiness.ReadinessCheck(key="proposals", level="advisory", ok=False, message=bad, count=count, fix=fix)


def _source(texts: dict[str, str]) -> dict[str, str]:
    return {path: text for path, text in texts.items() if path.startswith("src/") or path == "index.html"}


EXAMINATION = WorkerTask(task="browser", page=PageSpec(audit=True))
_NOT_ASKED = PagesLook(None, why="its pages have not been opened since it was built.")


def examine_pages(*, principal: Principal, app_id: str, ports: Ports) -> None:
    """Have it done, unless it was or is under way. NotReady without pages; FeatureDisabled; LimitReached."""
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    if draft.build_status != BuildStatus.SUCCEEDED:
        raise NotReady("The draft has no pages: it is not built, or its build failed.")
    build = latest_trial(app, draft.tree, ports, EXAMINATION)
    if not build.requested:
        require_builds(ports.switches)
        if not ports.switches.browser:
            raise FeatureDisabled("There is no browser here.", flag="APPS_BUILDER_BROWSER_ENABLED")
        order_trial(build, ports)


def read_examination(app: App, draft: Revision, ports: Ports) -> tuple[PagesLook, PageReport | None]:
    """What is known by now, and what the browser reported of the first page."""
    if not ports.switches.browser:
        return PagesLook(None, why="there is no browser here."), None
    if draft.build_status != BuildStatus.SUCCEEDED:
        return PagesLook(None, why="the draft is not built."), None
    build = latest_trial(app, draft.tree, ports, EXAMINATION)
    if not build.requested:
        return _NOT_ASKED, None
    if not build.status.finished:
        return PagesLook(None, pending=True), None
    report = read_page(build, ports.blobs)
    why = build.error.message if build.error else ""
    return PagesLook(report.audit if report else None, why=why), report


def keep_looks(revision: Revision, seen: Looks, revisions: RevisionStore) -> None:
    """Written only where it is new."""

    def write(stored: Revision) -> None:
        looks = (stored.looks or Looks()).renewed(seen)
        if looks not in (stored.looks, Looks()):
            revisions.update(stored.model_copy(update={"looks": looks}))

    ids = (revision.tenant_id, revision.app_id, revision.id)
    with suppress(NotFound):
        until_written(lambda: revisions.get(*ids), write, "The revision", first=revision)
