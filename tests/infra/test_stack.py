"""What the stack promises about data, functions, rules, identity and the worker."""

import re
from pathlib import Path

import pytest

from devkit.stack.infra import CLOUD, Synthesised, make_source, text
from infra.app import build
from infra.assets import MissingFunction
from infra.config import DeployConfig
from infra.function_list import PYTHON_FUNCTIONS
from toolchain.repository import REPOSITORY


def test_the_table_outlives_the_stack_and_can_be_restored(cloud: Synthesised) -> None:
    table = cloud.only("AWS::DynamoDB::Table")
    assert (table["DeletionPolicy"], table["UpdateReplacePolicy"]) == ("RetainExceptOnCreate", "Retain")
    properties = table["Properties"]
    assert properties["BillingMode"] == "PAY_PER_REQUEST"
    assert properties["TimeToLiveSpecification"] == {"AttributeName": "ttl", "Enabled": True}
    assert properties["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert [key["AttributeName"] for key in properties["KeySchema"]] == ["PK", "SK"]
    assert properties["DeletionProtectionEnabled"]["Fn::If"] == ["TableIsProtected", True, False]
    (index,) = properties["GlobalSecondaryIndexes"]
    assert index["IndexName"] == "open"
    assert [key["AttributeName"] for key in index["KeySchema"]] == ["open_kind", "open_since"]
    assert index["Projection"] == {"ProjectionType": "KEYS_ONLY"}


def test_uploads_and_worker_results_expire(cloud: Synthesised) -> None:
    rules = [
        rule
        for bucket in cloud.of_type("AWS::S3::Bucket").values()
        for rule in bucket["Properties"]["LifecycleConfiguration"]["Rules"]
    ]
    days = {"uploads/": 2, "results/": 7, "drafts/": 1}
    assert {r["Prefix"]: r["ExpirationInDays"] for r in rules if "Prefix" in r} == days


def test_functions_run_on_arm_with_kept_but_not_eternal_logs(cloud: Synthesised) -> None:
    for name, function in cloud.functions().items():
        properties = function["Properties"]
        assert properties["Architectures"] == ["arm64"], name
        assert properties["Runtime"] == ("nodejs24.x" if name == "compile" else "python3.13")
        group = cloud.template["Resources"][properties["LoggingConfig"]["LogGroup"]["Ref"]]
        assert group["Properties"]["RetentionInDays"] == 30
        assert "VpcConfig" not in properties


def test_timeouts_fit_what_calls_the_function(cloud: Synthesised) -> None:
    limits = {name: f["Properties"]["Timeout"] for name, f in cloud.functions().items()}
    assert limits["api"] < 30  # the gateway gives up at 29 s
    assert limits["stream"] == 900
    assert limits["agent_step"] < 900  # the state's TimeoutSeconds
    assert max(limits.values()) <= 900


def test_only_the_agent_and_the_planner_carry_the_model_client_and_only_the_api_the_web_framework(
    cloud: Synthesised,
) -> None:
    carried = {}
    for name, function in cloud.functions().items():
        references = [r["Ref"] for r in function["Properties"].get("Layers", []) if "Ref" in r]
        carried[name] = {r.removeprefix("Functions").partition("Layer")[0].lower() for r in references}
    assert {name for name, layers in carried.items() if "model" in layers} == {"agent_step", "plan_step"}
    assert {name for name, layers in carried.items() if "web" in layers} == {"api", "stream"}
    assert carried["compile"] == set()


def test_the_stream_function_runs_under_the_web_adapter(cloud: Synthesised) -> None:
    stream = cloud.functions()["stream"]["Properties"]
    variables = stream["Environment"]["Variables"]
    assert variables["AWS_LAMBDA_EXEC_WRAPPER"] == "/opt/bootstrap"
    assert variables["AWS_LWA_INVOKE_MODE"] == "response_stream"
    assert variables["AWS_LWA_READINESS_CHECK_PATH"] == "/health"
    assert any("LambdaAdapterLayerArm64" in text(layer) for layer in stream["Layers"])
    assert stream["Handler"] == "functions/stream/run.sh"
    assert (REPOSITORY / "functions/stream/run.sh").stat().st_mode & 0o111


def test_no_function_is_given_a_secret_by_value(cloud: Synthesised) -> None:
    for function in cloud.functions().values():
        variables = function["Properties"].get("Environment", {}).get("Variables", {})
        assert not {"OPENAI_API_KEY", "PREVIEW_SECRET", "WORKER_SECRET"} & set(variables)


def test_the_fast_gate_is_told_nothing(cloud: Synthesised) -> None:
    assert "Environment" not in cloud.functions()["compile"]["Properties"]


def test_what_happens_by_itself(cloud: Synthesised) -> None:
    rules = cloud.of_type("AWS::Events::Rule").values()
    by_function = {
        r["Properties"]["Targets"][0]["Arn"]["Ref"].removeprefix("Functions").partition("Live")[0]: r["Properties"]
        for r in rules
    }
    build, run, sweep = (by_function[name] for name in ("WorkerDone", "RunEnded", "Sweeper"))
    assert build["EventPattern"]["detail"]["project-name"] == ["apps_build"]
    assert run["EventPattern"]["detail"]["status"] == ["FAILED", "ABORTED", "TIMED_OUT"]
    assert [text(a).rpartition(":")[2] for a in run["EventPattern"]["detail"]["stateMachineArn"]] == [
        "ChatBuilder-agent_loop"
    ]
    assert sweep["ScheduleExpression"] == "rate(5 minutes)"
    for rule in (build, run, sweep):
        assert rule["Targets"][0]["RetryPolicy"]["MaximumRetryAttempts"] > 0


def test_the_worker_has_no_source_no_network_of_ours_and_the_least_time(cloud: Synthesised) -> None:
    project = cloud.only("AWS::CodeBuild::Project")["Properties"]
    assert project["Name"] == "apps_build"
    assert project["Source"]["Type"] == "NO_SOURCE"
    assert project["Artifacts"]["Type"] == "NO_ARTIFACTS"
    assert "VpcConfig" not in project
    environment = project["Environment"]
    assert (environment["Type"], environment["PrivilegedMode"]) == ("LINUX_CONTAINER", True)
    assert environment["HostKernel"] == "LINUX_KERNEL_6", "without it the kernel is 4.14, whatever the image"
    assert environment["Image"] == "aws/codebuild/amazonlinux-x86_64-standard:6.0", "the archive is for x86_64"
    assert (project["TimeoutInMinutes"], project["QueuedTimeoutInMinutes"]) == (5, 15)
    (toolchain,) = environment["EnvironmentVariables"]
    assert (toolchain["Name"], toolchain["Value"]) == ("TOOLCHAIN_URI", CLOUD["toolchain_uri"])


def test_a_larger_limit_of_the_worker_is_told_to_functions_and_has_a_machine(everything: Synthesised) -> None:
    project = everything.only("AWS::CodeBuild::Project")["Properties"]
    assert (project["TimeoutInMinutes"], project["Environment"]["ComputeType"]) == (7, "BUILD_GENERAL1_MEDIUM")
    variables = {
        name: function["Properties"]["Environment"]["Variables"] for name, function in everything.functions().items()
    }
    assert variables["compile"]["FILE_LIMITS"] == variables["api"]["FILE_LIMITS"] == "files=800"
    assert variables["worker_start"]["WORKER_LIMITS"] == "seconds=240,memory_mb=4096"


def test_the_toolchain_lies_in_the_data_bucket_unless_named(bare: Synthesised) -> None:
    (toolchain,) = bare.only("AWS::CodeBuild::Project")["Properties"]["Environment"]["EnvironmentVariables"]
    assert re.fullmatch(r"s3://<FilesData\w+>/toolchain/[0-9a-f]{24}\.tar\.gz", text(toolchain["Value"]))


def test_a_pool_of_our_own_only_without_another_issuer(
    cloud: Synthesised, bare: Synthesised, local: Synthesised
) -> None:
    assert bare.of_type("AWS::Cognito::UserPool") == local.of_type("AWS::Cognito::UserPool") == {}
    variables = bare.functions()["api"]["Properties"]["Environment"]["Variables"]
    assert (variables["OIDC_ISSUER"], variables["OIDC_AUDIENCE"]) == ("https://login.example.com", "builder")
    assert len(cloud.of_type("AWS::Cognito::UserPool")) == 1


def test_nobody_can_change_their_own_tenant(cloud: Synthesised) -> None:
    pool = cloud.only("AWS::Cognito::UserPool")["Properties"]
    tenant = next(a for a in pool["Schema"] if a["Name"] == "tenant")
    assert tenant["Mutable"] is False
    assert pool["AdminCreateUserConfig"]["AllowAdminCreateUserOnly"] is True
    client = cloud.only("AWS::Cognito::UserPoolClient")["Properties"]
    assert "custom:tenant" in client["ReadAttributes"]
    assert "custom:tenant" not in client["WriteAttributes"]


def test_people_of_the_pool_can_sign_in_and_an_operator_can_get_the_first_token(
    cloud: Synthesised, bare: Synthesised
) -> None:
    """Passwords go by SRP, or with AWS credentials; never in the clear from a browser."""
    flows = set(cloud.only("AWS::Cognito::UserPoolClient")["Properties"]["ExplicitAuthFlows"])
    assert flows == {"ALLOW_USER_SRP_AUTH", "ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"}
    named = {"UserPoolId", "UserPoolClientId"}
    assert named <= set(cloud.template["Outputs"]) and not named & set(bare.template["Outputs"])


def test_switched_off_features_reach_the_functions(quiet: Synthesised, cloud: Synthesised) -> None:
    assert "BUILDER_AGENTIC_LOOP_ENABLED" not in cloud.functions()["api"]["Properties"]["Environment"]["Variables"]
    assert quiet.functions()["api"]["Properties"]["Environment"]["Variables"]["BUILDER_AGENTIC_LOOP_ENABLED"] == "0"


def test_the_local_template_leaves_addresses_and_keys_to_the_machine(local: Synthesised) -> None:
    variables = local.functions()["api"]["Properties"]["Environment"]["Variables"]
    assert not {name for name in variables if name.startswith(("OIDC_", "OPENAI_", "PUBLIC_", "WORKER_", "PREVIEW_"))}
    assert not {"APPS_CDN_BASE_URL", "APPS_DOMAIN", "SITE_MODE"} & set(variables)


def test_local_and_cloud_differ_in_little(cloud: Synthesised, local: Synthesised) -> None:
    def kinds(stack: Synthesised) -> dict[str, int]:
        found: dict[str, int] = {}
        for resource in stack.template["Resources"].values():
            found[resource["Type"]] = found.get(resource["Type"], 0) + 1
        return found

    differing = {kind for kind in kinds(cloud) | kinds(local) if kinds(cloud).get(kind) != kinds(local).get(kind)}
    assert differing <= {
        "AWS::Cognito::UserPool", "AWS::Cognito::UserPoolClient", "AWS::Cognito::UserPoolDomain",
        "AWS::CloudFront::Distribution", "AWS::CloudFront::Function",
        "AWS::Logs::LogGroup", "AWS::S3::BucketPolicy", "AWS::CloudWatch::Alarm",
        "AWS::CloudWatch::Dashboard",
        "AWS::SNS::Topic", "AWS::SNS::TopicPolicy", "AWS::SNS::Subscription", "AWS::WAFv2::WebACL",
        "AWS::WAFv2::WebACLAssociation", "AWS::ApiGateway::DomainName", "AWS::ApiGateway::BasePathMapping",
        "AWS::CloudFront::ResponseHeadersPolicy", "AWS::StepFunctions::StateMachineVersion",
        "AWS::StepFunctions::StateMachineAlias",
    }  # fmt: skip


def test_a_missing_function_is_named(tmp_path: Path) -> None:
    import aws_cdk as cdk

    source = make_source(tmp_path / "source")
    (source / "functions" / "agent_step" / "handler.py").unlink()
    with pytest.raises(MissingFunction, match=r"functions/agent_step/handler\.py"):
        build(cdk.App(outdir=str(tmp_path / "out")), DeployConfig(local=True, source_root=str(source)))


@pytest.mark.parametrize(
    "given", [{"apps_domain": "a.example"}, {"preview_certificate_arn": "arn:x"}, {"api_domain": "b"}]
)
def test_a_domain_without_its_certificate_is_refused(given: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="go together"):
        DeployConfig(**given)


def test_every_declared_function_exists() -> None:
    for spec in PYTHON_FUNCTIONS:
        file = "run.sh" if spec.name == "stream" else "handler.py"
        assert (REPOSITORY / "functions" / spec.name / file).is_file(), spec.name
