"""The page of an import is compared with the one that the project showed as it came."""

import pytest

from shared.domain.builds.worker_page import OriginalPage, PageReport
from shared.services.builds.worker.compare_page import compared

SHOP = 'heading "Hats for everybody"\nlink "About our workshop" -> /about\nparagraph: "Made by hand since 1890."'


def page(tree: str) -> PageReport:
    return PageReport(tree=tree, screenshot=True)


def codes(now: str, before: str | None) -> list[str]:
    original = OriginalPage(page=page(before)) if before is not None else OriginalPage(message="It was not built.")
    return [one.code for one in compared(page(now), original)]


@pytest.mark.parametrize(
    ("now", "before", "expected"),
    [
        (SHOP, SHOP, []),
        ("", SHOP, ["PAGE_BLANK"]),
        ("", "", []),
        ("", None, []),
        ('heading "Not found"', SHOP, ["PAGE_DIFFERS"]),
        ("image", SHOP, ["PAGE_DIFFERS"]),
        ('heading "Hats for everybody"\nlink "About our workshop" -> /about', SHOP, []),
        (SHOP, 'heading "Hats"', []),
        ('heading "Good evening"\ntext "21:07"', 'heading "Good morning"\ntext "09:15"', []),
        ('heading "Hats for everybody"\nlink "About our workshop" -> /', SHOP.replace("1890", "1891"), []),
    ],
)
def test_it_fails_where_little_is_left_of_the_words(now: str, before: str | None, expected: list[str]) -> None:
    assert codes(now, before) == expected


def test_both_pages_are_quoted_within_bounds() -> None:
    (blank,) = compared(page(""), OriginalPage(page=page(SHOP)))
    assert "Hats for everybody About our workshop" in blank.message
    (differs,) = compared(
        page('heading "Not found"'), OriginalPage(page=page('text "' + "word salad " * 90 + ' and many others"'))
    )
    assert '"Not found"' in differs.message and len(differs.message) < 800


def test_nothing_is_said_where_the_page_was_not_seen_or_there_is_no_original() -> None:
    assert compared(PageReport(tree=""), OriginalPage(page=page(SHOP))) == []
    assert compared(page(""), None) == []
