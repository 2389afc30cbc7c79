"""The contract of `BlobStore`."""

import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any

import pytest

from shared.domain.errors import NotFound, TooLarge
from shared.ports.storage import UploadTarget
from tests.support.aws.aws_stores import AwsStores
from tests.support.racing import race


def test_an_object_comes_back_as_it_was(stores: Any, tenant: str) -> None:
    key = f"apps/{tenant}/ü (1)+&%20.bin"
    stores.blobs.put(key, b"\x00\xff" * 10, "application/zstd")
    assert stores.blobs.get(key) == b"\x00\xff" * 10
    assert (stores.blobs.exists(key), stores.blobs.size(key)) == (True, 20)
    stores.blobs.put(key, b"")
    assert (stores.blobs.get(key), stores.blobs.size(key)) == (b"", 0)


def test_what_is_not_there(stores: Any, tenant: str) -> None:
    key = f"apps/{tenant}/none"
    with pytest.raises(NotFound):
        stores.blobs.get(key)
    assert (stores.blobs.exists(key), stores.blobs.size(key)) == (False, None)
    stores.blobs.delete([key])


def test_no_more_than_the_limit_is_read(stores: Any, tenant: str) -> None:
    key = f"apps/{tenant}/a"
    stores.blobs.put(key, b"12345")
    assert stores.blobs.get(key, max_bytes=5) == b"12345"
    with pytest.raises(TooLarge):
        stores.blobs.get(key, max_bytes=4)
    assert stores.blobs.get(key) == b"12345"


def test_a_new_object_is_written_once(stores: Any, tenant: str) -> None:
    key = f"apps/{tenant}/new"
    assert stores.blobs.put_new(key, b"first")
    assert not stores.blobs.put_new(key, b"second")
    assert stores.blobs.get(key) == b"first"


def test_of_racing_writers_of_a_new_object_one_wins(raced: Any, tenant: str) -> None:
    key = f"apps/{tenant}/race"
    outcomes = race(*(lambda n=n: raced.blobs.put_new(key, f"{n}".encode()) for n in range(5)))
    assert sorted(outcomes) == [False] * 4 + [True]
    assert raced.blobs.get(key) == f"{outcomes.index(True)}".encode()


def test_listing_and_deleting_by_prefix(stores: Any, tenant: str) -> None:
    keys = sorted(f"apps/{tenant}/{name}" for name in ("b", "a/1", "a/2", "a", "ab"))
    for key in keys:
        stores.blobs.put(key, b"x")
    assert stores.blobs.list(f"apps/{tenant}/") == keys
    assert stores.blobs.list(f"apps/{tenant}/a/") == [f"apps/{tenant}/a/1", f"apps/{tenant}/a/2"]
    stores.blobs.delete(iter([*stores.blobs.list(f"apps/{tenant}/a/"), f"apps/{tenant}/none"]))
    assert stores.blobs.list(f"apps/{tenant}/") == [key for key in keys if "/a/" not in key]
    stores.blobs.delete([])


# ---- presigned addresses: for real, against the embedded AWS ---------------------------------------------------------


@pytest.fixture
def blobs(embedded_stores: AwsStores) -> Any:
    return embedded_stores.blobs


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=60) as answer:  # noqa: S310 - our own emulator
        return bytes(answer.read())


def post(target: UploadTarget, data: bytes, **over: str) -> int:
    boundary = uuid.uuid4().hex
    lines = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in (target.fields | over).items()
    ]
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
    body = "".join([*lines, head]).encode() + data + f"\r\n--{boundary}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    try:
        with urllib.request.urlopen(urllib.request.Request(target.url, body, headers), timeout=60) as answer:  # noqa: S310
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def test_a_presigned_address_reads_the_object(blobs: Any, tenant: str) -> None:
    key = f"apps/{tenant}/tree é.tar.zst"
    blobs.put(key, b"tree")
    assert fetch(blobs.presign_get(key, 60)) == b"tree"


def test_a_presigned_address_is_for_its_object_alone(blobs: Any, tenant: str) -> None:
    for name in ("mine", "other"):
        blobs.put(f"apps/{tenant}/{name}", b"x")
    url = blobs.presign_get(f"apps/{tenant}/mine", 60)
    for forged in (url.replace("/mine", "/other"), url.replace("X-Amz-Expires=60", "X-Amz-Expires=6000")):
        with pytest.raises(urllib.error.HTTPError) as refusal:
            fetch(forged)
        refusal.value.close()
        assert refusal.value.code == 403


def test_a_presigned_form_takes_no_more_than_its_limit(blobs: Any, tenant: str) -> None:
    key = f"apps/{tenant}/result.tar"
    target = blobs.presign_post(key, max_bytes=10, seconds=60)
    assert post(target, b"0123456789x") == 400
    assert post(target, b"0123456789", key=f"apps/{tenant}/other") in (400, 403)
    assert blobs.list(f"apps/{tenant}/") == []


def test_a_presigned_form_uploads_exactly_its_key(blobs: Any, tenant: str) -> None:
    target = blobs.presign_post(f"apps/{tenant}/result.tar", max_bytes=10, seconds=60)
    assert post(target, b"0123456789") in (200, 201, 204)
    assert blobs.get(f"apps/{tenant}/result.tar") == b"0123456789"


def test_the_form_of_the_fake_and_of_s3_name_the_same_key(stores: Any, tenant: str) -> None:
    target = stores.blobs.presign_post(f"apps/{tenant}/r", max_bytes=10, seconds=60)
    assert target.fields["key"] == f"apps/{tenant}/r"
    assert urllib.parse.urlsplit(target.url).scheme in ("http", "https")
    assert urllib.parse.urlsplit(stores.blobs.presign_get("a", 60)).hostname
