"""The embedded AWS as a child: loopback only, state over a clean stop and over `kill -9`, never an orphan."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from local.emulator.emulator import Emulator
from toolchain.filelock import AlreadyLocked, FileLock
from toolchain.repository import REPOSITORY

SETTINGS = {"EMULATOR_SAVE_SECONDS": "1"}


def emulator(folder: Path) -> Emulator:
    return Emulator(folder / "aws", folder / "emulator.log", [], SETTINGS)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Emulator]:
    child = emulator(tmp_path)
    child.start()
    yield child
    child.stop()


def make_table(dynamodb: Any) -> None:
    dynamodb.create_table(
        TableName="things",
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
    )


def put(dynamodb: Any, name: str) -> None:
    dynamodb.put_item(TableName="things", Item={"PK": {"S": name}})


def names(dynamodb: Any) -> set[str]:
    return {item["PK"]["S"] for item in dynamodb.scan(TableName="things")["Items"]}


def wait_for(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def test_state_and_objects_survive_a_clean_stop(tmp_path: Path) -> None:
    first = emulator(tmp_path)
    first.start()
    make_table(first.client("dynamodb"))
    put(first.client("dynamodb"), "kept")
    first.client("s3").create_bucket(Bucket="files")
    first.client("s3").put_object(Bucket="files", Key="a/b.txt", Body=b"kept")
    first.stop()
    second = emulator(tmp_path)
    second.start()
    try:
        assert names(second.client("dynamodb")) == {"kept"}
        assert second.client("s3").get_object(Bucket="files", Key="a/b.txt")["Body"].read() == b"kept"
    finally:
        second.stop()


def test_a_kill_loses_at_most_what_came_after_the_last_save(tmp_path: Path) -> None:
    first = emulator(tmp_path)
    first.start()
    make_table(first.client("dynamodb"))
    put(first.client("dynamodb"), "early")
    saved = tmp_path / "aws" / "dynamodb.json"
    wait_for(lambda: saved.exists() and "early" in saved.read_text())
    os.kill(first.pid, signal.SIGKILL)
    first.stop()
    second = emulator(tmp_path)
    second.start()
    try:
        assert "early" in names(second.client("dynamodb"))
    finally:
        second.stop()


def test_it_listens_on_loopback_only(running: Emulator) -> None:
    listening = Path(f"/proc/{running.pid}/net/tcp").read_text()
    port = f"{running.port:04X}"
    addresses = {line.split()[1] for line in listening.splitlines()[1:] if line.split()[1].endswith(f":{port}")}
    addresses = {a for a in addresses if not a.startswith("00000000:0000")}
    assert addresses == {f"0100007F:{port}"}
    everywhere = Path(f"/proc/{running.pid}/net/tcp6")
    assert f":{port} " not in everywhere.read_text() if everywhere.exists() else True


def test_two_cannot_use_one_folder(running: Emulator) -> None:
    with pytest.raises(AlreadyLocked), FileLock(f"{running.state_dir}.lock"):
        pass


def test_it_ends_by_itself_when_its_parent_dies(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from local.emulator.emulator import Emulator\n"
        f"e = Emulator(Path({str(tmp_path / 'aws')!r}), Path({str(tmp_path / 'log')!r}), [], {{}})\n"
        "e.start(); print(e.pid, flush=True); time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=REPOSITORY)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_for(lambda: not alive(child))


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_lambdas_are_not_given_the_callers_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_PRIVATE_TOKEN", "secret")
    environment = Emulator(tmp_path, tmp_path / "log", ["/first"], {"TOLD": "yes"}, port=1).environment()
    assert "SOME_PRIVATE_TOKEN" not in environment
    assert environment["TOLD"] == "yes"
    assert environment["PATH"].startswith("/first:")
    assert environment["BIND_HOST"] == "127.0.0.1"
