"""A web ACL in front of the API (and of CloudFront where that is possible): off by default, since it costs while idle.

Our bodies are source code, so the rules that look into bodies count instead of blocking: they would refuse any save
above 8 KB, any `<script>`, any `../` and any address in a file. Our paths hold names of files, `vite.config.ts` too.
"""

import json

import aws_cdk as cdk
from aws_cdk import aws_cloudfront as cloudfront
from aws_cdk import aws_wafv2 as waf
from constructs import Construct

from infra.config import CDN_REGION

SECONDS = 300
COMMON, BAD_INPUTS = "AWSManagedRulesCommonRuleSet", "AWSManagedRulesKnownBadInputsRuleSet"
COUNTED = (
    "SizeRestrictions_BODY", "CrossSiteScripting_BODY", "GenericLFI_BODY", "GenericRFI_BODY", "EC2MetaDataSSRF_BODY",
    "RestrictedExtensions_URIPATH", "RestrictedExtensions_QUERYARGUMENTS",
)  # fmt: skip
COUNTED_INPUTS = ("JavaDeserializationRCE_BODY", "Log4JRCE_BODY", "ReactJSRCE_BODY")
TOO_MANY = "TooManyRequests"


class Firewall(Construct):
    """Guards the API's stage; in us-east-1, the only region where AWS allows it, the distributions too."""

    def __init__(
        self, scope: Construct, id: str, *, stage_arn: str, distributions: list[cloudfront.Distribution],
        requests: int, origin: str,
    ) -> None:  # fmt: skip
        super().__init__(scope, id)
        api = web_acl(self, "Api", "REGIONAL", requests, origin)
        waf.CfnWebACLAssociation(self, "ApiStage", resource_arn=stage_arn, web_acl_arn=api.attr_arn)
        condition = cdk.CfnCondition(
            self, "MayGuardCdn", expression=cdk.Fn.condition_equals(cdk.Stack.of(self).region, CDN_REGION)
        )
        cdn = web_acl(self, "Cdn", "CLOUDFRONT", requests, origin)
        cdn.cfn_options.condition = condition
        chosen = cdk.Fn.condition_if(condition.logical_id, cdn.attr_arn, cdk.Aws.NO_VALUE)
        for distribution in distributions:
            resource = distribution.node.default_child
            assert isinstance(resource, cloudfront.CfnDistribution)  # noqa: S101 - what every Distribution is made of
            resource.add_property_override("DistributionConfig.WebACLId", chosen)


def web_acl(scope: Construct, id: str, reach: str, requests: int, origin: str) -> waf.CfnWebACL:
    """Rate per address first, then AWS's own two rule sets."""
    return waf.CfnWebACL(
        scope, id, scope=reach, default_action=waf.CfnWebACL.DefaultActionProperty(allow={}),
        visibility_config=visible(id), custom_response_bodies={TOO_MANY: too_many_body()},
        rules=[
            rate_rule(requests, origin), managed_rule(1, COMMON, COUNTED), managed_rule(2, BAD_INPUTS, COUNTED_INPUTS),
        ],
    )  # fmt: skip


def rate_rule(requests: int, origin: str) -> waf.CfnWebACL.RuleProperty:
    """So many requests from one address in five minutes; then our 429."""
    headers = [("Access-Control-Allow-Origin", origin), ("Retry-After", str(SECONDS))]
    refusal = waf.CfnWebACL.CustomResponseProperty(
        response_code=429,
        custom_response_body_key=TOO_MANY,
        response_headers=[waf.CfnWebACL.CustomHTTPHeaderProperty(name=name, value=value) for name, value in headers],
    )
    return waf.CfnWebACL.RuleProperty(
        name="RatePerAddress", priority=0, visibility_config=visible("RatePerAddress"),
        statement=waf.CfnWebACL.StatementProperty(rate_based_statement=waf.CfnWebACL.RateBasedStatementProperty(
            limit=requests, aggregate_key_type="IP", evaluation_window_sec=SECONDS
        )),
        action=waf.CfnWebACL.RuleActionProperty(block=waf.CfnWebACL.BlockActionProperty(custom_response=refusal)),
    )  # fmt: skip


def managed_rule(priority: int, name: str, counted: tuple[str, ...]) -> waf.CfnWebACL.RuleProperty:
    """A rule set of AWS's, some of its rules only counting."""
    overrides = [
        waf.CfnWebACL.RuleActionOverrideProperty(name=rule, action_to_use=waf.CfnWebACL.RuleActionProperty(count={}))
        for rule in counted
    ]
    group = waf.CfnWebACL.ManagedRuleGroupStatementProperty(
        vendor_name="AWS", name=name, rule_action_overrides=overrides
    )
    return waf.CfnWebACL.RuleProperty(
        name=name, priority=priority, visibility_config=visible(name),
        statement=waf.CfnWebACL.StatementProperty(managed_rule_group_statement=group),
        override_action=waf.CfnWebACL.OverrideActionProperty(none={}),
    )  # fmt: skip


def too_many_body() -> waf.CfnWebACL.CustomResponseBodyProperty:
    """The problem document of a refusal by rate (WAF offers no type nearer to problem+json)."""
    body = {
        "type": "about:blank", "title": "Too Many Requests", "status": 429, "code": "RATE_LIMITED",
        "detail": "Too many requests from this address: wait a moment.", "request_id": "-", "retry_after": SECONDS,
    }  # fmt: skip
    return waf.CfnWebACL.CustomResponseBodyProperty(content_type="APPLICATION_JSON", content=json.dumps(body))


def visible(name: str) -> waf.CfnWebACL.VisibilityConfigProperty:
    return waf.CfnWebACL.VisibilityConfigProperty(
        cloud_watch_metrics_enabled=True, metric_name=name, sampled_requests_enabled=True
    )
