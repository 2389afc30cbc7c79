"""One table of cases, two routers: the CloudFront Function as it is deployed, run in Node, and its local twin."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from devkit.fakes.world import World
from infra import serve_published
from infra.constructs.cdn import router_source
from infra.serve_published import served_meanwhile
from local.front.host_router import HostRouter, Route
from shared.domain.apps.slugs import label_slug
from shared.domain.tree.built_files import FILE_EXTENSIONS
from shared.services.site.addresses import SiteAddresses
from toolchain.node import find_node

TABLE: dict[str, Any] = json.loads((Path(__file__).parent / "host_router_cases.json").read_text())
CASES = [(mode, case) for mode, group in TABLE.items() for case in group["cases"]]
DRIVER = """
const cases = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const headers = (c) => ({ host: { value: c.host }, ...(c.wanted ? { 'sec-fetch-mode': { value: c.wanted } } : {}) });
const ask = (c) => handler({ request: { uri: c.path, method: 'GET', headers: headers(c) } });
const answers = cases.map(ask);
process.stdout.write(JSON.stringify(answers));
"""


def expected(case: dict[str, Any]) -> Route:
    return Route(uri=case.get("uri"), redirect=case.get("redirect"))


def in_node(source: str, cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    run = subprocess.run(
        [str(find_node().binary), "-e", source + DRIVER],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=True,
    )
    answers: list[dict[str, Any]] = json.loads(run.stdout)
    return answers


def as_route(answer: dict[str, Any]) -> Route:
    if "statusCode" not in answer:
        return Route(uri=answer["uri"])
    return Route(redirect=answer["headers"]["location"]["value"]) if answer["statusCode"] == 302 else Route()


@pytest.mark.parametrize("mode", TABLE)
def test_the_cloudfront_function_routes_every_case(mode: str) -> None:
    group = TABLE[mode]
    answers = in_node(router_source("host_router.js", group["config"]), group["cases"])
    wrong = {c["name"]: a for c, a in zip(group["cases"], answers, strict=True) if as_route(a) != expected(c)}
    assert wrong == {}


@pytest.mark.parametrize(("mode", "case"), CASES, ids=[f"{mode}: {case['name']}" for mode, case in CASES])
def test_the_local_twin_routes_every_case(mode: str, case: dict[str, Any]) -> None:
    config = TABLE[mode]["config"]
    router = HostRouter(mode=config["MODE"], domain=config["DOMAIN"], prefix=config["PREFIX"])
    assert router.route(case["host"], case["path"], case.get("wanted", "")) == expected(case)


@pytest.mark.parametrize("twin", ["infra/cdn/host_router.js", "worker/page/site.mjs"])
def test_the_routers_know_the_same_files(twin: str) -> None:
    source = (Path(__file__).resolve().parents[2] / twin).read_text()
    assert f"/^\\.|\\.(?:{'|'.join(sorted(FILE_EXTENSIONS))})$/i" in source


def test_the_routers_agree_with_the_addresses_the_services_give() -> None:
    revision = "rev_01jd0000000000000000000000"
    addresses = SiteAddresses(apps_domain="apps.example.com", cdn_base_url="https://apps.example.com")
    router = HostRouter(mode="domain", domain="apps.example.com")
    for slug in ("abc", "a" * 50, "a-very-long-slug-that-goes-on--and-on-for-ever"):
        live, own = addresses.live(slug), addresses.revision(slug, revision)
        assert router.route(host_of(live), "/").uri == f"/live/{slug}/index.html"
        assert router.route(host_of(own), "/").uri == f"/published/{label_slug(slug)}/{revision}/index.html"
        path = addresses.published(slug, revision).removeprefix("https://apps.example.com")
        assert router.route("apps.example.com", path).redirect == own


def host_of(url: str) -> str:
    return url.split("/")[2]


def test_a_preview_host_becomes_its_revisions_asset_route() -> None:
    source = router_source("preview_router.js", {"DOMAIN": "preview.example.com"})
    cases = [
        {"host": "rev-01jd0000000000000000000000.preview.example.com", "path": "/a/b.js"},
        {"host": "tab-rev-01jd0000000000000000000000.preview.example.com", "path": "/a"},
        {"host": "rev-01jd.preview.example.com", "path": "/"},
        {"host": "rev-01jd0000000000000000000000.example.com", "path": "/"},
        {"host": "rev_01jd0000000000000000000000.preview.example.com", "path": "/"},
        {"host": "tab-tab-rev-01jd0000000000000000000000.preview.example.com", "path": "/"},
    ]
    good, shell, *refused = in_node(source, cases)
    assert shell["uri"] == "/public/apps/preview/revisions/rev_01jd0000000000000000000000/tab/a"
    assert good["uri"] == "/public/apps/preview/revisions/rev_01jd0000000000000000000000/assets/a/b.js"
    assert good["headers"]["x-preview-origin"]["value"] == "1"
    assert [one["statusCode"] for one in refused] == [404] * 4


@pytest.mark.parametrize(
    "path",
    ["/../../../../../../admin/apps", "/a/%2e%2E/b.js", "/..%2f..%2Fhealth", "/a/%2e./b", "/./a.js", "/..%5c..%5Ch"],
)
def test_a_preview_host_leads_nowhere_else_on_the_api(path: str) -> None:
    source = router_source("preview_router.js", {"DOMAIN": "preview.example.com"})
    (answer,) = in_node(source, [{"host": "rev-01jd0000000000000000000000.preview.example.com", "path": path}])
    assert answer.get("statusCode") == 404, answer


def test_a_function_too_large_for_cloudfront_is_refused_at_synthesis() -> None:
    with pytest.raises(ValueError, match="larger than"):
        router_source("host_router.js", {"DOMAIN": "x" * 11_000})


OUTPUTS = {"TableName": "table", "DataBucket": "data", "SiteBucket": "site"}
OLD, NEW = "published/rev_0000000000000000000000000a/", "published/shop/rev_0000000000000000000000000a/"


@pytest.fixture
def clients() -> Iterator[Any]:
    with mock_aws():
        yield lambda name: boto3.client(name, region_name="us-east-1")


def test_a_stack_that_does_not_stand_has_nothing_to_copy(clients: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve_published, "find_stack", lambda *_: None)
    with served_meanwhile(clients, "ChatBuilder") as deployment:
        assert not deployment.done


def test_it_is_there_before_the_stack_changes_and_gone_when_that_failed(
    clients: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    s3 = clients("s3")
    for bucket in ("data", "site"):
        s3.create_bucket(Bucket=bucket)
    stored = [{"OutputKey": name, "OutputValue": value} for name, value in OUTPUTS.items()]
    monkeypatch.setattr(serve_published, "find_stack", lambda *_: {"Outputs": stored})
    world = World()
    app, _ = world.make_app(slug="shop")
    world.apps.update(app.model_copy(update={"published_revision_id": "rev_0000000000000000000000000a"}))
    monkeypatch.setattr(serve_published, "DynamoAppStore", lambda _: world.apps)
    s3.put_object(Bucket="data", Key=f"apps/{app.tenant_id}/{app.id}/published/{OLD.split('/')[1]}", Body=b"done")
    for key in ("live/shop/index.html", f"{OLD}index.html"):
        s3.put_object(Bucket="site", Key=key, Body=b"page", ContentType="text/html")

    def keys() -> set[str]:
        return {one["Key"] for one in s3.list_objects_v2(Bucket="site", Prefix="published/").get("Contents", [])}

    with served_meanwhile(clients, "ChatBuilder"):
        assert keys() == {f"{OLD}index.html", f"{NEW}index.html"}
    assert keys() == {f"{OLD}index.html"}, "not deployed"
    with served_meanwhile(clients, "ChatBuilder") as deployment:
        deployment.done = True
    assert keys() == {f"{OLD}index.html", f"{NEW}index.html"}
