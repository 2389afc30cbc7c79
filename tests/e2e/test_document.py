"""The document against the embedded stack: no 5xx, and every answer is one that it tells of.

A few odd requests for each route, in a tenant of their own: the same ones each time, or those of `FUZZ_SEED`.
`make fuzz` sends many more, and others each time, to the application over fakes.
"""

import os
from typing import Any

import httpx
from schemathesis import Case

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Project
from local.stack import LocalStack
from tests.support.api.fuzzing import chosen_seed, fuzz, operations, request_of
from tests.support.depth import depth, sampled

pytestmark = sampled
EXAMPLES = int(os.environ.get("FUZZ_E2E_EXAMPLES", depth(1, 8)))
SEED = chosen_seed(usual=1)
FEW = ("POST /admin/apps", "POST /projects", "POST /admin/apps/import")  # each makes an app, which is then built
LAST = ("DELETE /admin/apps/{app_id}", "DELETE /projects/{project_id}")
UNKNOWN = {
    "GET /projects/{project_id}/events": "project_id",  # endless
    "GET /admin/apps/{app_id}/events": "app_id",  # endless
    "POST /admin/apps/{app_id}/builder/chat/stream": "app_id",  # the model has a script for every run
    "POST /sessions/{session_id}/messages": "session_id",
    "POST /admin/apps/{app_id}/builder/git/device": "app_id",  # this deployment is no application of GitHub's: 503
}


def test_every_answer_is_documented_and_none_is_a_5xx(stack: LocalStack, model: ScriptedModel) -> None:
    token = stack.token("odd")
    with Client(stack.api_url, token) as owner, httpx.Client(base_url=stack.api_url, trust_env=False) as http:
        names = _names(owner, model)

        def send(case: Case) -> Any:
            return http.request(**request_of(case, token), follow_redirects=False, timeout=60)

        for operation in sorted(operations(), key=lambda found: found.label in LAST):
            known = {place: name for place, name in names.items() if place != UNKNOWN.get(operation.label)}
            fuzz(operation, known, send, 1 if operation.label in FEW else EXAMPLES, SEED)


def _names(owner: Client, model: ScriptedModel) -> dict[str, str]:
    project = Project.create(owner, model.script, "vanilla", "Odd")
    draft = project.revision(project.built())
    session = owner.call("POST", f"/projects/{project.id}/sessions", {"session_type": "global"})
    return {
        "app_id": project.id, "project_id": project.id, "slug": project.slug, "revision_id": draft["id"],
        "build_id": draft["build_id"], "session_id": session["id"], "path": "src/main.ts", "tool": "list_files",
        "template": "vanilla",
    }  # fmt: skip
