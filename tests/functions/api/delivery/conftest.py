"""Git's own server, with one repository, for the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from devkit.git.host import GitHost, git_host


@pytest.fixture
def host(tmp_path: Path) -> Iterator[GitHost]:
    with git_host(tmp_path) as server:
        yield server
