"""The whole local stack as one process tree: what it writes, what its gateway does, and how it comes back."""

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from local.http import Api, ApiError
from local.openai_server.reply import Call, Reply
from local.stack import LocalStack
from tests.support.scripted_model.server import ScriptedModel, start_scripted
from tests.support.stack import bring_assemblies, keep_assemblies, share_toolchain

pytestmark = pytest.mark.e2e
MODEL = "scripted"
WRITTEN = "export default function App() {\n  return <h1>Back again</h1>;\n}\n"
EDIT = Reply(
    text=("Editing.",), calls=(Call(name="write_file", arguments={"path": "src/App.tsx", "content": WRITTEN}),)
)
FINISH = Reply(calls=(Call(name="finish", arguments={"summary": "Done.", "rationale": "Asked.", "assumptions": []}),))


@pytest.fixture(scope="module")
def model() -> Iterator[ScriptedModel]:
    with start_scripted() as server:
        yield server


@pytest.fixture(scope="module")
def stack(model: ScriptedModel, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalStack]:
    data = tmp_path_factory.mktemp("stack") / "data"
    share_toolchain(data)
    bring_assemblies(data)
    running = LocalStack(data, model_url=model.url, env={"CHATBUILDER_MODEL": MODEL})
    running.start()
    keep_assemblies(data)
    yield running
    running.stop()


def built_app(api: Api, name: str = "Local") -> dict[str, Any]:
    app: dict[str, Any] = api.call("POST", "/admin/apps", {"name": name, "framework": "react"})
    wait_built(api, app["id"])
    return app


def wait_built(api: Api, app_id: str, seconds: float = 120) -> dict[str, Any]:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        state: dict[str, Any] = api.call("GET", f"/admin/apps/{app_id}/builder/state")
        if state["draft"]["build_status"] in ("succeeded", "failed"):
            assert state["draft"]["build_status"] == "succeeded", state["build"]
            return state
        time.sleep(0.2)
    raise AssertionError("the build did not end")


