"""A search reads the words of documents from their indexes, and the text of those alone that it shows."""

from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.samples import TENANT
from shared.domain.planning.document import terms_key, text_key
from tests.functions.api.brain.test_notes_and_memory import opened

TEXTS = {
    "Kilns": "# Firing\n\nThe kiln reaches its heat.\n\n" + "clay " * 2_000 + "\n\n# Glaze\n\nA celadon glaze.\n",
    "Prices": "# Prices\n\nA bowl costs ten.\n\n" + "bowl " * 2_000,
}


def added(api: Api, place: str) -> dict[str, Any]:
    found = {}
    for title, text in TEXTS.items():
        answer = api.client.post(f"{place}/docs/text", json={"title": title, "text": text})
        assert answer.status_code == 201, answer.text
        found[title] = answer.json()
    return found


def search(api: Api, place: str, query: str) -> list[dict[str, Any]]:
    answer = api.client.post(f"{place}/search", json={"query": query, "kinds": ["document"]})
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def test_hit_has_title_text_and_place_of_its_piece() -> None:
    api, place = opened()
    documents = added(api, place)
    (hit,) = search(api, place, "celadon")
    text = TEXTS["Kilns"]
    assert hit["id"] == documents["Kilns"]["id"]
    assert hit["title"] == "Kilns: Glaze"
    assert "celadon glaze" in hit["text"]
    assert "# Glaze" in text[hit["start"] : hit["start"] + 1_500]


def test_only_shown_documents_are_read() -> None:
    api, place = opened()
    documents = added(api, place)
    blobs = api.world.blobs
    blobs.delete([text_key(TENANT, place.rpartition("/")[2], documents["Prices"]["text_hash"])])
    assert [hit["id"] for hit in search(api, place, "celadon")] == [documents["Kilns"]["id"]]
    assert {hit["text"] for hit in search(api, place, "bowl")} == {""}


@pytest.mark.parametrize("kept", [True, False])
def test_document_without_an_index_gets_one(kept: bool) -> None:
    """Documents of earlier versions have none."""
    api, place = opened()
    documents = added(api, place)
    before = search(api, place, "clay bowl firing")
    keys = [terms_key(TENANT, place.rpartition("/")[2], one["text_hash"]) for one in documents.values()]
    if not kept:
        api.world.blobs.delete(keys)
    assert search(api, place, "clay bowl firing") == before
    assert all(api.world.blobs.exists(key) for key in keys)


def test_index_is_gone_with_its_document() -> None:
    api, place = opened()
    document = added(api, place)["Prices"]
    assert api.client.delete(f"{place}/docs/{document['id']}").status_code == 204
    assert not api.world.blobs.exists(terms_key(TENANT, place.rpartition("/")[2], document["text_hash"]))
