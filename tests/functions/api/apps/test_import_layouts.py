"""A full-stack project of Replit: its page comes in with all that it reaches, its server stays out, and it is built."""

import json
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.samples import zipped
from devkit.node.real_compile import real_compile
from shared.domain.base import Files
from tests.imports.projects import read_project
from tests.support.real_builds import build_really

REPLIT = read_project("replit").files


def bring(api: Api, more: Files | None = None) -> tuple[Files, list[dict[str, Any]]]:
    """The draft's files, and what was said."""
    api.world.compiler.respond = real_compile
    headers = {"Content-Type": "application/zip"}
    answer = api.client.post("/admin/apps/import", content=zipped({**REPLIT, **(more or {})}), headers=headers)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    revision = api.container.ports.revisions.get(made["tenant_id"], made["id"], made["draft_revision_id"])
    return api.container.ports.snapshots.get(made["tenant_id"], made["id"], revision.tree), made["diagnostics"]


def test_what_the_page_reaches_is_there_and_the_server_is_named(api: Api) -> None:
    files, found = bring(api)
    assert {path for path in files if path.startswith(("src/", "public/"))} == {
        "public/robots.txt", "src/App.tsx", "src/attached_assets/logo_17123.png", "src/components/card.tsx",
        "src/index.css", "src/main.tsx", "src/shared/plans.ts", "src/shared/schema.ts",
    }  # fmt: skip
    assert [each for each in found if each["severity"] == "error"] == []
    (left,) = (each for each in found if each["code"] == "SERVER_LEFT_OUT")
    assert "server/ (3 files)" in left["message"] and left["hint"]
    assert not any(b"client/" in files[path] for path in files if path != "package-lock.json")


def test_a_package_of_the_server_in_shared_code_is_named_and_its_file_is_there_to_be_finished(api: Api) -> None:
    use = b'import { plans } from "@shared/schema";\nconsole.log(plans);\n'
    app = REPLIT["client/src/App.tsx"] + use
    files, found = bring(api, {"client/src/App.tsx": app})
    assert "src/shared/schema.ts" in files
    errors = [each["message"] for each in found if each["severity"] == "error"]
    assert errors == ["drizzle-orm is not in the catalog; src/shared/schema.ts imports it."]


@pytest.mark.e2e
@pytest.mark.slow_install
def test_it_is_built_and_its_page_shows_what_it_did(api: Api) -> None:
    files, _ = bring(api)
    uploaded = build_really(files, ["page"])
    assert uploaded.result["status"] == "succeeded", uploaded.log
    page = uploaded.result["page"]
    assert page["errors"] == [] and "Hello" in json.dumps(page["tree"]), page
    (sheet,) = (text.decode() for path, text in uploaded.content.items() if path.endswith(".css"))
    assert ".text-3xl" in sheet, "Tailwind found the classes"
