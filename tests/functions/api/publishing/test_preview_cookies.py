"""The cookie of a preview among cookies that a sibling has planted: previews share a parent domain."""

import pytest

from devkit.api.api import Api

NAME = "chatbuilder_preview"


class Scene:
    """A preview that is open in a browser, and a stranger's."""

    def __init__(self) -> None:
        self.api = Api()
        self.revision, self.token = self._preview("acme")
        self.other, self.planted = self._preview("rival")

    def _preview(self, tenant_id: str) -> tuple[str, str]:
        app, revision = self.api.world.make_app(tenant_id=tenant_id)
        asked = self.api.as_tenant(tenant_id).post(
            f"/admin/apps/{app.id}/builder/preview-token", json={"revision_id": revision.id}
        )
        return revision.id, asked.json()["token"]

    def opened(self, revision: str, cookie: str) -> tuple[int, str | None]:
        """With raw bytes, as a browser may send them."""
        path = f"/public/apps/preview/revisions/{revision}/runtime"
        answer = self.api.anonymous.get(path, headers=[(b"Cookie", cookie.encode("latin-1"))])
        return answer.status_code, answer.json().get("code")


@pytest.fixture(scope="module")
def scene() -> Scene:
    return Scene()


@pytest.mark.parametrize("planted", ["{other}", "x", "", '"', "a.b.c", "é", "{other}; chatbuilder_preview=x"])
@pytest.mark.parametrize("order", ["{planted}; {own}", "{own}; {planted}", "a=b; {own};{planted};;=; c"])
def test_a_planted_cookie_shuts_nobody_out(order: str, planted: str, scene: Scene) -> None:
    bad = f"{NAME}={planted.replace('{other}', scene.planted)}"
    cookie = order.replace("{own}", f"{NAME}={scene.token}").replace("{planted}", bad)
    assert scene.opened(scene.revision, cookie) == (200, None)


def test_and_opens_nothing(scene: Scene) -> None:
    cookie = "; ".join(f"{NAME}={token}" for token in (scene.token, "x", scene.token))
    assert scene.opened(scene.other, cookie) == (401, "PREVIEW_TOKEN_INVALID")
    assert scene.opened(scene.other, "x=y") == (401, "PREVIEW_TOKEN_REQUIRED")
    assert scene.opened(scene.other, f"{NAME}=") == (401, "PREVIEW_TOKEN_REQUIRED")


def test_only_a_few_are_looked_at(scene: Scene) -> None:
    many = "; ".join([f"{NAME}=x"] * 500 + [f"{NAME}={scene.token}"])
    assert scene.opened(scene.revision, many)[0] == 401


@pytest.mark.parametrize("own_origin", [True, False])
def test_an_apps_own_t_is_left_to_it(own_origin: bool, scene: Scene) -> None:
    """`fetch('data.json?t=' + Date.now())` is common, and no token of ours."""
    folder = f"/public/apps/preview/revisions/{scene.revision}/assets/"
    client = scene.api.anonymous
    cookie = {"Cookie": f"{NAME}={scene.token}", "X-Preview-Origin": "1"} if own_origin else {}
    place = folder if own_origin else f"{folder}~{scene.token}/"
    assert client.get(f"{place}assets/index-abc123.js?t=1763851", headers=cookie).status_code == 200
    assert client.get(f"{folder}assets/index-abc123.js?t=1763851").status_code == 401


def test_a_token_beside_one_in_the_path_takes_its_place(scene: Scene) -> None:
    place = f"/public/apps/preview/revisions/{scene.revision}/assets/~{scene.token}/assets/index-abc123.js"
    answer = scene.api.anonymous.get(f"{place}?t={scene.token}")
    assert (answer.status_code, answer.url.path) == (200, place)


@pytest.mark.parametrize(
    ("sent", "bridged"),
    [
        ({"X-Preview-Origin": "1", "Sec-Fetch-Dest": "iframe"}, True),
        ({"X-Preview-Origin": "1", "Sec-Fetch-Dest": "document"}, False),
        ({"X-Preview-Origin": "1", "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Mode": "cors"}, False),
        ({"Sec-Fetch-Dest": "iframe"}, False),
    ],
)
def test_a_page_in_a_frame_of_its_own_origin_has_the_bridge(sent: dict[str, str], bridged: bool) -> None:
    api = Api(over={"studio_origins": ("https://studio.example",)})
    app, revision = api.world.make_app()
    token = api.client.post(f"/admin/apps/{app.id}/builder/preview-token", json={"revision_id": revision.id}).json()
    folder = f"/public/apps/preview/revisions/{revision.id}/assets"
    cookie = {"Cookie": f"{NAME}={token['token']}"}
    page = api.anonymous.get(f"{folder}/", headers={**cookie, **sent})
    assert page.status_code == 200
    assert ('data-studio="https://studio.example"' in page.text) is bridged
    script = api.anonymous.get(f"{folder}/@chatbuilder/bridge.js", headers=cookie | {"X-Preview-Origin": "1"})
    assert (script.status_code, "openPicker" in script.text) == (200, True)
    assert api.anonymous.get(f"{folder}/@chatbuilder/bridge.js").status_code == 401
