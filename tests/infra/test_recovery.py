"""What a deployment and a disaster may not lose: aliases, versions, dead letters, and a table under another name."""

import json
import re
from typing import Any

import pytest

from devkit.stack.infra import Synthesised, actions, text
from infra.dead_letters import ASYNCHRONOUS, queue_name
from toolchain.aws import LIVE

QUALIFIED = re.compile(rf".*:function:ChatBuilder-\w+:{LIVE}\Z")


def queues(stack: Synthesised) -> dict[str, dict[str, Any]]:
    """Function -> its queue."""
    found = {each["Properties"]["QueueName"]: each for each in stack.of_type("AWS::SQS::Queue").values()}
    return {name: found[queue_name("ChatBuilder", name)] for name in ASYNCHRONOUS}


def test_what_is_called_by_events_is_what_has_a_queue(cloud: Synthesised) -> None:
    rules = cloud.of_type("AWS::Events::Rule").values()
    called = {target["Arn"]["Ref"] for rule in rules for target in rule["Properties"]["Targets"]}
    functions = {cloud.template["Resources"][alias]["Properties"]["FunctionName"]["Ref"] for alias in called}
    named = {cloud.template["Resources"][function]["Properties"]["FunctionName"] for function in functions}
    assert named == {f"ChatBuilder-{name}" for name in ASYNCHRONOUS}


@pytest.mark.parametrize("name", ASYNCHRONOUS)
def test_an_event_that_is_never_handled_lies_encrypted_for_two_weeks(cloud: Synthesised, name: str) -> None:
    queue = queues(cloud)[name]["Properties"]
    assert (queue["SqsManagedSseEnabled"], queue["MessageRetentionPeriod"]) == (True, 14 * 24 * 3600)


def test_queues_take_letters_over_tls_from_their_rule_alone(cloud: Synthesised) -> None:
    policies = [each["Properties"] for each in cloud.of_type("AWS::SQS::QueuePolicy").values()]
    assert len(policies) == len(ASYNCHRONOUS)
    for policy in policies:
        statements = policy["PolicyDocument"]["Statement"]
        assert any(
            s["Effect"] == "Deny" and s["Condition"]["Bool"]["aws:SecureTransport"] == "false" for s in statements
        )
        allowed = [s for s in statements if s["Effect"] == "Allow"]
        assert [(actions(s), s["Principal"]) for s in allowed] == [
            (["sqs:SendMessage"], {"Service": "events.amazonaws.com"})
        ]
        assert "aws:SourceArn" in allowed[0]["Condition"]["ArnEquals"]


def test_both_ways_of_failing_end_in_the_functions_own_queue(cloud: Synthesised) -> None:
    """EventBridge that could not hand an event over, and a function that failed with it."""
    ids = {each["Properties"]["QueueName"]: name for name, each in cloud.of_type("AWS::SQS::Queue").items()}
    for name in ASYNCHRONOUS:
        own = {"Fn::GetAtt": [ids[queue_name("ChatBuilder", name)], "Arn"]}
        assert cloud.functions()[name]["Properties"]["DeadLetterConfig"] == {"TargetArn": own}
        for rule in cloud.of_type("AWS::Events::Rule").values():
            (target,) = rule["Properties"]["Targets"]
            if target["DeadLetterConfig"]["Arn"] == own:
                break
        else:
            pytest.fail(f"no rule leaves its letters for {name}")


def test_the_alarm_watches_every_queue(cloud: Synthesised) -> None:
    alarms = [each["Properties"] for each in cloud.of_type("AWS::CloudWatch::Alarm").values()]
    (dead,) = [each for each in alarms if "dead-letters.md" in each["AlarmDescription"]]
    assert sum("MetricStat" in metric for metric in dead["Metrics"]) == len(ASYNCHRONOUS)


@pytest.mark.parametrize("which", ["cloud", "local"])
def test_every_function_has_a_live_version_and_nobody_calls_anything_else(
    which: str, request: pytest.FixtureRequest
) -> None:
    stack: Synthesised = request.getfixturevalue(which)
    aliases = [each["Properties"] for each in stack.of_type("AWS::Lambda::Alias").values()]
    assert {stack.template["Resources"][a["FunctionName"]["Ref"]]["Properties"]["FunctionName"] for a in aliases} == {
        function["Properties"]["FunctionName"] for function in stack.functions().values()
    }
    assert all(a["Name"] == LIVE and "Fn::GetAtt" in a["FunctionVersion"] for a in aliases)
    called = [
        text(resource)
        for policy in stack.of_type("AWS::IAM::Policy").values()
        for statement in policy["Properties"]["PolicyDocument"]["Statement"]
        if "lambda:InvokeFunction" in actions(statement)
        for resource in (statement["Resource"] if isinstance(statement["Resource"], list) else [statement["Resource"]])
    ]
    assert called and all(QUALIFIED.match(arn) for arn in called), called
    variables = stack.functions()["api"]["Properties"]["Environment"]["Variables"]
    assert all(variables[name].endswith(f":{LIVE}") for name in ("COMPILE_FUNCTION", "AGENT_FUNCTION"))


def test_the_version_before_is_there_while_its_calls_end_and_to_go_back_to(
    cloud: Synthesised, local: Synthesised
) -> None:
    versions = cloud.of_type("AWS::Lambda::Version").values()
    assert len(versions) == len(cloud.functions())
    assert {(v["DeletionPolicy"], v["UpdateReplacePolicy"]) for v in versions} == {("Retain", "Retain")}
    assert all(v.get("DeletionPolicy") != "Retain" for v in local.of_type("AWS::Lambda::Version").values())


