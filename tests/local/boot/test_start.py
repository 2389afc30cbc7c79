"""What a person meets when the stack cannot start: one clear line, exit code 2, and nothing left running."""

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from local.boot.boot import CannotStart, require_space
from local.config import BadConfig, from_env
from local.front.servers import PortTaken, take_port
from local.private_files import kept_secret
from local.stack import free_pair
from toolchain.filelock import FileLock
from toolchain.repository import REPOSITORY


def start(folder: Path, *said: str, **env: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CHATBUILDER", "OPENAI"))}
    return subprocess.run(
        [sys.executable, "-m", "local", *said], cwd=REPOSITORY, capture_output=True, text=True, timeout=60,
        env=kept | {"CHATBUILDER_DATA": str(folder), "CHATBUILDER_PORT": str(free_pair())} | env,
    )  # fmt: skip


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2
    (line,) = done.stderr.strip().splitlines()
    return line


def test_help_starts_nothing(tmp_path: Path) -> None:
    done = start(tmp_path / "data", "--help")
    assert (done.returncode, done.stderr) == (0, "") and "docs/local.md" in done.stdout
    assert start(tmp_path / "data", "nonsense").returncode == 2
    assert not (tmp_path / "data").exists()


def test_a_real_model_is_asked_nothing_before_a_person_does() -> None:
    assert from_env({}).sample
    assert not from_env({"OPENAI_API_KEY": "k"}).sample and not from_env({"OPENAI_BASE_URL": "http://m/v1"}).sample
    assert from_env({"OPENAI_API_KEY": "k", "CHATBUILDER_SAMPLE": "1"}).sample


def test_a_taken_port(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert one_line(start(tmp_path, CHATBUILDER_PORT=str(port))) == (
            f"chatbuilder: port {port} is taken: stop what listens there, or set CHATBUILDER_PORT"
        )


def test_the_neighbouring_port_counts_too(tmp_path: Path) -> None:
    port = free_pair()
    with socket.socket() as other:
        other.bind(("127.0.0.1", port + 1))
        other.listen()
        assert f"port {port + 1} is taken" in one_line(start(tmp_path, CHATBUILDER_PORT=str(port)))


def test_a_second_stack_on_the_same_data(tmp_path: Path) -> None:
    with FileLock(tmp_path / "lock"):
        assert "another stack is using" in one_line(start(tmp_path))


def test_a_data_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot write in" in one_line(start(tmp_path / "file" / "data"))


@pytest.mark.parametrize("port", ["abc", "0", "65535", "-1", "80 80"])
def test_a_port_that_is_none(tmp_path: Path, port: str) -> None:
    with pytest.raises(BadConfig, match="WORKER_LIMITS is one or more of seconds=10 to 600"):
        from_env({"WORKER_LIMITS": "seconds=9"})
    with pytest.raises(BadConfig, match="BUDGETS is"):
        from_env({"BUDGETS": "week=3"})
    with pytest.raises(BadConfig, match="CHATBUILDER_PORT"):
        from_env({"CHATBUILDER_PORT": port})


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = type("Usage", (), {"free": 10_000_000})
    monkeypatch.setattr("local.boot.boot.shutil.disk_usage", lambda path: usage)
    with pytest.raises(CannotStart, match=r"^disk full: 10 MB are free"):
        require_space(tmp_path)


def test_a_port_is_taken_once() -> None:
    port = free_pair()
    with take_port(port), pytest.raises(PortTaken):
        take_port(port)


def test_an_answer_is_sent_at_once_and_not_when_the_client_has_acknowledged_its_head() -> None:
    port = free_pair()

    async def sends_at_once() -> bool:
        result: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def met(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            accepted = writer.get_extra_info("socket")
            result.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(met, sock=take_port(port)):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return bool(await result)

    assert asyncio.run(sends_at_once())


def test_the_model_is_offline_only_when_nothing_else_is_named() -> None:
    assert from_env({}).offline
    assert not from_env({"OPENAI_API_KEY": "k"}).offline
    assert not from_env({"OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}).offline


def test_flags_and_timings_are_passed_on_and_nothing_else() -> None:
    given = {"BUILDER_AGENTIC_LOOP_ENABLED": "0", "EVENT_FLUSH_MS": "50", "HOME": "/x"}
    assert from_env(given).passed_on == {"BUILDER_AGENTIC_LOOP_ENABLED": "0", "EVENT_FLUSH_MS": "50"}


def test_secrets_are_made_once_and_private(tmp_path: Path) -> None:
    first = kept_secret(tmp_path, "preview-secret")
    assert (kept_secret(tmp_path, "preview-secret"), len(first) >= 48) == (first, True)
    assert kept_secret(tmp_path, "other") != first
    assert (tmp_path / "secrets" / "preview-secret").stat().st_mode & 0o077 == 0
