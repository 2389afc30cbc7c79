"""Where the reporter goes into a page, and where it does not."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.services.publishing.previews.inject_reporter import ReporterConfig, inject_reporter
from shared.services.publishing.previews.read_preview_asset import PreviewAsset

CONFIG = ReporterConfig("https://api.example.com/v1/build-result", "nonce-1", 99)
MARK = re.compile(rb"<script>\(function \(config\) \{.*?\}\)\((\{.*?\})\);</script>", re.DOTALL)


def asset(body: bytes, *, is_page: bool = True) -> PreviewAsset:
    return PreviewAsset(
        body, "text/html; charset=utf-8", '"e"', is_page, {"Cache-Control": "private, no-cache", "X": "y"}
    )


def injected(body: bytes) -> bytes:
    """The page, with a mark where the script stands."""
    return MARK.sub(b"@", inject_reporter(asset(body), CONFIG).body)


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (b"<!doctype html><html><head><title>x</title>", b"<!doctype html><html><head>@<title>x</title>"),
        (b'<HTML lang="en"><HEAD data-a="b">x', b'<HTML lang="en"><HEAD data-a="b">@x'),
        (b"<html><body><header>x</header>", b"<html>@<body><header>x</header>"),
        (b"<!-- <head> --><html>\n<head\n>x", b"<!-- <head> --><html>\n<head\n>@x"),
        (b"\xef\xbb\xbf<!DOCTYPE html>\n<p>x", b"\xef\xbb\xbf<!DOCTYPE html>@\n<p>x"),
        (b"<p>x", b"@<p>x"),
        (b"", b"@"),
        (b"\xff\xfe\0<\0", b"@\xff\xfe\0<\0"),
    ],
)
def test_it_stands_first_in_the_page(page: bytes, expected: bytes) -> None:
    assert injected(page) == expected


def test_it_is_told_where_to_report_and_cannot_be_closed_early() -> None:
    config = CONFIG._replace(nonce="</script><script>alert(1)</script>")
    body = inject_reporter(asset(b"<head></head>"), config).body
    assert body.count(b"</script>") == 1
    (result,) = MARK.findall(body)
    assert json.loads(result) == config._asdict()


def test_a_page_with_a_nonce_is_kept_nowhere() -> None:
    page = inject_reporter(asset(b"<head></head>"), CONFIG)
    assert (page.etag, dict(page.headers)) == ("", {"Cache-Control": "private, no-store", "X": "y"})


@pytest.mark.parametrize(
    "body",
    [
        b'<head><meta http-equiv="Content-Security-Policy" content="x">',
        b"<META content='x'\nhttp-equiv=content-security-policy>",
    ],
)
def test_a_page_with_a_policy_of_its_own_is_left_alone(body: bytes) -> None:
    assert inject_reporter(asset(body), CONFIG) == asset(body)


def test_what_is_no_page_is_left_alone() -> None:
    script = asset(b"<head></head>", is_page=False)
    assert inject_reporter(script, CONFIG) is script


@given(st.binary(max_size=300) | st.text("<>!-/head tmlody\"'=\n", max_size=300).map(str.encode))
def test_no_byte_of_a_page_is_lost(page: bytes) -> None:
    body = inject_reporter(asset(page), CONFIG).body
    assert MARK.sub(b"", body, count=1) == page
