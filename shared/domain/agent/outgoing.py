"""Requests that leave the system on an agent's word: which addresses they may name, and which they may reach."""

import ipaddress
import re
from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from shared.domain.errors import Invalid

Method = Literal["GET", "POST"]
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_HTTP, _HTTPS = 80, 443
_URL_MOST, _BODY_MOST, _HEADERS_MOST, _VALUE_MOST = 2_000, 64 * 1024, 20, 2_000
_UNSAFE = re.compile(r"[\x00-\x20\x7f\\]")
_HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)+\.?\Z")
_NUMBER = re.compile(r"(\d+|0x[0-9a-f]*)\Z", re.ASCII)
_HEADER = re.compile(r"[A-Za-z0-9-]{1,60}\Z")
_VALUE = re.compile(r"[\x20-\x7e]*\Z")
_OURS = frozenset({
    "host", "content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer", "upgrade", "expect",
    "forwarded", "via", "accept-encoding", "origin", "referer",
})  # fmt: skip
_OUR_KINDS = ("proxy-", "x-forwarded-", "x-amz-", "x-aws-", "sec-")
_INSIDE = (".localhost", ".local", ".internal", ".intranet", ".lan", ".home.arpa", ".corp", ".onion")
_CLOSED = tuple(map(ipaddress.ip_network, (
    "192.0.0.0/24", "192.88.99.0/24", "100.64.0.0/10", "198.18.0.0/15", "168.63.129.16/32",
    "::/8", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/23", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7",
    "fe80::/10", "fec0::/10", "ff00::/8",
)))  # fmt: skip
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_KEPT_ELSEWHERE = frozenset({"accept", "accept-language", "content-type"})


class OutRequest(NamedTuple):
    """What an agent asks for. `hosts`: where a redirect may lead besides the host that was asked."""

    method: Method
    url: str
    headers: Mapping[str, str] = {}
    body: bytes | None = None
    hosts: frozenset[str] = frozenset()


class OutAnswer(NamedTuple):
    """What came back: whatever it says was written by strangers. `text` is None for what is no text."""

    url: str
    status: int
    content_type: str
    size: int
    text: str | None
    cut: bool = False
    redirects: int = 0


class Target(NamedTuple):
    """An address taken apart and found fit to be looked up."""

    scheme: Literal["http", "https"]
    host: str
    port: int
    path: str

    @property
    def origin(self) -> tuple[str, str, int]:
        """What headers with secrets are meant for."""
        return self.scheme, self.host, self.port

    @property
    def key(self) -> str:
        """The host as a list of hosts names it: with its port, unless that is the one of https."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == _HTTPS else f"{name}:{self.port}"

    @property
    def url(self) -> str:
        """The address exactly as it is sent."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        usual = self.port == (_HTTPS if self.scheme == "https" else _HTTP)
        return f"{self.scheme}://{name}{'' if usual else f':{self.port}'}{self.path}"

    @property
    def is_inside(self) -> bool:
        """Whether it names an address that is refused without a look-up."""
        return _is_numeric(self.host) and not is_public(self.host)


def target_of(url: str, ports: Collection[int]) -> Target:
    """The target of an absolute http(s) address; Invalid says why it is not one that may be asked."""
    if len(url) > _URL_MOST or _UNSAFE.search(url):
        raise Invalid(
            f"An address has at most {_URL_MOST} characters, and no spaces, control characters or backslashes."
        )
    try:
        parts = urlsplit(url)
        port, name = parts.port, parts.hostname or ""
    except ValueError:
        raise Invalid("The address cannot be read.") from None
    scheme = parts.scheme.lower()
    if scheme not in ("http", "https"):
        raise Invalid("Only http and https addresses may be asked.")
    if "@" in parts.netloc:
        raise Invalid("An address may not carry a user name or password; send a header instead.")
    port = (443 if scheme == "https" else 80) if port is None else port
    if port not in ports:
        raise Invalid(f"Port {port} may not be asked; allowed are {', '.join(map(str, sorted(ports)))}.")
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = f"?{quote(parts.query, safe='/%:@!$&()*+,;=~-._?')}" if parts.query else ""
    return Target("https" if scheme == "https" else "http", _host(name), port, path + query)


