"""What a person attaches reaches the model that can see it, or the app, and nobody else's bytes ever do."""

import base64
from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.fakes.model import calls
from devkit.loop import USER, LoopDriver
from local.openai_server.parse import parse
from shared.adapters.openai.chat import chat_body
from shared.adapters.openai.responses import responses_body
from shared.adapters.openai.settings import ModelSettings
from shared.domain.agent.model_messages import ITEM_ADAPTER, ShownPictures
from shared.domain.errors import AppError, Invalid, NotFound
from shared.domain.ids import new_id
from shared.domain.runs.attachments import ATTACHED_BYTES
from shared.domain.runs.run import Run
from shared.domain.spending.models import ModelEntry, Models
from shared.services.agent.context.compact_history import compacted
from shared.services.assets.uploads import upload_key
from shared.services.runs.queue.start_next import start_next
from shared.services.runs.start.take_attachments import AttachmentWish, attachment_key
from shared.services.spending.ask_once import estimated_tokens
from tests.shared.domain.runs.test_attachments import PNG
from tests.shared.services.agent.test_planner import finish

SEES = {"models": Models([ModelEntry(name="fake", images=True)])}


def upload(loop: LoopDriver, content: bytes, tenant_id: str = USER.tenant_id) -> str:
    upload_id = new_id("upl")
    loop.world.blobs.put(upload_key(tenant_id, upload_id), content)
    return upload_id


def play(loop: LoopDriver, *files: tuple[str, bytes, str], **request: Any) -> Run:
    wishes = [AttachmentWish(upload_id=upload(loop, data), name=name, use=use) for name, data, use in files]  # type: ignore[arg-type]
    return loop.play("Use it", attachments=wishes, **request)


def shown(loop: LoopDriver, number: int = 0) -> list[ShownPictures]:
    return [item for item in loop.model.requests[number].items if isinstance(item, ShownPictures)]


def said(loop: LoopDriver) -> str:
    return "\n".join(str(getattr(item, "content", "")) for item in loop.model.requests[0].items)


def test_a_picture_is_shown_to_a_model_that_takes_it_and_is_stored_in_no_history() -> None:
    loop = LoopDriver([calls(finish("Seen."))], ports_over=SEES)
    run = play(loop, ("logo.png", PNG, "show"))
    ((picture,),) = [item.pictures for item in shown(loop)]
    assert base64.b64decode(picture.data) == PNG and (picture.media_type, picture.tokens) == ("image/png", 410)
    assert "Picture logo.png, 640 x 480 pixels (shown below)" in said(loop)
    kept = loop.world.runs.first_iterations(run.tenant_id, run.id, 1)[0].items
    assert picture.data not in "".join(ITEM_ADAPTER.dump_json(item).decode() for item in kept)
    turn = loop.world.turns.turn(run.tenant_id, run.app_id, run.turn_id)
    assert [(one.name, one.kind, one.use) for one in turn.attachments] == [("logo.png", "image", "show")]


def test_another_model_is_told_that_it_cannot_see_it() -> None:
    loop = LoopDriver([calls(finish("Not seen."))])
    play(loop, ("logo.png", PNG, "show"))
    assert shown(loop) == [] and "you are shown no pictures" in said(loop)


def test_text_goes_with_the_message_as_the_person_s_own() -> None:
    loop = LoopDriver([calls(finish("Read."))])
    play(loop, ("notes.txt", b"One\n</attachments>\nTwo", "show"))
    assert "Text notes.txt:\n| One\n| &lt;/attachments>\n| Two\n</attachments>" in said(loop)
    assert "the person's own material" in said(loop)


@pytest.mark.parametrize("seen", [{}, SEES])
def test_what_is_put_into_the_app_is_the_first_thing_that_the_run_changes(seen: dict[str, Any]) -> None:
    loop = LoopDriver([calls(finish("Done."))], ports_over=seen)
    run = play(loop, ("My Logo.png", PNG, "app"), ("prices.csv", b"a;b\n", "app"))
    assert run.status == "completed" and run.outcome.revision_id
    tree = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    assert (tree["public/my-logo.png"], tree["public/prices.csv"]) == (PNG, b"a;b\n")
    turn = loop.world.turns.turn(run.tenant_id, run.app_id, run.turn_id)
    assert turn.operations[0] == {"tool": "attach_file", "path": "public/my-logo.png"}
    assert "pages name it /my-logo.png" in said(loop) and shown(loop) == []


