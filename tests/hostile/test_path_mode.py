"""Path mode, tried: all published apps below one address, previews on the API's. What holds there, and what does not.

docs/security.md says which of these are limits of the mode: its apps share one origin, so it is for one tenant.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from fastapi.testclient import TestClient

from devkit.api.api import Api
from devkit.fakes.world import World
from devkit.studio.browser import Browser
from local.front.host_router import HostRouter
from shared.domain.ids import new_id
from shared.domain.imports.import_hosting import fit_hosting
from shared.domain.publishing.header_file import cache_of, read_header_file
from shared.ports.requests import PreviewClaims
from shared.services.feedback.report_preview import visitor_of
from shared.services.site.addresses import SiteAddresses
from shared.services.site.site_headers import published_headers
from tests.clients.test_typescript import served
from tests.support.answering import Answer, Asked, answering

ROUTER = HostRouter("path", "", "/apps")
REVISION = "rev_" + "0" * 26
TRAVERSALS = (
    "..", ".", "%2e%2e", "%2E.", ".%2e", "..%2f..", "..%5c..", "..\\..", "%2e%2e%2fsecret", "a/../../b", "x/./y",
    "%5c..", "..;/..", "....//", "%252e%252e", "%00", "a%00b",
)  # fmt: skip


@pytest.mark.parametrize("part", TRAVERSALS)
@pytest.mark.parametrize("where", ["/apps/{}", "/apps/demo/{}", f"/apps/demo/{REVISION}/{{}}", "/apps/{}/demo/x.js"])
def test_no_path_leaves_the_folder_of_its_app(where: str, part: str) -> None:
    """What is asked of the bucket begins with the app's own folder and has no step up, however it is decoded."""
    route = ROUTER.route("d1.cloudfront.net", where.format(part))
    if route.uri is not None:
        folder = f"/published/demo/{REVISION}/" if REVISION in where else "/live/"
        assert route.uri.startswith(folder)
        steps = route.uri.replace("%2e", ".").replace("%2E", ".").replace("%2f", "/").replace("%5c", "/").split("/")
        assert ".." not in steps and "." not in steps


@pytest.mark.parametrize(
    "path",
    ["/", "/index.html", "/live/demo/index.html", f"/published/demo/{REVISION}/index.html", "/apps", "/apps/",
     "/appsdemo/x", "//apps/demo/", "/APPS/demo/", "/apps//demo/", "/apps/De%6do/", "/apps/a/", "/sources/x",
     "/apps/demo/api/py", f"/apps/demo/{REVISION}/api/py/x", "/v1/health", "/apps/-%0d%0aSet-Cookie:x/"],
)  # fmt: skip
def test_no_address_beside_the_apps_is_served(path: str) -> None:
    route = ROUTER.route("d1.cloudfront.net", path)
    assert (route.uri, route.redirect) == (None, None)


def test_a_revision_is_served_from_its_own_apps_folder_only() -> None:
    route = ROUTER.route("d1.cloudfront.net", f"/apps/paypal/{REVISION}/")
    assert route.uri == f"/published/paypal/{REVISION}/index.html", "nothing of another app lies there"


class Scene:
    """Two tenants' apps on an API in path mode."""

    def __init__(self, **over: Any) -> None:
        self.world = World()
        addresses = SiteAddresses(mode="path", cdn_base_url="https://cdn.example.com")
        self.api = Api(self.world, {"ports": self.world.ports(addresses=addresses)} | over)
        self.app, self.revision = self.world.make_app(tenant_id="acme", slug="mine")
        self.other, self.others = self.world.make_app(tenant_id="globex", slug="theirs")

    def token(self, tenant: str = "acme") -> str:
        app, revision = (self.app, self.revision) if tenant == "acme" else (self.other, self.others)
        path = f"/admin/apps/{app.id}/builder/preview-token"
        answer = self.api.as_tenant(tenant).post(path, json={"revision_id": revision.id})
        return str(answer.json()["token"])

    def at(self, path: str, revision: str = "") -> str:
        return f"/public/apps/preview/revisions/{revision or self.revision.id}/assets/{path}"

    def open(self, path: str) -> Any:
        return TestClient(self.api.app, raise_server_exceptions=False).get(path, follow_redirects=False)


