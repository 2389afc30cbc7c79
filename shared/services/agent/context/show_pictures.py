"""Pictures of pages for models that take them: kept as references, read only when a request is made."""

import base64

from shared.domain.agent.model_messages import AttachedPicture, Item, Picture, ShownPictures, ToolOutput, UserMessage
from shared.domain.builds.pictures import png_size
from shared.domain.errors import NotFound, TooLarge
from shared.domain.limits import Limits
from shared.domain.revisions.revision import Build
from shared.domain.runs.attachments import ATTACHED_BYTES
from shared.ports.storage import BlobStore
from shared.services.agent.loop_work import Work
from shared.services.runs.start.take_attachments import attachment_key
from shared.services.site.dist_objects import picture_key, screenshot_key

_ATTACHED_GONE = "[A picture that the person attached cannot be shown any more.]"
_GONE = "[The picture of this page is gone.]"


def picture_of(work: Work, build: Build) -> Picture | None:
    """What a browser photographed, when the run's model takes pictures and this is one that it can be shown."""
    if not _takes_pictures(work):
        return None
    content = _read(screenshot_key(build), work.inputs.ports.blobs, work.inputs.ports.limits)
    size = png_size(content) if content else None
    return Picture(build_id=build.id, width=size[0], height=size[1]) if size else None


def _takes_pictures(work: Work) -> bool:
    return work.inputs.ports.models.takes_images(work.run.model)


def with_pictures(items: tuple[Item, ...], work: Work) -> tuple[Item, ...]:
    """The items with the bytes of their pictures; words stand for one that is no longer there."""
    return tuple(_with_bytes(item, work) for item in items)


def _with_bytes(item: Item, work: Work) -> Item:
    if isinstance(item, ShownPictures):
        return _attached(item, work)
    return _shown(item, item.picture, work) if isinstance(item, ToolOutput) and item.picture else item


def _attached(item: ShownPictures, work: Work) -> Item:
    """A person's pictures for a model that takes them; how large they are was looked at when they were taken."""
    whole = [_filled(picture, work) for picture in item.pictures] if _takes_pictures(work) else []
    here = tuple(picture for picture in whole if picture is not None)
    missing = _ATTACHED_GONE if len(here) < len(item.pictures) else ""
    text = "\n".join(filter(None, [item.content, missing]))
    return item.model_copy(update={"content": text, "pictures": here}) if here else UserMessage(content=text)


def _filled(picture: AttachedPicture, work: Work) -> AttachedPicture | None:
    key = attachment_key(work.run.tenant_id, work.run.app_id, picture.attachment_id)
    try:
        content = work.inputs.ports.blobs.get(key, max_bytes=ATTACHED_BYTES)
    except (NotFound, TooLarge):
        return None
    return picture.model_copy(update={"data": base64.b64encode(content).decode()})


def _shown(item: ToolOutput, picture: Picture, work: Work) -> ToolOutput:
    key = picture_key(work.run.tenant_id, work.run.app_id, picture.build_id)
    content = _read(key, work.inputs.ports.blobs, work.inputs.ports.limits) if _takes_pictures(work) else None
    if content is None:
        return item.model_copy(update={"picture": None, "output": f"{item.output}\n{_GONE}"})
    data = base64.b64encode(content).decode()
    return item.model_copy(update={"picture": picture.model_copy(update={"data": data})})


def _read(key: str, blobs: BlobStore, limits: Limits) -> bytes | None:
    try:
        return blobs.get(key, max_bytes=limits.screenshot_bytes)
    except (NotFound, TooLarge):
        return None
