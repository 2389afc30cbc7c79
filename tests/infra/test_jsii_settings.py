"""The CDK starts on a machine whose home folder cannot be written."""

import os
import subprocess
import sys
from pathlib import Path

from infra.jsii_settings import jsii_settings
from toolchain.repository import REPOSITORY


def test_jsii_has_a_cache_only_where_it_can_make_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert jsii_settings({"HOME": str(tmp_path)}).keys() == {"JSII_NODE"}
    blocked = {"HOME": str(tmp_path / "file")}
    assert jsii_settings(blocked)["JSII_RUNTIME_PACKAGE_CACHE"] == "disabled"
    assert jsii_settings({**blocked, "JSII_NODE": "node", "JSII_RUNTIME_PACKAGE_CACHE": "enabled"}) == {}


def test_cdk_is_imported_without_a_home_folder(tmp_path: Path) -> None:
    """It ended with EACCES, and with it `make run`, `make deploy` and every test of the template."""
    (tmp_path / "file").write_text("")
    environment = {**os.environ, "HOME": str(tmp_path / "file" / "home")}
    environment.pop("JSII_RUNTIME_PACKAGE_CACHE", None)
    command = [sys.executable, "-c", "import infra.app"]
    done = subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