@pytest.fixture
def here() -> Scene:
    return Scene()


def test_a_preview_on_the_apis_origin_sets_no_cookie_there(here: Scene) -> None:
    """A cookie at `/` of the API would go along with every request of every page to it."""
    token = here.token()
    for path in ("", "deep/er/page", "assets/index-abc123.js"):
        answer = here.open(here.at(path) + f"?t={token}&x=1%262")
        assert (answer.status_code, answer.headers["cache-control"]) == (302, "no-store")
        assert "set-cookie" not in answer.headers
        landed = here.api.anonymous.get(here.at(path) + f"?t={token}&x=1%262")
        assert landed.status_code == 200 and landed.url.path == here.at(f"~{token}/{path}")
        assert landed.url.query == b"x=1%262", "the rest of the query stays"


def test_a_page_there_is_sandboxed_and_its_files_may_be_asked_for_by_an_opaque_origin(here: Scene) -> None:
    token = here.token()
    page, script = (here.open(here.at(f"~{token}/{path}")) for path in ("", "assets/index-abc123.js"))
    policy = page.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts allow-forms;") and "allow-same-origin" not in policy
    assert "frame-ancestors 'self'" in policy
    assert page.headers["referrer-policy"] == "no-referrer", "the token is in the address"
    assert script.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in script.headers
    assert script.headers["cross-origin-resource-policy"] == "cross-origin"


@pytest.mark.parametrize("token", ["", "x", "~", "..", "a.b.c", "%00", "é", "x" * 3000])
def test_no_other_first_part_opens_a_preview(here: Scene, token: str) -> None:
    for path in ("", "index.html", "assets/index-abc123.js"):
        assert here.open(here.at(f"~{token}/{path}")).status_code in (401, 404, 422)


def test_a_token_opens_its_own_revision_and_nothing_beside_it(here: Scene) -> None:
    token, theirs = here.token(), here.token("globex")
    assert here.open(here.at(f"~{token}/")).status_code == 200
    assert here.open(here.at(f"~{theirs}/")).status_code == 401
    for revision in (here.others.id, new_id("rev"), here.revision.id.upper(), "..", "rev_"):
        assert here.open(here.at(f"~{token}/", revision)).status_code in (401, 404)
    for path in ("../index.html", "..%2findex.html", "%2e%2e/%2e%2e/manifest.json", "assets\\..\\..\\x.js", "a%00.js",
                 "//index.js", "./x.js", "~x/index.js"):  # fmt: skip
        assert here.open(here.at(f"~{token}/{path}")).status_code in (404, 400, 401, 422), path


def test_revoked_previews_are_closed_by_their_path_too(here: Scene) -> None:
    token = here.token()
    here.api.client.delete(f"/admin/apps/{here.app.id}/builder/preview-token")
    assert here.open(here.at(f"~{token}/")).status_code == 401


def test_a_report_of_such_a_page_does_not_hand_its_token_on(here: Scene) -> None:
    token = here.token()
    page = PreviewClaims("acme", here.app.id, here.revision.id, 0, visitor=visitor_of(token), load="a1")
    nonce = here.world.reports.issue(page, 1800)
    at = f"https://api.example.com/v1{here.at('~' + token)}/assets/index.js:1:2"
    error = {"message": f"x is not defined at {at}", "source": at, "stack": f"f@{at}"}
    fields = {"nonce": nonce, "status": "failed", "errors": [error]}
    assert here.api.anonymous.post("/build-result", json=fields).status_code == 401, "it has no cookie"
    answer = here.api.anonymous.post(here.at(f"~{token}/build-result"), json=fields)
    assert answer.status_code == 204
    kept = here.api.client.get("/build-result", headers={"X-Session-Id": here.app.id}).text
    assert token not in kept and "/assets/assets/index.js:1:2" in kept


