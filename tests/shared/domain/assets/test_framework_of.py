"""Which framework a manifest declares."""

import json

import pytest

from shared.domain.assets.framework_of import framework_of


@pytest.mark.parametrize("framework", ["react", "vue", "svelte"])
@pytest.mark.parametrize("section", ["dependencies", "devDependencies"])
def test_a_framework_is_what_is_declared(framework: str, section: str) -> None:
    assert framework_of(json.dumps({section: {"zod": "1", framework: "1"}})) == framework


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "[" * 100_000, '{"dependencies": ["react"]}', "{}"])
def test_what_declares_none_has_none(text: str) -> None:
    assert framework_of(text) == "any"
