"""Who may do what: exact actions per function, no wildcard that is not an object prefix or an execution."""

import re

import pytest

from devkit.stack.infra import Synthesised, actions, resources, role_of, text

TELL = ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"]
WORK = [*TELL, "dynamodb:UpdateItem"]
TABLE = [*WORK, "dynamodb:BatchGetItem", "dynamodb:ConditionCheckItem", "dynamodb:DeleteItem"]
LOGS = ["logs:CreateLogStream", "logs:PutLogEvents"]
OBJECTS = ["s3:GetObject", "s3:ListBucket", "s3:PutObject"]
ANSWER = ["states:SendTaskFailure", "states:SendTaskSuccess"]
WATCH = ["states:DescribeExecution", "states:StopExecution"]
DEAD = "sqs:SendMessage"
EXPECTED = {
    "api": [
        "cloudfront:CreateInvalidation", *TABLE, "lambda:InvokeFunction", *LOGS, "s3:DeleteObject", *OBJECTS,
        "secretsmanager:GetSecretValue", "states:StartExecution", *ANSWER, *WATCH,
    ],
    "stream": [
        *TABLE, *LOGS, *OBJECTS, "secretsmanager:GetSecretValue", "states:StartExecution", *ANSWER, *WATCH,
    ],
    "authorizer": ["dynamodb:GetItem", *LOGS],
    "agent_step": [
        *WORK, "lambda:InvokeFunction", *LOGS, *OBJECTS, "secretsmanager:GetSecretValue", "states:StartExecution",
        *WATCH,
    ],
    "agent_commit": [*WORK, "lambda:InvokeFunction", *LOGS, *OBJECTS, "states:StartExecution", *WATCH],
    "approval_wait": [*WORK, *LOGS, *OBJECTS, *ANSWER],
    "run_ended": [*WORK, *LOGS, *OBJECTS, DEAD, "states:StartExecution", *WATCH],
    "build_prepare": [*TELL, *LOGS, *ANSWER],
    "worker_start": ["codebuild:StartBuild", *WORK, *LOGS, *OBJECTS, *ANSWER],
    "worker_done": ["dynamodb:GetItem", *LOGS, DEAD, *ANSWER],
    "build_finalise": ["codebuild:StopBuild", *WORK, *LOGS, *OBJECTS, "states:StartExecution", *ANSWER],
    "sweeper": [
        "cloudfront:CreateInvalidation", "dynamodb:BatchGetItem", *WORK, *LOGS, DEAD,
        "s3:DeleteObject", *OBJECTS, "states:StartExecution", *ANSWER, *WATCH,
    ],
    "compile": LOGS,
}  # fmt: skip
ALLOWED_WILDCARD = re.compile(
    r"<Files(Data|Site)\w+\.Arn>/(apps|live|published|results|uploads|drafts|packages)/\*"
    r"|arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:ChatBuilder-(agent_loop|build_pipeline):\*"
)


@pytest.mark.parametrize("name", EXPECTED)
def test_each_function_may_do_exactly_this(cloud: Synthesised, name: str) -> None:
    statements = cloud.statements(role_of(cloud.functions()[name]))
    found = {action for statement in statements for action in actions(statement)}
    assert found == set(EXPECTED[name])


def test_every_function_is_listed_here(cloud: Synthesised) -> None:
    assert set(cloud.functions()) == set(EXPECTED)


def test_no_wildcards_but_prefixes_and_executions(cloud: Synthesised) -> None:
    for role in cloud.of_type("AWS::IAM::Role"):
        for statement in cloud.statements(role):
            assert not any("*" in action for action in actions(statement)), statement
            for resource in map(text, resources(statement)):
                plain = resource.endswith(".Arn>") and "*" not in resource
                assert plain or "*" not in resource or ALLOWED_WILDCARD.fullmatch(resource), resource


def test_nobody_scans_the_table(cloud: Synthesised, local: Synthesised) -> None:
    for stack in (cloud, local):
        assert "dynamodb:Scan" not in str(stack.of_type("AWS::IAM::Policy"))


def test_only_the_sweeper_looks_for_what_is_not_finished(cloud: Synthesised) -> None:
    readers = {
        name
        for name, function in cloud.functions().items()
        for statement in cloud.statements(role_of(function))
        if any(text(resource).endswith("/index/open") for resource in resources(statement))
    }
    assert readers == {"sweeper"}


def test_no_managed_policies(cloud: Synthesised) -> None:
    assert [r for r in cloud.of_type("AWS::IAM::Role").values() if r["Properties"].get("ManagedPolicyArns")] == []


def test_each_function_writes_its_own_log_only(cloud: Synthesised) -> None:
    for function in cloud.functions().values():
        group = function["Properties"]["LoggingConfig"]["LogGroup"]["Ref"]
        logs = [s for s in cloud.statements(role_of(function)) if "logs:PutLogEvents" in actions(s)]
        assert [text(r) for s in logs for r in resources(s)] == [f"<{group}.Arn>"]


def test_the_model_key_is_read_by_the_agent_alone(cloud: Synthesised) -> None:
    readers = {
        name
        for name, function in cloud.functions().items()
        for statement in cloud.statements(role_of(function))
        if any("openai" in text(resource) for resource in resources(statement))
    }
    assert readers == {"agent_step"}


def test_dist_is_written_by_the_build_and_published_by_people(cloud: Synthesised) -> None:
    writers: dict[str, set[str]] = {}
    for name, function in cloud.functions().items():
        for statement in cloud.statements(role_of(function)):
            if "s3:PutObject" in actions(statement):
                for resource in map(text, resources(statement)):
                    if resource.startswith("<FilesSite"):
                        writers.setdefault(resource.split(">/")[1], set()).add(name)
    assert writers["live/*"] == writers["published/*"] == {"api", "sweeper"}
    assert writers["apps/*"] == {"api", "sweeper", "agent_commit", "build_finalise"}


def test_the_worker_on_aws_may_write_its_log_and_read_its_toolchain(cloud: Synthesised, bare: Synthesised) -> None:
    for stack, place in ((cloud, "arn:<AWS::Partition>:s3:::toolchains/toolchain.tar.zst"), (bare, "/toolchain/")):
        role = stack.only("AWS::CodeBuild::Project")["Properties"]["ServiceRole"]["Fn::GetAtt"][0]
        found = {action for statement in stack.statements(role) for action in actions(statement)}
        assert found == {*LOGS, "s3:GetObject"}
        (archive,) = [text(s["Resource"]) for s in stack.statements(role) if actions(s) == ["s3:GetObject"]]
        assert place in archive


def test_the_state_machines_call_only_their_functions(cloud: Synthesised) -> None:
    called = {}
    for machine in cloud.of_type("AWS::StepFunctions::StateMachine").values():
        role = machine["Properties"]["RoleArn"]["Fn::GetAtt"][0]
        invoked = [s for s in cloud.statements(role) if actions(s) == ["lambda:InvokeFunction"]]
        names = {text(r).rpartition("ChatBuilder-")[2] for s in invoked for r in resources(s)}
        called[machine["Properties"]["StateMachineName"]] = names
    assert called == {
        "ChatBuilder-build_pipeline": {"build_prepare:live", "worker_start:live", "build_finalise:live"},
        "ChatBuilder-agent_loop": {"agent_step:live", "agent_commit:live", "approval_wait:live", "run_ended:live"},
    }
