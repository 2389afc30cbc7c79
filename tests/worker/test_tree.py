"""The accessibility tree as the model reads it: nothing that was said, and long lists of options in a line."""

from pathlib import Path

from tests.support.page_driver import open_html


def tree(body: str, folder: Path) -> list[str]:
    return [line.strip() for line in open_html(body, folder)["tree"].split("\n")]


def test_a_list_of_options_is_one_line_that_says_what_is_selected(tmp_path: Path) -> None:
    options = "".join(f"<option{' selected' if hour == 9 else ''}>{hour} h</option>" for hour in range(12))
    lines = tree(f"<label>Begin<select>{options}</select></label>", tmp_path)
    said = '12 options (selected: "9 h"), the first 8: "0 h" "1 h" "2 h" "3 h" "4 h" "5 h" "6 h" "7 h"'
    assert said in lines and not any(line.startswith("option ") for line in lines)


def test_a_few_options_stand_each_in_a_line(tmp_path: Path) -> None:
    lines = tree("<label>Unit<select><option>g<option>kg</select></label>", tmp_path)
    assert 'option "g" [selected]' in lines and 'option "kg"' in lines


def test_a_label_is_said_once_with_its_field(tmp_path: Path) -> None:
    lines = tree("<label for=a>Amount of butter</label><input id=a><label>Alone</label>", tmp_path)
    assert 'textbox "Amount of butter"' in lines and 'LabelText: "Amount of butter"' not in lines
    assert any("Alone" in line for line in lines)
