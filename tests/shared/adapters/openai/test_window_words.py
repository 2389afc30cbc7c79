"""What servers say when a request is too long for them, and the window that is read out of it."""

import pytest

from shared.adapters.openai.errors import from_body, window_in
from shared.domain.agent.model_errors import ModelContextExceeded

WORDS: dict[str, int | None] = {
    "This model's maximum context length is 4096 tokens. However, you requested 4123 tokens": 4_096,
    "This model's maximum context length is 8,192 tokens. However, your messages resulted in 9,000 tokens.": 8_192,
    "'max_tokens' is too large: 8000. This model's maximum context length is 8192 tokens": 8_192,
    "The prompt (total length 9000) is longer than the maximum model length of 2048.": 2_048,
    "the request exceeds the available context size (8192 tokens), try increasing it": 8_192,
    "request (9040 tokens) exceeds the available context size (4096 tokens), try increasing it": 4_096,
    "Requested tokens (2123) exceed context window of 2048": 2_048,
    "Trying to keep the first 9000 tokens when context overflows. However, the model is loaded with context length of "
    "only 4096 tokens, which is not enough.": 4_096,
    "Input length 6491 exceeds context length 1500": 1_500,
    "the input length exceeds the context length": None,
    "Context size has been exceeded.": None,
    "prompt is too long: 208310 tokens > 200000 maximum": 200_000,
    "input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input length": 200_000,
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).": 1_048_576,
    "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length": 32_768,
    "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens": 4_096,
    "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000": 4_081,
    "Your request exceeded model token limit: 8192 (requested: 9000)": 8_192,
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.": 131_072,
    "The input (9000 tokens) is longer than the model's context length (8192 tokens).": 8_192,
    "Requested token count exceeds the model's maximum context length of 8192 tokens. You requested 9000": 8_192,
    "Prompt too long: 9000 tokens exceeds max context window of 8192 tokens": 8_192,
    "Input is too long for requested model.": None,
}


@pytest.mark.parametrize("words", WORDS)
def test_the_window_is_read_out_of_a_refusal(words: str) -> None:
    assert window_in(words) == WORDS[words]
    error = from_body({"error": {"message": words, "code": 400}})
    assert isinstance(error, ModelContextExceeded), error
    assert error.window == WORDS[words]


def test_llama_cpp_says_it_in_a_field_of_its_own() -> None:
    said = {"code": 400, "type": "exceed_context_size_error", "n_prompt_tokens": 9_000, "n_ctx": 4_096}
    error = from_body({"error": {"message": "the request exceeds the available context size", **said}})
    assert isinstance(error, ModelContextExceeded) and error.window == 4_096
    assert "4096" in error.message


@pytest.mark.parametrize(
    "words", ["context length is 12 tokens", "context length is 999999999999 tokens", "context is 8192"]
)
def test_what_is_no_size_of_a_window_is_not_taken_for_one(words: str) -> None:
    assert window_in(words) is None
