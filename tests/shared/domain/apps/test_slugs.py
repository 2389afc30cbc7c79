"""Slugs and the host labels made from them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.apps.page_name import STARTERS, name_of_page
from shared.domain.apps.slugs import (
    derive_slug,
    revision_label,
    validate_slug,
    with_suffix,
)
from shared.domain.errors import Invalid
from shared.domain.ids import new_id
from shared.services.assets.load_templates import load_templates

SLUGS = st.from_regex(r"[a-z0-9][a-z0-9-]{1,48}[a-z0-9]", fullmatch=True).filter(lambda slug: slug[2:4] != "--")


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("My Shop", "my-shop"),
        ("Café Déjà-vu!", "cafe-deja-vu"),
        ("Straße & Łódź", "strasse-and-lodz"),
        ("  --Hello__World--  ", "hello-world"),
        ("🎉🎉", "my-app"),
        ("Party 🎉", "party"),
        ("日本語", "my-app"),
        ("", "my-app"),
        ("Go", "go-app"),
        ("Admin", "admin-app"),
        ("WWW", "www-app"),
        ("xn--abc", "xn-abc"),
        ("Ⅳ ﬁne", "iv-fine"),
        ("a very long name that goes on and on until nobody reads it", "a-very-long-name-that-goes-on-and-on-until"),
        ("x" * 80, "x" * 46),
    ],
)
def test_a_name_becomes_a_slug(name: str, slug: str) -> None:
    assert derive_slug(name) == slug


@given(st.text(max_size=120))
def test_a_derived_slug_is_always_valid(name: str) -> None:
    assert validate_slug(derive_slug(name)) == derive_slug(name)


@pytest.mark.parametrize(
    "slug",
    ["ab", "a" * 51, "", "-abc", "abc-", "Abc", "a_b_c", "a b", "party-🎉", "xn--abc", "ab--cd", "www", "api", "app",
     "café", "abc\n", "../abc", "a.b"],
)  # fmt: skip
def test_a_bad_slug_is_refused_with_a_good_one_as_hint(slug: str) -> None:
    with pytest.raises(Invalid) as caught:
        validate_slug(slug)
    assert caught.value.code == "VALIDATION_FAILED"
    hint = re.search(r"'(.+)'", caught.value.diagnostics[0].hint or "")
    assert hint is not None
    assert validate_slug(hint[1])


@given(SLUGS, st.integers(min_value=2, max_value=10**6))
def test_a_suffix_keeps_it_a_slug(slug: str, number: int) -> None:
    assert validate_slug(with_suffix(slug, number)).endswith(f"-{number}")


@given(SLUGS)
def test_a_revision_label_fits_dns_and_begins_with_the_slug(slug: str) -> None:
    revision = new_id("rev")
    label = revision_label(slug, revision)
    assert len(label) <= 63
    assert label == f"{slug[:31].rstrip('-')}--{revision}"


def page(title: str | bytes) -> bytes:
    inner = title.encode() if isinstance(title, str) else title
    return b'<!doctype html><html lang="de"><head><meta charset="utf-8"><title>' + inner + b"</title></head></html>"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Salon Rosa", "Salon Rosa"),
        ("\n   Salon\n   Rosa ", "Salon Rosa"),
        ("Haar &amp; Hund", "Haar & Hund"),
        ("Möbel Özdemir – 100% Eiche", "Möbel Özdemir – 100% Eiche"),
        ("理髪店", "理髪店"),
        (f"Salon Rosa | {'Cuts and colour ' * 10}", "Salon Rosa"),
        ("x" * 60, "x" * 60),
    ],
)
def test_a_sensible_title_is_the_name(title: str, name: str) -> None:
    assert name_of_page(page(title)) == name
    assert name_of_page(page(title).replace(b"<title>", b'<TITLE data-a="1">')) == name


@pytest.mark.parametrize(
    "title",
    [
        *sorted(STARTERS), "", " ", "R", "x" * 61, "x" * 2_000, "&#8203;&#8203;", "Salon\u202easoR",
        "Salon &#x202e;asoR",
        "a\0b", "&lt;script&gt;alert(1)&lt;/script&gt;", "<b>Salon</b>", "{{ title }}", "{title}", "%VITE_TITLE%",
        b"\xff\xfeSalon",
    ],
)  # fmt: skip
def test_what_is_no_name_is_none(title: str | bytes) -> None:
    assert name_of_page(page(title)) is None
    assert name_of_page(page(title.upper())) is None


@pytest.mark.parametrize(
    "bare",
    [b"", b"<html>", b"\x89PNG\r\n", b"<title>Salon Rosa", b"<title>" * 1_000_000, b"<title " * 1_000_000,
     b"<!--" * 2_500_000, b" " * 10_000_000 + page("Salon Rosa")],
)  # fmt: skip
def test_a_page_without_a_title_near_its_beginning_has_no_name(bare: bytes) -> None:
    assert name_of_page(bare) is None


def test_no_template_pack_names_an_app() -> None:
    for pack in load_templates().values():
        assert name_of_page(pack.files["index.html"]) is None, pack.key
