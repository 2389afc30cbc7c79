"""What a person may write behind `python -m scripts.catalog add`."""

import pytest

from scripts.catalog import read_asked


@pytest.mark.parametrize(
    ("asked", "name", "versions"),
    [
        ("zod", "zod", "*"), ("apexcharts@4", "apexcharts", "4"), ("@scope/part", "@scope/part", "*"),
        ("@scope/part@^1.2", "@scope/part", "^1.2"), ("part@1.2.3 - 2", "part", "1.2.3 - 2"),
    ],
)  # fmt: skip
def test_a_package_is_asked_for_by_its_name_and_a_range(asked: str, name: str, versions: str) -> None:
    assert read_asked(asked) == (name, versions)
