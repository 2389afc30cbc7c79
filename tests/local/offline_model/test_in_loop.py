"""The offline model in the real agent loop, over fakes: the author must get along with what the loop really says."""

import pytest

from devkit.fakes.model import FakeModel
from devkit.fakes.world import World
from devkit.loop import BUILD_ERROR, USER, LoopDriver, build_by_marker
from local.offline_model.author import author
from shared.domain.base import Files
from shared.domain.revisions.revision import Build
from shared.services.assets.load_templates import load_templates

PACKS = ["react", "vue", "svelte", "vanilla"]


def driver() -> LoopDriver:
    made = LoopDriver([])
    made.model = FakeModel(respond=author)
    return made


def app_of(loop: LoopDriver, files: Files) -> str:
    return loop.world.make_app(tenant_id=USER.tenant_id, files=files)[0].id


def draft(loop: LoopDriver, app_id: str) -> Files:
    app = loop.world.apps.get(USER.tenant_id, app_id)
    revision = loop.world.revisions.get(USER.tenant_id, app_id, app.draft_revision_id)
    return loop.world.snapshots.get(USER.tenant_id, app_id, revision.tree)


@pytest.mark.parametrize("pack", PACKS)
def test_a_sentence_becomes_a_revision_in_few_calls(pack: str) -> None:
    loop = driver()
    app_id = app_of(loop, load_templates()[pack].files)
    run = loop.play("a to-do list with a dark theme called Groceries", app_id=app_id)
    assert (run.status, run.outcome.failure_code) == ("completed", None)
    assert "Groceries" in (run.outcome.summary or "")
    assert run.usage.model_calls <= 5
    assert "color-scheme: dark;" in draft(loop, app_id)["src/styles/theme.css"].decode()
    assert "offline demonstration" in "".join(c.get("delta", "") for c in loop.chunks(run) if c["type"] == "text-delta")


def test_a_build_that_fails_leaves_the_draft_alone_and_says_so() -> None:
    loop = driver()
    files = load_templates()["react"].files
    app_id = app_of(loop, files)
    wanted = files["src/content.ts"].decode()

    def build(world: World, build: Build) -> Build:
        tree = world.snapshots.get(build.tenant_id, build.app_id, build.tree)
        if tree["src/content.ts"].decode() == wanted:
            return build_by_marker(world, build)
        broken = {**tree, "src/App.tsx": BUILD_ERROR.encode()}
        return build_by_marker(
            world, build.model_copy(update={"tree": world.snapshots.put(build.tenant_id, app_id, broken)})
        )

    loop.build = build
    run = loop.play("change the title to Hello", app_id=app_id)
    assert draft(loop, app_id) == files
    assert (run.status, run.outcome.revision_id) == ("completed", None)
    assert "put every file back" in (run.outcome.summary or "")
