"""The draft is looked at before it is published: what blocks it, what one should know, and what to do about each."""

import json

import pytest

from devkit.fakes.model import call
from devkit.fakes.samples import SAMPLE_FILES
from devkit.fakes.world import World
from devkit.loop import LoopDriver
from shared.domain.apps.app import App
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import Verdict, VerdictPart
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import NotFound, NotReady
from shared.domain.identity import Principal
from shared.domain.publishing.readiness import Readiness, ReadinessCheck
from shared.domain.publishing.scan_tree import packages_check
from shared.domain.quality.advisories import Advisories, Advisory
from shared.domain.revisions.quality import Looks
from shared.domain.revisions.revision import DistFile, DistManifest, Revision
from shared.services.publishing.check_readiness import check_readiness
from shared.services.publishing.publish_app import publish_app
from shared.services.site.dist_objects import manifest_key

KEY = "AKIA" + "A1B2C3D4E5F6G7H8"
FINISH = call(
    "finish", summary="Done.", rationale=None, assumptions=None, imitates=["payment /pay: Nobody is charged."]
)
FINISH_PLAIN = call("finish", summary="Done.", rationale=None, assumptions=None)
PAGE = b"""<!doctype html><html lang="en"><head><title>Rosa</title><meta name="viewport" content="width=device-width">
<meta name="description" content="A salon"><link rel="icon" href="/a.svg"></head><body></body></html>"""


def who(app: App) -> Principal:
    return Principal(tenant_id=app.tenant_id, subject="user-1")


def looked(world: World, app: App) -> Readiness:
    return check_readiness(principal=who(app), app_id=app.id, ports=world.ports())


def check(found: Readiness, key: str) -> ReadinessCheck:
    return next(one for one in found.checks if one.key == key)


def test_a_built_app_without_faults_is_ready(world: World) -> None:
    passed = VerdictPart(status=CheckStatus.PASSED)
    app, _ = world.make_app({**SAMPLE_FILES, "index.html": PAGE})
    draft = world.add_revision(
        app,
        {**SAMPLE_FILES, "index.html": PAGE, "src/b.ts": b""},
        verdict=Verdict(build=passed, types=passed, tests=passed, page=passed),
    )
    put_dist(world, draft, {"index.html": PAGE, "a.svg": b""})
    found = looked(world, app)
    assert found.ready
    assert {one.key: one.ok for one in found.checks} == dict.fromkeys(
        (
            "built",
            "secrets",
            "types",
            "tests",
            "page",
            "env",
            "security",
            "packages",
            "words",
            "size",
            "claims",
            "proposals",
        ),
        True,
    ) | dict.fromkeys(("accessibility", "links"))


def test_what_is_wrong_comes_first_each_with_one_thing_to_do(world: World) -> None:
    failed = VerdictPart(status=CheckStatus.FAILED, diagnostics=[Diagnostic(code="TEST_FAILED", message="adds")])
    skipped = VerdictPart(status=CheckStatus.SKIPPED, reason="No test reaches the change.")
    app, _ = world.make_app({**SAMPLE_FILES, "index.html": PAGE})
    world.add_revision(
        app,
        {**SAMPLE_FILES, "index.html": b"<html></html>", "src/b.ts": b"eval(import.meta.env.VITE_A)"},
        verdict=Verdict(build=failed, types=skipped, tests=failed, page=skipped),
    )
    found = looked(world, app)
    wrong = [one for one in found.checks if one.ok is False]
    assert found.ready and found.checks[: len(wrong)] == wrong
    assert [one.key for one in wrong] == ["tests", "env", "security", "words"]
    assert all(one.fix is not None and (one.fix.message or one.fix.place) for one in wrong)
    fix = check(found, "env").fix
    assert fix is not None and (fix.place, fix.names) == ("settings", ["VITE_A"])
    assert check(found, "types").ok is None and "No test reaches" in check(found, "types").message


