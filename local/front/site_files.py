"""Files of published apps, read from the site bucket as the CDN reads them, with the headers the CDN adds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from botocore.exceptions import BotoCoreError, ClientError

from local.config import BadConfig
from local.front.asgi import Headers
from shared.runtime.engine import site_client
from shared.runtime.settings import Settings
from shared.services.site.site_headers import published_headers

SECURITY: Headers = [(name.lower().encode(), value.encode()) for name, value in published_headers().items()]
PASSED_ON = {
    "ContentType": b"content-type",
    "CacheControl": b"cache-control",
    "ETag": b"etag",
    "ContentEncoding": b"content-encoding",
    "ContentRange": b"content-range",
}
STATUS = {"NoSuchKey": 404, "404": 404, "NoSuchBucket": 404, "304": 304, "InvalidRange": 416, "416": 416}


@dataclass(frozen=True)
class Found:
    """One answer of the site."""

    status: int
    headers: Headers
    body: bytes = b""


class SiteFiles:
    def __init__(self, s3: Any, bucket: str) -> None:
        self._s3, self._bucket = s3, bucket

    def get(self, uri: str, wanted: Mapping[str, str]) -> Found:
        """The object a rewritten path names, honouring `if-none-match` and `range`."""
        options = {"IfNoneMatch": wanted.get("if-none-match"), "Range": wanted.get("range")}
        given = {name: value for name, value in options.items() if value}
        try:
            answer = self._s3.get_object(Bucket=self._bucket, Key=unquote(uri).lstrip("/"), **given)
        except ClientError as error:
            return missing(str(error.response.get("Error", {}).get("Code", "")), wanted.get("if-none-match", ""))
        return found(answer)


def site_files(settings: Settings, own: Any) -> SiteFiles:
    """Those of the stack's own bucket, of which `own` is a client; or of another store, where it is made if missing.

    BadConfig when that store cannot be used.
    """
    if settings.bundle is None:
        return SiteFiles(own, settings.site_bucket)
    client = site_client(settings)
    try:
        _make_bucket(client, settings.site_bucket)
    except (BotoCoreError, ClientError) as error:
        why = error.response["Error"].get("Code", "") if isinstance(error, ClientError) else type(error).__name__
        raise BadConfig(f"APPS_BUNDLE_ENDPOINT: the store refused or did not answer ({why})") from None
    return SiteFiles(client, settings.site_bucket)


def _make_bucket(client: Any, bucket: str) -> None:
    try:
        client.head_bucket(Bucket=bucket)
    except ClientError as error:
        if STATUS.get(str(error.response.get("Error", {}).get("Code", ""))) != 404:
            raise
        client.create_bucket(Bucket=bucket)


def found(answer: Mapping[str, Any]) -> Found:
    """An object with its own headers and the CDN's."""
    body: bytes = answer["Body"].read()
    own = [(name, str(answer[field]).encode()) for field, name in PASSED_ON.items() if answer.get(field)]
    length = [(b"content-length", str(len(body)).encode()), (b"accept-ranges", b"bytes")]
    return Found(206 if answer.get("ContentRange") else 200, [*own, *length, *SECURITY], body)


def missing(code: str, etag: str) -> Found:
    """Unchanged, out of range, or not there; anything else is the store's failure."""
    status = STATUS.get(code, 502)
    if status == 304:
        return Found(304, [(b"etag", etag.encode()), *SECURITY])
    text = b"Not Found" if status == 404 else b"Storage did not answer"
    length = str(len(text)).encode()
    return Found(
        status,
        [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", length),
            (b"cache-control", b"no-store"),
            *SECURITY,
        ],
        text,
    )
