"""`python -m infra.deploy [--bootstrap] [-c key=value ...]`: what `make deploy` does, with your AWS credentials.

Builds the layers, lets the pinned `aws-cdk` command line deploy the stack, and puts the worker's toolchain archive
into the data bucket when another one is there.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from infra import build_layers, build_toolchain
from infra.config import REPOSITORY
from infra.constructs.codebuild import TOOLCHAIN_KEY
from local.node import find_node

CDK = "aws-cdk@2.1148.1"
DIGEST = "digest"


def main() -> int:
    """The exit code of the command line, or 0."""
    parser = argparse.ArgumentParser(prog="python -m infra.deploy")
    parser.add_argument("--bootstrap", action="store_true", help="prepare the account and region first (once)")
    parser.add_argument("-c", "--context", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--yes", action="store_true", help="do not ask before permissions are widened")
    options = parser.parse_args()
    build_layers.ensure()
    context = [part for pair in options.context for part in ("-c", pair)]
    if options.bootstrap and cdk("bootstrap", *context):
        return 1
    with tempfile.TemporaryDirectory() as folder:
        outputs = Path(folder) / "outputs.json"
        approval = ["--require-approval", "never" if options.yes else "broadening"]
        if cdk("deploy", "--outputs-file", str(outputs), *approval, *context):
            return 1
        (stack,) = json.loads(outputs.read_text()).values()
    if stack["ToolchainUri"] == f"s3://{stack['DataBucket']}/{TOOLCHAIN_KEY}":
        upload_toolchain(stack["DataBucket"])
    print(f"API   {stack['ApiUrl']}\napps  {stack['AppsAddress']}")
    return 0


def cdk(*arguments: str) -> int:
    """Run the CDK's command line with the Node this project uses; its exit code."""
    node = find_node()
    command = [str(node.binary), str(node.npm), "exec", "--yes", "--", CDK, *arguments, "--app", app_command()]
    return subprocess.run(command, cwd=REPOSITORY).returncode


def app_command() -> str:
    """The app, run by this very interpreter."""
    return f"{sys.executable} -m infra.app"


def upload_toolchain(bucket: str) -> None:
    """Build and upload the worker's archive, unless the bucket has the same one."""
    import boto3

    s3 = boto3.client("s3")
    wanted = build_toolchain.digest()
    if uploaded_digest(s3, bucket) == wanted:
        return
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "worker.tar.zst"
        subprocess.run([sys.executable, "-m", "infra.build_toolchain", str(archive)], cwd=REPOSITORY, check=True)
        s3.upload_file(str(archive), bucket, TOOLCHAIN_KEY, ExtraArgs={"Metadata": {DIGEST: wanted}})


def uploaded_digest(s3: Any, bucket: str) -> str | None:
    """The digest of the archive in the bucket; None when there is none."""
    from botocore.exceptions import ClientError

    try:
        found: dict[str, str] = s3.head_object(Bucket=bucket, Key=TOOLCHAIN_KEY)["Metadata"]
    except ClientError:
        return None
    return found.get(DIGEST)


if __name__ == "__main__":
    raise SystemExit(main())
