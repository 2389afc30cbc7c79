"""The stream function's asset starts as on AWS: its own `run.sh`, a bare interpreter, the layers at their own place.

The Web Adapter executes the handler's file in the task folder and replaces Lambda's bootstrap, so nothing but `run.sh`
puts the layers on Python's path. The layers are installed from their locked lists for this machine's architecture.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from infra.assets import Staging
from infra.function_list import STREAM
from local.emulator.emulator import free_ports
from tests.support.eventually import eventually
from toolchain.repository import REPOSITORY

ENVIRONMENT = {
    "AWS_REGION": "eu-central-1", "AWS_DEFAULT_REGION": "eu-central-1", "AWS_ACCESS_KEY_ID": "x",
    "AWS_SECRET_ACCESS_KEY": "x", "TABLE_NAME": "table", "DATA_BUCKET": "data", "APPS_BUNDLE_BUCKET": "site",
    "APPS_BUNDLE_REGION": "eu-central-1", "OIDC_ISSUER": "https://login.example.com", "OIDC_AUDIENCE": "builder",
    "PREVIEW_SECRET": "x" * 64,
}  # fmt: skip


def test_nothing_but_the_script_finds_the_layers(started: str) -> None:
    with urlopen(f"{started}/health") as answer:  # noqa: S310 - our own http address
        assert json.load(answer)["status"] == "ok"


def test_the_application_of_the_asset_answers_whole_requests(started: str) -> None:
    with pytest.raises(HTTPError) as refused:
        urlopen(f"{started}/projects/app_x/events")  # noqa: S310 - our own http address
    with refused.value as answer:
        assert (answer.code, json.load(answer)["code"]) == (401, "UNAUTHENTICATED")


@pytest.fixture(scope="module")
def opt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What Lambda unpacks the function's layers into."""
    target = tmp_path_factory.mktemp("opt") / "python"
    for layer in STREAM.layers:
        listing = REPOSITORY / "layers" / layer / "requirements.txt"
        options = ("--quiet", "--require-hashes", "--no-deps", "--only-binary", ":all:", "--target", str(target))
        command = [sys.executable, "-m", "uv", "pip", "install", *options, "-r", str(listing)]
        subprocess.run(command, check=True)
    return target


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory, opt: Path) -> Iterator[str]:
    """The address of the asset's server."""
    staging = Staging(REPOSITORY)
    staged = tmp_path_factory.mktemp("task") / "root"
    shutil.copytree(staging.python_function(STREAM.name, "run.sh", STREAM.also), staged)
    script = staged / "functions" / STREAM.name / "run.sh"
    assert os.access(script, os.X_OK)
    script.write_text(script.read_text().replace("/opt/python", str(opt)))
    port = free_ports()
    bin_folder = staged.parent / "bin"
    bin_folder.mkdir()
    (bin_folder / "python").symlink_to(Path(sys._base_executable).resolve())  # type: ignore[attr-defined]
    environment = ENVIRONMENT | {
        "PATH": f"{bin_folder}:/usr/bin:/bin",
        "AWS_LWA_PORT": str(port),
        "LAMBDA_TASK_ROOT": str(staged),
        "LAMBDA_RUNTIME_DIR": str(staged.parent / "no-sdk-of-the-runtime"),
    }
    process = subprocess.Popen([str(script)], cwd="/", env=environment)
    address = f"http://127.0.0.1:{port}"
    try:
        eventually(lambda: process.poll() is not None or _answers(address), bool)
        assert process.poll() is None, "the server ended by itself"
        yield address
    finally:
        process.terminate()
        process.wait()
        staging._folder.cleanup()


def _answers(address: str) -> bool:
    try:
        with urlopen(f"{address}/health") as answer:  # noqa: S310 - our own http address
            return answer.status == 200
    except OSError:
        return False