def host_key(text: str) -> str:
    """A host that a person names (`name` or `name:port`) in the one form that is compared; else Invalid."""
    found = target_of(f"https://{text.strip()}/", range(65_536))
    if found.path != "/" or any(mark in text for mark in "/?#"):
        raise Invalid("Name a host, or host:port; no scheme, no path, no wildcard.")
    return found.key


def _host(name: str) -> str:
    """A name with a dot and none at its end, or a literal address that is public."""
    if ":" in name:
        return ipaddress.ip_address(require_public(name)).compressed
    try:
        plain = name if name.isascii() else name.encode("idna").decode("ascii")
    except UnicodeError:
        plain = ""
    if not _HOST.match(plain) or len(plain) > 253 or plain.rstrip(".").endswith(_INSIDE):
        raise Invalid("The address names no public host.")
    host = plain.lower().rstrip(".")
    if _is_numeric(host) and not _is_ipv4(host):
        raise Invalid("Write an IPv4 address as four decimal numbers without leading zeros.")
    return host


def _is_numeric(host: str) -> bool:
    """Whether a resolver may read it as an address: no public name ends in a number."""
    return _NUMBER.match(host.rpartition(".")[2]) is not None


def _is_ipv4(host: str) -> bool:
    """As four plain numbers: resolvers also take octal, hexadecimal and fewer parts, and reach another address."""
    try:
        ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return True


def require_public(address: str) -> str:
    """The address itself when anybody on the Internet could reach it; else Invalid."""
    if not is_public(address):
        raise Invalid("The host is not on the public Internet, so it is not asked.")
    return address


def is_public(address: str) -> bool:
    """Whether an IP address is an ordinary public one: not private, local, metadata, multicast, reserved, or a way
    of writing another address (mapped, translated, tunnelled).
    """
    try:
        found: Address = ipaddress.ip_address(address)
    except ValueError:
        return False
    if found.version == 6 and found.scope_id is not None:
        return False
    closed = any(found in network for network in _CLOSED if network.version == found.version)
    odd = found.is_multicast or found.is_reserved or found.is_loopback or found.is_link_local or found.is_unspecified
    return found.is_global and not found.is_private and not odd and not closed


def checked(request: OutRequest) -> OutRequest:
    """The request when its headers and body may be sent; else Invalid."""
    if len(request.headers) > _HEADERS_MOST:
        raise Invalid(f"At most {_HEADERS_MOST} headers.")
    for name, value in request.headers.items():
        if not _HEADER.match(name) or len(value) > _VALUE_MOST or not _VALUE.match(value):
            raise Invalid(f"The header {name[:60]!r} cannot be sent: plain ASCII on one line only.")
        if name.lower() in _OURS or name.lower().startswith(_OUR_KINDS):
            raise Invalid(f"The header {name} is not yours to set.")
    if request.body is not None and (request.method == "GET" or len(request.body) > _BODY_MOST):
        raise Invalid(f"Only a POST has a body, of at most {_BODY_MOST // 1024} KiB.")
    return request


def redirected(request: OutRequest, status: int, location: str | None, ports: Collection[int]) -> OutRequest | None:
    """The request that a redirect asks for; None when the answer is the last. Invalid when it leads where none may go.

    A POST becomes a GET, or ends there where it would have to be sent again. Secrets stay with the host they are for.
    """
    if status not in _REDIRECTS or not location or (request.method == "POST" and status in (307, 308)):
        return None
    url = urljoin(request.url, location)
    before, after = target_of(request.url, ports), target_of(url, ports)
    if (before.scheme, after.scheme) == ("https", "http"):
        raise Invalid("The host redirects from https to http, which is not followed.")
    if not _is_same_place(before, after) and after.key not in request.hosts:
        raise Invalid(f"The host redirects to {after.key}, which is not followed. Ask for it by itself.")
    kept = request.headers if before.origin == after.origin else _without_secrets(request.headers)
    return OutRequest("GET", url, kept, hosts=request.hosts)


def _is_same_place(before: Target, after: Target) -> bool:
    """The same host and port, or the same host by https."""
    upgraded = before.scheme == "http" and after.scheme == "https" and (before.port, after.port) == (_HTTP, _HTTPS)
    return before.host == after.host and (before.port == after.port or upgraded)


def _without_secrets(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name.lower() in _KEPT_ELSEWHERE}
