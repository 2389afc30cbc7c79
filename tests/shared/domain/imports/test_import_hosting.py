"""What tells other hosts of static sites what to do: done here, made a page, or said to be not done."""

import pytest

from shared.domain.base import Files
from shared.domain.imports.import_hosting import fit_hosting
from shared.domain.publishing.header_file import cache_of, read_header_file


def said(files: Files) -> dict[str, str]:
    return {each.code: each.message for each in fit_hosting(files)[1]}


@pytest.mark.parametrize("rule", ["/* /index.html 200", "/*  /  200!", "# a\n\n/* /index.html 200 # all"])
def test_the_rule_of_single_page_apps_holds_anyway(rule: str) -> None:
    assert fit_hosting({"public/_redirects": rule.encode()}) == ({"public/_redirects": rule.encode()}, [])


def test_a_page_that_moved_leads_on() -> None:
    files, found = fit_hosting(
        {"_redirects": b'/old.html /new?a=1&b=2\n/a/b.html https://example.com/"><script> 301\n'}
    )
    assert [(each.code, each.severity) for each in found] == [
        ("REDIRECTS_MAPPED", "info"),
        ("REDIRECTS_NOT_DONE", "warning"),
    ]
    assert sorted(files) == ["public/_redirects", "public/old.html"]
    assert b'url=/new?a=1&amp;b=2"' in files["public/old.html"]


@pytest.mark.parametrize(
    "rule",
    ["/old /new 301", "/api/* https://api.example.com/:splat 200", "/x.html /y 404", "/../x.html /y", "/*.html /y",
     "/x.html javascript:alert(1)", "/x.html /x.html",
     "/here.html /y", "/ /home", "/x.html /y <b>", "/a /b Country=de"],
)  # fmt: skip
def test_others_are_said_and_make_no_page(rule: str) -> None:
    files, found = fit_hosting({"public/_redirects": rule.encode(), "here.html": b""})
    is_page = rule.endswith("<b>")
    assert (len(files), [each.code for each in found]) == (
        (3, ["REDIRECTS_MAPPED"]) if is_page else (2, ["REDIRECTS_NOT_DONE"])
    )


@pytest.mark.parametrize("content", [b"\xff\0", b"/a " * 50_000, b"/a.html /b\n" * 5_000, b"/" * 100_000])
def test_an_odd_file_ends(content: bytes) -> None:
    assert len(fit_hosting({"public/_redirects": content})[0]) <= 2


def test_many_redirects_make_few_pages() -> None:
    rules = "\n".join(f"/{number}.html /new" for number in range(400))
    files, found = fit_hosting({"public/_redirects": rules.encode()})
    assert len(files) == 51
    assert [each.code for each in found] == ["REDIRECTS_MAPPED", "REDIRECTS_NOT_DONE"]


def test_headers_that_no_stored_file_carries_and_a_domain_are_said() -> None:
    headers = b"/*\n  X-Frame-Options: DENY\n  Cache-Control: max-age=60\n"
    found = said({"public/_headers": headers, "CNAME": b"www.example.com\n"})
    assert found.keys() == {"HEADERS_NOT_SENT", "DOMAIN_NOT_SET"}
    assert "X-Frame-Options" in found["HEADERS_NOT_SENT"] and "Cache-Control" not in found["HEADERS_NOT_SENT"]
    assert "'www.example.com'" in found["DOMAIN_NOT_SET"]
    assert said({"public/_headers": b"/*\n  Cache-Control: no-store\n", "public/CNAME": b""}) == {}


TEXT = """/*
  Cache-Control: public, max-age=600
/data/*
  # ours
  Cache-Control: public,max-age=31536000,immutable
/now.json
  cache-control: no-store, private
/*.bin
  Cache-Control: s-maxage=7
"""


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("a.txt", "public, max-age=600"),
        ("data/a.txt", "public, max-age=86400"),
        ("now.json", "no-store"),
        ("x/y.bin", "public, max-age=7"),
        ("index.html", None),
        ("data/page.htm", None),
    ],
)
def test_the_last_rule_that_fits_says_how_long_a_file_is_kept_and_a_page_is_always_asked_for(
    path: str, value: str | None
) -> None:
    assert cache_of(path, read_header_file(TEXT).rules) == value


@pytest.mark.parametrize(
    "text",
    ["/*\n  Cache-Control: x\r\nSet-Cookie: a=1", "/*\n Cache-Control: private", "Cache-Control: no-store",
     " x: y\n" * 9000, "/" * 100_000]
)  # fmt: skip
def test_nothing_else_gets_into_a_header(text: str) -> None:
    assert read_header_file(text).rules == []