PAGE = (
    b'<!doctype html><h1 id="h">static</h1><link rel="stylesheet" crossorigin href="./assets/a.css">'
    b'<script type="module" crossorigin src="./assets/index-abc123.js"></script>'
)
TRIES = """
const tries = {};
const attempt = async (name, what) => {
  try { tries[name] = String(await what()); } catch (error) { tries[name] = 'refused'; }
};
await attempt('storage', () => { localStorage.x = 1; return 'stored'; });
await attempt('cookie', () => { document.cookie = 'a=b; path=/'; return document.cookie; });
await attempt('worker', () => navigator.serviceWorker.register('./sw.js', { scope: '/' }).then(() => 'registered'));
await attempt('api', () => fetch(API + '/admin/apps', { credentials: 'include' }).then((answer) => answer.text()));
await attempt('other', () => fetch(OTHER, { credentials: 'include' }).then((answer) => answer.text()));
await attempt('top', () => top.document.title);
tries.origin = self.origin;
window.tries = tries;
document.getElementById('h').textContent = 'ran';
"""


@pytest.mark.parametrize("origins", [("*",), ("https://studio.example.com",)], ids=["any origin", "a studio's"])
def test_a_built_page_runs_in_its_preview_and_reaches_nothing_of_the_origin(
    browser: Browser, origins: tuple[str, ...]
) -> None:
    """Vite's own tags: a module script and a stylesheet, both asked for with CORS and without cookies."""
    here = Scene(cors_origins=origins)
    here.world.confirm_page(here.revision)
    prefix, other = here.revision.dist_storage_prefix, here.at("", here.others.id)
    for path, body in (("index.html", PAGE), ("assets/a.css", b"h1{color:rgb(1,2,3)}")):
        here.world.site.put(prefix + path, body, content_type="text/html", cache_control="no-cache")
    with served(here.api.app) as address:
        url = address.replace("127.0.0.1", "localhost")
        script = TRIES.replace("API", json.dumps(url)).replace("OTHER", json.dumps(url + other))
        here.world.site.put(
            prefix + "assets/index-abc123.js", script.encode(), content_type="text/javascript", cache_control="no-cache"
        )

        def look(page: Any) -> Any:
            page.goto(f"{url}{here.at('')}?t={here.token()}")
            page.wait_for_function("window.tries")
            colour = page.evaluate("getComputedStyle(document.getElementById('h')).color")
            return page.inner_text("h1"), colour, page.evaluate("window.tries")

        shown, colour, tries = browser.run(look)
    assert (shown, colour, tries["origin"]) == ("ran", "rgb(1, 2, 3)", "null")
    assert {tries[name] for name in ("storage", "cookie", "worker")} == {"refused"}
    for name in ("api", "other"):
        assert tries[name] == "refused" or '"UNAUTHENTICATED"' in tries[name] or '"PREVIEW_TOKEN' in tries[name]


@contextmanager
def published(files: dict[str, bytes]) -> Iterator[str]:
    """The site as the distribution serves it in path mode: its router, its headers, the objects."""
    headers = published_headers()

    def answer(asked: Asked) -> Answer:
        uri = ROUTER.route("x", asked.path.partition("?")[0]).uri or ""
        kind = "text/javascript" if uri.endswith(".js") else "text/html"
        return Answer(200 if uri in files else 404, files.get(uri, b""), {**headers, "Content-Type": kind})

    with answering(answer) as url:
        yield url.replace("127.0.0.1", "localhost")


def test_published_apps_share_an_origin_but_no_service_worker_covers_another(browser: Browser) -> None:
    """The limit of the mode, as a fact: one app reads what another keeps. A worker's scope is its app's own path."""
    files = {
        "/live/mine/index.html": b"<title>mine</title>",
        "/live/theirs/index.html": b"<title>theirs</title>",
        "/live/theirs/sw.js": b"",
    }
    with published(files) as url:

        def look(page: Any) -> Any:
            page.goto(f"{url}/apps/mine/")
            page.evaluate("localStorage.secret = 'of mine'")
            page.goto(f"{url}/apps/theirs/")
            register = "scope => navigator.serviceWorker.register('sw.js', {scope}).then(() => 'yes', () => 'no')"
            scopes = {scope: page.evaluate(register, scope) for scope in ("./", "/", "/apps/", "/apps/mine/")}
            return page.evaluate("localStorage.secret"), scopes

        read, scopes = browser.run(look)
    assert read == "of mine", "when this changes, docs/security.md and docs/deploy.md say too little"
    assert scopes == {"./": "yes", "/": "no", "/apps/": "no", "/apps/mine/": "no"}


