"""Values of a JSON text are counted before they are made; what is inside of strings does not count."""

import pytest

from shared.domain.json_weight import holds_more_values, parse_bounded


@pytest.mark.parametrize(
    "text", ["[" + "{}," * 50 + "0]", "[" + "0," * 50 + "0]", "[" * 50, '{"a":[' + '"",' * 50 + "0]}"]
)
def test_more_values_than_allowed_are_counted(text: str) -> None:
    assert holds_more_values(text, 40)
    assert not holds_more_values(text, 200)
    with pytest.raises(ValueError, match="more than 40 values"):
        parse_bounded(text, 40)


@pytest.mark.parametrize("text", ['{"a":"' + ",[{" * 50 + '"}', '{"a":"' + '\\",' * 50 + '"}', '["\\\\",",,,,,,,,,"]'])
def test_signs_in_strings_are_text(text: str) -> None:
    assert not holds_more_values(text, 4)
    assert parse_bounded(text, 4)


@pytest.mark.parametrize("text", ['"' * 100 + "," * 50, '{"a' + "," * 50, "[" * 5_000 + "]" * 5_000, ""])
def test_what_is_no_json_is_refused_as_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        parse_bounded(text, 20_000)
