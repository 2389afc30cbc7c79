"""Each claim of README, and ten requests of strangers, through the real loop over fakes."""

import pytest

from tests.local.offline_model.readme_claims import STRANGERS, claimed, readme
from tests.local.offline_model.test_roles import REFUSAL, Demo


def test_readme_lists_what_is_tried_here() -> None:
    assert [request for request, _ in claimed()][3:] == [
        f"Add {each}" for each in ("a to-do list", "a counter", "a form", "a table", "a chart")
    ]
    for words in ("a plan", "an autopilot phase", "a session", "a second opinion", "says plainly"):
        assert words in readme()


@pytest.mark.parametrize(("message", "words"), claimed())
def test_a_request_of_its_list_is_carried_out_and_approved(message: str, words: str) -> None:
    demo = Demo("model")
    before = demo.draft()
    run = demo.ask(message)
    changed = [text.decode() for path, text in demo.draft().items() if before.get(path) != text]
    assert (run.status, run.memory.evaluator_verdict) == ("completed", "approved"), run.outcome.summary
    assert "Not done" not in (run.outcome.summary or "")
    assert any(words.lower() in text.lower() for text in changed)


@pytest.mark.parametrize("message", STRANGERS)
def test_a_request_of_strangers_is_refused_plainly(message: str) -> None:
    demo = Demo("model")
    before = demo.draft()
    run = demo.ask(message)
    assert (run.status, run.outcome.failure_code, run.outcome.diff_id) == ("completed", None, None)
    assert REFUSAL in (run.outcome.summary or "") and demo.draft() == before
