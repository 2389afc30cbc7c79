"""The results of a connection test in plain English, for the command line."""

from shared.domain.spending.connection import Advice, Outcome, ProbeName, Verdict

PROBE_WORDS: dict[ProbeName, str] = {
    "plain": "Plain answer",
    "tool_call": "Tool call",
    "two_calls": "Two calls",
    "picture": "Picture",
}
OUTCOME_WORDS: dict[Outcome, str] = {
    "answered": "The model answers.",
    "called": "The model calls tools.",
    "called_together": "The model makes two calls in one answer, and the server takes their results.",
    "called_and_split": "The model makes two calls in one answer. They are sent back to it one at a time.",
    "called_in_turn": "The model makes two calls, one an answer.",
    "saw_picture": "The model sees pictures: it named the colour of the one that was sent.",
    "took_picture": "The server accepts pictures, but the model did not name the colour of the one that was sent.",
    "refused": "The server refused the request.",
    "unreachable": "The server cannot be reached.",
    "failed": "The server failed.",
    "busy": "The server is limiting requests now.",
    "timed_out": "No answer came in time.",
    "cut_off": "The answer stopped before its end.",
    "too_long": "The answer was far longer than asked for, so it was stopped.",
    "empty": "The answer was empty.",
    "used_up": "The model used up the output limit before its answer began, for example with reasoning.",
    "no_call": "The model answered in words and did not call the tool.",
    "call_as_text": "The call came as text that could not be read as a call.",
    "wrong_call": "The call had another name or other arguments than asked for.",
    "one_of_two": "The model made only one of two calls.",
    "results_refused": "The model made the call, but the server refused the result that was sent back.",
    "not_sent": "Pictures are not sent to this model.",
    "no_budget": "The budget has no room for the request.",
    "not_tried": "Not tried, because an earlier request failed.",
}
ADVICE_WORDS: dict[Advice, str] = {
    "check_key": "Check OPENAI_API_KEY and whether it may use this model.",
    "check_model": "Check the model's name (CHATBUILDER_MODEL, MODELS) and OPENAI_BASE_URL.",
    "check_address": "Check OPENAI_BASE_URL: it must be the address of an OpenAI-compatible API, often ending in /v1.",
    "add_credit": "Add credit to the account of the model service.",
    "check_server": "Check that the server is running, and that OPENAI_BASE_URL is its address.",
    "try_later": "Try again later. If it stays so, check that the server is running and not overloaded.",
    "start_tool_parser": "Start the server with its tool parser (vLLM: --enable-auto-tool-choice --tool-call-parser; "
    "llama.cpp: --jinja), or choose a model that calls tools.",
    "choose_other_model": "Choose a model that calls tools reliably.",
    "raise_output_limit": "Raise the model's output_limit in MODELS, or lower its reasoning effort on the server.",
    "enlarge_window": "Start the model's server with a context window of 8,192 tokens or more (llama.cpp --ctx-size, "
    "Ollama num_ctx, vLLM --max-model-len, LM Studio Context Length).",
    "list_images": 'Add "images": true to the model in MODELS, so that pictures are sent to it.',
    "unlist_images": 'Set "images": false for the model in MODELS, so that no pictures are sent to it.',
    "raise_budget": "Raise the budget, or wait until it begins again.",
    "report_server": "Set a profile in MODELS, or report the server: see docs/models.md.",
}
VERDICT_WORDS: dict[Verdict, str] = {
    "ready": "This model can build apps.",
    "limited": "This model can build apps, with the limits above.",
    "unusable": "This model cannot build apps until the above is fixed.",
}
