"""Nobody chooses a model that the deployment does not offer: not by a setting, not by a stored one, not for free."""

import json
from pathlib import Path
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.model import Call, calls
from devkit.fakes.world import World
from devkit.loop import LoopDriver
from infra.assets import Staging
from infra.config import DeployConfig
from local.config import BadConfig, from_env
from shared.domain.agent.model_messages import Usage
from shared.domain.apps.app import App, AppSettings
from shared.domain.spending.models import ModelEntry, Models, read_models
from shared.services.assets.load_models import load_models, load_prices, models_text
from toolchain.repository import REPOSITORY

LISTED = [
    {"name": "gpt-6-sol", "context_window": 400_000, "output_limit": 64_000, "images": True, "first_token_seconds": 20},
    {"name": "ours/llama", "price": {"input": 0.5, "output": 1.5}},
    {"name": "qwen3-coder", "price": "unpriced", "context_window": 8_000, "output_limit": 2_500},
]
NAMES = ["fake", *(str(entry["name"]) for entry in LISTED)]
HOSTILE = [
    "o1-pro", "gpt-6-sol-2026-01-01", "openai/gpt-6-sol", "GPT-6-SOL", "../../etc", "x\r\nA: b", "gpt-6-sol\0",
    "gpt-6-sol\u202e", " gpt-6-sol", "offline-demo", "scripted-model", "x/offline-demo", "a" * 200,
]  # fmt: skip
MILLION = Usage(input_tokens=1_000_000)


def offered() -> Models:
    return Models(read_models(json.dumps(LISTED)), load_prices(), "fake")


def an_api(**over: Any) -> Api:
    world = World()
    return Api(world, {"ports": world.ports(models=offered(), price=offered().cost, **over)})


@pytest.fixture
def api() -> Api:
    return an_api()


def set_model(api: Api, app: App, models: dict[str, str]) -> Any:
    return api.client.patch(f"/admin/apps/{app.id}", json={"settings": {"models": models}})


@pytest.mark.parametrize("name", HOSTILE)
def test_a_setting_names_only_models_of_the_list(name: str, api: Api) -> None:
    app, _ = api.world.make_app()
    answer = set_model(api, app, {"auto": name})
    assert answer.status_code == 422, answer.text
    assert api.world.apps.get("acme", app.id).settings.models == {}
    if len(name) <= 128:
        body = answer.json()
        assert body["models"] == NAMES and body["diagnostics"][0]["code"] == "MODEL_NOT_LISTED"


MODES = ["fast", "deep", "budget", "research", "code"]


def reply_in(api: Api, app: App, mode: str) -> Any:
    return api.client.post(f"/projects/{app.id}/runs", json={"message": "Hello", "mode": mode})


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_names_only_models_of_the_list(mode: str, api: Api) -> None:
    app, _ = api.world.make_app()
    answer = set_model(api, app, {"auto": "gpt-6-sol", mode: "o1-pro"})
    found = answer.json()["diagnostics"][0]
    assert (answer.status_code, found["code"], found["path"]) == (422, "MODEL_NOT_LISTED", f"settings.models.{mode}")
    assert api.world.apps.get("acme", app.id).settings.models == {}


@pytest.mark.parametrize("mode", MODES)
def test_a_message_in_a_mode_is_answered_by_its_model(mode: str, api: Api) -> None:
    app, _ = api.world.make_app()
    assert set_model(api, app, {"auto": "gpt-6-sol", mode: "ours/llama"}).status_code == 200
    run = reply_in(api, app, mode).json()
    assert (run["model"], run["mode"]) == ("ours/llama", mode)


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_without_a_model_is_refused_not_ignored(mode: str, api: Api) -> None:
    app, _ = api.world.make_app()
    answer = reply_in(api, app, mode)
    assert (answer.status_code, answer.json()["diagnostics"][0]["code"]) == (422, "MODE_NOT_SET")
    assert api.world.runs.list("acme", app.id, limit=5).items == []
    assert reply_in(api, app, "auto").json()["model"] == "fake"


@pytest.mark.parametrize("mode", ["", "FAST", "turbo", "auto ", 1, ["fast"]])
def test_a_mode_that_is_none_is_refused(mode: Any, api: Api) -> None:
    app, _ = api.world.make_app()
    assert reply_in(api, app, mode).status_code == 422


