"""Who may do what, beside the table of targets: no wildcard that is not an object prefix or an execution."""

import re

from devkit.stack.infra import Synthesised, actions, resources, role_of, text

LOGS = ["logs:CreateLogStream", "logs:PutLogEvents"]
ALLOWED_WILDCARD = re.compile(
    r"<Files(Data|Site)\w+\.Arn>/(apps(?:/\*/catalog(?:/additions)?)?|live|published|results|uploads|drafts"
    r"|packages(?:/archives)?)/\*"
    r"|arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>"
    r":execution:ChatBuilder-(agent_loop|build_pipeline|autopilot|plan_reading):\*"
)


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


def test_no_managed_policies(cloud: Synthesised) -> None:
    assert [r for r in cloud.of_type("AWS::IAM::Role").values() if r["Properties"].get("ManagedPolicyArns")] == []


def test_each_function_writes_its_own_log_only(cloud: Synthesised) -> None:
    for function in cloud.functions().values():
        group = function["Properties"]["LoggingConfig"]["LogGroup"]["Ref"]
        logs = [s for s in cloud.statements(role_of(function)) if "logs:PutLogEvents" in actions(s)]
        assert [text(r) for s in logs for r in resources(s)] == [f"<{group}.Arn>"]


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
        "ChatBuilder-autopilot": {"autopilot_tick:live"},
        "ChatBuilder-plan_reading": {"plan_step:live"},
    }
