"""GET /me, /public/config and /api/tools: what a client asks before it shows anything."""

from devkit.api.api import Api
from devkit.api.estate import Estate
from functions.api.openapi.document import described
from shared.domain.identity import SCOPES
from shared.runtime.settings import Settings
from shared.services.access.read_config import SignInPlace
from shared.tools.registry import CODER_TOOLS

PLACE = SignInPlace(issuer="https://login.example.com", client_id="studio")


def test_a_person_learns_who_they_are_and_that_they_may_do_everything() -> None:
    body = Api().client.get("/me").json()
    assert (body["tenant_id"], body["kind"], body["scopes"]) == ("acme", "person", sorted(SCOPES))
    assert body["subject"]


def test_scopes_are_those_of_the_token_and_none_that_we_do_not_know() -> None:
    body = Api().as_tenant("acme", "apps:read", "apps:publish", "openid").get("/me").json()
    assert body["scopes"] == ["apps:publish", "apps:read"]


def test_a_key_is_no_person(api: Api) -> None:
    key = Estate(api).key("apps:read")
    body = api.anonymous.get("/me", headers={"Authorization": f"Bearer {key.secret}"}).json()
    assert (body["tenant_id"], body["kind"], body["scopes"]) == ("acme", "api_key", ["apps:read"])


def test_the_config_is_for_everybody_and_says_nothing_of_anybody() -> None:
    api = Api(over={"sign_in": PLACE, "version": "9.9"})
    answer = api.anonymous.get("/public/config")
    body = answer.json()
    assert (body["issuer"], body["client_id"], body["version"]) == ("https://login.example.com", "studio", "9.9")
    assert body["domains"]["apps"] and body["flags"]["agentic_loop"] is True
    assert answer.headers["cache-control"] == "no-cache"
    assert body == api.as_tenant("rival").get("/public/config").json()


def test_the_client_of_a_page_is_the_audience_unless_it_is_named() -> None:
    result = Settings.from_env({"OIDC_AUDIENCE": "builder"})
    assert (result.oidc_audience, result.studio_client) == ("builder", "")
    assert Settings.from_env({"STUDIO_CLIENT_ID": "page"}).studio_client == "page"


def test_every_tool_that_can_be_called_is_listed_with_what_it_takes() -> None:
    items = {item["name"]: item for item in Api().client.get("/api/tools").json()["items"]}
    assert set(items) == set(CODER_TOOLS) - {"finish"}
    assert items["read_file"]["params"]["properties"]["path"]["type"] == "string"
    assert all(item["params"]["additionalProperties"] is False for item in items.values())
    assert described(Api().app.routes)["GET", "/api/tools"].scope == "tools:run"