def test_a_file_of_the_app_is_never_written_over() -> None:
    loop = LoopDriver([calls(finish("Done.")), calls(finish("Done.")), calls(finish("Done."))])
    first = play(loop, ("logo.png", PNG, "app"))
    second = play(loop, ("logo.png", PNG + b"other", "app"), app_id=first.app_id)
    tree = loop.world.snapshots.get(second.tenant_id, second.app_id, second.candidate_tree)
    assert (tree["public/logo.png"], tree["public/logo-2.png"]) == (PNG, PNG + b"other")
    again = play(loop, ("logo.png", PNG, "app"), app_id=first.app_id)
    assert again.candidate_tree == again.base_tree, "the same file is there already"


def test_a_message_that_waits_brings_it_to_the_draft_that_it_finds() -> None:
    loop = LoopDriver([calls(finish("First.")), calls(finish("Second."))])
    first = loop.start("First")
    wish = AttachmentWish(upload_id=upload(loop, PNG), name="logo.png", use="app")
    waits = loop.start("Second", app_id=first.app_id, queue=True, attachments=[wish])
    loop.world.blobs.delete([upload_key(USER.tenant_id, wish.upload_id)])
    loop.follow(first)
    started = start_next(waits.tenant_id, waits.app_id, ports=loop.ports, workflows=loop.world.workflows)
    assert started is not None
    run = loop.follow(started)
    assert "public/logo.png" in loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)


def test_one_that_is_gone_is_told() -> None:
    loop = LoopDriver([calls(finish("Gone."))], ports_over=SEES)
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    wishes = [AttachmentWish(upload_id=upload(loop, PNG), name="a.png", use=use) for use in ("show", "app")]
    run = loop.start("Use it", app_id=app.id, attachments=wishes)
    loop.world.blobs.delete([attachment_key(app.tenant_id, app.id, wish.upload_id) for wish in wishes])
    assert loop.follow(run).status == "completed"
    assert "cannot be shown any more" in said(loop) and "a.png is gone" in said(loop) and shown(loop) == []


def test_nothing_begins_with_what_cannot_be_taken() -> None:
    loop = LoopDriver([])
    bomb = PNG[:16] + (60_000).to_bytes(4, "big") * 2 + PNG[24:]
    refused: list[tuple[tuple[str, bytes, str], str]] = [
        (("a.png", b"x" * (ATTACHED_BYTES + 1), "show"), "PAYLOAD_TOO_LARGE"),
        (("a.png", bomb, "show"), "PAYLOAD_TOO_LARGE"),
        (("a.zip", b"PK\x03\x04\xff\0", "show"), "ATTACHMENTS_UNSUPPORTED"),
        (("a.png", PNG + b"\0" * 1_100_000, "app"), "ATTACHMENTS_UNSUPPORTED"),
        (("a.exe", b"text", "app"), "ATTACHMENTS_UNSUPPORTED"),
    ]
    for file, wanted in refused:
        with pytest.raises(AppError) as refusal:
            play(loop, file)
        assert refusal.value.code == wanted, file[0]
    with pytest.raises(Invalid, match="changes no file"):
        play(loop, ("a.png", PNG, "app"), only="answer")
    assert loop.world.workflows.runs == [] and not [key for key in loop.world.blobs.objects if "/attachments/" in key]


def test_another_tenant_s_upload_does_not_exist() -> None:
    loop = LoopDriver([])
    theirs = upload(loop, PNG, "rival")
    for upload_id in (theirs, new_id("upl"), "upl_x", "../rival/x"):
        with pytest.raises(NotFound):
            loop.start("Use it", attachments=[AttachmentWish(upload_id=upload_id, name="a.png")])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    body = {"message": "Use it", "attachments": [{"upload_id": theirs, "name": "a.png"}]}
    assert code(Api(loop.world).client.post(f"/projects/{app.id}/runs", json=body)) == (404, "NOT_FOUND")
    many = [{"upload_id": theirs, "name": "a.png"}] * 7
    assert Api(loop.world).client.post(f"/projects/{app.id}/runs", json=body | {"attachments": many}).status_code == 422


def test_on_both_wires() -> None:
    loop = LoopDriver([calls(finish("Seen."))], ports_over=SEES)
    play(loop, ("logo.png", PNG, "show"))
    request = loop.model.requests[0]
    for name, body in (("chat", chat_body(request, ModelSettings())), ("responses", responses_body(request))):
        items = parse(name, body).items  # type: ignore[arg-type]
        assert any(f"[image/png of {len(PNG)} bytes]" in str(item) for item in items), name
    plain = request.model_copy(update={"items": tuple(one for one in request.items if one not in shown(loop))})
    assert estimated_tokens(request) - estimated_tokens(plain) >= 410
    (small,) = compacted([shown(loop)], packing="tight")
    assert not isinstance(small, ShownPictures) and "did not fit" in str(small)
