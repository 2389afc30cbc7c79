"""Two runs are compared by task: what passes no longer, what costs more, whose words changed."""

from typing import Any

import pytest

from benchmarks.quality.compare import Run, compare, sign_test
from tests.quality.test_report import trial


def run(*trials: dict[str, Any], words: dict[str, str] | None = None, **head: Any) -> Run:
    return Run({"model": "m", **head}, list(trials), words or {})


def comparison(before: Run, after: Run) -> str:
    return "\n".join(map(str, compare(before, after)))


def test_two_runs_that_are_alike_have_nothing_to_tell() -> None:
    assert compare(run(trial()), run(trial())) == []


def test_a_task_that_passes_no_longer_is_named_with_its_reason() -> None:
    found = comparison(run(trial(), trial("b")), run(trial(), trial("b", passed=False)))
    assert "WORSE  b good: passed 100%, now 0%: why <b>" in found and "a good" not in found


def test_a_capability_that_fails_once_with_a_model_is_a_note() -> None:
    before = trial(kind="model", suite="capability")
    (found,) = compare(run(before), run({**before, "passed": False, "missed": ["late"]}))
    assert not found.worse and "passed 100%, now 0%" in found.text


def test_many_capabilities_that_fail_are_no_chance() -> None:
    before = [trial(name, kind="model", suite="capability") for name in "abcde"]
    after = [{**one, "passed": False, "missed": ["late"]} for one in before]
    assert "5 tasks pass less often and 0 more often (p = 0.031, sign test)" in comparison(run(*before), run(*after))


@pytest.mark.parametrize(("usd", "worse"), [(0.6, False), (1.0, True)])
def test_what_costs_a_quarter_more_is_worse(usd: float, worse: bool) -> None:
    found = compare(run(trial(), trial("b")), run(trial(usd=usd), trial("b", usd=usd)))
    assert [one.worse for one in found] == [True] * worse
    assert not worse or "cost 2.00 times as much" in found[0].text


def test_one_dear_task_hides_no_doubling_of_the_others() -> None:
    before = run(trial("dear", usd=100.0), *(trial(name) for name in "abc"))
    after = run(trial("dear", usd=100.0), *(trial(name, usd=1.5) for name in "abc"))
    assert "as much" in comparison(before, after)


def test_a_line_of_a_prompt_that_is_gone_is_shown() -> None:
    before = run(trial(), words={"shared/prompts/coder.md": "one\n- two\nthree\n"})
    after = run(trial(), words={"shared/prompts/coder.md": "one\nthree\n"})
    found = comparison(before, after)
    assert "the words of shared/prompts/coder.md changed" in found and "\n       -- two" in found


def test_a_guard_that_breaks_is_worse_even_when_the_task_failed_before() -> None:
    before, after = trial(passed=False), trial(passed=False, guards_broken=["kept"])
    assert "breaks what worked before (1 guards)" in comparison(run(before), run(after))


def test_a_task_that_was_made_before_and_is_not_now_is_worse() -> None:
    found = compare(run(trial(), trial("b")), run(trial()))
    assert [(one.worse, one.text) for one in found] == [(True, "b good: was made before, not now")]


def test_what_failed_early_hides_no_doubling_of_what_succeeds() -> None:
    before = run(trial(kind="model"), trial("b", kind="model", suite="capability"))
    cheap = trial("b", kind="model", suite="capability", passed=False, usd=0.001)
    assert "cost 2.00 times" in comparison(before, run(trial(kind="model", usd=1.0), cheap))


def test_runs_with_nothing_in_common_compare_to_nothing() -> None:
    assert "nothing can be compared" in comparison(run(trial("a")), run(trial("b")))


def test_another_model_is_noted() -> None:
    assert "model: m before, other now" in comparison(run(trial()), run(trial(), model="other"))


@pytest.mark.parametrize(("worse", "better", "chance"), [(0, 0, 1.0), (1, 0, 0.5), (5, 0, 1 / 32), (3, 3, 42 / 64)])
def test_the_sign_test(worse: int, better: int, chance: float) -> None:
    assert sign_test(worse, better) == pytest.approx(chance)
