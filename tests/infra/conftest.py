"""The stack for AWS with its domains, and the stack for the embedded AWS, each synthesised once."""

from pathlib import Path

import pytest

from infra.config import DeployConfig
from tests.support.infra import CLOUD, Synthesised, make_source


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_source(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="session")
def cloud(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Synthesised:
    return Synthesised(tmp_path_factory.mktemp("cloud"), DeployConfig(source_root=str(source), **CLOUD))


@pytest.fixture(scope="session")
def local(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Synthesised:
    return Synthesised(tmp_path_factory.mktemp("local"), DeployConfig(source_root=str(source), local=True))


@pytest.fixture(scope="session")
def bare(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Synthesised:
    """AWS without any domain, with another sign-in service."""
    config = DeployConfig(source_root=str(source), oidc_issuer="https://login.example.com", oidc_audience="builder")
    return Synthesised(tmp_path_factory.mktemp("bare"), config)
