"""What a pattern weighs: never less than the places that its counts make."""

import pytest

from shared.domain.text.text_pattern import pattern_weight


@pytest.mark.parametrize(
    ("pattern", "least", "most"),
    [
        ("needle", 6, 6),
        (r"use(State|Effect)\(", 12, 20),
        (r"\d{4}-\d{2}-\d{2}", 10, 10),
        ("[a-f0-9]{40}", 40, 40),
        (".{0,100}foo.{0,100}", 203, 203),
        ("(a{1,50}){1,50}b", 2_500, 2_700),
        ("((a{9}){9}){9}", 729, 1_000),
        ("a{9}{9}{9}", 729, 729),
        ("(ab|cd){50}", 200, 350),
        ("(a?){900}b", 900, 1_900),
        ("([]a(]{9}){9}", 81, 100),
        (r"([^\](]{9}){9}", 81, 100),
        (r"(\({9}\)){9}", 81, 110),
        ("([[a](]{9}){9}", 81, 100),
        (r"(\p{Greek}{9}){9}", 81, 100),
        ("(a{9,}){9}", 90, 110),
        ("(a{,9}){9}", 81, 100),
        ("(?x)(a{9} #)\n){9}", 81, 10_000),
        ("(?ix:a{9} # (\n){9}", 81, 10_000),
    ],
)
def test_a_part_weighs_as_often_as_it_may_be_repeated(pattern: str, least: int, most: int) -> None:
    assert least <= pattern_weight(pattern) <= most


def test_spaces_without_end_in_a_count_take_no_longer_than_its_length_squared() -> None:
    assert pattern_weight("a{" + " " * 3_000) <= 3_002
    assert pattern_weight("a{" + " " * 3_000 + "9}") == 9
    assert pattern_weight("(?x)" + "{" * 3_000) <= 3_004