STEPS = (
    "%2e%2e%2f%2e%2e",
    "%2E%2E/x",
    ".%2E/x",
    "%2e./x",
    "..%5C..",
    "..%5cx",
    "..\\x",
    "%5c..%5cx",
    "..%2Fx",
    "%2f..%2fx",
    "./x",
    "x/..",
    "x/.",
    "x/%2e",
    "x/%2E%2e/y.js",
    "x/..%2fy.js",
    "..",
    ".",
    "%2e",
    "..//x",
    "x//../y.js",
    "/../x",
    "//../x",
)
ODD = (
    "%252e%252e/x.js",
    "%252e%252e%252fx.js",
    "%25%32%65%25%32%65/x.js",
    "%c0%ae%c0%ae/x.js",
    "%e0%80%ae%e0%80%ae/x.js",
    "%f0%80%80%ae/x.js",
    "%uff0e%uff0e/x.js",
    "\uff0e\uff0e/x.js",
    "..;/x.js",
    "..;a=b/x.js",
    "..%3b/x.js",
    ".../x.js",
    "....//x.js",
    "..%00/x.js",
    "%00../x.js",
    "..%0d%0a/x.js",
    "..%20/x.js",
    "%20../x.js",
    "..%09/x.js",
    "..%2500/x.js",
    "x.js%00.html",
    "x.js%2500",
    "x.js%20",
    "x.js.",
    "x.js::$DATA",
    "CON.js",
    "x.js%3f.html",
    "x.js%23.html",
    "*.js",
    "x.js;a=b",
    "theirs%2fx.js",
    "%2ftheirs%2fx.js",
    "//theirs/x.js",
    "//evil.test/x.js",
    "/http://evil.test/x.js",
    "~/x.js",
    "%7e/x.js",
)


@pytest.mark.parametrize("where", ["/apps/demo/{}", f"/apps/demo/{REVISION}/{{}}"])
@pytest.mark.parametrize("step", STEPS, ids=ascii)
def test_a_step_up_or_in_place_is_not_found_however_it_is_written(where: str, step: str) -> None:
    assert ROUTER.route("d1.cloudfront.net", where.format(step)).uri is None


@pytest.mark.parametrize("where", ["/apps/demo/{}", f"/apps/demo/{REVISION}/{{}}"])
@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_what_only_looks_like_a_step_stays_a_name_in_the_apps_own_folder(where: str, odd: str) -> None:
    """A bucket decodes once and knows no folders; the key that is asked for has no step up in it."""
    uri = ROUTER.route("d1.cloudfront.net", where.format(odd)).uri
    folder = f"/published/demo/{REVISION}/" if REVISION in where else "/live/demo/"
    assert uri is None or (uri.startswith(folder) and ".." not in unquote(uri).split("/"))


@pytest.mark.parametrize(
    "path",
    [
        "/apps/Demo/x.js",
        "/apps/DEMO/",
        "/apps/demo./x.js",
        "/apps/demo%20/x.js",
        "/apps/demo%2e/x.js",
        "/apps/%64emo/x.js",
        "/apps/demo;a=b/x.js",
        "/apps/demo%00/x.js",
        "/apps/demo\\x.js",
        "/apps/demo%5cx.js",
        "/apps//demo/x.js",
        "/apps/./demo/x.js",
        "//apps/demo/x.js",
        "/%61pps/demo/x.js",
        "/Apps/demo/x.js",
        "http://d1.cloudfront.net/apps/demo/x.js",
        "apps/demo/x.js",
        "*",
        "/apps/d\u0435mo/x.js",
        "/apps/de\u200bmo/x.js",
        "/apps/\uff44emo/x.js",
        "/apps/demo%2fx.js",
        "/apps/..%2fdemo/x.js",
    ],
    ids=ascii,
)
def test_a_slug_has_one_spelling(path: str) -> None:
    assert ROUTER.route("d1.cloudfront.net", path).uri is None


