"""Cursors, limits and places in a stream that were never given out: refused, or nothing of another list."""

import base64
import json
from typing import Any

import pytest

from devkit.api.api import Api
from shared.adapters.dynamo.table.cursors import decode_cursor, encode_cursor
from shared.domain.errors import Malformed


def packed(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


MADE_UP = [
    "", "x", "=", "====", "%%%", "null", "{}", "a" * 1_000, "\u202e", packed(None), packed(1), packed([]), packed({}),
    packed("APP#\0"), packed("REV#x"), packed("T#evil#A#x"), packed(["APP#x"]), packed({"PK": "T#evil", "SK": "APP#x"}),
    packed("KEY#x"), packed("app#x"), encode_cursor("REV#x"), encode_cursor("APP#x") + "=", encode_cursor("APP#x")[:-1],
    base64.b64encode(b"\xff\xfe").decode(), base64.b64encode(b"[" * 500).decode(),
]  # fmt: skip
LISTS = ["/admin/apps", "/projects", "/admin/api-keys"]
LIMITS = ["0", "-1", "201", "1e3", "x", "", "9" * 40, "1;2", "NaN"]


@pytest.mark.parametrize("cursor", MADE_UP)
def test_a_cursor_that_no_list_gave_out_is_no_place_in_one(cursor: str) -> None:
    try:
        sort_key = decode_cursor(cursor, "APP#")
    except Malformed:
        return
    assert sort_key.startswith("APP#") and sort_key not in ("APP#\0",), "a place of this very list, and no other"


@pytest.fixture(scope="module")
def api() -> Api:
    api = Api()
    for tenant in ("acme", "evil"):
        api.world.make_app(tenant_id=tenant)
    return api


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("path", LISTS)
def test_a_limit_is_from_1_to_200(path: str, limit: str, api: Api) -> None:
    answer = api.client.get(path, params={"limit": limit})
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED"), answer.text
