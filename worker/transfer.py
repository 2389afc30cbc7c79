"""Bytes in by a presigned GET, bytes out by a presigned POST: plain HTTP, bounded, no redirects, a few retries."""

import http.client
import secrets
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, TypeVar
from urllib.parse import urlsplit

from shared.domain.builds.package_spec import is_http_url

ATTEMPTS = 3
TIMEOUT_SECONDS = 30.0
PAUSE_SECONDS = 0.2
_CHUNK = 256 * 1024
_RETRIED = (408, 429, 500, 502, 503, 504)
_ALREADY_THERE = 412

T = TypeVar("T")


class TransferFailed(Exception):
    """The other side could not be reached or refused. The message never holds the URL: it is a credential."""


class TooLarge(TransferFailed):
    """More bytes than the limit came."""


class _Passing(TransferFailed):
    """Worth another attempt."""


def fetch(url: str, target: Path, most: int) -> int:
    """Download `url` into `target`; its size."""
    return _retry(lambda _attempt: _fetch_once(url, target, most))


def post_form(url: str, fields: Mapping[str, str], file: Path) -> None:
    """Upload `file` as a multipart form: the fields first, the file last, as S3 wants it."""
    _retry(lambda attempt: _post_once(url, fields, file, attempt))


def _retry(call: Callable[[int], T]) -> T:
    for attempt in range(1, ATTEMPTS):
        try:
            return call(attempt)
        except _Passing:
            time.sleep(PAUSE_SECONDS * attempt**2)
    return call(ATTEMPTS)


def _fetch_once(url: str, target: Path, most: int) -> int:
    connection, path = _connect(url)
    try:
        connection.request("GET", path, headers={"Accept-Encoding": "identity"})
        response = connection.getresponse()
        _require_success(response.status, "download")
        with target.open("wb") as file:
            return _copy(response, file, most)
    except (OSError, http.client.HTTPException) as error:
        raise _Passing(f"The download failed: {_describe(error)}") from error
    finally:
        connection.close()


def _copy(response: http.client.HTTPResponse, file: BinaryIO, most: int) -> int:
    if (response.length or 0) > most:
        raise TooLarge(f"The download is larger than {most} bytes.")
    size = 0
    while chunk := response.read(_CHUNK):
        size += len(chunk)
        if size > most:
            raise TooLarge(f"The download is larger than {most} bytes.")
        file.write(chunk)
    if response.length:
        raise _Passing("The download ended early.")
    return size


def _post_once(url: str, fields: Mapping[str, str], file: Path, attempt: int) -> None:
    boundary = f"----chatbuilder{secrets.token_hex(16)}"
    head, tail = _form_head(fields, boundary), f"\r\n--{boundary}--\r\n".encode()
    headers = {
        "Content-Type": f"multipart/form-data; boundary={boundary}",
        "Content-Length": str(len(head) + file.stat().st_size + len(tail)),
    }
    connection, path = _connect(url)
    try:
        connection.request("POST", path, body=_body(head, file, tail), headers=headers)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise _Passing(f"The upload failed: {_describe(error)}") from error
    finally:
        connection.close()
    if not (status == _ALREADY_THERE and attempt > 1):
        _require_success(status, "upload")


def _body(head: bytes, file: Path, tail: bytes) -> Iterator[bytes]:
    yield head
    with file.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            yield chunk
    yield tail


def _form_head(fields: Mapping[str, str], boundary: str) -> bytes:
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    parts.append(
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="result.tar"\r\n'
        "Content-Type: application/x-tar\r\n\r\n"
    )
    return "".join(parts).encode()


def _quoted(name: str) -> str:
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")


def _connect(url: str) -> tuple[http.client.HTTPConnection, str]:
    if not is_http_url(url):
        raise TransferFailed("Only http and https URLs are used.")
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if parts.scheme == "http":
        return http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=TIMEOUT_SECONDS), path
    context = ssl.create_default_context()
    return http.client.HTTPSConnection(str(parts.hostname), parts.port, timeout=TIMEOUT_SECONDS, context=context), path


def _require_success(status: int, what: str) -> None:
    if 200 <= status < 300:
        return
    if status in _RETRIED:
        raise _Passing(f"The {what} was answered with {status}.")
    raise TransferFailed(f"The {what} was answered with {status}.")


def _describe(error: Exception) -> str:
    return getattr(error, "strerror", None) or type(error).__name__
