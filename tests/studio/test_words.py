"""Each tool that an agent may use has words in both languages, for what it did and for what it does."""

import re
from pathlib import Path

import pytest

from shared.tools.registry import CODER_TOOLS

MESSAGES = Path(__file__).parents[2] / "studio" / "src" / "messages"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("group", ["tools", "toolsNow"])
def test_no_tool_is_shown_by_its_bare_name(language: str, group: str) -> None:
    text = (MESSAGES / f"{language}.ts").read_text()
    block = re.search(rf"^  {group}: \{{\n(.*?)^  \}},", text, re.MULTILINE | re.DOTALL)
    assert block is not None
    assert set(CODER_TOOLS) <= set(re.findall(r"^    (\w+):", block[1], re.MULTILINE))
