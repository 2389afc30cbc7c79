"""What a first deployment meets, in any region and with or without domains, as far as the template decides it."""

import pytest

from devkit.stack.infra import CLOUD, Synthesised, text
from infra.config import PROTECT_TABLE, DeployConfig
from infra.function_list import PYTHON_FUNCTIONS

GLOBAL_NAMES = {
    "AWS::CloudFront::ResponseHeadersPolicy": "ResponseHeadersPolicyConfig",
    "AWS::CloudFront::OriginAccessControl": "OriginAccessControlConfig",
    "AWS::CloudFront::CachePolicy": "CachePolicyConfig",
    "AWS::CloudFront::Function": "",
}
KEPT = ("AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::Cognito::UserPool")


def test_alarms_may_send_mail(cloud: Synthesised) -> None:
    """An explicit policy replaces SNS's own; with a denial alone every alarm's mail is refused."""
    (topic,) = cloud.of_type("AWS::SNS::Topic")
    statements = cloud.only("AWS::SNS::TopicPolicy")["Properties"]["PolicyDocument"]["Statement"]
    (allowed,) = [one for one in statements if one["Effect"] == "Allow"]
    assert allowed["Principal"] == {"Service": "cloudwatch.amazonaws.com"}
    assert (allowed["Action"], allowed["Resource"]) == ("sns:Publish", {"Ref": topic})
    assert allowed["Condition"] == {"StringEquals": {"aws:SourceAccount": {"Ref": "AWS::AccountId"}}}
    assert any(one["Effect"] == "Deny" for one in statements)


@pytest.mark.parametrize("kind", GLOBAL_NAMES)
def test_names_that_are_global_to_an_account_carry_the_region(cloud: Synthesised, kind: str) -> None:
    found = [resource["Properties"] for resource in cloud.of_type(kind).values()]
    assert found
    for properties in found:
        config = properties[GLOBAL_NAMES[kind]] if GLOBAL_NAMES[kind] else properties
        assert "<AWS::Region>" in text(config["Name"]), config["Name"]


@pytest.mark.parametrize("stack", ["bare", "quiet"])
def test_without_a_domain_functions_know_the_gateways_own_address(stack: str, request: pytest.FixtureRequest) -> None:
    """Previews and the reporter's script are reached there, stage included."""
    synthesised: Synthesised = request.getfixturevalue(stack)
    (rest,) = synthesised.of_type("AWS::ApiGateway::RestApi")
    (stage,) = synthesised.of_type("AWS::ApiGateway::Stage").values()
    assert stage["Properties"]["StageName"] == "v1"
    for spec in PYTHON_FUNCTIONS:
        variables = synthesised.functions()[spec.name]["Properties"]["Environment"]["Variables"]
        assert text(variables["API_BASE_URL"]) == (f"https://<{rest}>.execute-api.<AWS::Region>.<AWS::URLSuffix>/v1"), (
            spec.name
        )


@pytest.mark.parametrize("missing", ["apps", "preview"])
def test_hosts_for_apps_and_for_previews_go_together(missing: str) -> None:
    given = {name: value for name, value in CLOUD.items() if not name.startswith(missing)}
    with pytest.raises(ValueError, match="apps_domain and preview_domain go together"):
        DeployConfig(**given)


def test_a_first_creation_that_fails_leaves_nothing(cloud: Synthesised) -> None:
    """What holds data is kept when the stack is deleted or replaces it, and removed when its creation is undone."""
    resources = [r for kind in KEPT for r in cloud.of_type(kind).values()]
    assert len(resources) == len(KEPT) + 2  # three buckets
    for resource in resources:
        kept = (resource["DeletionPolicy"], resource["UpdateReplacePolicy"])
        assert kept == ("RetainExceptOnCreate", "Retain"), resource["Type"]
    table = cloud.only("AWS::DynamoDB::Table")["Properties"]
    assert table["DeletionProtectionEnabled"] == {"Fn::If": ["TableIsProtected", True, False]}
    assert cloud.template["Parameters"][PROTECT_TABLE]["Default"] == "true"
