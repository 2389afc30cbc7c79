"""No test leaves this machine, and none reaches a paid model or a real AWS account."""

import gc
import ipaddress
import os
import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from local.emulator.emulator import Emulator
from tests.support.aws.ministack import ministack as running_ministack
from tests.support.depth import depth
from tests.support.drawn import keep_drawn

if TYPE_CHECKING:
    from devkit.studio.browser import Browser

os.environ |= {
    "CHATBUILDER_FORBID_PAID_MODELS": "1",
    "AWS_ACCESS_KEY_ID": "test",  # for moto; the embedded AWS has a key of its own at each start
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_REGION": "us-east-1",
    "AWS_DEFAULT_REGION": "us-east-1",
    "AWS_EC2_METADATA_DISABLED": "true",
}
for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL"):
    os.environ.pop(name, None)

RANDOM = os.environ.get("TEST_RANDOM") == "1"
settings.register_profile("ours", deadline=None, max_examples=depth(30, 200), derandomize=not RANDOM)
settings.load_profile("ours")


@pytest.hookimpl(trylast=True)  # after the markers have chosen
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    keep_drawn(config, items)


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection: there are thousands, and all live to the end."""
    gc.collect()
    gc.freeze()


_connect = socket.socket.connect
_connect_ex = socket.socket.connect_ex


class OutsideConnection(AssertionError):
    """A test tried to reach another machine."""


@pytest.fixture(scope="session", autouse=True)
def only_loopback() -> Iterator[None]:
    """Sockets may be opened to this machine only."""
    patch = pytest.MonkeyPatch()
    patch.setattr(socket.socket, "connect", _guarded(_connect))
    patch.setattr(socket.socket, "connect_ex", _guarded(_connect_ex))
    yield
    patch.undo()


@pytest.fixture(scope="session")
def ministack(only_loopback: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulator]:
    """The embedded AWS, started once for the whole session."""
    with running_ministack(tmp_path_factory.mktemp("ministack")) as emulator:
        yield emulator


@pytest.fixture(scope="session")
def browser(only_loopback: None) -> Iterator["Browser"]:
    """A real one, for all who need no other."""
    from devkit.studio.browser import launch

    with launch() as running:
        yield running


def _guarded(connect: Any) -> Any:
    def guarded(self: socket.socket, address: Any) -> Any:
        if self.family != socket.AF_UNIX and not _is_loopback(address):
            raise OutsideConnection(f"tests may only connect to this machine, not to {address!r}")
        return connect(self, address)

    return guarded


def _is_loopback(address: Any) -> bool:
    host = address[0] if isinstance(address, tuple) else ""
    if host == "localhost" or str(host).endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
