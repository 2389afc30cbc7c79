"""A page of a revision as our own browser sees it, for people: taken once for all who ask, and read inline."""

import base64

from pydantic import BaseModel

from shared.domain.base import Input
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.pictures import png_size
from shared.domain.builds.worker_page import PageHeight, PagePath, PageSpec, PageWidth
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.errors import NotFound, NotReady
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import BuildError
from shared.services.builds.trial_build import latest_trial, order_trial
from shared.services.get_app import get_app
from shared.services.or_none import blob_or_none
from shared.services.ports_bundle import Ports
from shared.services.site.dist_objects import screenshot_key

_MOST_BYTES = 1024 * 1024


class PictureRequest(Input):
    """Which page, in a window of which size; `dark`: the colour scheme that is asked for. Nothing is done on it."""

    path: PagePath = "/"
    width: PageWidth = 1280
    height: PageHeight = 800
    dark: bool = False


class PictureStatus(BaseModel):
    """Where a picture stands; `build_id` names it. `error` says why it could not be taken."""

    build_id: str
    status: BuildStatus
    error: BuildError | None


class PagePicture(PictureStatus):
    """`content` is a PNG in base64, null until it was taken, and where the page let none be taken."""

    width: int | None = None
    height: int | None = None
    content: str | None = None


def begin_picture(
    *, principal: Principal, app_id: str, revision_id: str, request: PictureRequest, ports: Ports
) -> PictureStatus:
    """The picture's place in the queue, or the one that was taken of the same tree, path and window before.

    Invalid `NOT_READY` where the revision was not built; FeatureDisabled; LimitReached `BUDGET_EXCEEDED`.
    """
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    revision = ports.revisions.get(app.tenant_id, app.id, require_id("rev", revision_id))
    if revision.build_status != BuildStatus.SUCCEEDED:
        raise NotReady("This revision has no page: it is not built, or its build failed.")
    work = WorkerTask(task="browser", page=PageSpec(**request.model_dump()))
    build = latest_trial(app, revision.tree, ports, work)
    build = order_trial(build, ports)
    return PictureStatus(build_id=build.id, status=build.status, error=build.error)


def read_picture(*, principal: Principal, app_id: str, build_id: str, ports: Ports) -> PagePicture:
    """NotFound for what is no picture of this app."""
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    build = ports.builds.get(app.tenant_id, app.id, require_id("bld", build_id))
    if build.work.task != "browser":
        raise NotFound("There is no such picture.")
    picture = PagePicture(build_id=build.id, status=build.status, error=build.error)
    taken = build.status == BuildStatus.SUCCEEDED
    content = blob_or_none(ports.blobs, screenshot_key(build), _MOST_BYTES) if taken else None
    size = png_size(content) if content else None
    if content is None or size is None:
        return picture
    seen = {"width": size[0], "height": size[1], "content": base64.b64encode(content).decode()}
    return picture.model_copy(update=seen)
