import pytest

from shared.adapters.openai.settings import ModelSettings


@pytest.mark.parametrize(
    ("url", "wire"),
    [
        ("https://api.openai.com/v1", "responses"),
        ("https://eu.api.openai.com/v1", "responses"),
        ("https://bedrock-runtime.eu-central-1.amazonaws.com/openai/v1", "responses"),
        ("https://bedrock-mantle.us-east-1.api.aws/v1", "responses"),
        ("https://openrouter.ai/api/v1", "chat"),
        ("http://127.0.0.1:11434/v1", "chat"),
        ("https://api.openai.com.evil.example/v1", "chat"),
        ("https://notapi.openai.com/v1", "chat"),
    ],
)
def test_auto_speaks_responses_only_where_it_is_native(url: str, wire: str) -> None:
    assert ModelSettings(base_url=url).chosen_wire == wire


def test_the_wire_can_be_chosen() -> None:
    assert ModelSettings(base_url="https://api.openai.com/v1", wire="chat").chosen_wire == "chat"


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/v1", "http://[::1]:1/v1", "http://localhost/v1", "http://a.localhost/"]
)
def test_loopback(url: str) -> None:
    assert ModelSettings(base_url=url).is_loopback


@pytest.mark.parametrize("url", ["http://0.0.0.0/v1", "http://localhost.com/v1", "", "nonsense", "http://10.0.0.1/"])
def test_not_loopback(url: str) -> None:
    assert not ModelSettings(base_url=url).is_loopback
