"""What of a run's history is sent again: all words, but long tool traffic only as far back as there is room for.

Files that were read and have changed since are left out: their old text misleads, and every request pays for it.

Pictures are kept as references, and read only when a request is made to a model that takes them.
"""

import base64
import json
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from shared.domain.agent.model_messages import (
    PAIR,
    AttachedPicture,
    Item,
    Picture,
    PictureFile,
    ProviderState,
    Reasoning,
    ShownPictures,
    ToolCall,
    ToolOutput,
    UserMessage,
)
from shared.domain.revisions.revision import Build
from shared.domain.runs.attachments import ATTACHED_BYTES
from shared.domain.runs.image_head import image_head
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Packing
from shared.domain.text.outline import signatures
from shared.domain.untrusted import beginning_of, readable_json
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import blob_or_none
from shared.services.runs.start.take_attachments import attachment_key
from shared.services.site.dist_objects import picture_key

_MOST, _MOST_TIGHT = 80_000, 16_000
_MOST_WRITTEN = 16_000
"""Characters of written files: older ones stand as path and size, and can be read again."""
WRITING = ("write_file", "edit_file")
_SHORT = 400
_THOUGHTS = ("reasoning_content", "reasoning", "reasoning_text", "thinking")
_GUIDE, _GUIDE_CUT = "design_guide", "(the rest of the guide is left out, since the page is being made by it)"
"""Its last part is what to look at before finishing."""
TIGHT_OUTPUT = 3_000
_TIGHT_MESSAGE = 6_000
_MOST_PICTURES, _MOST_NEW_PICTURES = 3, 5
_PICTURE_LEFT_OUT = "[Its picture was left out to save room; open the page again to see it.]"
_PICTURES_LEFT_OUT = "[The pictures themselves were left out, since they did not fit.]"
REQUEST = "<request>"
_ATTACHED_GONE = "[A picture that the person attached cannot be shown any more.]"
_GONE = "[The picture of this page is gone.]"

_READING, _GAP = "read_files", "\n\n"
_PROJECT, _TREE_END, _FILE, _FILE_END = "", "\n</tree>", '<file path="', "\n</file>"
"""The message with the project stands for a call of no name: its files become old too."""
_LEAP = 12_000
"""Characters of stale text that are borne until all of it is left out at once, so that a server's cache stays valid."""
_PART = re.compile(r"^== (?P<named>[^\n]{1,500}) ==\n", re.MULTILINE)
_LINES = re.compile(r":\d{1,7}(?:-\d{1,7})?\Z")
_CHANGED = "(left out: changed or moved since it was read)"


class Block(NamedTuple):
    """What one iteration adds to the conversation, and the paths that it changed."""

    items: Sequence[Item]
    changed: Collection[str] = ()


def without_stale(blocks: Sequence[Block]) -> list[Sequence[Item]]:
    """The items without the parts of older reads whose files a later iteration changed; the last block as it is."""
    left_out: set[tuple[str, str]] = set()
    waiting: dict[tuple[str, str], int] = {}
    known: dict[tuple[str, str], int] = {}
    for block in blocks:
        waiting |= {key: size for key, size in known.items() if _is_stale(key[1], block) and key not in left_out}
        if sum(waiting.values()) > _LEAP:
            left_out |= waiting.keys()
            waiting = {}
        known |= _read_in(block.items)
    calls = {call_id for call_id, _ in left_out}
    older = [
        [_without(item, left_out) if _id_of(item) in calls else item for item in block.items] for block in blocks[:-1]
    ]
    return [*older, *(block.items for block in blocks[-1:])]


def _is_stale(named: str, block: Block) -> bool:
    """A file that was changed since; of the design guide all but its end, once the page is being made."""
    return bool(block.changed) if named == _GUIDE else _path(named) in block.changed


def _id_of(item: Item) -> str | None:
    if isinstance(item, UserMessage):
        return _PROJECT if _TREE_END in item.content and not item.content.startswith(REQUEST) else None
    return item.call_id if isinstance(item, ToolOutput) else None


