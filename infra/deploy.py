"""`python -m infra.deploy [--bootstrap] [--diff] [-c key=value ...]`: what `make deploy` does.

With your AWS credentials: builds the layers, sees that API Gateway may write logs in the account, lets the pinned
`aws-cdk` command line deploy the stack, after the worker's archive is in the data bucket (a first deployment makes the
bucket and uploads the archive right after it). The Studio's files follow; packages of the catalog come last, because
only apps that use them wait for them.
"""

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from infra import build_layers
from infra.check_deployment import Waiting, check_deployment, fetch_page
from infra.config import DeployConfig
from infra.context import add_choices, bootstrap_qualifier, configured
from infra.finish_deployment import Step, finish_deployment
from infra.preflight import Finding, bearer_token, preflight
from infra.protection import first_parameters, protect_table
from infra.serve_published import served_meanwhile
from infra.upload_archives import AGAIN as ARCHIVES_AGAIN
from infra.upload_archives import store_archives
from infra.upload_studio import upload_packages, upload_studio
from infra.upload_toolchain import uploaded_before
from toolchain.aws import Clients, in_one_line, own_clients, set_region, stack_outputs
from toolchain.catalog import ToolchainError
from toolchain.http import Api
from toolchain.node import Node, find_node
from toolchain.repository import REPOSITORY
from toolchain.studio_build import ensure_studio

ROLE = "ApiGatewayWritesLogs"
POLICY = "policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs"
SETTING = "/cloudwatchRoleArn"
WAITS = (5, 10, 20, 30, 0)
"""Seconds: a role that was just made is known to API Gateway only after a while."""
CDK = "aws-cdk@2.1148.1"


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code of the command line, or 0."""
    parser = argparse.ArgumentParser(prog="python -m infra.deploy", description=__doc__)
    parser.add_argument("--bootstrap", action="store_true", help="prepare the account and region first (once)")
    parser.add_argument("--diff", action="store_true", help="only say what a deployment would change")
    add_choices(parser)
    parser.add_argument("--table", metavar="NAME", help="use a restored table from now on; empty for the stack's own")
    parser.add_argument(
        "--check", action="store_true", help="only try what is deployed: build, page, stream, publication"
    )
    parser.add_argument(
        "--despite-gate",
        metavar="WHY",
        default="",
        help="deploy what `make gate` does not let through, for this reason",
    )
    parser.add_argument("--yes", action="store_true", help="do not ask before permissions are widened")
    options = parser.parse_args(arguments)
    config = configured(parser, options.context)
    print(f"{config.stack_name}, account {account()}, region {set_region()}", flush=True)
    if options.check:
        return check(config.stack_name)
    context = [part for pair in options.context for part in ("-c", pair)]
    if options.diff:
        build_layers.ensure(options.context)
        return cdk("diff", *context)
    clients = own_clients()
    findings = preflight(clients, config.stack_name, qualifier=None if options.bootstrap else bootstrap_qualifier())
    if not may_deploy(findings, despite=options.yes):
        return 1
    build_layers.ensure(options.context)
    if not may_release(options.despite_gate):
        return 1
    studio = built_studio()
    if studio is None:
        return 1
    if options.bootstrap and cdk("bootstrap", *context):
        return 1
    prepare_account()
    approval = ["--require-approval", "never" if options.yes else "broadening"]
    table = [] if options.table is None else ["--parameters", f"ActiveTableName={options.table}"]
    return deploy_stack(config, studio, clients, [*approval, *table, *context])


def deploy_stack(config: DeployConfig, studio: Path, clients: Clients, arguments: Sequence[str]) -> int:
    """Deploy the stack and what lies in its buckets; the exit code. An interrupted deployment is run again."""
    name, s3, cloudformation = config.stack_name, clients("s3"), clients("cloudformation")
    first = first_parameters(cloudformation, name)
    archive = uploaded_before(s3, cloudformation, name) if not config.toolchain_uri else nullcontext(lambda: None)
    with tempfile.TemporaryDirectory() as folder, archive as store_toolchain:
        outputs = Path(folder) / "outputs.json"
        if not first:
            store_archives(s3, cloudformation, name)
        with served_meanwhile(clients, name) as deployment:
            if cdk("deploy", "--outputs-file", str(outputs), *first, *arguments):
                return 1
            deployment.done = True
        (stack,) = json.loads(outputs.read_text()).values()
        done = finish_deployment([
            Step(store_toolchain, "builds have no toolchain"),
            Step(lambda: protect_table(cloudformation, name), "its table may still be deleted"),
            Step(lambda: sweep(clients, name), "files of an older release remain"),
            Step(
                lambda: upload_studio(studio, stack["StudioConfig"], s3, stack["StudioBucket"]),
                "the Studio's files are missing",
            ),
            Step(
                lambda: upload_packages(s3, cloudformation, name), "pages are shown only as builds make them",
                required=False,
            ),
            Step(
                lambda: store_archives(s3, cloudformation, name, required=True),
                "apps that use other packages than the toolchain's cannot be built", ARCHIVES_AGAIN, required=False,
            ),
        ])  # fmt: skip
    announce(config, stack)
    return 0 if done else 1


def announce(config: DeployConfig, stack: dict[str, str]) -> None:
    """Print the addresses, and what chat lacks."""
    print(f"API   {stack['ApiUrl']}\napps  {stack['AppsAddress']}\nStudio {stack['StudioUrl']}")
    if config.unpriced_models:
        print(f"chat  bounded by tokens, without a price: {', '.join(config.unpriced_models)} (docs/limits.md)")
    if not config.model or not config.openai_secret_arn:
        print("chat  has no model: it needs -c model=... and -c openai_secret_arn=...", flush=True)


def check(stack: str) -> int:
    """0 when one of everything works on the deployed stack."""
    outputs = stack_outputs(own_clients()("cloudformation"), stack)
    with bearer_token(outputs, own_clients()("cognito-idp")) as token:
        api = Api(outputs["ApiUrl"].rstrip("/"), token)
        return 0 if check_deployment(api, print, waits=Waiting(), fetch=fetch_page) else 1


def account() -> str:
    """Whose credentials these are; asked before anything slow is done."""
    return str(own_clients()("sts").get_caller_identity()["Account"])


def built_studio() -> Path | None:
    """Its files, made before anything is deployed; None with a line when they cannot be made."""
    try:
        return ensure_studio(find_node(), print)
    except ToolchainError as error:
        print(f"Nothing was deployed: {error}", file=sys.stderr)
        return None


def may_release(despite: str, gate: Sequence[str] = (sys.executable, "-m", "benchmarks.quality.gate")) -> bool:
    """Whether the release gate lets these very files through, or a person says why it need not."""
    if subprocess.run(gate, cwd=REPOSITORY).returncode == 0:
        return True
    if despite.strip():
        print(f"Deployed despite the gate: {despite}", flush=True)
        return True
    print("Nothing was deployed: the release gate (`make gate`) stops it, as told above.", file=sys.stderr)
    print("To deploy all the same, say why: ARGS='--despite-gate \"our own prompts\"'", file=sys.stderr)
    return False


def may_deploy(findings: list[Finding], *, despite: bool) -> bool:
    """Whether to go on; each finding is printed."""
    for finding in findings:
        print(finding.text, flush=True)
    blocked = any(finding.blocks for finding in findings)
    stopped = blocked or (any(finding.stops for finding in findings) and not despite)
    if stopped:
        print(f"Nothing was deployed.{'' if blocked else ' To deploy all the same: ARGS=--yes'}", file=sys.stderr)
    return not stopped


def prepare_account() -> None:
    """One setting that the stack needs and that is not the stack's."""
    if ensure_gateway_logs(own_clients()):
        print("API Gateway may now write logs in this account and region (a role of its own, shared by all APIs).")


