"""The site bucket in S3."""

from collections.abc import Iterable
from typing import Any

from shared.adapters.aws_errors import Meanings, translated
from shared.adapters.s3.objects import MISSING, delete_objects, list_keys
from shared.domain.errors import NotFound
from shared.ports.storage import Keys, SiteObject


class S3SiteStore:
    def __init__(self, client: Any, bucket: str) -> None:
        self._client = client
        self._bucket = bucket

    def put(self, key: str, body: bytes, *, content_type: str, cache_control: str) -> None:
        with translated():
            self._client.put_object(
                Bucket=self._bucket, Key=key, Body=body, ContentType=content_type, CacheControl=cache_control
            )

    def copy(self, source: str, target: str, *, content_type: str, cache_control: str) -> None:
        with translated(_MISSING_OBJECT):
            self._client.copy_object(
                Bucket=self._bucket,
                Key=target,
                CopySource={"Bucket": self._bucket, "Key": source},
                MetadataDirective="REPLACE",
                ContentType=content_type,
                CacheControl=cache_control,
            )

    def get(self, key: str) -> SiteObject | None:
        try:
            with translated(_MISSING_OBJECT):
                answer = self._client.get_object(Bucket=self._bucket, Key=key)
                body = answer["Body"].read()
        except NotFound:
            return None
        return SiteObject(body, answer["ContentType"], answer.get("CacheControl", ""), answer["ETag"])

    def list(self, prefix: str) -> Keys:
        return list_keys(self._client, self._bucket, prefix)

    def delete(self, keys: Iterable[str]) -> None:
        delete_objects(self._client, self._bucket, keys)


_MISSING_OBJECT: Meanings = dict.fromkeys(MISSING, lambda: NotFound("There is no such object."))