def _read_in(block: Sequence[Item]) -> dict[tuple[str, str], int]:
    """By call and name of a file, how many characters of it were shown; what is shorter than the note stays."""
    calls = {item.call_id for item in block if isinstance(item, ToolCall) and item.name == _READING}
    guides = guides_in(block)
    found: dict[tuple[str, str], int] = {}
    for item in block:
        if isinstance(item, ToolOutput) and item.call_id in calls:
            parts = _parts(item.output)
            found |= {(item.call_id, named): len(text) for named, text in parts if named and len(text) > len(_CHANGED)}
        elif isinstance(item, ToolOutput) and item.call_id in guides:
            found[item.call_id, _GUIDE] = len(item.output)
        elif isinstance(item, UserMessage) and _id_of(item) is not None:
            shown = map(_file_in, item.content.split(_FILE)[1:])
            found |= {(_PROJECT, path): len(text) for path, text, _ in shown if len(text) > len(_CHANGED)}
    return found


def guides_in(items: Iterable[Item]) -> set[str]:
    """The calls that read the design guide."""
    calls = (item for item in items if isinstance(item, ToolCall))
    return {call.call_id for call in calls if _GUIDE in f"{call.name} {call.arguments[:200]}"}


def _parts(output: str) -> list[tuple[str, str]]:
    """Each file of a result with its text; what stands before the first has no name."""
    texts = _PART.split(output)
    return [("", texts[0]), *zip(texts[1::2], texts[2::2], strict=True)]


def _file_in(part: str) -> tuple[str, str, str]:
    """The path and the text of a file of the project's message, and what follows it."""
    path, _, rest = part.partition('">\n')
    text, _, after = rest.partition(_FILE_END)
    return path, text, after


def _without(item: Item, left_out: Collection[tuple[str, str]]) -> Item:
    if isinstance(item, UserMessage):
        head, *files = item.content.split(_FILE)
        return item.model_copy(update={"content": "".join([head, *(_file_without(one, left_out) for one in files)])})
    if not isinstance(item, ToolOutput):
        return item
    if (item.call_id, _GUIDE) in left_out:
        return item.model_copy(update={"output": f"{_GUIDE_CUT}\n{item.output.rpartition(_GAP)[2]}"})
    parts = _parts(item.output)
    texts = [_part(named, text, (item.call_id, named) in left_out) for named, text in parts]
    return item.model_copy(update={"output": "".join(texts)})


def _file_without(part: str, left_out: Collection[tuple[str, str]]) -> str:
    path, _, after = _file_in(part)
    is_stale = (_PROJECT, path) in left_out
    return f'{_FILE}{path}">\n{_CHANGED}{_FILE_END}{after}' if is_stale else f"{_FILE}{part}"


def _part(named: str, text: str, is_stale: bool) -> str:
    """What follows the lines of the last file, such as what else could not be shown, stays."""
    head = f"== {named} ==\n" if named else ""
    return f"{head}{_CHANGED}{''.join(text.partition(_GAP)[1:])}" if is_stale else f"{head}{text}"


def _path(named: str) -> str:
    return _LINES.sub("", named)


def compacted(blocks: Sequence[Sequence[Item]], *, packing: Packing = "full", window: int | None = None) -> list[Item]:
    """The items of a run's iterations as they are sent; the last block, which no model has seen answered, whole.

    `window` (tokens) is the model's where it is known: a third of a small one is for tool traffic.
    `tight` is for a model whose window proved too small: everything that is not the request itself is cut short. What
    the smallest packing cuts is decided when the request is fitted.
    """
    older = [item for block in blocks[:-1] for item in block]
    guides = guides_in(older)
    first = _first_whole(older, min(_MOST, window or _MOST) if packing == "full" else _MOST_TIGHT, _bulk)
    written = _first_whole(older, _MOST_WRITTEN, _written)
    short = [item if isinstance(item, ToolOutput) and item.call_id in guides else _stub(item) for item in older[:first]]
    items = [*short, *map(_without_body, older[first:written]), *older[max(first, written) :]]
    items += blocks[-1] if blocks else ()
    return [tightened(item) for item in items] if packing == "tight" else _few_pictures(items)