def fetch(url: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(url, headers=headers)  # noqa: S310 - an address of this machine
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - the same
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read()


def test_local_json_says_what_the_contract_says(stack: LocalStack) -> None:
    path = stack.data_dir / "local.json"
    found = json.loads(path.read_text())
    assert {"api_url", "site_port", "token", "tenant_id", "model", "pid"} <= set(found)
    assert found["api_url"] == f"http://127.0.0.1:{stack.port}"
    assert (found["site_port"], found["model"]) == (stack.port + 1, {"name": MODEL, "offline": False})
    assert path.stat().st_mode & 0o077 == 0
    status, _, body = fetch(f"{stack.api_url}/health")
    assert (status, json.loads(body)["status"]) == (200, "ok")


def test_its_token_opens_admin_routes_and_none_opens_nothing(stack: LocalStack) -> None:
    assert "items" in Api(stack.api_url, stack.info["token"]).call("GET", "/admin/apps")
    with pytest.raises(ApiError) as refused:
        Api(stack.api_url, "").call("GET", "/admin/apps")
    assert (refused.value.status, refused.value.code) == (401, "UNAUTHENTICATED")


def gateway(stack: LocalStack, path: str, token: str | None = None) -> tuple[int, dict[str, str], Any]:
    """A request through the embedded API Gateway: authorizer, proxy, Lambda, Mangum."""
    (api,) = stack.boto("apigateway").get_rest_apis()["items"]
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    base = f"{stack.info['aws_endpoint']}/_aws/execute-api/{api['id']}/v1"
    status, answered, body = fetch(base + path, **headers)
    return status, {k.lower(): v for k, v in answered.items()}, json.loads(body)


def test_the_gateway_lets_a_good_token_through_to_the_same_application(stack: LocalStack) -> None:
    app = stack.api("gate").call("POST", "/admin/apps", {"name": "Gate"})
    status, headers, body = gateway(stack, "/admin/apps", stack.token("gate"))
    assert (status, [item["id"] for item in body["items"]]) == (200, [app["id"]])
    assert headers["content-type"].startswith("application/json")
    assert gateway(stack, f"/admin/apps/{app['id']}", stack.token("other"))[0] == 404
    assert gateway(stack, "/health")[2]["status"] == "ok"


def test_the_gateway_refuses_in_our_words(stack: LocalStack) -> None:
    for token in (None, "nonsense", stack.token("gate", seconds=-60)):
        status, headers, body = gateway(stack, "/admin/apps", token)
        assert (status, body["code"]) == (401, "UNAUTHENTICATED"), token
        assert headers["content-type"] == "application/problem+json"
        assert headers["access-control-allow-origin"] == "*"


def test_a_published_app_is_served_at_its_own_origin_and_nowhere_else(stack: LocalStack) -> None:
    api = stack.api("pub")
    app = built_app(api, "Published")
    published = api.call("POST", f"/admin/apps/{app['id']}/publish")
    host = f"{app['slug']}.apps.localhost:{stack.site_port}"
    assert published["live_url"] == f"http://{host}/"
    site = f"http://127.0.0.1:{stack.site_port}"
    status, headers, page = fetch(f"{site}/", Host=host)
    assert (status, headers["cache-control"]) == (200, "no-cache")
    assert fetch(f"{site}/deep/link", Host=host)[2] == page
    asset = page.decode().split('src="')[1].split('"')[0]
    status, headers, _ = fetch(site + asset, Host=host)
    assert (status, "immutable" in headers["cache-control"]) == (200, True)
    assert fetch(f"{site}/", Host=host, **{"If-None-Match": fetch(f"{site}/", Host=host)[1]["etag"]})[0] == 304
    assert fetch(f"{site}/api/py/x", Host=host)[0] == 404
    assert fetch(f"{stack.api_url}/live/{app['slug']}/index.html")[0] == 404
    assert fetch(f"{site}/", Host=f"nobody.apps.localhost:{stack.site_port}")[0] == 404


def slow(pieces: int = 200) -> Reply:
    return Reply(text=tuple(f"word{n} " for n in range(pieces)), delay=0.1)


def test_kill_minus_nine_in_the_middle_of_a_run(stack: LocalStack, model: ScriptedModel) -> None:
    """Everything of the process tree dies; at the next start the run goes on and ends, and nothing older is lost."""
    api = stack.api("kill")
    app = built_app(api, "Killed")
    model.script.reset()
    model.script.push(slow())
    stream = api.stream("POST", f"/admin/apps/{app['id']}/builder/chat/stream", {"message": "Change the title"})
    begun = time.monotonic()
    for _ in stream:
        if time.monotonic() - begun > 11:  # older than what a kill may lose
            break
    (run,) = [api.call("GET", f"/admin/apps/{app['id']}/builder/state")["active_run"]]
    stack.kill()
    model.script.reset()
    model.script.push(EDIT, FINISH)
    stack.start()
    api = stack.api("kill")
    chunks = list(api.stream("GET", f"/admin/apps/{app['id']}/builder/chat/{run['id']}/stream"))
    (done,) = [chunk["data"] for chunk in chunks if chunk["type"] == "data-done"]
    assert (done["status"], done["run_id"]) == ("completed", run["id"])
    assert [chunk["seq"] for chunk in chunks] == list(range(1, len(chunks) + 1))
    assert any(chunk["type"] == "data-retry" for chunk in chunks)
    state = api.call("GET", f"/admin/apps/{app['id']}/builder/state")
    assert (state["active_run"], state["draft"]["id"]) == (None, done["revision_id"])


def test_a_clean_stop_keeps_everything_and_the_next_start_is_fast(stack: LocalStack) -> None:
    api = stack.api("keep")
    app = built_app(api, "Kept")
    api.call("POST", f"/admin/apps/{app['id']}/publish")
    before = api.call("GET", f"/admin/apps/{app['id']}")
    assert stack.stop() == 0
    assert not (stack.data_dir / "local.json").exists()
    begun = time.monotonic()
    stack.start()
    seconds = time.monotonic() - begun
    assert stack.api("keep").call("GET", f"/admin/apps/{app['id']}") == before
    site = f"http://127.0.0.1:{stack.site_port}/"
    assert fetch(site, Host=f"{app['slug']}.apps.localhost:{stack.site_port}")[0] == 200
    assert seconds < (30 if os.environ.get("CI") else 20), f"{seconds:.1f} s"


def test_stopping_during_a_build_leaves_it_to_the_next_start(stack: LocalStack) -> None:
    api = stack.api("halt")
    app = api.call("POST", "/admin/apps", {"name": "Halted"})
    assert stack.stop() == 0
    stack.start()
    wait_built(stack.api("halt"), app["id"])


def test_nothing_is_left_running_after_a_stop(stack: LocalStack) -> None:
    emulator = stack.info["aws_endpoint"]
    pid = stack.info["pid"]
    assert stack.stop() == 0
    assert not Path(f"/proc/{pid}").exists()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(emulator, timeout=2)  # noqa: S310 - an address of this machine
    stack.start()
