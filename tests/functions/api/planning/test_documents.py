"""Documents over HTTP."""

import pytest

from devkit.api.api import Api, code
from devkit.fakes.planned import a_blueprint
from shared.services.assets.uploads import upload_key


@pytest.fixture
def docs(api: Api) -> str:
    app, _ = api.world.make_app(tenant_id="acme")
    return f"/projects/{app.id}/docs"


def add(api: Api, docs: str, text: str = "# Shop\r\nGuests can order.", **more: object) -> dict[str, object]:
    answer = api.client.post(f"{docs}/text", json={"title": "Spec", "text": text} | more)
    assert answer.status_code == 201, answer.text
    made: dict[str, object] = answer.json()
    return made


def test_a_text_is_kept_whole_and_read_by_range(api: Api, docs: str) -> None:
    made = add(api, docs)
    assert (made["kind"], made["length"], made["words"]) == ("markdown", 24, 5)
    one = f"{docs}/{made['id']}"
    assert api.client.get(one).json() == made
    assert api.client.get(f"{one}/text").json() == {
        "document_id": made["id"], "start": 0, "end": 24, "length": 24, "text": "# Shop\nGuests can order.",
    }  # fmt: skip
    assert api.client.get(f"{one}/text?start=7&end=13").json()["text"] == "Guests"
    assert [item["id"] for item in api.client.get(docs).json()["items"]] == [made["id"]]


def test_a_place_is_a_code_point(api: Api, docs: str) -> None:
    made = add(api, docs, "\U0001f600 \u05e9\u05dc\u05d5\u05dd")
    assert made["length"] == 6
    assert api.client.get(f"{docs}/{made['id']}/text?start=2&end=4").json()["text"] == "\u05e9\u05dc"


@pytest.mark.parametrize("query", ["start=25", "start=5&end=4", "start=-1", "end=x"])
def test_a_place_that_is_none_is_refused(api: Api, docs: str, query: str) -> None:
    made = add(api, docs)
    assert code(api.client.get(f"{docs}/{made['id']}/text?{query}")) == (422, "VALIDATION_FAILED")


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [("a\0b", 422, "TEXT_UNREADABLE"), ("  \n", 422, "TEXT_UNREADABLE"), ("\n" * 500_001, 422, "TEXT_UNREADABLE")],
)
def test_what_is_no_text_is_refused_and_not_stored(api: Api, docs: str, text: str, status: int, code: str) -> None:
    answer = api.client.post(f"{docs}/text", json={"title": "Spec", "text": text})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert api.client.get(docs).json()["items"] == []


def test_a_document_is_confirmed_once_by_a_person(api: Api, docs: str) -> None:
    made = add(api, docs)
    assert made["confirmed"] is None
    first = api.client.post(f"{docs}/{made['id']}/confirm")
    assert (first.status_code, set(first.json()["confirmed"])) == (200, {"by", "at"})
    api.world.clock.advance(5)
    assert api.client.post(f"{docs}/{made['id']}/confirm").json() == first.json()
    assert api.client.get(docs).json()["items"] == [first.json()]
    assert code(api.client.post(f"{docs}/doc_01m8jdn63abr27c6y926y14d0h/confirm")) == (404, "NOT_FOUND")


def test_a_large_text_is_uploaded_first(api: Api, docs: str) -> None:
    upload_id = api.client.post("/admin/uploads").json()["upload_id"]
    text = "\ufeff" + "One line without an end. " * 200_000
    api.world.blobs.put(upload_key("acme", upload_id), text.encode())
    made = add(api, docs, text=None, upload_id=upload_id)  # type: ignore[arg-type]
    assert made["length"] == len(text) - 1
    whole = api.client.get(f"{docs}/{made['id']}/text?start=4000000").json()
    assert (whole["end"], len(whole["text"])) == (4_100_000, 100_000)


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [(b"\xff\xfe\x00", 422, "TEXT_UNREADABLE"), (b"x" * (5 * 1024 * 1024 + 1), 413, "PAYLOAD_TOO_LARGE")],
)
def test_a_bad_upload_is_refused(api: Api, docs: str, data: bytes, status: int, code: str) -> None:
    upload_id = api.client.post("/admin/uploads").json()["upload_id"]
    api.world.blobs.put(upload_key("acme", upload_id), data)
    answer = api.client.post(f"{docs}/text", json={"title": "Spec", "upload_id": upload_id})
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize(
    "body",
    [
        {"title": "Spec"},
        {"title": "Spec", "text": "a", "upload_id": "upl_1"},
        {"title": "", "text": "a"},
        {"title": "Spec", "text": "a", "kind": "pdf"},
        {"title": "Spec", "text": "a", "more": 1},
    ],
)
def test_a_wish_that_says_no_source_or_too_much_is_refused(api: Api, docs: str, body: dict[str, object]) -> None:
    assert api.client.post(f"{docs}/text", json=body).status_code == 422


def test_a_document_stays_while_a_blueprint_is_made_from_it(api: Api, docs: str) -> None:
    first, second = add(api, docs), add(api, docs)
    app = api.world.apps.get("acme", docs.split("/")[2])
    api.world.blueprints.create(a_blueprint(app, document_id=first["id"]))
    assert code(api.client.delete(f"{docs}/{first['id']}")) == (409, "DOCUMENT_IN_USE")
    assert api.client.delete(f"{docs}/{second['id']}").status_code == 204
    assert api.client.get(f"{docs}/{second['id']}").status_code == 404
    assert api.client.get(f"{docs}/{first['id']}/text").status_code == 200, "both had the same text"


def test_a_text_goes_with_its_last_document(api: Api, docs: str) -> None:
    made = add(api, docs)
    assert api.world.blobs.list(f"apps/acme/{docs.split('/')[2]}/documents/")
    api.client.delete(f"{docs}/{made['id']}")
    assert api.world.blobs.list(f"apps/acme/{docs.split('/')[2]}/documents/") == []
