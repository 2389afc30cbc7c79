"""Small pictures of apps: taken during a run's verdict, kept by tree, shown for the nearest revision that has one."""

import base64
import json
import tarfile
from collections.abc import Callable

import pytest

from devkit.api.api import Api
from devkit.fakes.samples import a_build, an_app
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.revisions.revision import Build
from shared.services.builds.worker.read_result import ResultRefused, read_result
from shared.services.site.dist_objects import thumbnail_key
from tests.functions.api.apps.test_admin import upsert
from tests.shared.services.agent.checks.test_verdicts import PAGE, PASSED
from tests.shared.services.agent.checks.test_worker_tasks import PipelineDriver, finish, write
from tests.shared.services.builds.pipeline import DIST, result_document, tar

WEBP = (
    b"RIFF\x16\0\0\0WEBPVP8 \n\0\0\0\0\0\0\x9d\x01\x2a"
    + (480).to_bytes(2, "little") + (300).to_bytes(2, "little")
)  # fmt: skip
MEMBER = "page/thumbnail.webp"


def archive(build: Build, content: bytes) -> bytes:
    document = result_document(build, checks=dict.fromkeys(build.work.checks, PASSED), page=PAGE)
    members = {"result.json": json.dumps(document).encode(), MEMBER: content}
    members |= {f"dist/{path}": page for path, page in DIST.items()}
    return tar(*((tarfile.TarInfo(name), body) for name, body in members.items()))


def test_a_runs_green_build_gives_the_app_and_its_revision_a_face() -> None:
    loop = PipelineDriver([write("export {}\n"), finish()], answers={"build": lambda build: archive(build, WEBP)})
    run = loop.play()
    api = Api(loop.world)
    place = f"/admin/apps/{run.app_id}/builder"
    shown = {"revision_id": run.outcome.revision_id, "content": base64.b64encode(WEBP).decode()}
    assert api.client.get(f"{place}/thumbnail").json() == shown
    assert api.client.get(f"{place}/revisions/{run.outcome.revision_id}/thumbnail").json() == shown


def test_a_revision_without_its_own_shows_the_nearest_one_before_it(api: Api) -> None:
    app, first = api.world.make_app(tenant_id="acme")
    nothing = {"revision_id": None, "content": None}
    place = f"/admin/apps/{app.id}/builder"
    assert api.client.get(f"{place}/thumbnail").json() == nothing
    api.world.blobs.put(thumbnail_key(app.tenant_id, app.id, first.tree), WEBP, "image/webp")
    saved = api.client.post(
        f"{place}/revisions",
        json={"base_revision_id": first.id, "operations": [upsert()]},
    ).json()
    assert api.client.get(f"{place}/thumbnail").json()["revision_id"] == first.id
    assert api.client.get(f"{place}/revisions/{saved['id']}/thumbnail").json()["revision_id"] == first.id
    assert api.client.get(f"{place}/revisions/rev_{'0' * 26}/thumbnail").status_code == 404


HOSTILE: dict[str, Callable[[], bytes]] = {
    "a page": lambda: b"<html><script>alert(1)</script>",
    "another picture": lambda: b"\x89PNG\r\n\x1a\n",
    "too large": lambda: WEBP + b"\0" * 64 * 1024,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_small_picture_is_refused(name: str) -> None:
    build = a_build(an_app(), work={"task": "build", "checks": ["page"]})
    with pytest.raises(ResultRefused):
        read_result(archive(build, HOSTILE[name]()), build, DEFAULT_LIMITS)


def test_a_build_that_opens_no_page_has_none() -> None:
    build = a_build(an_app())
    with pytest.raises(ResultRefused):
        read_result(archive(build, WEBP), build, DEFAULT_LIMITS)