def test_every_form_of_a_message_takes_a_mode(api: Api) -> None:
    app, _ = api.world.make_app()
    set_model(api, app, {"fast": "ours/llama"})
    ours = {"message": "Hello", "mode": "deep"}
    sdk = {"messages": [{"role": "user", "parts": [{"type": "text", "text": "Hello"}]}], "mode": "deep"}
    for body in (ours, sdk):
        answer = api.client.post(f"/admin/apps/{app.id}/builder/chat/stream", json=body)
        assert answer.json()["diagnostics"][0]["code"] == "MODE_NOT_SET"
    session = api.client.post(f"/projects/{app.id}/sessions").json()["id"]
    sent = api.client.post(f"/sessions/{session}/messages", json={"message": "Hello", "mode": "fast"})
    assert api.world.runs.get("acme", sent.json()["run_id"]).request.model == "ours/llama"


@pytest.mark.parametrize("name", NAMES)
def test_a_listed_model_is_taken_and_used(name: str, api: Api) -> None:
    app, _ = api.world.make_app()
    assert set_model(api, app, {"auto": name}).status_code == 200
    loop = LoopDriver([], world=api.world, ports_over={"models": offered()})
    assert loop.start(app_id=app.id).request.model == name


@pytest.mark.parametrize("name", ["taken-off", "offline-demo", "x\r\nA: b"])
def test_a_stored_name_that_is_no_longer_offered_starts_nothing(name: str, api: Api) -> None:
    app, _ = api.world.make_app()
    stored = api.world.apps.get("acme", app.id)
    api.world.apps.update(stored.model_copy(update={"settings": AppSettings(models={"auto": name})}))
    answer = api.client.post(f"/admin/apps/{app.id}/builder/chat/stream", json={"message": "Hello"})
    body = answer.json()
    assert (answer.status_code, body["models"]) == (422, NAMES)
    assert body["diagnostics"][0]["path"] == "settings.models.auto" and name not in answer.text
    assert api.world.runs.list("acme", app.id, limit=5).items == []
    assert set_model(api, app, {}).status_code == 200, "and the setting can be taken away"


def test_a_stored_name_that_is_no_longer_offered_keeps_nobody_from_changing_something_else(api: Api) -> None:
    """Settings are replaced as a whole, so a client sends back what it has read; older releases took every mode."""
    app, _ = api.world.make_app()
    stored = {"auto": "taken-off", "fast": "gpt-6-sol"}
    kept = api.world.apps.get("acme", app.id)
    api.world.apps.update(kept.model_copy(update={"settings": AppSettings.model_validate({"models": stored})}))
    settings = {"models": stored, "env": {"VITE_NAME": "Ours"}}
    assert api.client.patch(f"/admin/apps/{app.id}", json={"settings": settings}).status_code == 200
    assert api.world.apps.get("acme", app.id).settings.env == {"VITE_NAME": "Ours"}
    for other in ({"auto": "also-gone"}, stored | {"deep": "nowhere"}, {"fast": "taken-off"}):
        assert set_model(api, app, other).status_code == 422


def test_a_deployment_without_a_model_says_so() -> None:
    world = World()
    api = Api(world, {"ports": world.ports(models=Models()), "default_model": ""})
    app, _ = world.make_app()
    answer = api.client.post(f"/admin/apps/{app.id}/builder/chat/stream", json={"message": "Hello"})
    assert (answer.json()["code"], world.runs.list("acme", app.id, limit=5).items) == ("FEATURE_DISABLED", [])


def test_the_list_is_read_over_http(api: Api) -> None:
    items = api.client.get("/admin/models").json()["items"]
    assert [item["name"] for item in items] == NAMES and [item["is_default"] for item in items] == [True] + 3 * [False]
    known, given = items[1], items[2]
    assert known["price"] == {"input": 2.0, "cached_input": 0.2, "output": 10.0}, "from our own table"
    assert given["price"] == {"input": 0.5, "cached_input": 0.5, "output": 1.5}
    assert items[3]["price"] is None and (known["images"], known["first_token_seconds"]) == (True, 20)
    assert api.as_tenant("acme", "tools:run").get("/admin/models").status_code == 403
    assert api.anonymous.get("/admin/models").status_code == 401


