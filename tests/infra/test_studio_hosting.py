"""The Studio on AWS: its own origin, the policy that it has on this machine, and its place in what others allow."""

import json
from pathlib import Path
from typing import Any

import pytest

from devkit.stack.infra import CLOUD, Synthesised, text
from infra.config import DeployConfig
from infra.constructs.cdn import router_source
from infra.constructs.studio import callers, issuer_origins, sign_in_elsewhere
from infra.upload_studio import KINDS
from local.front.studio_front import _place
from shared.services.site.studio_headers import studio_headers
from tests.infra.test_cdn import distributions, sent_headers
from tests.infra.test_host_router import in_node
from toolchain.studio_build import STUDIO

CASES: list[dict[str, str]] = [
    {"path": "/studio/", "file": "index.html"},
    {"path": "/studio/apps/app_1", "file": "index.html"},
    {"path": "/studio/signed-in", "file": "index.html"},
    {"path": "/studio/index.html", "file": "index.html"},
    {"path": "/studio/assets/main-1.js", "file": "assets/main-1.js"},
    {"path": "/studio/assets/gone-2.js", "file": ""},
    {"path": "/studio/mark.svg", "file": "mark.svg"},
    {"path": "/studio/../secret.txt", "file": ""},
    {"path": "/studio/%2e%2e/secret.txt", "file": ""},
]


def output(stack: Synthesised, name: str) -> str:
    return text(stack.template["Outputs"][name]["Value"])


def config(stack: Synthesised) -> dict[str, Any]:
    """`config.json`, as a deployment writes it."""
    body: dict[str, Any] = json.loads(output(stack, "StudioConfig"))
    return body


def pool(stack: Synthesised) -> tuple[str, str, str]:
    """(the pool, its client, the address of its pages)."""
    (users,) = stack.of_type("AWS::Cognito::UserPool")
    (client,) = stack.of_type("AWS::Cognito::UserPoolClient")
    (pages,) = stack.of_type("AWS::Cognito::UserPoolDomain")
    return users, client, f"https://<{pages}>.auth.<AWS::Region>.amazoncognito.com"


def uploads(template: Synthesised) -> str:
    """What takes a person's pictures and texts, under both of its names."""
    (data,) = [name for name in template.of_type("AWS::S3::Bucket") if name.startswith("FilesData")]
    return f"https://<{data}.RegionalDomainName> https://<{data}.DomainName>"


def test_its_headers_are_those_of_the_local_stack(cloud: Synthesised) -> None:
    api = (
        f"https://builder.example.com https://cognito-idp.<AWS::Region>.amazonaws.com {pool(cloud)[2]} {uploads(cloud)}"
    )
    wanted = studio_headers(api=api, frames="https://*.preview.example.com https://*.apps.example.com")
    assert sent_headers(cloud, "Studio") == wanted | {"tls": "31536000 True"}


def test_without_domains_it_reaches_the_gateway_and_the_one_address_of_apps(bare: Synthesised) -> None:
    (rest,) = bare.of_type("AWS::ApiGateway::RestApi")
    (apps,) = [name for name in bare.of_type("AWS::CloudFront::Distribution") if name.startswith("Apps")]
    api = f"https://<{rest}>.execute-api.<AWS::Region>.<AWS::URLSuffix>"
    wanted = studio_headers(
        api=f"{api} https://login.example.com {uploads(bare)}", frames=f"{api} https://<{apps}.DomainName>"
    )
    assert sent_headers(bare, "Studio") == wanted | {"tls": "31536000 True"}
    assert config(bare)["api"] == f"{api}/v1"


def test_it_has_a_name_of_its_own_where_one_is_given(cloud: Synthesised, bare: Synthesised) -> None:
    assert distributions(cloud)["Studio"]["Aliases"] == ["studio.example.com"]
    assert output(cloud, "StudioUrl") == "https://studio.example.com/studio/"
    assert output(cloud, "DnsRecordStudio").startswith("studio.example.com CNAME <Studio")
    assert "Aliases" not in distributions(bare)["Studio"]
    assert output(bare, "StudioUrl") == f"{own_address(bare)}/studio/"


