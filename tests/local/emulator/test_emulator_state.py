"""Which requests change what, and what is written when."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from local.emulator import state as emulator_state
from local.emulator.process import next_save
from local.emulator.state import EVERYTHING, StateSaver, credential_service, touched_by, write_file

SIGNED = "AWS4-HMAC-SHA256 Credential=test/20261121/us-east-1/{}/aws4_request, SignedHeaders=host, Signature=0"


def request(service: str, action: str = "", method: str = "POST", path: str = "/") -> frozenset[str]:
    headers = {b"authorization": SIGNED.format(service).encode()}
    if action:
        headers[b"x-amz-target"] = f"Prefix_20120810.{action}".encode()
    return touched_by(method, path, headers)


def test_the_service_is_read_from_the_signature() -> None:
    assert credential_service(SIGNED.format("dynamodb")) == "dynamodb"
    assert credential_service("Bearer abc") == credential_service("") == ""


@pytest.mark.parametrize("action", ["PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "BatchWriteItem"])
def test_writes_to_the_table_are_noticed(action: str) -> None:
    assert request("dynamodb", action) == {"dynamodb"}


@pytest.mark.parametrize("action", ["GetItem", "Query", "BatchGetItem", "TransactGetItems", "DescribeTable"])
def test_reads_are_not(action: str) -> None:
    assert request("dynamodb", action) == frozenset()


def test_executions_change_step_functions_only() -> None:
    assert request("states", "StartExecution") == request("states", "SendTaskSuccess") == {"stepfunctions"}
    assert request("states", "DescribeExecution") == frozenset()


def test_calls_of_functions_and_objects_need_no_snapshot() -> None:
    assert request("lambda", path="/2015-03-31/functions/ChatBuilder-api/invocations") == frozenset()
    assert request("s3", method="PUT", path="/bucket/key") == frozenset()
    assert touched_by("GET", "/bucket/key", {}) == frozenset()


def test_a_deployment_changes_everything() -> None:
    assert request("cloudformation") == EVERYTHING
    assert request("lambda", path="/2015-03-31/functions") == EVERYTHING


class Saved:
    """A saver over two services, and what it wrote."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.states: dict[str, Any] = {"dynamodb": {"n": 1}, "stepfunctions": {"n": 1}}
        self.folder = folder
        monkeypatch.setenv("STATE_DIR", str(folder))
        monkeypatch.setattr(emulator_state, "executions_running", lambda: self.running)
        getters = {key: (lambda key=key: self.states[key]) for key in self.states}
        monkeypatch.setattr(emulator_state, "state_getters", lambda loaded: dict(getters))
        self.running = False
        self.saver = StateSaver(dict)

    def save(self) -> int:
        return asyncio.run(self.saver.save())

    def content(self, key: str) -> Any:
        return json.loads((self.folder / f"{key}.json").read_text())["payload"]


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Saved:
    return Saved(monkeypatch, tmp_path)


def put(saved: Saved) -> None:
    headers = {b"authorization": SIGNED.format("dynamodb").encode(), b"x-amz-target": b"DynamoDB_20120810.PutItem"}
    saved.saver.note("POST", "/", headers)


def test_only_what_changed_is_written_and_only_once(saved: Saved) -> None:
    assert saved.save() == 0
    put(saved)
    assert saved.save() == 1
    assert saved.content("dynamodb") == {"n": 1}
    assert not (saved.folder / "stepfunctions.json").exists()
    assert saved.save() == 0


def test_a_change_during_a_save_is_written_by_the_next(saved: Saved) -> None:
    put(saved)
    saved.save()
    saved.states["dynamodb"]["n"] = 2
    put(saved)
    saved.save()
    assert saved.content("dynamodb") == {"n": 2}


def test_only_the_processor_time_of_a_snapshot_counts_and_not_the_wait_for_a_disk(
    saved: Saved, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter((1.0, 1.25))
    monkeypatch.setattr(emulator_state.time, "thread_time", lambda: next(seconds))
    put(saved)
    saved.save()
    assert saved.saver.held_seconds == 0.25


@pytest.mark.parametrize(("held", "seconds"), [(0.01, 5), (0.3, 6), (0.5, 8), (30.0, 8)])
def test_a_large_state_is_saved_more_rarely_and_still_often_enough_to_lose_ten_seconds_at_most(
    held: float, seconds: float
) -> None:
    assert next_save(5.0, held) == seconds


def test_running_executions_are_saved_without_a_request_and_once_more_when_they_end(saved: Saved) -> None:
    saved.running = True
    assert saved.save() == 1
    saved.running = False
    saved.states["stepfunctions"]["n"] = 2
    assert saved.save() == 1
    assert saved.content("stepfunctions") == {"n": 2}
    assert saved.save() == 0


def test_one_service_that_cannot_be_encoded_does_not_stop_the_others(saved: Saved) -> None:
    saved.states["stepfunctions"] = {"bad": object()}
    saved.saver.mark_all()
    assert saved.save() == 1
    assert saved.content("dynamodb") == {"n": 1}
    saved.states["stepfunctions"] = {"n": 3}
    assert saved.save() == 1
    assert saved.content("stepfunctions") == {"n": 3}


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "state" / "x.json"
    write_file(path, b"one")
    write_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(path.parent.iterdir()) == [path]


def test_a_full_disk_keeps_what_was_saved_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIR", str(tmp_path))
    (tmp_path / "a.json").write_bytes(b"old")
    (tmp_path / "a.tmp").mkdir()  # what a write cannot open, as on a full disk
    assert emulator_state.write_all({"a": b"new", "b": b"new"}) == 1
    assert (tmp_path / "a.json").read_bytes() == b"old"
