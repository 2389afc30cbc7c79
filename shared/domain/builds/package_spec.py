"""The packages that a job is built with: where each lies in the project, and the hash of its archive.

The worker has this file and no package: only the standard library is used.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

_NAME = r"(?:@[A-Za-z0-9~_-][A-Za-z0-9._~-]{0,100}/)?[A-Za-z0-9~_-][A-Za-z0-9._~-]{0,213}"
_PLACE = re.compile(rf"node_modules/{_NAME}(?:/node_modules/{_NAME})*\Z")
_NAMED = re.compile(rf"\A{_NAME}\Z")
_VERSION = re.compile(r"\A[0-9A-Za-z.+-]{1,100}\Z")
_INTEGRITY = re.compile(r"sha512-[A-Za-z0-9+/]{86}==\Z")
_PLATFORM = re.compile(r"!?[a-z0-9]{1,20}\Z")
_MOST, _PLACE_CHARS = 5000, 1000


@dataclass(frozen=True)
class Package:
    """One package. `integrity` is npm's hash of its archive; `os`, `cpu` and `libc` say where it is of use, if not
    everywhere; `url` is a short-lived address of the archive, for a worker that has no packages of its own."""

    place: str
    name: str
    version: str
    integrity: str
    os: tuple[str, ...] = ()
    cpu: tuple[str, ...] = ()
    libc: tuple[str, ...] = ()
    url: str = ""

    def fits(self, os: str, cpu: str, libc: str) -> bool:
        """Whether it is of use on such a machine, by npm's own names of them."""
        return _allows(self.os, os) and _allows(self.cpu, cpu) and _allows(self.libc, libc)

    def document(self) -> dict[str, Any]:
        """As it is sent: what is empty is left out."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in vars(self).items() if value}


def archive_key(integrity: str) -> str:
    return f"packages/archives/{hashlib.sha256(integrity.encode()).hexdigest()}.tgz"


def _allows(listed: tuple[str, ...], here: str) -> bool:
    wanted = [name for name in listed if not name.startswith("!")]
    return f"!{here}" not in listed and (not wanted or here in wanted)


def is_http_url(text: str) -> bool:
    """Whether `text` is an http(s) URL with a host and nothing that could split a request line."""
    if not 1 <= len(text) <= 8192 or not text.isascii() or any(ord(char) <= 0x20 or char == "\x7f" for char in text):
        return False
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def parse_packages(value: object) -> tuple[Package, ...] | None:
    """The packages of a job, or None where it names none and gets all there are. ValueError says what is wrong."""
    if value is None:
        return None
    if not isinstance(value, list) or len(value) > _MOST:
        raise ValueError(f"a list of at most {_MOST} packages is required")
    packages = tuple(map(_package, value))
    if len({one.place for one in packages}) != len(packages):
        raise ValueError("two packages have one place")
    return packages


def _package(value: object) -> Package:
    if not isinstance(value, Mapping):
        raise ValueError("each package is an object")
    place = _text(value, "place", _PLACE)
    if len(place) > _PLACE_CHARS:
        raise ValueError("a place is too long")
    return Package(
        place=place,
        name=_text(value, "name", _NAMED),
        version=_text(value, "version", _VERSION),
        integrity=_text(value, "integrity", _INTEGRITY),
        url=_url(value.get("url", "")),
        os=_platforms(value.get("os", [])),
        cpu=_platforms(value.get("cpu", [])),
        libc=_platforms(value.get("libc", [])),
    )


def _text(value: Mapping[Any, Any], name: str, form: re.Pattern[str]) -> str:
    text = value.get(name)
    if not isinstance(text, str) or form.match(text) is None:
        raise ValueError(f"the {name} of a package is missing or malformed")
    return text


def _platforms(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) and _PLATFORM.match(name) for name in value):
        raise ValueError("the platforms of a package are short names")
    return tuple(value)


def _url(value: object) -> str:
    if not isinstance(value, str) or not (value == "" or is_http_url(value)):
        raise ValueError("the address of a package is no http(s) URL")
    return value