def own_address(stack: Synthesised) -> str:
    (name,) = [name for name in stack.of_type("AWS::CloudFront::Distribution") if name.startswith("Studio")]
    return f"https://<{name}.DomainName>"


@pytest.mark.parametrize("which", ["cloud", "bare"])
def test_only_its_distribution_reads_its_bucket(which: str, request: pytest.FixtureRequest) -> None:
    stack: Synthesised = request.getfixturevalue(which)
    (bucket,) = [name for name in stack.of_type("AWS::S3::Bucket") if name.startswith("StudioFiles")]
    policies = [one["Properties"] for one in stack.of_type("AWS::S3::BucketPolicy").values()]
    (document,) = [one["PolicyDocument"] for one in policies if one["Bucket"] == {"Ref": bucket}]
    allowed = [one for one in document["Statement"] if one["Effect"] == "Allow"]
    sources = {text(one["Condition"]["StringEquals"]["AWS:SourceArn"]).rpartition("/")[2] for one in allowed}
    assert sources == {own_address(stack).removeprefix("https://").replace(".DomainName", "")}
    (origin,) = distributions(stack)["Studio"]["Origins"]
    assert origin["OriginAccessControlId"] and origin["S3OriginConfig"]["OriginAccessIdentity"] == ""
    assert distributions(stack)["Studio"]["DefaultCacheBehavior"]["Compress"] is True


@pytest.mark.parametrize(("which", "origin"), [("cloud", "https://studio.example.com"), ("bare", "")])
def test_the_api_is_called_by_its_pages_only(which: str, origin: str, request: pytest.FixtureRequest) -> None:
    stack: Synthesised = request.getfixturevalue(which)
    origin = origin or own_address(stack)
    for function in ("api", "stream"):
        assert text(stack.functions()[function]["Properties"]["Environment"]["Variables"]["CORS_ORIGINS"]) == origin
    for answer in stack.of_type("AWS::ApiGateway::GatewayResponse").values():
        sent = text(answer["Properties"]["ResponseParameters"]["gatewayresponse.header.Access-Control-Allow-Origin"])
        assert sent == f"'{origin}'"
    rules = [
        rule
        for bucket in stack.of_type("AWS::S3::Bucket").values()
        for rule in bucket["Properties"].get("CorsConfiguration", {}).get("CorsRules", [])
    ]
    uploads = origin if which == "cloud" else "https://*.cloudfront.net"
    assert [[text(one) for one in rule["AllowedOrigins"]] for rule in rules] == [[uploads]]


def test_others_call_the_api_where_they_are_named() -> None:
    own = "https://studio.example.com"
    assert callers(own, DeployConfig()) == [own]
    assert callers(own, DeployConfig(cors_origins="https://a.example.com")) == [own, "https://a.example.com"]
    assert callers(own, DeployConfig(cors_origins="*")) == ["*"]
    assert callers(own, DeployConfig(local=True)) == ["*"]


def test_people_sign_in_on_cognitos_page_by_code_without_a_secret(cloud: Synthesised) -> None:
    client = cloud.only("AWS::Cognito::UserPoolClient")["Properties"]
    assert (client["AllowedOAuthFlows"], client["AllowedOAuthFlowsUserPoolClient"]) == (["code"], True)
    assert (client["GenerateSecret"], client["AllowedOAuthScopes"]) == (False, ["openid"])
    assert client["CallbackURLs"] == ["https://studio.example.com/studio/signed-in"]
    assert client["LogoutURLs"] == ["https://studio.example.com/studio/"]
    assert client["SupportedIdentityProviders"] == ["COGNITO"]
    assert "ALLOW_REFRESH_TOKEN_AUTH" in client["ExplicitAuthFlows"]
    domain = cloud.only("AWS::Cognito::UserPoolDomain")["Properties"]
    assert text(domain["Domain"]) == "chatbuilder-<AWS::AccountId>"


