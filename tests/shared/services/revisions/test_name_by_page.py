"""An app that nobody named takes the title of its page when a change is kept, and never once somebody has named it."""

from typing import Any

import pytest

from devkit.api.review import propose
from devkit.fakes.model import Reply, call
from devkit.fakes.samples import SAMPLE_FILES
from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver
from shared.domain.apps.app import App
from shared.domain.errors import Transient
from shared.domain.identity import Principal
from shared.services.apps.create_app import AppRequest, create_app
from shared.services.apps.patch_app import AppPatch, patch_app
from shared.services.diffs.commit_diff import CommitRequest, commit_diff
from shared.services.diffs.review_diff import Review, review_diff
from shared.services.ports_bundle import Ports

PAGE = '<!doctype html><title>{}</title><div id="root"></div><script type="module" src="/src/main.tsx"></script>\n'
DONE = call("finish", summary="Done.", rationale=None, assumptions=None)


def titled(title: str) -> list[Reply]:
    """What the model answers in a run that gives the page this title."""
    return [call("write_file", path="index.html", content=PAGE.format(title)), DONE]


def named(loop: LoopDriver, **more: Any) -> App:
    return loop.world.make_app(tenant_id=USER.tenant_id, name="New site", **more)[0]


def test_each_commit_of_a_run_may_name_it_and_its_address_stays() -> None:
    loop = LoopDriver([*titled("Salon Rosa"), *titled("Rosa &amp; Bruno"), *titled("Starter")])
    app = named(loop, name_derived=True)
    for name in ("Salon Rosa", "Rosa & Bruno", "Rosa & Bruno"):
        assert loop.play(app_id=app.id).status == "completed"
        now = loop.world.apps.get(app.tenant_id, app.id)
        assert (now.name, now.slug, now.name_derived) == (name, app.slug, True)


def test_a_name_that_somebody_chose_stays_also_in_rows_that_say_nothing_of_it() -> None:
    loop = LoopDriver([*titled("Salon Rosa"), *titled("Salon Rosa")])
    chosen, renamed = named(loop), named(loop, name_derived=True)
    assert "name_derived" not in App.model_validate(chosen.model_dump(exclude={"name_derived"})).model_fields_set
    patch_app(principal=USER, app_id=renamed.id, patch=AppPatch(name="Mine"), ports=loop.world.ports())
    for app, name in ((chosen, "New site"), (renamed, "Mine")):
        loop.play(app_id=app.id)
        assert loop.world.apps.get(app.tenant_id, app.id).name == name


def test_a_rename_in_the_same_moment_wins() -> None:
    loop = LoopDriver(titled("Salon Rosa"))
    app = named(loop, name_derived=True)
    apps, plain = loop.world.apps, loop.world.apps.update

    def renamed_first(changed: App) -> App:
        if changed.name == "Salon Rosa":
            apps.update = plain  # type: ignore[method-assign]
            patch_app(principal=USER, app_id=app.id, patch=AppPatch(name="Mine"), ports=loop.world.ports())
        return plain(changed)

    apps.update = renamed_first  # type: ignore[method-assign]
    assert loop.play(app_id=app.id).status == "completed"
    assert loop.world.apps.get(app.tenant_id, app.id).name == "Mine"


def test_a_commit_stands_where_the_name_cannot_be_written() -> None:
    loop = LoopDriver(titled("Salon Rosa"))
    app = named(loop, name_derived=True)
    plain = loop.world.apps.update

    def broken(changed: App) -> App:
        if changed.name == "Salon Rosa":
            raise Transient("The table is busy.")
        return plain(changed)

    loop.world.apps.update = broken  # type: ignore[method-assign]
    run = loop.play(app_id=app.id)
    assert run.status == "completed"
    assert loop.world.apps.get(app.tenant_id, app.id).draft_revision_id == run.outcome.revision_id


@pytest.mark.parametrize("title", ["<b>Salon</b>", "Salon\u202eRosa", "x" * 90_000, "", "\0"])
def test_a_hostile_title_names_nothing(title: str) -> None:
    loop = LoopDriver(titled(title))
    app = named(loop, name_derived=True)
    loop.play(app_id=app.id)
    assert loop.world.apps.get(app.tenant_id, app.id).name == "New site"


def test_a_proposal_that_is_kept_names_it_too_and_says_what_was_asked(
    world: World, me: Principal, ports: Ports
) -> None:
    app, _ = world.make_app(name="New site", name_derived=True)
    diff = propose(world, app, {**SAMPLE_FILES, "index.html": PAGE.format("Salon Rosa").encode()}, built=False)
    review_diff(principal=me, diff_id=diff.id, review=Review(decision="approve"), ports=ports)
    kept = commit_diff(principal=me, diff_id=diff.id, request=CommitRequest(), ports=ports)
    assert world.apps.get(app.tenant_id, app.id).name == "Salon Rosa"
    assert world.revisions.get(app.tenant_id, app.id, kept.revision_id or "").prompt == diff.vibecoder_prompt


def test_a_revision_says_what_was_asked_for_as_far_as_a_title_has_room(ports: Ports, me: Principal) -> None:
    loop = LoopDriver([*titled("Salon Rosa")])
    run = loop.play(f"Make it blue. {'Really. ' * 200}")
    prompt = loop.world.revisions.get(run.tenant_id, run.app_id, run.outcome.revision_id or "").prompt or ""
    assert prompt.startswith("Make it blue. Really.") and len(prompt) <= 300
    made, first = create_app(principal=me, request=AppRequest(name="Shop", name_derived=True), ports=ports)
    assert made.name_derived and first.prompt is None
