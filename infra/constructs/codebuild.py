"""`apps_build`: the worker's machine on AWS. No source, no network of ours, a role that may only write its log."""

from pathlib import Path

import aws_cdk as cdk
from aws_cdk import aws_codebuild as codebuild
from aws_cdk import aws_iam as iam
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.constructs.functions import retention

PROJECT_NAME = "apps_build"
BUILDSPEC = Path("infra/buildspecs/apps_build.yml")
MINUTES = 5  # the least AWS allows; the worker itself stops a build after 120 s


class BuildProject(Construct):
    """The CodeBuild project and the only permission it has."""

    def __init__(
        self, scope: Construct, id: str, *, root: Path, log_days: int, toolchain_arn: str, toolchain_uri: str
    ) -> None:
        super().__init__(scope, id)
        group = logs.LogGroup(
            self, "Logs", log_group_name=f"/aws/codebuild/{PROJECT_NAME}", retention=retention(log_days),
            removal_policy=cdk.RemovalPolicy.DESTROY,
        )  # fmt: skip
        role = worker_role(self, group, toolchain_arn)
        self.project = codebuild.Project(
            self, "Project", project_name=PROJECT_NAME, role=role.without_policy_updates(),
            grant_report_group_permissions=False, build_spec=buildspec(root),
            environment=codebuild.BuildEnvironment(
                build_image=codebuild.LinuxArmBuildImage.AMAZON_LINUX_2023_STANDARD_3_0,
                compute_type=codebuild.ComputeType.SMALL, privileged=True,
            ),
            environment_variables={"TOOLCHAIN_URI": codebuild.BuildEnvironmentVariable(value=toolchain_uri)},
            logging=codebuild.LoggingOptions(cloud_watch=codebuild.CloudWatchLoggingOptions(log_group=group)),
            timeout=cdk.Duration.minutes(MINUTES), queued_timeout=cdk.Duration.minutes(MINUTES),
            badge=False,
        )  # fmt: skip
        self.arn = cdk.Stack.of(self).format_arn(service="codebuild", resource="project", resource_name=PROJECT_NAME)


def worker_role(scope: Construct, group: logs.LogGroup, toolchain_arn: str) -> iam.Role:
    """May write its own log, and read the one toolchain archive when it lies in a bucket."""
    role = iam.Role(scope, "Role", assumed_by=iam.ServicePrincipal("codebuild.amazonaws.com"))
    role.add_to_policy(iam.PolicyStatement(
        actions=["logs:CreateLogStream", "logs:PutLogEvents"], resources=[group.log_group_arn]
    ))  # fmt: skip
    if toolchain_arn:
        role.add_to_policy(iam.PolicyStatement(actions=["s3:GetObject"], resources=[toolchain_arn]))
    return role


def buildspec(root: Path) -> codebuild.BuildSpec:
    """The committed buildspec, kept in the template so that it can be read there."""
    return codebuild.BuildSpec.from_object_to_yaml(load_yaml((root / BUILDSPEC).read_text()))


def load_yaml(text: str) -> dict[str, object]:
    """YAML to plain data."""
    import yaml

    data = yaml.safe_load(text)
    if not isinstance(data, dict):
        raise TypeError("the buildspec is not a mapping")
    return data