def _few_pictures(items: list[Item]) -> list[Item]:
    """Words for older pictures. In leaps too: when there is one too many, all go but what no model has seen yet.

    That is all after the model's last answer: each look that one answer asked for comes in an iteration of its own.
    """
    answered = [place for place, item in enumerate(items) if isinstance(item, ToolCall)]
    new, kept = (answered[-1] if answered else 0), list[int]()
    for place, item in enumerate(items):
        if isinstance(item, ToolOutput) and item.picture:
            if len(kept) >= _MOST_PICTURES:
                kept = [seen for seen in kept if seen >= new][1 - _MOST_NEW_PICTURES :]
            kept.append(place)
    return [item if place in kept else _without_picture(item) for place, item in enumerate(items)]


def _without_picture(item: Item) -> Item:
    if not isinstance(item, ToolOutput) or item.picture is None:
        return item
    return item.model_copy(update={"output": f"{item.output}\n{_PICTURE_LEFT_OUT}", "picture": None})


def tightened(item: Item) -> Item:
    """The item at most as long as a small window bears."""
    item = in_words(item)
    if isinstance(item, UserMessage) and not item.content.startswith(REQUEST):
        return item.model_copy(update={"content": _cut(item.content, _TIGHT_MESSAGE)})
    return item.model_copy(update={"output": _cut(item.output, TIGHT_OUTPUT)}) if isinstance(item, ToolOutput) else item


def in_words(item: Item) -> Item:
    """The item with words in the place of its pictures."""
    if isinstance(item, ShownPictures):
        return UserMessage(content=f"{item.content}\n{_PICTURES_LEFT_OUT}")
    return _without_picture(item)


def _first_whole(items: Sequence[Item], most: int, size_of: Callable[[Item], int]) -> int:
    """Moves in leaps, so that between two of them what is sent begins with the same bytes (and is cached)."""
    first, size = 0, 0
    for item in items:
        size += size_of(item)
        while size > most:
            goal = most // 2
            while size > goal:
                size -= size_of(items[first])
                first += 1
    return first


def _bulk(item: Item) -> int:
    if isinstance(item, ToolOutput):
        return len(item.output)
    return len(item.arguments) if isinstance(item, ToolCall) else 0


def _written(item: Item) -> int:
    """The characters of a file that the model wrote: they stand in the project too."""
    return len(item.arguments) if isinstance(item, ToolCall) and item.name in WRITING else 0


def _without_body(item: Item) -> Item:
    return _stub(item) if _written(item) else item


def _stub(item: Item) -> Item:
    if isinstance(item, ToolOutput):
        return _without_picture(item.model_copy(update={"output": _cut(item.output, _SHORT)}))
    if isinstance(item, ToolCall) and len(item.arguments) > _SHORT:
        return item.model_copy(update={"arguments": stub_of(item.arguments)})
    if isinstance(item, Reasoning) and item.state is not None:
        return item.model_copy(update={"state": _without_thoughts(item.state)})
    return item


def _without_thoughts(state: ProviderState) -> ProviderState:
    """The state with its readable reasoning cut short; what is signed or encrypted stays whole."""
    fields = {name: _cut_thought(name, value) for name, value in state.fields.items()}
    return state.model_copy(update={"fields": fields})


def _cut_thought(name: str, value: object) -> object:
    return value[:_SHORT] if isinstance(value, str) and name in _THOUGHTS else value


def stub_of(arguments: str) -> str:
    """In the place of arguments that are too long: the path, how long they were, and what a written file gives out.

    What would not be shorter so stays.
    """
    read = readable_json(arguments)
    given = read if isinstance(read, dict) else {}
    path, content = given.get("path"), given.get("content")
    kept = {"path": path[:200]} if isinstance(path, str) else {}
    exports = signatures(path, content) if isinstance(path, str) and isinstance(content, str) else ""
    given_out = {"exports": exports} if exports else {}
    stub = json.dumps({**kept, "left_out": f"{len(arguments)} characters", **given_out}, ensure_ascii=False)
    return stub if len(stub) < len(arguments) else arguments


