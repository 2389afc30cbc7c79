"""Whatever a page says or a kill leaves behind, a record is one line that is read again."""

from pathlib import Path

import pytest

from benchmarks.quality.records import Records, Setting
from benchmarks.quality.report import write_report
from tests.quality.test_report import trial


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
