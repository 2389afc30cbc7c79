"""What both buckets need of S3."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from shared.adapters.aws_errors import translated
from shared.domain.errors import Transient

MISSING = ("NoSuchKey", "404", "NotFound")
_DELETE_MOST = 1000


def list_keys(client: Any, bucket: str, prefix: str) -> list[str]:
    found: list[str] = []
    with translated():
        for page in client.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix):
            found += [entry["Key"] for entry in page.get("Contents", [])]
    return sorted(found)


def delete_objects(client: Any, bucket: str, keys: Iterable[str]) -> None:
    """Delete; a key that is not there is no error."""
    pending = iter(keys)
    while some := list(islice(pending, _DELETE_MOST)):
        with translated():
            answer = client.delete_objects(
                Bucket=bucket, Delete={"Objects": [{"Key": key} for key in some], "Quiet": True}
            )
        if answer.get("Errors"):
            raise Transient(f"{len(answer['Errors'])} objects could not be deleted.")
