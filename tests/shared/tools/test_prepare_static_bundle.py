"""`prepare_static_bundle`: only what a green build of this very tree would serve."""

from devkit.fakes.samples import SAMPLE_FILES, TENANT
from devkit.fakes.world import World
from shared.domain.revisions.revision import DistFile, DistManifest
from shared.services.agent.tools.equip_workspace import Green, Whose, equip_workspace
from shared.tools.base import Workspace
from tests.support.workspace import a_workspace, check_refused, use


def built() -> Workspace:
    world = World()
    app, revision = world.make_app(SAMPLE_FILES)
    workspace = a_workspace()
    workspace.files = dict(SAMPLE_FILES)
    green = Green(revision.tree, revision.build_id)
    equip_workspace(workspace, Whose(TENANT, app.id), green=green, ports=world.loop_ports())
    return workspace


def test_files_and_sizes_of_the_green_build() -> None:
    found = use(built(), "prepare_static_bundle")
    assert found.text.startswith(
        "2 files, 76 bytes; visitors begin at index.html. Largest first:\nindex.html (62 bytes"
    )
    assert found.data == {"entry": "index.html", "files": 2, "total_bytes": 76}


def test_any_change_needs_another_build() -> None:
    workspace = built()
    use(workspace, "write_file", path="src/a.ts", content="export {}\n")
    assert "no green build" in check_refused(workspace, "prepare_static_bundle")
    use(workspace, "delete_file", path="src/a.ts")
    assert use(workspace, "prepare_static_bundle").ok


def test_without_a_build_or_its_manifest_it_is_refused() -> None:
    check_refused(a_workspace(), "prepare_static_bundle")
    world, workspace = World(), a_workspace()
    tree = world.snapshots.tree_id(workspace.files)
    green = Green(tree, "bld_gone")
    equip_workspace(workspace, Whose(TENANT, "app_1"), green=green, ports=world.loop_ports())
    check_refused(workspace, "prepare_static_bundle")


def test_thousands_of_files_are_told_shortly() -> None:
    files = [DistFile(path=f"assets/{n}.js", size=n, sha256="x", content_type="text/javascript") for n in range(2_000)]
    workspace = a_workspace()
    workspace.built = lambda tree: DistManifest(files=files, total_bytes=1)
    found = use(workspace, "prepare_static_bundle")
    assert found.ok and "and 1800 more" in found.text and len(found.text) < 10_200