def test_the_price_of_the_list_wins_and_a_name_nobody_knows_is_unpriced() -> None:
    models = Models(
        [ModelEntry.model_validate({"name": "gpt-6-sol", "price": {"input": 9, "output": 90}})], load_prices()
    )
    assert models.cost("gpt-6-sol", MILLION) == 9
    assert Models([], load_prices(), "gpt-6-sol").cost("gpt-6-sol", MILLION) == 4, "a long call of a known model"
    assert Models([], load_prices(), "qwen3-coder").unpriced() == ["qwen3-coder"]
    assert Models([ModelEntry(name="gpt-6-sol", price="unpriced")], load_prices()).cost("gpt-6-sol", MILLION) is None


@pytest.mark.parametrize("name", ["offline-demo", "scripted-model", "x/offline-demo", "offline-demo-2026-01-01"])
def test_free_names_exist_only_locally(name: str) -> None:
    load_models("", name, is_deployment=False)
    with pytest.raises(ValueError, match="developer's machine"):
        load_models("", name, is_deployment=True)
    with pytest.raises(ValueError, match="developer's machine"):
        load_models(json.dumps([{"name": name}]), "", is_deployment=True)
    with pytest.raises(ValueError, match="developer's machine"):
        DeployConfig(model=name)
    with pytest.raises(ValueError, match="developer's machine"):
        DeployConfig(models=json.dumps([{"name": name}]))


BAD = [
    "[", "[{}]", '[{"name": ""}]', '[{"name": "a", "price": "free"}]',
    '[{"name": "a", "price": {"input": -1, "output": 1}}]',
    '[{"name": "a", "prize": 1}]', '[{"name": "a"}, {"name": "a"}]', '[{"name": "a\\nb"}]', '[{"name": "../a"}]',
    '[{"name": "a", "context_window": 0}]', '[{"name": "a", "price": {"input": 1e999, "output": 1}}]', "/no/such/file",
    json.dumps([{"name": f"m{number}"} for number in range(51)]),
]  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_a_list_that_cannot_be_meant_stops_the_start_in_one_line(text: str) -> None:
    for read in (lambda: load_models(text, "", is_deployment=False), lambda: DeployConfig(models=text)):
        with pytest.raises(ValueError, match="MODELS: ") as refused:
            read()
        assert "\n" not in str(refused.value)
    with pytest.raises(BadConfig, match="MODELS: "):
        from_env({"MODELS": text})


def test_the_list_may_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "models.json"
    file.write_text(json.dumps(LISTED))
    assert list(load_models(str(file), "", is_deployment=True).entries) == NAMES[1:]
    assert json.loads(from_env({"MODELS": str(file)}).passed_on["MODELS"]) == LISTED
    assert DeployConfig(models=str(file)).models_json == json.dumps(LISTED)


def test_a_deployment_carries_its_list_beside_the_code_not_in_the_environment() -> None:
    config = DeployConfig(models=json.dumps(LISTED), model="qwen3-coder")
    assert config.unpriced_models == ["qwen3-coder"]
    for given in (config.models_json, ""):
        staging = Staging(REPOSITORY, models=given)
        staged = Path(staging.python_function("agent_step", "handler.py"))
        assert models_text("", staged / "shared" / "models.json") == given
        staging._folder.cleanup()


def test_requests_keep_to_the_limits_of_the_list() -> None:
    files = {f"src/f{number}.ts": b"export const x = 1;\n" * 200 for number in range(40)}
    imports = "".join(f'import "./f{number}";\n' for number in range(40)).encode()
    sizes = {}
    for name in ("fake", "qwen3-coder"):
        world = World()
        app, _ = world.make_app(files={**files, "src/main.ts": imports})
        finish = calls(Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None}))
        loop = LoopDriver([finish], world=world, ports_over={"models": offered()})
        world.apps.update(
            world.apps.get("acme", app.id).model_copy(update={"settings": AppSettings(models={"auto": name})})
        )
        loop.follow(loop.start(app_id=app.id, mentions=sorted(files)))
        (request, *_) = loop.model.requests
        sizes[name] = sum(len(item.model_dump_json()) for item in request.items)
        assert request.max_output_tokens == (2_500 if name == "qwen3-coder" else None)
    assert sizes["qwen3-coder"] < 20_000 < 60_000 < sizes["fake"]
