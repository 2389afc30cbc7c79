"""The cookie of a preview among cookies that a sibling has planted: previews share a parent domain."""

import pytest

from tests.support.api import Api

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
