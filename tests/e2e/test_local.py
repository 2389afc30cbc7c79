"""What the local stack writes for programs, and how its front serves a published app."""

import json

from devkit.stack.client import Client, visit_site
from devkit.stack.project import Make
from local.stack import LocalStack


def test_local_json_says_what_the_contract_says(stack: LocalStack) -> None:
    path = stack.data_dir / "local.json"
    found = json.loads(path.read_text())
    assert {"api_url", "site_port", "token", "tenant_id", "model", "pid"} <= set(found)
    assert found["api_url"] == f"http://127.0.0.1:{stack.port}"
    assert (found["site_port"], found["model"]) == (stack.port + 1, {"name": "scripted", "offline": False})
    assert path.stat().st_mode & 0o077 == 0


def test_a_published_app_is_served_at_its_own_origin_and_nowhere_else(
    stack: LocalStack, make: Make, client: Client
) -> None:
    project = make("react", "At its own origin").ready()
    live = project.publish()["live_url"]
    assert live == f"http://{project.slug}.apps.localhost:{stack.site_port}/"
    page = visit_site(live)
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
    assert visit_site(f"{live}deep/link").content == page.content
    assert visit_site(live, **{"If-None-Match": page.headers["etag"]}).status_code == 304
    assert visit_site(f"{live}api/py/x").status_code == 404
    assert client.http.get(f"/live/{project.slug}/index.html").status_code == 404
    assert visit_site(f"http://nobody.apps.localhost:{stack.site_port}/").status_code == 404
