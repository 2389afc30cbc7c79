"""The way through API Gateway, the authorizer and Mangum, with each function under its own role."""

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client, visit_site
from devkit.stack.project import Project
from devkit.stack.stack import refusals
from local.config import STACK_NAME
from local.emulator.access import KEY_HEADER
from local.stack import LocalStack
from toolchain.aws import stack_outputs

Answer = tuple[int, str, Any]


def gateway(stack: LocalStack) -> str:
    """The deployed API as the emulator serves it; on AWS it is the output `ApiUrl`."""
    found = stack_outputs(stack.boto("cloudformation"), STACK_NAME)
    stage = found["ApiUrl"].rstrip("/").rpartition("/")[2]
    return f"{stack.info['aws_endpoint']}/_aws/execute-api/{found['RestApiId']}/{stage}"


def at_gateway(stack: LocalStack, token: str | None) -> Client:
    """A caller whom the embedded AWS lets in; who they are is for the deployed authorizer to say."""
    caller = Client(gateway(stack), token)
    caller.http.headers[KEY_HEADER] = stack.access.secret
    return caller


@pytest.fixture
def through_gateway(stack: LocalStack) -> Iterator[Client]:
    with at_gateway(stack, stack.token()) as signed_in:
        yield signed_in


def test_the_whole_way_of_an_app_through_the_deployed_function(
    stack: LocalStack, through_gateway: Client, model: ScriptedModel
) -> None:
    project = Project.create(through_gateway, model.script, "vanilla", "Through the gateway")
    first = project.built()
    saved = project.save_text("src/content.ts", "A good place to start", "Through the gateway")
    project.built(saved["id"])
    live = project.publish()["live_url"]
    assert visit_site(live).status_code == 200
    restored = project.client.call("POST", f"{project.builder}/revisions/{first}/restore", status=201)
    project.built(restored["id"])
    project.publish()
    project.client.call("POST", f"{project.path}/rollback", {"revision_id": saved["id"]}, status=200)
    project.client.call("POST", f"{project.builder}/preview-token", {"revision_id": first}, status=200)
    validation = project.client.call("POST", f"{project.builder}/validate", refused_change(project))
    assert validation["valid"] is False and validation["diagnostics"]
    project.client.call("POST", f"{project.path}/unpublish", status=200)
    project.client.call("DELETE", project.path, status=204)
    assert project.client.problem("GET", project.path)[:2] == (404, "NOT_FOUND")
    project.client.call("POST", f"{project.path}/undelete", status=200)
    assert project.state()["draft"]["id"] == restored["id"]


def refused_change(project: Project) -> dict[str, Any]:
    operation = {"op": "upsert_file", "path": "src/main.ts", "content": 'import "left-pad";'}
    return {"base_revision_id": project.draft, "operations": [operation]}


def test_who_is_not_signed_in_is_refused_at_the_door(stack: LocalStack) -> None:
    for token in (None, "not-a-token", stack.token()[:-4] + "AAAA"):
        with at_gateway(stack, token) as stranger:
            status, code, document = stranger.problem("GET", "/admin/apps")
        assert (status, code) == (401, "UNAUTHENTICATED"), document


def test_an_api_key_goes_through_the_gateway_until_it_is_revoked(stack: LocalStack, through_gateway: Client) -> None:
    app = through_gateway.call("POST", "/admin/apps", {"name": "By a program", "framework": "vanilla"}, status=201)
    wanted = {"name": "CI", "scopes": ["apps:read"]}
    made = through_gateway.call("POST", "/admin/api-keys", wanted, status=201)
    with at_gateway(stack, made["key"]) as program:
        assert program.call("GET", f"/admin/apps/{app['id']}")["name"] == "By a program"
        status, code, document = program.problem("POST", "/admin/apps", {"name": "No", "framework": "vanilla"})
        assert (status, code, document["scope"]) == (403, "FORBIDDEN", "apps:write")
        assert program.problem("GET", "/admin/api-keys")[:2] == (403, "FORBIDDEN")
        through_gateway.call("DELETE", f"/admin/api-keys/{made['id']}", status=204)
        assert program.problem("GET", f"/admin/apps/{app['id']}")[:2] == (401, "UNAUTHENTICATED")
    with Client(stack.api_url, made["key"]) as program:  # the app's own word, not the authorizer's
        assert program.problem("GET", f"/admin/apps/{app['id']}")[:2] == (401, "UNAUTHENTICATED")
    (listed,) = [one for one in through_gateway.call("GET", "/admin/api-keys")["items"] if one["id"] == made["id"]]
    assert listed["revoked_at"] and "key" not in listed


def test_both_ways_give_the_same_answers(stack: LocalStack, through_gateway: Client, client: Client) -> None:
    for path in ("/admin/templates", "/admin/apps?limit=5", "/admin/apps/app_00000000000000000000000000", "/nowhere"):
        front, deployed = both_ways(path, client, through_gateway)
        assert front == deployed, path


def both_ways(path: str, client: Client, through_gateway: Client) -> tuple[Answer, Answer]:
    """The answers of the front and of the deployed function, while a build that ends changes nothing in them."""
    until = time.monotonic() + 60
    while True:
        front, deployed, again = (comparable(way.http.get(path)) for way in (client, through_gateway, client))
        if front == again:
            return front, deployed
        assert time.monotonic() < until, f"never twice the same: {path}"


def comparable(answer: httpx.Response) -> Answer:
    body = answer.json()
    body.pop("request_id", None)
    return answer.status_code, answer.headers["content-type"], body


def test_no_function_was_refused_by_its_role(stack: LocalStack) -> None:
    """Roles are enforced here, so what works has the rights it needs; it is asked again when the session ends."""
    key, address = {KEY_HEADER: stack.access.secret}, f"{stack.access.endpoint}/_ministack/health"
    health = httpx.get(address, headers=key, timeout=60, trust_env=False).json()
    assert health["auth"] == "enabled"
    groups = {group["logGroupName"] for group in stack.boto("logs").describe_log_groups()["logGroups"]}
    names = {group.removeprefix(f"/aws/lambda/{STACK_NAME}-") for group in groups}
    assert {"api", "authorizer", "build_prepare", "worker_start", "worker_done", "build_finalise"} <= names
    assert refusals(stack) == []
