"""The agent is told that a person publishes, and how: nothing it has does."""

import json
from pathlib import Path

from shared.services.assets.load_prompt import load_prompt
from shared.tools.rare import RARE
from shared.tools.registry import CODER_TOOLS

API = json.loads((Path(__file__).parents[4] / "docs" / "openapi.json").read_text("utf-8"))


def test_the_prompt_names_the_persons_button_and_a_route_that_is_there() -> None:
    (line,) = [line for line in load_prompt("coder").split("\n") if "Only the person publishes" in line]
    method, _, path = line.partition("`")[2].partition("`")[0].partition(" ")
    assert method.lower() in API["paths"][path.replace("{id}", "{app_id}")] and "button Publish" in line


def test_the_tool_that_lists_a_bundle_says_that_it_publishes_nothing() -> None:
    assert "publishes nothing" in CODER_TOOLS["prepare_static_bundle"].description
    assert "publishes nothing" in RARE["prepare_static_bundle"]
