"""What a page calls itself, from titles that models write and from hostile ones."""

import pytest

from shared.domain.apps.page_name import STARTERS, name_of_page
from shared.services.assets.load_templates import load_templates


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
