"""Puts a synthesised stack into the embedded AWS: uploads assets, creates or updates the stack, reads its outputs."""

import io
import json
import time
import zipfile
from pathlib import Path
from typing import Any

from botocore.exceptions import ClientError

from toolchain.aws import Clients, stack_outputs

BOOTSTRAP_PARAMETER = "/cdk-bootstrap/hnb659fds/version"
BOOTSTRAP_VERSION = "30"
DIGEST_TAG = "chatbuilder:digest"
DONE = frozenset({"CREATE_COMPLETE", "UPDATE_COMPLETE"})
PARTITION_VALUES = {"${AWS::AccountId}": "000000000000", "${AWS::Region}": "us-east-1", "${AWS::Partition}": "aws"}
EPOCH = (1980, 1, 1, 0, 0, 0)


class DeployFailed(RuntimeError):
    """The stack did not come up; the message holds the reasons the emulator gave."""


def deploy(
    assembly: Path, stack_name: str, clients: Clients, *, digest: str = "unnamed", timeout: float = 120
) -> dict[str, str]:
    """Deploy one stack of a cloud assembly, marked with the digest of its sources; its outputs."""
    manifest = json.loads((assembly / f"{stack_name}.assets.json").read_text())
    ssm = clients("ssm")
    ssm.put_parameter(Name=BOOTSTRAP_PARAMETER, Value=BOOTSTRAP_VERSION, Type="String", Overwrite=True)
    upload_assets(manifest, assembly, clients("s3"))
    cloudformation = clients("cloudformation")
    submit(cloudformation, stack_name, template_url(manifest, cloudformation.meta.endpoint_url), digest)
    return wait(cloudformation, stack_name, time.monotonic() + timeout)


def upload_assets(manifest: dict[str, Any], assembly: Path, s3: Any) -> None:
    """Upload files and zipped folders to where the template looks for them."""
    known: set[str] = set()
    for kind in manifest["files"].values():
        for place in kind["destinations"].values():
            bucket, key = resolve(place["bucketName"]), resolve(place["objectKey"])
            ensure_bucket(s3, bucket, known)
            if not exists(s3, bucket, key) or key.endswith(".json"):
                s3.put_object(
                    Bucket=bucket, Key=key, Body=packed(assembly / kind["source"]["path"], kind["source"]["packaging"])
                )


def ensure_bucket(s3: Any, bucket: str, known: set[str]) -> None:
    """Make the asset bucket once."""
    if bucket in known:
        return
    try:
        s3.head_bucket(Bucket=bucket)
    except ClientError:
        s3.create_bucket(Bucket=bucket)
    known.add(bucket)


def exists(s3: Any, bucket: str, key: str) -> bool:
    """Whether an asset is there already (its key is its content's hash)."""
    try:
        s3.head_object(Bucket=bucket, Key=key)
    except ClientError:
        return False
    return True


def packed(path: Path, packaging: str) -> bytes:
    """A file as it is; a folder as a zip that is the same for the same content."""
    if packaging == "file":
        return path.read_bytes()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for item in sorted(p for p in path.rglob("*") if p.is_file()):
            entry = zipfile.ZipInfo(item.relative_to(path).as_posix(), EPOCH)
            entry.external_attr = (item.stat().st_mode & 0o777) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, item.read_bytes())
    return buffer.getvalue()


def template_url(manifest: dict[str, Any], endpoint: str) -> str:
    """Where the uploaded template lies (an inline one may not exceed 51,200 bytes)."""
    for kind in manifest["files"].values():
        if kind["source"]["path"].endswith(".template.json"):
            place = next(iter(kind["destinations"].values()))
            return f"{endpoint}/{resolve(place['bucketName'])}/{resolve(place['objectKey'])}"
    raise DeployFailed("the assembly names no template")


def resolve(text: str) -> str:
    """Fill the pseudo parameters the CDK leaves in asset destinations."""
    for name, value in PARTITION_VALUES.items():
        text = text.replace(name, value)
    return text


def submit(cloudformation: Any, stack_name: str, url: str, digest: str) -> None:
    """Create the stack, or update it; an update that changes nothing is fine."""
    options = {
        "StackName": stack_name, "TemplateURL": url, "Capabilities": ["CAPABILITY_NAMED_IAM", "CAPABILITY_IAM"],
        "Tags": [{"Key": DIGEST_TAG, "Value": digest}],
    }  # fmt: skip
    known = stack_status(cloudformation, stack_name) is not None
    try:
        (cloudformation.update_stack if known else cloudformation.create_stack)(**options)
    except ClientError as error:
        if "No updates are to be performed" not in str(error):
            raise DeployFailed(f"{stack_name} was refused: {error}") from error


def deployed_digest(cloudformation: Any, stack_name: str) -> str | None:
    """The digest the complete stack was deployed with; None when there is no complete one."""
    if stack_status(cloudformation, stack_name) not in DONE:
        return None
    tags = cloudformation.describe_stacks(StackName=stack_name)["Stacks"][0].get("Tags", [])
    return next((tag["Value"] for tag in tags if tag["Key"] == DIGEST_TAG), None)


def stack_status(cloudformation: Any, stack_name: str) -> str | None:
    try:
        return str(cloudformation.describe_stacks(StackName=stack_name)["Stacks"][0]["StackStatus"])
    except ClientError:
        return None


def wait(cloudformation: Any, stack_name: str, deadline: float) -> dict[str, str]:
    """Wait until the stack is complete; raises DeployFailed with the reasons otherwise."""
    while time.monotonic() < deadline:
        status = stack_status(cloudformation, stack_name) or "MISSING"
        if status in DONE:
            return stack_outputs(cloudformation, stack_name)
        if not status.endswith("IN_PROGRESS"):
            raise DeployFailed(f"{stack_name} ended {status}: {reasons(cloudformation, stack_name)}")
        time.sleep(0.1)
    raise DeployFailed(f"{stack_name} was not ready in time")


def reasons(cloudformation: Any, stack_name: str) -> str:
    """What failed and why, in one line."""
    events = cloudformation.describe_stack_events(StackName=stack_name)["StackEvents"]
    failed = [e for e in events if "FAILED" in e["ResourceStatus"]]
    return "; ".join(f"{e['LogicalResourceId']}: {e.get('ResourceStatusReason', '?')}" for e in failed[:5])
