"""The stored icon names are those of the installed packages."""

import json

from devkit.node.toolchain import toolchain
from scripts.icons import TARGET, read_icons


def test_the_names_are_those_that_are_installed() -> None:
    stored = json.loads(TARGET.read_text("utf-8"))
    assert stored == read_icons(toolchain().node_modules), "run: python -m scripts.icons path/to/node_modules"
    assert all(len(each["names"].split()) > 1_500 for each in stored.values())
