"""`apps_build`: the worker's machine on AWS. No source, no network of ours, a role that may only write its log."""

from dataclasses import dataclass
from pathlib import Path

import aws_cdk as cdk
from aws_cdk import aws_codebuild as codebuild
from aws_cdk import aws_iam as iam
from aws_cdk import aws_logs as logs
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.build_toolchain import archive_key
from infra.constructs.functions import retention
from shared.domain.limits import Limits

PROJECT_NAME = "apps_build"
BUILDSPEC = Path("infra/buildspecs/apps_build.yml")
MINUTES = 5  # the least AWS allows; the worker itself stops a build after 120 s, unless the deployment gives it more
_EXTRA_SECONDS = 180  # the machine's start and the toolchain, the page that is looked at after a build, the upload
_SMALL_BYTES = 2 * 1024**3  # what one sandbox may use of the 3 GB of the small machine; the next one has 7 GB
QUEUED_MINUTES = 15  # an account may run one build at a time and queue five; a job's addresses hold for 22 minutes


@dataclass(frozen=True)
class Toolchain:
    """The archive the machine unpacks first, as its command line and as its role name it."""

    uri: str
    arn: str


def toolchain_of(scope: cdk.Stack, uri: str, data: s3.IBucket) -> Toolchain:
    """The archive a deployment names, or the one `make deploy` puts into the data bucket."""
    if not uri:
        key = archive_key()
        return Toolchain(f"s3://{data.bucket_name}/{key}", data.arn_for_objects(key))
    path = uri.removeprefix("s3://")
    arn = scope.format_arn(
        service="s3", region="", account="", resource=path, arn_format=cdk.ArnFormat.NO_RESOURCE_NAME
    )
    return Toolchain(uri, arn)


class BuildProject(Construct):
    """The CodeBuild project and the only permission it has."""

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        root: Path,
        log_days: int,
        toolchain: Toolchain,
        limits: Limits,
        registry: str = "",
    ) -> None:
        super().__init__(scope, id)
        group = logs.LogGroup(
            self, "Logs", log_group_name=f"/aws/codebuild/{PROJECT_NAME}", retention=retention(log_days),
            removal_policy=cdk.RemovalPolicy.DESTROY,
        )  # fmt: skip
        self.toolchain = toolchain
        role = worker_role(self, group, toolchain.arn)
        self.project = codebuild.Project(
            self, "Project", project_name=PROJECT_NAME, role=role.without_policy_updates(),
            grant_report_group_permissions=False, build_spec=buildspec(root),
            environment=codebuild.BuildEnvironment(
                build_image=codebuild.LinuxBuildImage.AMAZON_LINUX_2023_6,
                compute_type=machine(limits), privileged=True,
                host_kernel=codebuild.HostKernel.LINUX_KERNEL_6,  # 4.14 unless it is named, whatever the image is
            ),
            environment_variables=variables(toolchain, registry),
            logging=codebuild.LoggingOptions(cloud_watch=codebuild.CloudWatchLoggingOptions(log_group=group)),
            timeout=cdk.Duration.minutes(minutes(limits)), queued_timeout=cdk.Duration.minutes(QUEUED_MINUTES),
            badge=False,
        )  # fmt: skip
        self.arn = cdk.Stack.of(self).format_arn(service="codebuild", resource="project", resource_name=PROJECT_NAME)


def variables(toolchain: Toolchain, registry: str) -> dict[str, codebuild.BuildEnvironmentVariable]:
    """What every job of the machine has. The registry is npm's own setting; builds of projects see neither."""
    named = {"TOOLCHAIN_URI": toolchain.uri} | ({"NPM_CONFIG_REGISTRY": registry} if registry else {})
    return {name: codebuild.BuildEnvironmentVariable(value=value) for name, value in named.items()}


def minutes(limits: Limits) -> int:
    """How long CodeBuild lets one build run: longer than the worker does."""
    return max(MINUTES, -(-(limits.worker_seconds + _EXTRA_SECONDS) // 60))


def machine(limits: Limits) -> codebuild.ComputeType:
    """The smallest machine that has what one sandbox may use."""
    small = limits.worker_memory_bytes <= _SMALL_BYTES
    return codebuild.ComputeType.SMALL if small else codebuild.ComputeType.MEDIUM


def worker_role(scope: Construct, group: logs.LogGroup, toolchain_arn: str) -> iam.Role:
    """May write its own log, and read the one toolchain archive."""
    role = iam.Role(scope, "Role", assumed_by=iam.ServicePrincipal("codebuild.amazonaws.com"))
    role.add_to_policy(
        iam.PolicyStatement(actions=["logs:CreateLogStream", "logs:PutLogEvents"], resources=[group.log_group_arn])
    )
    role.add_to_policy(iam.PolicyStatement(actions=["s3:GetObject"], resources=[toolchain_arn]))
    return role


def buildspec(root: Path) -> codebuild.BuildSpec:
    """The committed buildspec, kept in the template so that it can be read there."""
    return codebuild.BuildSpec.from_object_to_yaml(load_yaml((root / BUILDSPEC).read_text()))


def load_yaml(text: str) -> dict[str, object]:
    import yaml

    data = yaml.safe_load(text)
    if not isinstance(data, dict):
        raise TypeError("the buildspec is not a mapping")
    return data