def sweep(client: Clients, stack_name: str) -> None:
    """No router of an older release is left: let the sweeper remove what they served."""
    client("lambda").invoke(FunctionName=f"{stack_name}-sweeper", InvocationType="Event", Payload=b'{"deployed": true}')


def cdk(*arguments: str) -> int:
    """Run the CDK's command line with the Node this project uses; its exit code."""
    node = find_node()
    command = [str(node.binary), str(node.npm), "exec", "--yes", "--", CDK, *arguments, "--app", app_command()]
    return subprocess.run(command, cwd=REPOSITORY, env=environment_with(node)).returncode


def environment_with(node: Node) -> dict[str, str]:
    """Ours, for that Node; nobody learns of our use."""
    return node.environment() | {"CDK_DISABLE_CLI_TELEMETRY": "true"}


def app_command() -> str:
    """The app, run by this very interpreter."""
    return f"{shlex.quote(sys.executable)} -m infra.app"


def ensure_gateway_logs(clients: Clients, *, sleep: Callable[[float], object] = time.sleep) -> bool:
    """Whether the setting had to be made."""
    gateway = clients("apigateway")
    if gateway.get_account().get("cloudwatchRoleArn"):
        return False
    iam = clients("iam")
    arn = role_arn(iam)
    iam.attach_role_policy(RoleName=ROLE, PolicyArn=f"{arn.partition('::')[0]}::aws:{POLICY}")
    for wait in WAITS:
        try:
            gateway.update_account(patchOperations=[{"op": "replace", "path": SETTING, "value": arn}])
        except gateway.exceptions.BadRequestException:
            if not wait:
                raise
            sleep(wait)
        else:
            break
    return True


def role_arn(iam: Any) -> str:
    """The role that API Gateway may take; made where it is missing."""
    trust = {"Effect": "Allow", "Principal": {"Service": "apigateway.amazonaws.com"}, "Action": "sts:AssumeRole"}
    document = json.dumps({"Version": "2012-10-17", "Statement": [trust]})
    try:
        made = iam.create_role(RoleName=ROLE, AssumeRolePolicyDocument=document, Description="Shared by all REST APIs.")
    except iam.exceptions.EntityAlreadyExistsException:
        made = iam.get_role(RoleName=ROLE)
    return str(made["Role"]["Arn"])


if __name__ == "__main__":
    raise SystemExit(in_one_line(main))
