"""Records are resumed and never counted twice; the report says what they say."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.quality.records import Records, Setting, read_header, read_trials
from benchmarks.quality.report import latest, markdown, page, summary, wilson, write_report


def trial(task: str = "a", *, passed: bool = True, number: int = 1, **fields: Any) -> dict[str, Any]:
    base = {
        "task": task, "version": 1, "kind": "good", "trial": number, "passed": passed, "infrastructure": False,
        "missed": [] if passed else ["why <b>"], "retried": [], "usd": 0.5, "paid_usd": 0.5,
        "first_pass": passed, "healed": False,
        "failed_gates": 0 if passed else 2, "checks": {"x": "passed" if passed else "failed"},
        "seconds": {"first_word": 0.2, "runs": 3.0, "all": 9.0},
    }  # fmt: skip
    return {**base, **fields}


def test_a_trial_that_stands_in_the_file_is_not_made_again_unless_infrastructure_ended_it(tmp_path: Path) -> None:
    records = Records(tmp_path / "trials.jsonl", Setting("scripted"))
    records.add(trial())
    records.add(trial("b", passed=False, infrastructure=True))
    again = Records(tmp_path / "trials.jsonl", Setting("scripted"))
    assert again.done("a", 1, "good", 1) and not again.done("a", 2, "good", 1) and not again.done("b", 1, "good", 1)
    assert again.spent() == 1.0


def test_a_last_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "trials.jsonl"
    Records(file, Setting("scripted")).add(trial())
    file.write_text(file.read_text() + '{"task": "b", "ver')
    assert [one["task"] for one in read_trials(file)] == ["a"]
    assert read_header(file)["model"] == "scripted"


def test_the_header_names_every_file_the_model_is_given_words_of(tmp_path: Path) -> None:
    Records(tmp_path / "trials.jsonl", Setting("scripted"))
    prompts = read_header(tmp_path / "trials.jsonl")["prompts"]
    assert any(name.startswith("shared/prompts/") for name in prompts)


def test_infrastructure_is_no_failure_and_no_success() -> None:
    found = summary([trial(), trial("b", passed=False), trial("c", passed=False, infrastructure=True)])
    assert (found["trials"], found["passed"], found["infrastructure"], found["pass_at_1"]) == (2, 1, 1, 0.5)
    assert found["usd_per_success"] == 1.0, "failures are paid for too"


def test_a_trial_made_again_counts_once() -> None:
    assert len(latest([trial(passed=False, infrastructure=True), trial()])) == 1


@pytest.mark.parametrize(
    ("passed", "made", "low", "high"), [(0, 0, 0.0, 1.0), (25, 25, 0.867, 1.0), (7, 10, 0.397, 0.892)]
)
def test_the_interval(passed: int, made: int, low: float, high: float) -> None:
    assert [round(one, 3) for one in wilson(passed, made)] == [low, high]


def test_what_a_model_said_is_text_in_the_report(tmp_path: Path) -> None:
    trials = [trial(), trial("b", passed=False)]
    text, whole = markdown({}, trials), page({}, trials, tmp_path)
    assert "| b | good 1 | failed | 0/1 |" in text
    assert "why &lt;b&gt;" in whole and "why <b>" not in whole and "http" not in whole


@pytest.mark.parametrize("said", ["\ud83d", "a\u2028b", "a\u0085b", "line\nline", "\x00", "🎉"])
def test_a_record_keeps_what_a_page_said(tmp_path: Path, said: str) -> None:
    records = Records(tmp_path / "trials.jsonl", Setting("scripted"))
    records.add(trial("a", passed=False, missed=[said]))
    records.add(trial("b"))
    assert [one["missed"] for one in records.trials()] == [[said], []]
    assert "| b |" in write_report(tmp_path)


def test_what_comes_after_a_line_that_was_cut_off_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "trials.jsonl"
    Records(file, Setting("scripted")).add(trial("a"))
    file.write_text(file.read_text() + '{"task": "cut", "ver')
    again = Records(file, Setting("scripted"))
    again.add(trial("b"))
    assert [one["task"] for one in again.trials()] == ["a", "b"]


def test_what_every_attempt_cost_is_spent(tmp_path: Path) -> None:
    records = Records(tmp_path / "trials.jsonl", Setting("scripted"))
    records.add(trial("a", usd=0.0, paid_usd=0.7, infrastructure=True))
    records.add(trial("a", usd=0.2, paid_usd=0.2))
    assert records.spent() == pytest.approx(0.9)