@pytest.mark.parametrize(
    "host",
    [
        "demo.apps.example.com",
        f"demo--{REVISION}.apps.example.com",
        "theirs.localhost",
        "evil.test",
        "",
        "d1.cloudfront.net:80",
        f"{REVISION}.preview.localhost",
        "xn--demo-.test",
        "demo\\theirs",
    ],
)
def test_no_host_chooses_what_a_path_serves(host: str) -> None:
    """Revision hosts of domain mode, previews' hosts and rebinding names mean nothing here."""
    assert ROUTER.route(host, "/apps/demo/x.js").uri == "/live/demo/x.js"
    assert ROUTER.route(host, "/x.js").uri is None


@pytest.mark.parametrize(
    "spelling", [REVISION.upper(), REVISION[:-1], REVISION + "0", f"{REVISION};a", f"{REVISION}%20", f" {REVISION}"]
)
def test_another_spelling_of_a_revision_is_a_name_in_the_live_folder(spelling: str) -> None:
    assert ROUTER.route("x", f"/apps/demo/{spelling}/x.js").uri == f"/live/demo/{spelling}/x.js"


KINDS = (
    "a.svg",
    "a.xml",
    "a.xhtml",
    "a.htm",
    "deep/b.html",
    "a.mhtml",
    "a.pdf",
    "a.js",
    "a.json",
    "a.txt",
    "a",
    "a.unknown",
)


@pytest.mark.parametrize("name", KINDS)
def test_every_file_of_a_preview_is_sandboxed_there(here: Scene, name: str) -> None:
    """Whatever kind it is opened as by itself: a drawing or XML with a script would be of the API's origin."""
    prefix, token = here.revision.dist_storage_prefix, here.token()
    here.world.site.put(prefix + name, b"<svg onload='x()'/>", content_type="text/html", cache_control="no-cache")
    answer = here.open(here.at(f"~{token}/{name}"))
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"].startswith("sandbox allow-scripts allow-forms;")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "allow-same-origin" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize("mark", [{"X-Preview-Origin": "1"}, {"x-preview-origin": "1", "sec-fetch-dest": "iframe"}])
def test_nobody_says_that_a_preview_has_an_origin_of_its_own_here(here: Scene, mark: dict[str, str]) -> None:
    """What only a distribution of previews may say would set a cookie at `/` of the API, and take the sandbox away."""
    token = here.token()
    client = TestClient(here.api.app, raise_server_exceptions=False)
    first = client.get(here.at("") + f"?t={token}", headers=mark, follow_redirects=False)
    assert (first.status_code, "set-cookie" in first.headers) == (302, False)
    page = client.get(here.at(f"~{token}/"), headers=mark)
    assert page.headers["content-security-policy"].startswith("sandbox ")


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("missing.js", {}),
        ("../x.js", {}),
        ("%ff.js", {}),
        ("a%00.js", {}),
        ("assets/" + "x" * 3000 + ".js", {}),
        ("", {"if-none-match": "*"}),
        ("missing.js", {"accept": "text/html"}),
        ("missing.js", {"origin": "https://evil.test"}),
        ("?t=bad", {}),
        ("?t=bad&t=worse", {}),
    ],
)
def test_no_answer_names_the_token_again(
    here: Scene, path: str, headers: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    """An error of ours, a redirect or a line of a log would hand it on; only the page's own reporter has it."""
    caplog.set_level(0)
    token = here.token()
    client = TestClient(here.api.app, raise_server_exceptions=False)
    answer = client.get(here.at(f"~{token}/{path}"), headers=headers, follow_redirects=False)
    if answer.status_code != 200:
        assert token not in answer.text
        assert token not in str(dict(answer.headers))
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "asyncio"))]
    assert token not in "\n".join(ours)
    assert answer.headers.get("referrer-policy", "no-referrer") == "no-referrer"


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-Host": "evil.test"},
        {"X-Forwarded-Prefix": "/theirs"},
        {"X-Original-URL": "/admin/apps"},
        {"X-Rewrite-URL": "/"},
        {"Host": "evil.test"},
        {"Forwarded": "host=evil.test"},
        {"X-Forwarded-Proto": "http"},
        {"X-HTTP-Method-Override": "DELETE"},
        {"X-Forwarded-Path": "/../theirs"},
        {"X-Amz-Cf-Id": "x"},
        {"Via": "evil"},
    ],
    ids=str,
)
def test_no_header_of_a_visitor_changes_what_a_preview_answers(here: Scene, headers: dict[str, str]) -> None:
    """What caches do not tell apart must not differ: no name of a visitor's gets into a page or a redirect."""
    token = here.token()
    path = here.at("assets/index-abc123.js") + f"?t={token}"
    client = TestClient(here.api.app, raise_server_exceptions=False)
    plain, forged = (client.get(path, headers=given, follow_redirects=False) for given in ({}, headers))
    assert (plain.status_code, plain.headers["location"]) == (forged.status_code, forged.headers["location"])
    assert forged.headers["location"].startswith("./../~") and "no-store" in forged.headers["cache-control"]
    files = [client.get(here.at(f"~{token}/assets/index-abc123.js"), headers=given).content for given in ({}, headers)]
    assert files[0] == files[1]


