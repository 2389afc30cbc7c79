"""One stack, one scripted model and one browser for the whole session."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from devkit.git.forge import FakeForge
from devkit.git.host import NAME, git_host
from devkit.scripted_model.server import ScriptedModel, start_scripted
from devkit.stack.client import Client
from devkit.stack.project import Make, Project
from devkit.stack.stack import whole_stack
from local.stack import LocalStack


@pytest.hookimpl(tryfirst=True)  # before the markers choose
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def model() -> Iterator[ScriptedModel]:
    """The model server of every run; no reply is given that a test did not script."""
    with start_scripted() as running:
        yield running


@pytest.fixture(scope="module", autouse=True)
def clean_script(model: ScriptedModel) -> Iterator[None]:
    """What a failed test left in the script fails no other file's tests."""
    model.script.reset()
    yield


@pytest.fixture(scope="session")
def forge(only_loopback: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FakeForge]:
    """A host of repositories with a forge, which the stack takes for a public one."""
    with git_host(tmp_path_factory.mktemp("forge")) as host:
        yield FakeForge(host)


@pytest.fixture(scope="session")
def stack(forge: FakeForge, model: ScriptedModel, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalStack]:
    """The whole product in a process of its own, each function held to its own role."""
    ours = f"{NAME}={forge.host.server_port}"
    with whole_stack(tmp_path_factory.mktemp("stack"), model.url, CHATBUILDER_FORGE=ours) as running:
        yield running


@pytest.fixture(scope="session")
def client(stack: LocalStack) -> Iterator[Client]:
    """A member of the tenant `local`."""
    with Client(stack.api_url, stack.token()) as signed_in:
        yield signed_in


@pytest.fixture(scope="session")
def make(client: Client, model: ScriptedModel) -> Make:
    """Makes an app of a pack, by a name; its build is under way."""
    return partial(Project.create, client, model.script)


@pytest.fixture
def project(make: Make) -> Project:
    """A built app."""
    return make("vanilla", "Rosa").ready()


@pytest.fixture(scope="module")
def react(make: Make, model: ScriptedModel, request: pytest.FixtureRequest) -> Iterator[Project]:
    """A built app of the React pack, for the tests of a file; what they script for it must be asked for."""
    yield make("react", request.module.__name__).ready()
    assert model.script.left == 0, "the model was asked less often than the tests say"
