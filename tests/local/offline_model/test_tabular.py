import pytest
from hypothesis import given
from hypothesis import strategies as st

from local.offline_model.intents import Data
from local.offline_model.tabular import figures_of, find_figures, find_table, number


@pytest.mark.parametrize("separator", [",", "\t", ";", " | "])
def test_rows_with_any_separator(separator: str) -> None:
    rows = [["Name", "Age"], ["Ann", "30"], ["Bob", "25"]]
    rest, data = find_table("Here:\n" + "\n".join(separator.join(row) for row in rows) + "\nThanks")
    assert data == Data(("Name", "Age"), (("Ann", "30"), ("Bob", "25")))
    assert rest == "Here:\nThanks"


def test_a_table_of_markdown_loses_its_rule() -> None:
    _, data = find_table("| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |")
    assert data == Data(("a", "b"), (("1", "2"), ("3", "4")))


def test_rows_without_a_head_get_one() -> None:
    _, data = find_table("Jan,1\nFeb,2")
    assert data == Data(("Column 1", "Column 2"), (("Jan", "1"), ("Feb", "2")))


@pytest.mark.parametrize("message", ["", "hello, world", "one\ntwo", ",,,\n,,,", "--|--\n--|--"])
def test_no_table(message: str) -> None:
    assert find_table(message) == (message, None)


@pytest.mark.parametrize(
    ("message", "figures"),
    [
        ("chart of Jan 10, Feb 20, Mar 15.5", [("Jan", 10), ("Feb", 20), ("Mar", 15.5)]),
        ("sales: Jan 1,200, Feb 1,300 and Mar 900", [("Jan", 1200), ("Feb", 1300), ("Mar", 900)]),
        ("apples 30%, pears 20% and plums 50%", [("apples", 30), ("pears", 20), ("plums", 50)]),
        ("a chart of 2026", []),
    ],
)
def test_figures(message: str, figures: list[tuple[str, float]]) -> None:
    assert find_figures(message) == figures


def test_the_first_column_of_numbers_is_drawn() -> None:
    data = Data(("City", "Country", "People"), (("Rome", "IT", "2,800"), ("Oslo", "NO", "700")))
    assert figures_of(data) == [("Rome", 2800), ("Oslo", 700)]


@given(st.floats(min_value=-1e6, max_value=1e6).map(lambda value: round(value, 2)))
def test_a_number_is_read_back(value: float) -> None:
    assert number(f"${value} ") == value
