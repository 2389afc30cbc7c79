"""A lockfile, which nobody writes by hand, takes no room from the change that is looked at."""

import json
from typing import Any

from devkit.api.api import Api
from devkit.fakes.model import Call, calls
from devkit.loop import USER, LoopDriver
from tests.shared.services.agent.test_evaluator import finish, verdict, write


def lock(size: int) -> str:
    entries: dict[str, Any] = {f"node_modules/p{number}": {"version": "1.0.0"} for number in range(size)}
    return json.dumps({"packages": entries}, indent=2)


def test_the_evaluator_and_the_preview_see_the_code_behind_a_large_lockfile() -> None:
    relocked = Call(name="write_file", arguments={"path": "package-lock.json", "content": lock(3_000)})
    loop = LoopDriver([calls(relocked, write("export const a = 1;\n"), finish()), verdict("approve")])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id, evaluator="model")
    run = loop.follow(loop.start("Add a note", app_id=app.id))
    asked = str(loop.model.requests[-1].items[-1].content)
    assert "+export const a = 1;" in asked and "node_modules/p1" not in asked
    assert "package-lock.json" in asked, "that it changed is said"
    said = Api(loop.world).client.get(f"/sessions/{run.conversation_id}/messages").json()["items"]
    previews = [one["patch_preview"] for one in said if one["patch_preview"]]
    assert previews and all("+export const a = 1;" in preview for preview in previews)