@pytest.mark.parametrize("query", ["?x=1", "?t=", "?path=../theirs", "?v=%00", "?t[]=1", "?" + "a=1&" * 200])
def test_no_query_changes_which_file_a_path_is(query: str) -> None:
    assert ROUTER.route("x", "/apps/demo/x.js").uri == "/live/demo/x.js"
    with published({"/live/demo/x.js": b"mine", "/live/theirs/x.js": b"theirs"}) as url:
        answer = httpx.get(f"{url}/apps/demo/x.js{query}", trust_env=False)
    assert answer.text == "mine"


@pytest.mark.parametrize(
    "rules",
    [
        "/*\n  Service-Worker-Allowed: /\n",
        "/sw.js\n  Service-Worker-Allowed: /apps/\n",
        "/*\n  Set-Cookie: a=b; Path=/\n",
        "/../theirs/*\n  Cache-Control: max-age=9\n",
        "/*\n  Content-Security-Policy: sandbox allow-same-origin\n",
        "/*\n  X-Content-Type-Options: none\n",
        "/*\n  Access-Control-Allow-Origin: *\n",
        "/*\n  Content-Type: text/html\n",
        '/*\n  Clear-Site-Data: "*"\n',
        "/*\n  Location: /apps/theirs/\n",
        "/*\n  Refresh: 0;url=/apps/theirs/\n",
        "/*\n  Link: </apps/theirs/x.js>; rel=preload\n",
        "/*\n  Cache-Control: public, max-age=99999999, immutable\r\n  X-A: b\n",
    ],
)
def test_a_headers_file_of_an_app_sets_nothing_but_how_long_its_files_are_kept(rules: str) -> None:
    read = read_header_file(rules)
    for path in ("sw.js", "index.html", "../theirs/x.js", "a.js"):
        kept = cache_of(path, read.rules)
        assert kept is None or ("immutable" not in kept and int(kept.rpartition("=")[2] or 0) <= 86_400)


@pytest.mark.parametrize(
    "rule",
    [
        "/* /apps/theirs/:splat 200",
        "/* https://evil.test/:splat 200!",
        "/x.html //evil.test/ 301",
        "/x.html javascript:alert(1) 301",
        "/../theirs/x.html /y 301",
        '/x.html "><script>alert(1)</script> 301',
        "/apps/theirs/x.html /y 301",
        "/%2e%2e/x.html /y 301",
        "/x.html data:text/html,x 302",
        "/x.html\\..\\y.html /z 301",
    ],
)
def test_a_redirects_file_of_an_app_makes_pages_in_its_own_folder_alone(rule: str) -> None:
    files, _ = fit_hosting({"public/_redirects": rule.encode()})
    for path, page in files.items():
        assert path.startswith("public/") and ".." not in path.split("/")
        if path != "public/_redirects":
            assert b"<script" not in page and b"javascript:" not in page and b"data:" not in page


@pytest.mark.parametrize(
    "path", ["about", "deep/er/page", "apps/theirs/", "theirs/", "%2e/about", "a.b/c", "404.html", "index.html/x"]
)
def test_a_page_that_is_not_there_is_answered_by_its_own_app(path: str) -> None:
    files = {"/live/mine/index.html": b"mine", "/live/theirs/index.html": b"theirs", "/live/theirs/404.html": b"theirs"}
    with published(files) as url:
        answer = httpx.get(f"{url}/apps/mine/{path}", trust_env=False)
    assert "theirs" not in answer.text