def path_in(arguments: str) -> str | None:
    """The `path` that a call names; None without one."""
    read = readable_json(arguments)
    path = read.get("path") if isinstance(read, dict) else None
    return path if isinstance(path, str) else None


def _cut(text: str, most: int) -> str:
    return beginning_of(text, most, " to save room; use the tools to see them")


def picture_of(build: Build, run: Run, ports: LoopPorts) -> Picture | None:
    """What a browser photographed, when the run's model takes pictures and this is one that it can be shown."""
    if not _takes_pictures(run, ports):
        return None
    wide, phone = (_taken(build, file, ports) for file in PAIR) if build.work.page.pair else (None, None)
    return wide.model_copy(update={"phone": phone}) if wide and phone else _taken(build, "screenshot.png", ports)


def _taken(build: Build, file: PictureFile, ports: LoopPorts) -> Picture | None:
    """The picture of this name with its size, which was looked at when the worker's result was taken."""
    key = picture_key(build.tenant_id, build.app_id, build.id, file)
    content = blob_or_none(ports.blobs, key, ports.limits.screenshot_bytes)
    head = image_head(content) if content else None
    return Picture(build_id=build.id, width=head.width, height=head.height, file=file) if head else None


def _takes_pictures(run: Run, ports: LoopPorts) -> bool:
    return ports.models.takes_images(run.request.model)


def with_pictures(items: tuple[Item, ...], run: Run, ports: LoopPorts) -> tuple[Item, ...]:
    """The items with the bytes of their pictures; words stand for one that is no longer there."""
    return tuple(_with_bytes(item, run, ports) for item in items)


def _with_bytes(item: Item, run: Run, ports: LoopPorts) -> Item:
    if isinstance(item, ShownPictures):
        return _attached(item, run, ports)
    return _shown(item, item.picture, run, ports) if isinstance(item, ToolOutput) and item.picture else item


def _attached(item: ShownPictures, run: Run, ports: LoopPorts) -> Item:
    """A person's pictures for a model that takes them; how large they are was looked at when they were taken."""
    whole = [_filled(picture, run, ports) for picture in item.pictures] if _takes_pictures(run, ports) else []
    here = tuple(picture for picture in whole if picture is not None)
    missing = _ATTACHED_GONE if len(here) < len(item.pictures) else ""
    text = "\n".join(filter(None, [item.content, missing]))
    return item.model_copy(update={"content": text, "pictures": here}) if here else UserMessage(content=text)


def _filled(picture: AttachedPicture, run: Run, ports: LoopPorts) -> AttachedPicture | None:
    key = attachment_key(run.tenant_id, run.app_id, picture.attachment_id)
    content = blob_or_none(ports.blobs, key, ATTACHED_BYTES)
    if content is None:
        return None
    return picture.model_copy(update={"data": base64.b64encode(content).decode()})


def _shown(item: ToolOutput, picture: Picture, run: Run, ports: LoopPorts) -> ToolOutput:
    whole = _photographed(picture, run, ports) if _takes_pictures(run, ports) else None
    if whole is None:
        return item.model_copy(update={"picture": None, "output": f"{item.output}\n{_GONE}"})
    return item.model_copy(update={"picture": whole})


def _photographed(picture: Picture, run: Run, ports: LoopPorts) -> Picture | None:
    """The picture with its bytes, and with those of the phone's where they are still there."""
    key = picture_key(run.tenant_id, run.app_id, picture.build_id, picture.file)
    content = blob_or_none(ports.blobs, key, ports.limits.screenshot_bytes)
    if content is None:
        return None
    phone = _photographed(picture.phone, run, ports) if picture.phone else None
    return picture.model_copy(update={"data": base64.b64encode(content).decode(), "phone": phone})