@pytest.mark.parametrize("where", ["source", "env"])
def test_a_secret_is_never_published(world: World, where: str) -> None:
    files = {**SAMPLE_FILES, "src/key.ts": f'export const key = "{KEY}";\n'.encode()} if where == "source" else None
    app, _ = world.make_app(files)
    if where == "env":
        stored = world.apps.get(app.tenant_id, app.id)
        env = stored.settings.model_copy(update={"env": {"VITE_KEY": KEY}})
        world.apps.update(stored.model_copy(update={"settings": env}))
    found = looked(world, app)
    assert not found.ready and found.checks[0].key == "secrets"
    fix = found.checks[0].fix
    there = ("code", "src/key.ts", 1) if where == "source" else ("settings", None, None)
    assert fix is not None and (fix.place, fix.path, fix.line) == there
    ports = world.ports()
    with pytest.raises(NotReady) as refused:
        publish_app(principal=who(app), app_id=app.id, ports=ports)
    assert refused.value.diagnostics and KEY not in str(refused.value.diagnostics)
    assert world.apps.get(app.tenant_id, app.id).published_revision_id is None


def test_weaknesses_of_packages_are_known_once_a_registry_was_asked(world: World) -> None:
    lock = json.dumps({"packages": {"node_modules/soft": {"version": "1.2.0"}}}).encode()
    files = {"package-lock.json": lock}
    weak = Advisory(package="soft", versions="<2", severity="high", title="It gives way", url="https://x.test/1")
    known = Advisories(source="x", checked_at=world.clock.now(), advisories=[weak])
    assert packages_check(files, Advisories(advisories=[weak])).ok is None
    found = packages_check(files, known)
    assert [one.code for one in found.diagnostics] == ["VULNERABLE_PACKAGE"] and found.level == "advisory"
    found = packages_check({}, known)
    assert found.ok and f"{world.clock.now():%Y-%m-%d}" in found.message
    partial = packages_check({}, known.model_copy(update={"partial": True}))
    assert partial.ok and "Not every package was looked up" in partial.message


def test_a_draft_that_is_not_built_is_not_ready(world: World) -> None:
    app, _ = world.make_app(status="running")
    found = looked(world, app)
    assert not found.ready and check(found, "built").ok is None and check(found, "built").pending


def test_another_tenant_finds_nothing(world: World, app: App) -> None:
    with pytest.raises(NotFound):
        check_readiness(principal=Principal(tenant_id="other", subject="x"), app_id=app.id, ports=world.ports())


def put_dist(world: World, draft: Revision, files: dict[str, bytes]) -> None:
    """What its build left."""
    listed = [DistFile(path=path, size=len(content), sha256="0", content_type="x") for path, content in files.items()]
    manifest = DistManifest(files=listed, total_bytes=sum(file.size for file in listed))
    key = manifest_key(draft.tenant_id, draft.app_id, draft.build_id)
    world.blobs.put(key, manifest.model_dump_json().encode(), "application/json")
    for path, content in files.items():
        world.site.put(draft.dist_storage_prefix + path, content, content_type="x", cache_control="y")


def test_what_was_built_is_looked_at_once_and_then_read(world: World) -> None:
    app, draft = world.make_app({**SAMPLE_FILES, "index.html": PAGE})
    page = PAGE.replace(b"</head>", b'<script src="https://elsewhere.test/a.js"></script></head>')
    lost = b'<img src="/assets/gone.png"><script src="./assets/a.js"></script><a href="/about">x</a></body>'
    put_dist(
        world, draft, {"index.html": page.replace(b"</body>", lost), "a.svg": b"", "assets/a.js": b"x" * 2_000_000}
    )
    found = looked(world, app)
    assert [one.code for one in check(found, "security").diagnostics] == ["FOREIGN_SCRIPT"]
    assert [one.code for one in check(found, "size").diagnostics] == ["SCRIPTS_LARGE"]
    (dead,) = check(found, "links").diagnostics
    assert dead.code == "DEAD_FILE" and "/assets/gone.png" in dead.message
    world.site.objects.clear()
    assert looked(world, app) == found


