"""Work in a thread of its own: awaited, with its failure, under the same log keys."""

import threading

import pytest

from shared.domain.log_context import log_fields, log_keys
from shared.runtime.loop import in_thread


def test_it_runs_elsewhere_and_is_awaited() -> None:
    seen: list[int] = []
    in_thread(lambda: seen.append(threading.get_ident()))()
    assert seen and seen[0] != threading.get_ident()


def test_what_it_raises_is_raised_to_who_waits() -> None:
    def fail() -> None:
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        in_thread(fail)()


def test_its_log_lines_are_those_of_its_caller() -> None:
    seen: list[object] = []
    with log_keys(run_id="run_1"):
        wait = in_thread(lambda: seen.append(log_fields().get("run_id")))
    wait()
    assert seen == ["run_1"]