def test_the_gateway_calls_live_versions(cloud: Synthesised) -> None:
    uris = [
        json.dumps(method["Properties"]["Integration"]["Uri"])
        for method in cloud.of_type("AWS::ApiGateway::Method").values()
    ]
    assert uris and all(re.search(r'"Functions(Api|Stream)Live\w+"', uri) for uri in uris)
    guards = cloud.of_type("AWS::ApiGateway::Authorizer").values()
    assert guards
    assert all("FunctionsAuthorizerLive" in json.dumps(guard["Properties"]["AuthorizerUri"]) for guard in guards)


def test_a_new_definition_is_a_new_version_and_the_old_one_stays(cloud: Synthesised) -> None:
    versions = cloud.of_type("AWS::StepFunctions::StateMachineVersion")
    assert len(versions) == 4
    for version in versions.values():
        assert version["Properties"]["StateMachineRevisionId"]["Fn::GetAtt"][1] == "StateMachineRevisionId"
        assert (version["DeletionPolicy"], version["UpdateReplacePolicy"]) == ("Retain", "Retain")
    for alias in cloud.of_type("AWS::StepFunctions::StateMachineAlias").values():
        (route,) = alias["Properties"]["RoutingConfiguration"]
        assert (alias["Properties"]["Name"], route["Weight"]) == (LIVE, 100)
        assert route["StateMachineVersionArn"]["Fn::GetAtt"][0] in versions


def test_executions_start_from_the_alias_and_are_watched_by_the_machine(cloud: Synthesised) -> None:
    variables = cloud.functions()["agent_commit"]["Properties"]["Environment"]["Variables"]
    for name in ("AGENT_LOOP_ARN", "BUILD_PIPELINE_ARN", "AUTOPILOT_ARN", "PLAN_READING_ARN"):
        assert text(variables[name]).endswith(f":{LIVE}")
    loop = next(m for m in cloud.of_type("AWS::StepFunctions::StateMachine").values() if "agent_loop" in str(m))
    assert text(loop["Properties"]["DefinitionSubstitutions"]["BuildPipelineArn"]).endswith(f"build_pipeline:{LIVE}")


def test_a_definition_changes_only_when_all_live_versions_have(cloud: Synthesised) -> None:
    aliases = set(cloud.of_type("AWS::Lambda::Alias"))
    for machine in cloud.of_type("AWS::StepFunctions::StateMachine").values():
        assert aliases <= set(machine["DependsOn"])


def test_what_is_deleted_or_written_over_can_be_brought_back_for_two_weeks(cloud: Synthesised) -> None:
    buckets = cloud.of_type("AWS::S3::Bucket").values()
    assert len(buckets) == 3, "the data, the published apps, the Studio"
    for bucket in buckets:
        assert bucket["Properties"]["VersioningConfiguration"] == {"Status": "Enabled"}
        rules = bucket["Properties"]["LifecycleConfiguration"]["Rules"]
        kept = [rule for rule in rules if rule["Status"] == "Enabled" and "NoncurrentVersionExpiration" in rule]
        days = {rule.get("Prefix", ""): rule["NoncurrentVersionExpiration"]["NoncurrentDays"] for rule in kept}
        assert days.pop("drafts/", 1) == 1, "pages that were drawn for a look and never kept"
        assert days == {"": 14}


@pytest.mark.parametrize("which", ["cloud", "everything"])
def test_another_table_makes_new_versions_which_the_aliases_then_name(
    which: str, request: pytest.FixtureRequest
) -> None:
    """A parameter's value is no part of the template, so it must change the version: its variables never change."""
    stack: Synthesised = request.getfixturevalue(which)
    functions = stack.template["Resources"]
    versions = [each["Properties"] for each in stack.of_type("AWS::Lambda::Version").values()]
    assert len(versions) == len(stack.functions())
    for version in versions:
        variables = functions[version["FunctionName"]["Ref"]]["Properties"].get("Environment", {}).get("Variables", {})
        assert version.get("Description") == variables.get("TABLE_NAME")
    assert sum("Description" in version for version in versions) == len(versions) - 1, "all but the compiler"


def test_permissions_and_variables_follow_the_table_in_use(cloud: Synthesised) -> None:
    """A table restored under another name is a parameter, not another template."""
    assert cloud.template["Parameters"]["ActiveTableName"]["Default"] == ""
    chosen = {"Ref": "ActiveTableName"}
    for function in cloud.functions().values():
        variables = function["Properties"].get("Environment", {}).get("Variables", {})
        if "TABLE_NAME" in variables:
            assert variables["TABLE_NAME"]["Fn::If"][0] == "UsesOwnTable"
            assert variables["TABLE_NAME"]["Fn::If"][2] == chosen
    granted = [
        resource
        for policy in cloud.of_type("AWS::IAM::Policy").values()
        for statement in policy["Properties"]["PolicyDocument"]["Statement"]
        if any(action.startswith("dynamodb:") for action in actions(statement))
        for resource in (statement["Resource"] if isinstance(statement["Resource"], list) else [statement["Resource"]])
    ]
    assert len(granted) > 10 and all(json.dumps(chosen) in json.dumps(resource) for resource in granted)
