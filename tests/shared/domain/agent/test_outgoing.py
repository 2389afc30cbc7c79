"""Which addresses an agent may ask: every way in that is known, and none of them open."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.agent.outgoing import OutRequest, checked, is_public, redirected, target_of
from shared.domain.errors import Invalid

PORTS = (80, 443)
CLOSED = [
    "127.0.0.1", "127.255.255.254", "0.1.2.3", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255",
    "0.0.0.0",  # noqa: S104 - to be refused, not bound
    "192.168.0.1", "169.254.169.254", "169.254.170.2", "100.64.0.1", "100.100.100.200", "192.0.0.1", "192.0.2.1",
    "198.18.0.1", "198.51.100.1", "203.0.113.1", "192.88.99.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
    "255.255.255.255", "168.63.129.16", "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1",
    "2001:0:53aa:64c:0:0:0:1", "2002:7f00:1::", "2002:808:808::", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0",
    "fec0::1", "ff02::1", "3fff::1", "5f00::1", "2606:4700::1%lo", "", "localhost", "1.2.3", "0x7f.1", "2130706433",
    "8.8.8.8.", " 8.8.8.8", "8.8.8.8\x00", "08.8.8.8",
]  # fmt: skip
OPEN = ["8.8.8.8", "1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111", "2a00:1450:4001::1"]


@pytest.mark.parametrize("address", CLOSED, ids=ascii)
def test_what_is_not_plainly_public_is_closed(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", OPEN)
def test_what_is_public_is_open(address: str) -> None:
    assert is_public(address)


@given(st.ip_addresses(v=4))
def test_no_private_address_is_public_however_it_is_written(address: ipaddress.IPv4Address) -> None:
    if not is_public(str(address)):
        return
    assert address.is_global and not address.is_multicast
    for written in (f"::ffff:{address}", f"64:ff9b::{address}", f"::{address}", f"::ffff:0:{address}"):
        assert not is_public(written)


@pytest.mark.parametrize(
    "url",
    [
        "", "x", "//example.com/", "example.com", "ftp://example.com/", "file:///etc/passwd", "gopher://example.com/",
        "javascript:alert(1)", "data:text/plain,x", "HTTP://", "http:///x", "https://?x", "http://user@example.com/",
        "http://user:pass@example.com/", "http://example.com@127.0.0.1/", "http://@example.com/", "http://localhost/",
        "http://intranet/", "http://metadata/", "http://metadata.google.internal/", "http://printer.local/",
        "http://x.localhost/", "http://example.com:8080/", "http://example.com:22/", "http://example.com:0/",
        "http://example.com:99999/", "http://example.com:x/", "http://example.com:-1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/", "http://[fe80::1%25eth0]/", "http://[64:ff9b::7f00:1]/", "http://[::1", "http://]/",
        "http://exa mple.com/", "http://example.com/a b", "http://example.com\\@127.0.0.1/",
        "http://example.com/\r\nX: y",
        "http://exam\tple.com/", "\x00http://example.com/", "http://example.com/" + "a" * 3_000, "http://.com/",
        "http://..example.com/", "http://ex%61mple.com/", "http://127.0.0.1%2f@example.com/", "http://2130706433/",
        "http://0x7f000001/", "http://" + "a" * 300 + ".com/", "http://a..b/", "http://\ud800.com/",
        "http://example.com#@127.0.0.1:22/" * 100,
    ],
    ids=lambda url: ascii(url)[:40],
)  # fmt: skip
def test_an_address_that_may_not_be_asked(url: str) -> None:
    with pytest.raises(Invalid):
        target_of(url, PORTS)


def test_an_address_is_taken_apart() -> None:
    target = target_of("HTTPS://Api.Example.com/v1/ä?q=a b#frag".replace(" ", "%20"), PORTS)
    assert target == ("https", "api.example.com", 443, "/v1/%C3%A4?q=a%20b")
    assert target_of("http://example.com", PORTS) == ("http", "example.com", 80, "/")
    assert target_of("http://bücher.example/", PORTS).host == "xn--bcher-kva.example"
    assert target_of("http://example.com:8443/", (80, 8443)).port == 8443
    assert target_of("http://[2606:4700:4700::1111]/", PORTS).host == "2606:4700:4700::1111"
    assert target_of("http://127.0.0.1/", PORTS).host == "127.0.0.1", "addresses are judged when they are looked up"


@given(st.text(max_size=60))
def test_no_text_whatever_breaks_the_reader(text: str) -> None:
    for url in (text, f"http://{text}/", f"https://example.com{text}"):
        try:
            target = target_of(url, PORTS)
        except Invalid:
            continue
        assert target.path.isascii() and target.path.startswith("/") and not set(target.path) & set(" \r\n\t")
        assert target.host.isascii() and target.port in PORTS and "@" not in target.host


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "127.0.0.1"}, {"content-length": "5"}, {"Transfer-Encoding": "chunked"}, {"X-Forwarded-For": "1"},
        {"Proxy-Authorization": "x"}, {"X-Amz-Security-Token": "x"}, {"Connection": "x"}, {"Sec-Fetch-Site": "x"},
        {"a b": "x"}, {"": "x"}, {"x:": "y"}, {"x\r\ny": "z"}, {"x": "a\r\nHost: b"}, {"x": "a\x00"}, {"x": "é"},
        {"x": "a" * 3_000}, {str(number): "x" for number in range(21)}, {"Referer": "x"},
    ],
    ids=ascii,
)  # fmt: skip
def test_headers_that_are_not_theirs_to_set(headers: dict[str, str]) -> None:
    with pytest.raises(Invalid):
        checked(OutRequest("GET", "http://example.com/", headers))


def test_bodies() -> None:
    assert checked(OutRequest("POST", "http://example.com/", {"Accept": "a/b"}, b"x" * 65_536))
    for request in (OutRequest("GET", "http://x.y/", {}, b""), OutRequest("POST", "http://x.y/", {}, b"x" * 65_537)):
        with pytest.raises(Invalid):
            checked(request)


def test_redirects_lose_secrets_on_the_way_to_another_origin() -> None:
    asked = OutRequest("GET", "https://a.example/x/y", {"Authorization": "s", "X-Api-Key": "k", "Accept": "b/c"},
                       hosts=frozenset({"b.example"}))  # fmt: skip
    same = redirected(asked, 302, "../z", PORTS)
    assert same == asked._replace(url="https://a.example/z")
    other = redirected(asked, 301, "//b.example/", PORTS)
    assert other == asked._replace(url="https://b.example/", headers={"Accept": "b/c"})
    with pytest.raises(Invalid, match=r"redirects to c\.example"):
        redirected(asked, 301, "//c.example/", PORTS)
    assert redirected(asked, 200, "/z", PORTS) is None and redirected(asked, 302, None, PORTS) is None


def test_a_post_becomes_a_get_or_ends() -> None:
    asked = OutRequest("POST", "https://a.example/", {}, b"x")
    for status in (301, 302, 303):
        assert redirected(asked, status, "/y", PORTS) == OutRequest("GET", "https://a.example/y", {})
    for status in (307, 308):
        assert redirected(asked, status, "/y", PORTS) is None


@pytest.mark.parametrize(
    "where", ["http://a.example/", "file:///etc/passwd", "https://u@b.example/", "https://b.example:22/"]
)
def test_a_redirect_leads_nowhere_it_may_not(where: str) -> None:
    with pytest.raises(Invalid):
        redirected(OutRequest("GET", "https://a.example/"), 302, where, PORTS)
