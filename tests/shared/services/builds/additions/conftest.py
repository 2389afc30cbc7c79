"""A registry of the test's own, and the owner of a tenant whose catalog grows from it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from devkit.stack.worker_jobs import node_toolchain
from tests.support.npm_registry import NpmRegistry
from worker.toolchain import InstalledToolchain


@pytest.fixture(scope="session")
def toolchain(tmp_path_factory: pytest.TempPathFactory) -> InstalledToolchain:
    return node_toolchain(tmp_path_factory.mktemp("toolchain"))


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[NpmRegistry]:
    with NpmRegistry().running() as running:
        monkeypatch.setenv("npm_config_registry", running.url)
        monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
        monkeypatch.setenv("npm_config_userconfig", str(tmp_path / "npmrc"))
        yield running
