"""What is shipped beside the sources, and what of the wheels is left behind."""

import subprocess
import sys
from pathlib import Path

import pytest

from devkit.stack.infra import Synthesised, write
from infra import bytecode
from infra.slim import UNUSED, slim
from toolchain.repository import REPOSITORY

needs_python = pytest.mark.skipif(bytecode.interpreter() is None, reason=f"no Python {bytecode.VERSION} here")
UNCHECKED_HASH = 1
WITHOUT = """
import sys
LEFT_BEHIND = ("pydantic.v1", "zstandard._cffi", "zstandard.backend_cffi", "aws_lambda_powertools.event_handler")
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.startswith(LEFT_BEHIND):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Refuse())
import {module}
"""


@needs_python
def test_bytecode_is_the_same_every_time_and_never_checked_against_its_source(tmp_path: Path) -> None:
    made = []
    for name in ("one", "another"):
        write(tmp_path / name / "pack" / "code.py", "WORDS = frozenset({'a', 'b', 'c'})\ndef f():\n    return WORDS\n")
        bytecode.compile_tree(tmp_path / name, "/var/task")
        (file,) = (tmp_path / name / "pack" / "__pycache__").iterdir()
        made.append((file.name, file.read_bytes()))
    assert made[0] == made[1]
    assert made[0][0] == "code.cpython-313.pyc"
    assert int.from_bytes(made[0][1][4:8], "little") == UNCHECKED_HASH
    assert b"/var/task/pack/code.py" in made[0][1]
    assert str(tmp_path).encode() not in made[0][1]


@needs_python
def test_functions_for_aws_carry_bytecode_and_local_ones_do_not(cloud: Synthesised, local: Synthesised) -> None:
    def sources_without_bytecode(stack: Synthesised) -> list[Path]:
        sources = stack.out.glob("asset.*/functions/*/handler.py")
        return [one for one in sources if not list((one.parent / "__pycache__").glob("handler.*.pyc"))]

    assert list(cloud.out.glob("asset.*/functions/*/handler.py"))
    assert sources_without_bytecode(cloud) == []
    assert sources_without_bytecode(local) == list(local.out.glob("asset.*/functions/*/handler.py"))


def test_without_a_python_of_that_version_the_code_goes_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bytecode, "interpreter", lambda: None)
    write(tmp_path / "code.py", "x = 1\n")
    bytecode.compile_tree(tmp_path, "/var/task")
    assert [path.name for path in tmp_path.iterdir()] == ["code.py"]


def test_another_version_is_not_taken_for_it() -> None:
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert bytecode._answers(sys.executable) is (own == bytecode.VERSION)
    assert not bytecode._answers("/nowhere/python")


def test_slimming_keeps_code_names_and_plug_ins(tmp_path: Path) -> None:
    kept = ["pack/code.py", "pack/native.so", "pack-1.dist-info/METADATA", "pack-1.dist-info/entry_points.txt"]
    kept += ["botocore/data/s3/2006-03-01/service-2.json.gz", "botocore/data/endpoints.json"]
    gone = [
        "pack/code.pyi", "pack/py.typed", "pack-1.dist-info/RECORD", "pack-1.dist-info/licenses/LICENSE", "bin/tool",
        "dulwich/tests/test_a.py", "zstandard/_cffi.cpython-313.so", "pydantic/v1/main.py",
        "botocore/data/ec2/2016-11-15/service-2.json.gz", "boto3/data/s3/resources.json",
        "aws_lambda_powertools/event_handler/api_gateway.py",
    ]  # fmt: skip
    for path in [*kept, *gone]:
        write(tmp_path / path, "")
    slim(tmp_path)
    assert sorted(str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*") if p.is_file()) == sorted(kept)


@pytest.mark.parametrize("module", ["functions.api.handler", "functions.agent_step.handler"])
def test_no_handler_needs_what_is_left_behind(module: str) -> None:
    offline = {"fastapi_offline/core.py", "fastapi_offline/static/redoc.standalone.js"}
    assert set(UNUSED) == {"zstandard/_cffi*.so", "zstandard/backend_cffi.py", "pydantic/v1"} | offline
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(module=module)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
