"""Slugs and the host labels made from them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.apps.slugs import (
    derive_slug,
    revision_label,
    validate_slug,
    with_suffix,
)
from shared.domain.errors import Invalid
from shared.domain.ids import new_id

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
