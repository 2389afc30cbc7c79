"""The data bucket in S3."""

from collections.abc import Iterable
from typing import Any

from shared.adapters.aws_errors import Meanings, translated
from shared.adapters.s3.objects import MISSING, delete_objects, list_keys
from shared.domain.errors import NotFound, TooLarge, Transient
from shared.ports.storage import Keys, UploadTarget

_TAKEN = "PreconditionFailed"


class S3BlobStore:
    def __init__(self, client: Any, bucket: str) -> None:
        self._client = client
        self._bucket = bucket

    def get(self, key: str, *, max_bytes: int | None = None) -> bytes:
        with translated(_MISSING_OBJECT):
            answer = self._client.get_object(Bucket=self._bucket, Key=key)
            if max_bytes is not None and answer["ContentLength"] > max_bytes:
                answer["Body"].close()
                raise TooLarge(f"The object has more than {max_bytes} bytes.")
            data: bytes = answer["Body"].read()
        return data

    def put(self, key: str, data: bytes, content_type: str = "application/octet-stream") -> None:
        with translated():
            self._client.put_object(Bucket=self._bucket, Key=key, Body=data, ContentType=content_type)

    def put_new(self, key: str, data: bytes, content_type: str = "application/octet-stream") -> bool:
        try:
            with translated({_TAKEN: _Taken, "ConditionalRequestConflict": _Racing}):
                self._client.put_object(
                    Bucket=self._bucket, Key=key, Body=data, ContentType=content_type, IfNoneMatch="*"
                )
        except _Racing:
            return self.put_new(key, data, content_type)
        except _Taken:
            return False
        return True

    def exists(self, key: str) -> bool:
        return self.size(key) is not None

    def size(self, key: str) -> int | None:
        try:
            with translated(_MISSING_OBJECT):
                return int(self._client.head_object(Bucket=self._bucket, Key=key)["ContentLength"])
        except NotFound:
            return None

    def delete(self, keys: Iterable[str]) -> None:
        delete_objects(self._client, self._bucket, keys)

    def list(self, prefix: str) -> Keys:
        return list_keys(self._client, self._bucket, prefix)

    def presign_get(self, key: str, seconds: int) -> str:
        with translated():
            where = {"Bucket": self._bucket, "Key": key}
            return str(self._client.generate_presigned_url("get_object", Params=where, ExpiresIn=seconds))

    def presign_post(self, key: str, *, max_bytes: int, seconds: int) -> UploadTarget:
        with translated():
            form = self._client.generate_presigned_post(
                self._bucket, key, Conditions=[["content-length-range", 1, max_bytes]], ExpiresIn=seconds
            )
        return UploadTarget(form["url"], form["fields"])


class _Taken(Transient):
    """The key is not free."""

    def __init__(self) -> None:
        super().__init__("The key is taken.")


class _Racing(Transient):
    """Another write of the same key is under way; S3 asks to try again."""

    def __init__(self) -> None:
        super().__init__("The object is being written.")


_MISSING_OBJECT: Meanings = dict.fromkeys(MISSING, lambda: NotFound("There is no such object."))
