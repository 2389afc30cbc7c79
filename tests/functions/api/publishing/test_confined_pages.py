"""Previews that no person has confirmed: what their pages may reach, and where they may run."""

from typing import Any

import pytest

from devkit.api.api import Api
from shared.domain.apps.app import AppSettings
from shared.ports.requests import PreviewClaims
from shared.services.feedback.report_preview import visitor_of
from shared.services.site.addresses import SiteAddresses

STUDIO = "https://studio.example"
FRAMED = {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Mode": "navigate"}
TAB = {"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate"}
OWN = {"X-Preview-Origin": "1"}


class Scene:
    """One preview on an origin of its own."""

    def __init__(self) -> None:
        self.api = Api(over={"studio_origins": (STUDIO,)})
        self.world = self.api.world
        self.app, self.revision = self.world.make_app()
        self.folder = f"/public/apps/preview/revisions/{self.revision.id}/assets"
        self.given = self.issue({"revision_id": self.revision.id})
        self.token = str(self.given["token"])

    def issue(self, wanted: dict[str, str]) -> dict[str, Any]:
        answer: dict[str, Any] = self.api.client.post(
            f"/admin/apps/{self.app.id}/builder/preview-token", json=wanted
        ).json()
        return answer

    def ask(self, path: str, how: dict[str, str], *, kept: bool = True, part: str = "assets") -> Any:
        cookie = {"Cookie": f"chatbuilder_preview={self.token}"} if kept else {}
        folder = self.folder.removesuffix("assets") + part
        return self.api.anonymous.get(f"{folder}/{path}", headers={**OWN, **how, **cookie}, follow_redirects=False)

    def policy(self, path: str = "", how: dict[str, str] = FRAMED) -> dict[str, list[str]]:
        text = self.ask(path, how).headers["content-security-policy"]
        return {name: sources for name, *sources in (part.split() for part in text.split("; "))}


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_a_page_that_nobody_confirmed_reaches_itself_and_the_allowed_hosts(scene: Scene) -> None:
    assert scene.given["confined"] is True
    assert scene.policy()["default-src"] == ["'self'", "data:", "blob:", "'unsafe-inline'", "'unsafe-eval'"]
    app = scene.world.apps.get(scene.app.tenant_id, scene.app.id)
    scene.world.apps.update(app.model_copy(update={"settings": AppSettings(api_hosts=["api.example.com"])}))
    policy = scene.policy()
    assert {"https://api.example.com", "wss://api.example.com"} <= set(policy["default-src"])
    assert policy["frame-ancestors"] == [
        "'self'",
        STUDIO,
        scene.world.ports().addresses.preview_shell(scene.revision.id)[:-1],
    ]
    page = scene.ask("", FRAMED)
    assert '"https://api.example.com"' in page.headers["connection-allowlist"]
    assert page.headers["cache-control"] == "private, no-store" and "etag" not in page.headers


def test_every_file_has_the_policy_and_a_workers_is_kept_by_no_cache(scene: Scene) -> None:
    script = {"Sec-Fetch-Dest": "script", "Sec-Fetch-Mode": "cors"}
    assert "https:" not in scene.policy("assets/index-abc123.js", script)["default-src"]
    worker = scene.ask("assets/index-abc123.js", {"Sec-Fetch-Dest": "worker", "Sec-Fetch-Mode": "same-origin"})
    assert (worker.status_code, worker.headers["cache-control"]) == (200, "private, no-store")


def test_hosts_of_the_last_confirmed_page_are_reached_by_the_next_one(scene: Scene) -> None:
    other = scene.world.add_revision(scene.app, {"index.html": b"<title>before</title>"})
    scene.world.confirm_page(other, "fonts.example.com")
    assert "https://fonts.example.com" in scene.policy()["default-src"]


def test_a_confirmed_page_has_the_policy_of_published_apps(scene: Scene) -> None:
    scene.world.confirm_page(scene.revision)
    assert scene.issue({"revision_id": scene.revision.id})["confined"] is False
    policy = scene.policy()
    assert {"'self'", "https:", "wss:"} <= set(policy["connect-src"]) and "connection-allowlist" not in scene.ask(
        "", FRAMED
    ).headers
    assert scene.ask("", TAB).status_code == 200, "it runs in a tab of its own"


@pytest.mark.parametrize("path", ["", "deep/link", "index.html", "assets/index-abc123.js"])
@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize(
    "how", [TAB, {"Sec-Fetch-Dest": "embed", "Sec-Fetch-Mode": "navigate"}, {"Accept": "text/html,*/*;q=0.8"}]
)
def test_in_a_tab_it_is_led_to_a_page_of_ours(scene: Scene, path: str, how: dict[str, str], kept: bool) -> None:
    asked = path + ("?a=1%262" if kept else f"?a=1%262&t={scene.token}")
    answer = scene.ask(asked, how, kept=kept)
    there = scene.world.ports().addresses.preview_shell(scene.revision.id)
    assert answer.status_code == 302 and answer.headers["location"] == f"{there}{path}?a=1%262&t={scene.token}"
    assert answer.headers["cache-control"] == "no-store" and "set-cookie" not in answer.headers


def test_that_page_frames_the_preview_alone_on_another_origin(scene: Scene) -> None:
    first = scene.ask(f"deep/link?a=1&t={scene.token}", TAB, kept=False, part="tab")
    assert first.status_code == 302 and "HttpOnly" in first.headers["set-cookie"], "the token leaves the address"
    shell = scene.ask("deep/link?a=1", TAB, part="tab")
    addresses = scene.world.ports().addresses
    page = addresses.preview(scene.revision.id)
    assert addresses.preview_shell(scene.revision.id) != page, "an app could reach into a page of its own origin"
    assert f'src="{page}deep/link?a=1&amp;t={scene.token}"' in shell.text
    assert 'sandbox="allow-scripts allow-forms allow-modals allow-same-origin"' in shell.text
    assert "<script" not in shell.text
    policy = shell.headers["content-security-policy"]
    assert f"frame-src {page[:-1]};" in policy and "default-src 'none'" in policy
    assert scene.ask("", TAB, kept=False, part="tab").status_code == 401


def test_no_address_makes_markup_of_that_page(scene: Scene) -> None:
    shell = scene.ask('"><script>x</script>?b="><img src=x>', TAB, part="tab")
    assert "<script" not in shell.text and "<img" not in shell.text


@pytest.mark.parametrize(
    "how", [{"Sec-Fetch-Dest": "serviceworker", "Sec-Fetch-Mode": "same-origin"}, {"Service-Worker": "script"}]
)
def test_a_service_worker_waits_for_a_person(scene: Scene, how: dict[str, str]) -> None:
    """It could answer with a page that has no policy at all."""
    assert scene.ask("assets/index-abc123.js", how).status_code == 404
    scene.world.confirm_page(scene.revision)
    assert scene.ask("assets/index-abc123.js", how).status_code == 200


def test_a_page_cannot_hand_words_on_as_a_report_about_another_preview(scene: Scene) -> None:
    """The reports' address is on the page's own origin, which its policy lets it reach."""
    attacker = scene.world.make_app(tenant_id="rival", slug="rival")[1]
    claims = PreviewClaims("rival", attacker.app_id, attacker.id, 0)
    token = scene.world.previews.issue(claims, 600)
    nonce = scene.world.reports.issue(claims._replace(visitor=visitor_of(token), load="a1"), 600)
    body = {"nonce": nonce, "status": "failed", "errors": [{"message": "all the notes"}]}
    for path, headers in ((f"~{token}/build-result", {}), ("build-result", {"Cookie": f"chatbuilder_preview={token}"})):
        answer = scene.api.anonymous.post(f"{scene.folder}/{path}", json=body, headers=OWN | headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "PREVIEW_TOKEN_INVALID")
    own = f"/public/apps/preview/revisions/{attacker.id}/assets/~{token}/build-result"
    assert scene.api.anonymous.post(own, json=body).status_code == 204


def test_in_path_mode_it_reaches_its_own_folder_and_is_framed_too() -> None:
    world_api = Api()
    addresses = SiteAddresses(mode="path", cdn_base_url="https://cdn.example", api_base_url="https://api.example/v1")
    api = Api(world_api.world, {"ports": world_api.world.ports(addresses=addresses)})
    app, revision = api.world.make_app()
    token = api.client.post(f"/admin/apps/{app.id}/builder/preview-token", json={"revision_id": revision.id}).json()[
        "token"
    ]
    place = f"/public/apps/preview/revisions/{revision.id}"
    page = api.anonymous.get(f"{place}/assets/~{token}/", headers=FRAMED)
    own = f"https://api.example/v1{place}/assets/"
    policy = page.headers["content-security-policy"]
    assert policy.startswith(f"sandbox allow-scripts allow-forms; default-src {own} data:")
    shell = api.anonymous.get(f"{place}/assets/x?t={token}", headers=TAB, follow_redirects=False)
    assert (shell.status_code, f'src="{own}x?t={token}"' in shell.text) == (200, True)
    assert f"frame-src {own};" in shell.headers["content-security-policy"] and "allow-same-origin" not in shell.text
    assert "set-cookie" not in shell.headers


def test_a_person_allows_a_host_with_one_request_and_a_key_cannot(scene: Scene) -> None:
    place = f"/admin/apps/{scene.app.id}/builder/allow-host"
    answer = scene.api.client.post(place, json={"host": "API.Example.com."})
    assert (answer.status_code, answer.json()["settings"]["api_hosts"]) == (200, ["api.example.com"])
    again = scene.api.client.post(place, json={"host": "api.example.com"})
    assert again.json()["settings"]["api_hosts"] == ["api.example.com"]
    for host in ("*.example.com", "https://example.com/x", "localhost", "x'; script-src *"):
        assert scene.api.client.post(place, json={"host": host}).status_code == 422
