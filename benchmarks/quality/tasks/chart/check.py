"""A bar chart that tells the truth."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site

NAMES = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
]  # fmt: skip
RAIN = [62, 48, 55, 40, 71, 83, 96, 90, 58, 74, 105, 88]


def check_twelve_bars(site: Site) -> None:
    page = site.open()
    page.get_by_test_id(f"bar-{NAMES[-1]}").first.wait_for()
    counts = [page.get_by_test_id(f"bar-{name}").count() for name in NAMES]
    assert counts == [1] * 12, counts


def check_heights_are_in_proportion(site: Site) -> None:
    heights = tops_and_heights(site.open())[1]
    wrong = [
        name for name, tall, rain in zip(NAMES, heights, RAIN, strict=True)
        if abs(tall / heights[10] - rain / 105) > 0.02
    ]  # fmt: skip
    assert not wrong, f"not as tall as they should be beside November: {wrong}"


def check_bars_stand_on_one_line(site: Site) -> None:
    tops, heights = tops_and_heights(site.open())
    feet = [top + tall for top, tall in zip(tops, heights, strict=True)]
    assert max(feet) - min(feet) < 2, feet


def check_chart_has_a_name(site: Site) -> None:
    expect(site.open().get_by_role("img", name="Rain by month")).to_be_visible()


def check_wettest(site: Site) -> None:
    expect(site.open().get_by_test_id("wettest")).to_have_text("November")


def check_total(site: Site) -> None:
    expect(site.open().get_by_test_id("total")).to_have_text(re.compile(r"^\s*870\s*mm\s*$"))


def check_inches(site: Site) -> None:
    page = site.open()
    page.get_by_role("button", name="Inches").click()
    expect(page.get_by_test_id("total")).to_have_text(re.compile(r"^\s*34\.3\s*in\s*$"))


def check_table_in_inches(site: Site) -> None:
    page = site.open()
    page.get_by_role("button", name="Inches").click()
    page.get_by_role("button", name="Table").click()
    expect(page.get_by_role("row").filter(has_text="November")).to_contain_text(re.compile(r"(?<![\d.])4\.1(?!\d)"))


def check_and_back(site: Site) -> None:
    page = site.open()
    page.get_by_role("button", name="Inches").click()
    page.get_by_role("button", name="Inches").click()
    page.get_by_role("button", name="Table").click()
    expect(page.get_by_role("row").filter(has_text="August")).to_contain_text(re.compile(r"(?<![\d.])90(?!\d)"))


def check_table_instead_of_chart(site: Site) -> None:
    page = site.open()
    page.get_by_test_id("bar-August").wait_for()
    page.get_by_role("button", name="Table").click()
    page.get_by_role("row").filter(has_text="August").wait_for()
    expect(page.get_by_test_id("bar-August")).to_be_hidden()


def check_chart_again(site: Site) -> None:
    page = site.open()
    page.get_by_role("button", name="Table").click()
    page.get_by_role("row").filter(has_text="August").wait_for()
    page.get_by_role("button", name="Table").click()
    expect(page.get_by_test_id("bar-August")).to_be_visible()


def tops_and_heights(page: Page) -> tuple[list[float], list[float]]:
    boxes = [page.get_by_test_id(f"bar-{name}").bounding_box() for name in NAMES]
    assert all(boxes), "not every bar can be seen"
    return [box["y"] for box in boxes if box], [box["height"] for box in boxes if box]