def test_a_secret_that_only_the_built_files_hold_is_never_published(world: World, app: App, draft: Revision) -> None:
    put_dist(world, draft, {"index.html": PAGE, "assets/a.js": f'const a="{KEY}"'.encode()})
    found = looked(world, app)
    assert found.checks[0].key == "secrets" and found.checks[0].diagnostics[0].path == "dist/assets/a.js"
    assert found.checks[0].fix is not None and found.checks[0].fix.kind == "ask"
    ports = world.ports()
    with pytest.raises(NotReady):
        publish_app(principal=who(app), app_id=app.id, ports=ports)


def test_ten_thousand_findings_are_counted_and_the_first_are_told(world: World) -> None:
    app, _ = world.make_app({**SAMPLE_FILES, "src/a.ts": b"eval(x)\n" * 10_000, "src/b.bin": b"\0eval(x)"})
    security = check(looked(world, app), "security")
    assert (len(security.diagnostics), security.count) == (50, 500)


def test_what_was_found_counts_for_the_quality_of_the_revision(world: World) -> None:
    app, draft = world.make_app({**SAMPLE_FILES, "index.html": PAGE, "src/b.ts": b"eval(x)"})
    put_dist(world, draft, {"index.html": PAGE, "a.svg": b""})
    looked(world, app)
    kept = world.revisions.get(draft.tenant_id, draft.app_id, draft.id)
    assert kept.looks == Looks(secrets=0, security=1, packages=0, words=0, size=0)
    assert (kept.quality.score, kept.quality.known) == (95, 44)
    looked(world, app)
    assert world.revisions.get(draft.tenant_id, draft.app_id, draft.id).version == kept.version


def test_of_a_draft_that_is_not_built_nothing_is_kept(world: World) -> None:
    app, draft = world.make_app(status="running")
    looked(world, app)
    assert world.revisions.get(draft.tenant_id, draft.app_id, draft.id).looks is None


def test_a_claim_of_a_page_is_listed_and_the_latest_statement_of_the_agent_holds(world: World) -> None:
    pay = b"export const Pay = () => <form><button>Pay now</button></form>;\n"
    app, _ = world.make_app({**SAMPLE_FILES, "index.html": PAGE, "src/Pay.tsx": pay})
    found = check(looked(world, app), "claims")
    assert (found.level, found.ok) == ("advisory", False)
    assert [(one.path, one.line) for one in found.diagnostics] == [("src/Pay.tsx", 1)]
    loop = LoopDriver([FINISH, FINISH_PLAIN], world=world)
    loop.play(app_id=app.id)
    claims = check(looked(world, app), "claims")
    assert [one.message for one in claims.diagnostics][1:] == [
        'The agent states that /pay imitates payment; the sentence "Nobody is charged." is on no page.'
    ]
    loop.play(app_id=app.id)
    assert check(looked(world, app), "claims").count == 2  # a run that states nothing takes nothing back


def test_a_claim_of_the_built_page_alone_is_listed_beside_the_statement_of_the_agent(world: World) -> None:
    """Words of a data file become a claim when they are built."""
    words = b'{"done": "Your message has been sent."}'
    app, draft = world.make_app({**SAMPLE_FILES, "index.html": PAGE, "data/words.json": words})
    script = b'const w={done:"Your message has been sent."};document.body.append(w.done)'
    put_dist(world, draft, {"index.html": PAGE, "assets/a.js": script, "a.svg": b""})
    (built,) = check(looked(world, app), "claims").diagnostics
    assert built.message.startswith(
        'The built app says (assets/a.js) "Your message has been sent."; no one receives it.'
    )
    LoopDriver([FINISH], world=world).play(app_id=app.id)
    assert check(looked(world, app), "claims").count == 2


def test_a_page_that_says_that_it_is_a_demonstration_is_well(world: World) -> None:
    marked = (
        b"export const Pay = () => <form><button>Pay now</button><p>Demonstration: nobody is charged.</p></form>;\n"
    )
    app, _ = world.make_app({**SAMPLE_FILES, "index.html": PAGE, "src/Pay.tsx": marked})
    claims = check(looked(world, app), "claims")
    assert (claims.ok, claims.count, claims.diagnostics[0].code) == (True, 1, "CLAIM_MARKED")
