"""Looks at the draft as its visitors would get it, before they do."""

import contextlib
from collections.abc import Iterator

from shared.domain.apps.app import App
from shared.domain.base import Files
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.verdict import CHECKS
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import NotFound, NotReady
from shared.domain.identity import Principal
from shared.domain.publishing.readiness import (
    SCRIPTS_MOST,
    Fix,
    Readiness,
    ReadinessCheck,
    finding_check,
    readiness_of,
    verdict_check,
)
from shared.domain.quality.page_words import env_findings, page_findings
from shared.domain.quality.risks import risks_in
from shared.domain.quality.secrets import has_secret, secrets_in
from shared.domain.revisions.revision import Revision
from shared.domain.tree.managed_paths import LOCKFILES
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports, SitePorts
from shared.services.site.dist_objects import load_dist_manifest

_PENDING = 50


def check_readiness(*, principal: Principal, app_id: str, ports: Ports) -> Readiness:
    """The draft's checks. NotFound where there is no draft."""
    app, draft = get_draft(principal=principal, app_id=app_id, apps=ports.apps, revisions=ports.revisions)
    texts = _texts(ports.snapshots.get(draft.tenant_id, draft.app_id, draft.tree))
    return readiness_of(draft.id, list(_checks(app, draft, texts, ports)))


def require_no_secret(app: App, revision: Revision, ports: SitePorts) -> None:
    """NotReady when what would be published holds a key that must stay secret."""
    texts = _texts(ports.snapshots.get(revision.tenant_id, revision.app_id, revision.tree))
    if found := _secrets(app, texts):
        raise NotReady("It holds a key that must stay secret, and visitors could read it.", diagnostics=found)


def _checks(app: App, draft: Revision, texts: dict[str, str], ports: Ports) -> Iterator[ReadinessCheck]:
    yield _built(draft)
    yield finding_check(
        "secrets",
        "blocking",
        _secrets(app, texts),
        "No secret keys in it.",
        "It holds keys that must stay secret.",
        ask="Take the secret keys out of the project: read them from settings.env only if they may be public.",
    )
    for name in CHECKS:
        yield verdict_check(name, draft.verdict)
    yield finding_check(
        "env",
        "advisory",
        env_findings(_source(texts), app.settings.env),
        "Its public values are set.",
        "Public values and what reads them do not fit together.",
        place="settings",
    )
    yield finding_check(
        "security",
        "advisory",
        risks_in(texts),
        "Nothing unsafe was found in its source.",
        "Its source does things that can be unsafe for visitors.",
        ask="Mend what the security check finds.",
    )
    yield finding_check(
        "words",
        "advisory",
        page_findings(texts.get("index.html", "")),
        "It has a title, a language and an icon.",
        "Browsers and search engines are not told what they show.",
        ask="Give index.html a title and a description of this app, its language, the viewport and an icon.",
    )
    yield finding_check(
        "size",
        "advisory",
        _heavy(draft, ports),
        "It loads quickly.",
        "It is heavy for phones.",
        ask="Load large parts of the app only where they are needed (dynamic import).",
    )
    yield _proposals(app, ports)


def _built(draft: Revision) -> ReadinessCheck:
    if draft.build_status == BuildStatus.SUCCEEDED:
        return ReadinessCheck(key="built", level="blocking", ok=True, message="It is built.")
    if not draft.build_status.finished:
        return ReadinessCheck(key="built", level="blocking", ok=None, message="It is still being built.")
    found = draft.build_error.diagnostics if draft.build_error else []
    return ReadinessCheck(
        key="built",
        level="blocking",
        ok=False,
        message="Its build failed.",
        diagnostics=found,
        fix=Fix(kind="ask", message="The build of the draft fails. Mend it."),
    )


def _secrets(app: App, texts: dict[str, str]) -> list[Diagnostic]:
    """In the source, and in the values that a build puts into the app."""
    values = [name for name, value in sorted(app.settings.env.items()) if has_secret(value)]
    message = "The value of {name} is a secret key, and values of settings.env are public."
    return [
        *secrets_in(texts),
        *(Diagnostic(code="SECRET_IN_ENV", message=message.format(name=name)) for name in values),
    ]


def _heavy(draft: Revision, ports: SitePorts) -> list[Diagnostic]:
    with contextlib.suppress(NotFound):
        manifest = load_dist_manifest(draft.tenant_id, draft.app_id, draft.build_id, ports.blobs)
        scripts = [file for file in manifest.files if file.path.endswith(".js")]
        size = sum(file.size for file in scripts)
        if size > SCRIPTS_MOST:
            message = f"Its {len(scripts)} scripts have {size / 1e6:.1f} MB before compression."
            return [Diagnostic(severity="warning", code="SCRIPTS_LARGE", message=message)]
    return []


def _proposals(app: App, ports: Ports) -> ReadinessCheck:
    diffs = ports.diffs.list(app.tenant_id, app.id, limit=_PENDING)
    count = sum(diff.status.traits.undecided for diff in diffs.items)
    good, bad = "No proposal waits.", f"{count} proposals wait for you, and are no part of what is published."
    if not count:
        return ReadinessCheck(key="proposals", level="advisory", ok=True, message=good)
    return ReadinessCheck(
        key="proposals", level="advisory", ok=False, message=bad, fix=Fix(kind="open", place="changes")
    )


def _texts(files: Files) -> dict[str, str]:
    return {
        path: content.decode("utf-8", "replace")
        for path, content in files.items()
        if path not in LOCKFILES and b"\0" not in content
    }


def _source(texts: dict[str, str]) -> dict[str, str]:
    return {path: text for path, text in texts.items() if path.startswith("src/") or path == "index.html"}