def test_what_the_studio_is_told_is_what_the_functions_trust(cloud: Synthesised) -> None:
    users, client, pages = pool(cloud)
    variables = cloud.functions()["api"]["Properties"]["Environment"]["Variables"]
    assert config(cloud) == {
        "api": "https://builder.example.com", "local": False, "issuer": text(variables["OIDC_ISSUER"]),
        "client_id": text(variables["OIDC_AUDIENCE"]), "scope": "openid", "token": "id",
        "sign_out": f"{pages}/logout?client_id=<{client}>&logout_uri=https://studio.example.com/studio/",
    }  # fmt: skip
    assert users in config(cloud)["issuer"]


def test_another_issuer_has_its_own_client_and_makes_no_pool(bare: Synthesised) -> None:
    assert not bare.of_type("AWS::Cognito::UserPoolClient")
    own = {name: config(bare)[name] for name in ("issuer", "client_id", "scope", "token", "sign_out")}
    assert own == {
        "issuer": "https://login.example.com", "client_id": "builder", "scope": "openid", "token": "id", "sign_out": "",
    }  # fmt: skip
    chosen = DeployConfig(
        oidc_issuer="https://login.example.com/tenant", oidc_audience="api://builder", studio_client_id="page",
        studio_scope="openid api://builder/all", studio_issuer_origins="https://t.example.com",
    )  # fmt: skip
    result = sign_in_elsewhere(chosen)
    assert (result["client_id"], result["token"], result["scope"]) == ("page", "access", "openid api://builder/all")
    assert issuer_origins(chosen) == ["https://login.example.com", "https://t.example.com"]


def test_a_place_is_the_one_page_and_a_file_itself_on_aws_as_here(tmp_path: Path) -> None:
    folder = tmp_path / "built"
    for name in ("index.html", "assets/main-1.js", "mark.svg", "../secret.txt"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    answers = in_node(router_source("studio_router.js", {}), [{**case, "host": "x"} for case in CASES])
    for case, answer in zip(CASES, answers, strict=True):
        key = str(answer.get("uri", "")).removeprefix("/studio/")
        there = folder / key if key and (folder / key).is_file() else None
        assert (str(there.relative_to(folder)) if there else "") == case["file"], case
        here = _place(folder, case["path"].removeprefix("/studio/"))
        if "%" not in case["path"]:
            assert (str(here.relative_to(folder)) if here and here.is_file() else "") == case["file"], case


@pytest.mark.parametrize(("path", "status"), [("/", 302), ("/studio", 302), ("/studios/", 404), ("/config.json", 404)])
def test_other_addresses_lead_to_it_or_nowhere(path: str, status: int) -> None:
    (answer,) = in_node(router_source("studio_router.js", {}), [{"path": path, "host": "x"}])
    assert answer["statusCode"] == status
    assert status != 302 or answer["headers"]["location"]["value"] == "/studio/"


def test_every_kind_of_file_that_is_served_has_its_type() -> None:
    public = {path.suffix for path in (STUDIO / "public").rglob("*") if path.is_file()}
    assert {".js", ".css", ".html", ".woff2", *public} <= KINDS.keys()


@pytest.mark.parametrize("name", ["aws-tools", "Cognito", "MyAmazon"])
def test_a_stack_whose_pages_cognito_would_refuse_is_refused_at_once(name: str) -> None:
    with pytest.raises(ValueError, match="Cognito takes no"):
        DeployConfig(stack_name=name)
    assert DeployConfig(stack_name=name, oidc_issuer="https://x.example.com", oidc_audience="x")


def test_a_domain_needs_its_certificate_where_cloudfront_reads_it() -> None:
    with pytest.raises(ValueError, match="studio_domain and studio_certificate_arn go together"):
        DeployConfig(studio_domain="studio.example.com")
    elsewhere = str(CLOUD["api_certificate_arn"])
    with pytest.raises(ValueError, match="studio_certificate_arn is the ARN of a certificate in us-east-1"):
        DeployConfig(studio_domain="studio.example.com", studio_certificate_arn=elsewhere)
