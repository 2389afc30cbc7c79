"""What `make deploy ARGS=--check` asks of a deployment, asked of the whole local stack."""

import shutil

import pytest

from devkit.stack.client import Client, visit_site
from infra.check_deployment import Waiting, check_deployment
from local.stack import LocalStack
from tests.e2e.test_worker_tools import BROWSERS
from toolchain.http import Api

pytestmark = pytest.mark.e2e


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no browser on this machine")
def test_one_of_everything_works_and_nothing_is_left(stack: LocalStack, client: Client) -> None:
    said: list[str] = []
    token = stack.token(tenant="deployment-check")

    def fetch(address: str) -> bytes | None:
        answer = visit_site(address)
        return answer.content if answer.status_code == 200 else None

    assert check_deployment(Api(stack.api_url, token), said.append, waits=Waiting(poll_seconds=0.1), fetch=fetch), said
    assert [line.split()[0] for line in said] == ["health", "build", "page", "stream", "publish"]
    assert fetch(said[-1].split()[1]) is None
    with Client(stack.api_url, token) as visitor:
        assert visitor.call("GET", "/admin/apps")["items"] == []
