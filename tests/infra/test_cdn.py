"""The CDN: private bucket, rewritten before the cache, wildcard domain or one bare address."""

from typing import Any

from devkit.stack.infra import Synthesised, text
from shared.services.site.site_headers import preview_headers, published_headers


def distributions(stack: Synthesised) -> dict[str, dict[str, Any]]:
    """Construct -> configuration."""
    found = stack.of_type("AWS::CloudFront::Distribution")
    return {name.partition("Distribution")[0]: r["Properties"]["DistributionConfig"] for name, r in found.items()}


def test_apps_have_the_wildcard_and_the_apex(cloud: Synthesised) -> None:
    apps = distributions(cloud)["Apps"]
    assert apps["Aliases"] == ["apps.example.com", "*.apps.example.com"]
    assert apps["ViewerCertificate"]["MinimumProtocolVersion"] == "TLSv1.2_2021"
    assert distributions(cloud)["Previews"]["Aliases"] == ["*.preview.example.com"]


def test_without_a_domain_there_is_one_bare_address_in_path_mode(bare: Synthesised) -> None:
    assert set(distributions(bare)) == {"Apps", "Studio"}
    assert "Aliases" not in distributions(bare)["Apps"]
    assert "var MODE = 'path'" in str(bare.of_type("AWS::CloudFront::Function"))
    variables = bare.functions()["api"]["Properties"]["Environment"]["Variables"]
    assert variables["SITE_MODE"] == "path"


def test_the_path_is_rewritten_before_the_cache(cloud: Synthesised) -> None:
    for configuration in distributions(cloud).values():
        (association,) = configuration["DefaultCacheBehavior"]["FunctionAssociations"]
        assert association["EventType"] == "viewer-request"
        assert configuration["DefaultCacheBehavior"]["ViewerProtocolPolicy"] == "redirect-to-https"


def test_index_html_is_never_cached_longer_than_it_says(cloud: Synthesised) -> None:
    policies = [
        one["Properties"]["CachePolicyConfig"] for one in cloud.of_type("AWS::CloudFront::CachePolicy").values()
    ]
    assert {(policy["MinTTL"], policy["DefaultTTL"]) for policy in policies} == {(0, 0)}


def test_previews_are_never_cached(cloud: Synthesised) -> None:
    disabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"  # AWS's own policy CachingDisabled
    assert distributions(cloud)["Previews"]["DefaultCacheBehavior"]["CachePolicyId"] == disabled


def test_the_site_bucket_answers_this_distribution_only(cloud: Synthesised) -> None:
    statements = [
        s
        for policy in cloud.of_type("AWS::S3::BucketPolicy").values()
        for s in policy["Properties"]["PolicyDocument"]["Statement"]
        if s["Effect"] == "Allow"
    ]
    granted = {a for s in statements for a in (s["Action"] if isinstance(s["Action"], list) else [s["Action"]])}
    assert granted == {"s3:GetObject", "s3:ListBucket"}
    assert {s["Principal"]["Service"] for s in statements} == {"cloudfront.amazonaws.com"}
    assert all("AWS:SourceArn" in s["Condition"]["StringEquals"] for s in statements)


def sent_headers(stack: Synthesised, construct: str) -> dict[str, str]:
    """What a distribution's policy adds, each of it whatever the origin said, but a preview's policy."""
    chosen = distributions(stack)[construct]["DefaultCacheBehavior"]["ResponseHeadersPolicyId"]["Ref"]
    policy = stack.template["Resources"][chosen]["Properties"]["ResponseHeadersPolicyConfig"]
    fixed = policy["SecurityHeadersConfig"]
    custom = policy["CustomHeadersConfig"]["Items"]
    kept = {name for name, one in fixed.items() if not one["Override"]}
    assert kept == ({"ContentSecurityPolicy"} if construct == "Previews" else set())
    assert all(one["Override"] for one in custom)
    tls = fixed["StrictTransportSecurity"]
    return {one["Header"]: one["Value"] for one in custom} | {
        "Content-Security-Policy": text(fixed["ContentSecurityPolicy"]["ContentSecurityPolicy"]),
        "Referrer-Policy": fixed["ReferrerPolicy"]["ReferrerPolicy"],
        "X-Content-Type-Options": "nosniff" if "ContentTypeOptions" in fixed else "",
        "tls": f"{tls['AccessControlMaxAgeSec']} {tls['IncludeSubdomains']}",
    }


def test_published_apps_get_the_headers_that_the_local_stack_sends(cloud: Synthesised, bare: Synthesised) -> None:
    for stack in (cloud, bare):
        assert sent_headers(stack, "Apps") == published_headers() | {"tls": "31536000 True"}


def test_a_preview_keeps_the_policy_that_the_api_gives_it_and_loads_nothing_without_one(cloud: Synthesised) -> None:
    sent = sent_headers(cloud, "Previews")
    assert sent == preview_headers() | {"tls": "31536000 True"}
    assert sent["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_the_firewall_stands_before_the_distributions_only_where_aws_allows_it(
    cloud: Synthesised, bare: Synthesised
) -> None:
    for configuration in distributions(cloud).values():
        name, acl, otherwise = configuration["WebACLId"]["Fn::If"]
        assert cloud.template["Conditions"][name] == {"Fn::Equals": [{"Ref": "AWS::Region"}, "us-east-1"]}
        assert cloud.template["Resources"][acl["Fn::GetAtt"][0]]["Condition"] == name
        assert otherwise == {"Ref": "AWS::NoValue"}
    assert all("WebACLId" not in configuration for configuration in distributions(bare).values())
