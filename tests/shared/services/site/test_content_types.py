"""Types come from the table; caching from names and from what the source held."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.tree.managed_paths import BINARY_EXTENSIONS
from shared.services.site.content_types import (
    IMMUTABLE,
    NO_CACHE,
    OCTETS,
    SHORT,
    cache_control,
    content_type,
    is_hashed,
)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("index.html", "text/html; charset=utf-8"),
        ("INDEX.HTML", "text/html; charset=utf-8"),
        ("assets/a.js", "text/javascript; charset=utf-8"),
        ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.css", "text/css; charset=utf-8"),
        ("icons.svg", "image/svg+xml"),
        ("a.wasm", "application/wasm"),
        ("a.woff2", "font/woff2"),
        ("a.js.map", "application/json"),
        ("site.webmanifest", "application/manifest+json"),
        ("a.exe", OCTETS),
        ("LICENSE", OCTETS),
        ("html", OCTETS),
        ("a.html/b", OCTETS),
        (".html", "text/html; charset=utf-8"),
    ],
)
def test_the_extension_decides(path: str, expected: str) -> None:
    assert content_type(path) == expected


def test_every_binary_a_project_may_hold_has_a_type() -> None:
    assert [kind for kind in sorted(BINARY_EXTENSIONS) if content_type(f"a.{kind}") == OCTETS] == []


@given(st.text(max_size=60))
def test_every_path_has_some_type_that_needs_no_sniffing(path: str) -> None:
    kind = content_type(path)
    assert "/" in kind
    assert kind.isascii()


@pytest.mark.parametrize(
    ("path", "public", "expected"),
    [
        ("assets/index-B4kz91Xa.js", (), IMMUTABLE),
        ("assets/deep/index-B4kz91Xa.js", (), IMMUTABLE),
        ("assets/index-DiwrgTda.css", (), IMMUTABLE),
        ("assets/a-_x9-Zz0a.woff2", (), IMMUTABLE),
        ("assets/index-B4kz91Xa.js.map", (), IMMUTABLE),
        ("assets/my-portrait.png", (), SHORT),
        ("assets/photo-AAAA1111.png", ("assets/photo-AAAA1111.png",), SHORT),
        ("index-B4kz91Xa.js", (), SHORT),
        ("assets/index.js", (), SHORT),
        ("favicon.svg", ("favicon.svg",), SHORT),
        ("sw.js", ("sw.js",), "public, max-age=60"),
        ("sw.js", (), "public, max-age=60"),
        ("Grüße an alle.webmanifest", ("Grüße an alle.webmanifest",), SHORT),
        ("index.html", (), NO_CACHE),
        ("about/index.html", (), NO_CACHE),
        ("assets/page-B4kz91Xa.html", (), NO_CACHE),
    ],
)
def test_only_what_the_bundler_named_by_its_content_is_kept_for_a_year(
    path: str, public: tuple[str, ...], expected: str
) -> None:
    assert cache_control(path, public) == expected


def test_a_word_of_eight_letters_is_taken_for_a_word() -> None:
    assert not is_hashed("assets/hero-portrait.png", ())
