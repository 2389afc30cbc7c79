"""The web ACL: absent unless asked for, and never in the way of people who save code."""

import json
from typing import Any

import pytest

from devkit.stack.infra import Synthesised, text
from infra.constructs.firewall import COUNTED


def acls(stack: Synthesised) -> dict[str, dict[str, Any]]:
    """Scope -> properties."""
    return {r["Properties"]["Scope"]: r["Properties"] for r in stack.of_type("AWS::WAFv2::WebACL").values()}


def rules(acl: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {rule["Name"]: rule for rule in acl["Rules"]}


def test_it_costs_nothing_unless_it_is_asked_for(bare: Synthesised, local: Synthesised) -> None:
    for stack in (bare, local):
        assert not [r for r in stack.template["Resources"].values() if r["Type"].startswith("AWS::WAFv2")]


def test_it_stands_before_the_stage(cloud: Synthesised) -> None:
    association = cloud.only("AWS::WAFv2::WebACLAssociation")["Properties"]
    (stage,) = cloud.of_type("AWS::ApiGateway::Stage")
    assert f"<{stage}>" in text(association["ResourceArn"])
    (regional,) = (n for n, r in cloud.of_type("AWS::WAFv2::WebACL").items() if r["Properties"]["Scope"] == "REGIONAL")
    assert association["WebACLArn"] == {"Fn::GetAtt": [regional, "Arn"]}


@pytest.mark.parametrize("scope", ["REGIONAL", "CLOUDFRONT"])
def test_one_address_is_told_to_wait_in_our_words(cloud: Synthesised, scope: str) -> None:
    acl = acls(cloud)[scope]
    rate = rules(acl)["RatePerAddress"]
    assert rate["Statement"]["RateBasedStatement"] == {
        "AggregateKeyType": "IP",
        "Limit": 3000,
        "EvaluationWindowSec": 300,
    }
    refusal = rate["Action"]["Block"]["CustomResponse"]
    body = json.loads(acl["CustomResponseBodies"][refusal["CustomResponseBodyKey"]]["Content"])
    assert (refusal["ResponseCode"], body["status"], body["code"]) == (429, 429, "RATE_LIMITED")
    headers = {one["Name"]: one["Value"] for one in refusal["ResponseHeaders"]}
    assert headers == {
        "Access-Control-Allow-Origin": "https://studio.example.com",
        "Retry-After": str(body["retry_after"]),
    }


def test_code_in_a_body_is_counted_and_never_blocked(cloud: Synthesised) -> None:
    common = rules(acls(cloud)["REGIONAL"])["AWSManagedRulesCommonRuleSet"]
    assert common["OverrideAction"] == {"None": {}}, "the other rules of the set block"
    counted = common["Statement"]["ManagedRuleGroupStatement"]["RuleActionOverrides"]
    assert [one["Name"] for one in counted] == list(COUNTED)
    assert all(one["ActionToUse"] == {"Count": {}} for one in counted)
    assert {"SizeRestrictions_BODY", "CrossSiteScripting_BODY"} < set(COUNTED)


def test_known_bad_inputs_are_blocked_but_in_code(cloud: Synthesised) -> None:
    """A tutorial about Log4j is a text like any other."""
    bad = rules(acls(cloud)["REGIONAL"])["AWSManagedRulesKnownBadInputsRuleSet"]
    assert bad["OverrideAction"] == {"None": {}}
    counted = bad["Statement"]["ManagedRuleGroupStatement"]["RuleActionOverrides"]
    assert {one["Name"] for one in counted} == {"JavaDeserializationRCE_BODY", "Log4JRCE_BODY", "ReactJSRCE_BODY"}
    assert all(one["ActionToUse"] == {"Count": {}} for one in counted)


@pytest.mark.parametrize("where", ["URIPATH", "QUERYARGUMENTS"])
def test_a_projects_file_may_be_called_as_it_is(where: str) -> None:
    """`GET .../files/vite.config.ts`: names of files are parts of our addresses."""
    assert f"RestrictedExtensions_{where}" in COUNTED
