"""A synthesised stack as plain data, and questions to ask of it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from infra.app import build  # first: it chooses the Node that the next import starts

import aws_cdk as cdk  # isort: skip
from infra.config import DeployConfig
from infra.function_list import LAYERS, PYTHON_FUNCTIONS, TRACE
from toolchain.filelock import FileLock
from toolchain.repository import REPOSITORY

ACCOUNT_CERTIFICATE = "arn:aws:acm:us-east-1:111122223333:certificate/11111111-2222-3333-4444-555555555555"
MODEL_SECRET = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:openai-AbCdEf"  # a name, not a secret
OTLP_SECRET = MODEL_SECRET.replace("openai", "otlp")
CLOUD: dict[str, Any] = {
    "api_domain": "builder.example.com",
    "api_certificate_arn": ACCOUNT_CERTIFICATE.replace("us-east-1", "eu-central-1"),
    "studio_domain": "studio.example.com",
    "studio_certificate_arn": ACCOUNT_CERTIFICATE,
    "studio_origins": "https://intranet.example.com",
    "waf": True,
    "apps_domain": "apps.example.com",
    "apps_certificate_arn": ACCOUNT_CERTIFICATE,
    "preview_domain": "preview.example.com",
    "preview_certificate_arn": ACCOUNT_CERTIFICATE,
    "openai_secret_arn": MODEL_SECRET,
    "alarm_email": "ops@example.com",
    "toolchain_uri": "s3://toolchains/toolchain.tar.zst",
}
COLLECTOR = "arn:aws:lambda:eu-central-1:901920570463:layer:aws-otel-collector-arm64-ver-0-117-0:1"
Resource = dict[str, Any]


def make_source(root: Path) -> Path:
    """A source tree with the smallest function of each name, so that a template needs nobody else's code."""
    for package in ("functions", "shared"):
        write(root / package / "__init__.py", "")
    for spec in PYTHON_FUNCTIONS:
        write(root / "functions" / spec.name / "__init__.py", "")
        file = "run.sh" if spec.name == "stream" else "handler.py"
        write(root / "functions" / spec.name / file, "#\n")
    write(root / "functions" / "compile" / "index.mjs", "export const handler = () => null;\n")
    for place in ("functions/compile", "layers/build/compile"):
        write(root / place / "node_modules" / "x" / "index.js", "\n")
    for layer in (*LAYERS, TRACE):
        write(root / "layers" / layer / "requirements.txt", f"{layer}==1\n")
        write(root / "layers" / "build" / layer / "python" / f"{layer}.py", "\n")
    buildspec = REPOSITORY / "infra" / "buildspecs" / "apps_build.yml"
    known = buildspec.read_text() if buildspec.is_file() else 'version: "0.2"\nphases: {build: {commands: ["true"]}}\n'
    write(root / "infra" / "buildspecs" / "apps_build.yml", known)
    return root


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _synthesise(out: Path, config: DeployConfig) -> None:
    context = json.loads((REPOSITORY / "cdk.json").read_text())["context"]
    app = cdk.App(outdir=str(out), context=context)
    build(app, config)
    app.synth()


class Synthesised:
    """One template, in a folder where another process of the same test session may have put it already."""

    def __init__(self, out: Path, config: DeployConfig) -> None:
        self.file = out / f"{config.stack_name}.template.json"
        self.out = out
        with FileLock(out.with_name(f"{out.name}.lock"), wait_seconds=300):
            if not self.file.exists():
                _synthesise(out, config)
        self.template: dict[str, Any] = json.loads(self.file.read_text())

    def of_type(self, kind: str) -> dict[str, Resource]:
        """Logical id -> resource."""
        return {name: r for name, r in self.template["Resources"].items() if r["Type"] == kind}

    def only(self, kind: str) -> Resource:
        """The one resource of that type."""
        (found,) = self.of_type(kind).values()
        return found

    def functions(self) -> dict[str, Resource]:
        """Short name -> Lambda."""
        return {
            r["Properties"]["FunctionName"].split("-", 1)[1]: r for r in self.of_type("AWS::Lambda::Function").values()
        }

    def statements(self, role_id: str) -> list[dict[str, Any]]:
        """Every statement of a role, inline or attached."""
        return [s for policy in self.policies_of(role_id) for s in policy["PolicyDocument"]["Statement"]]

    def policies_of(self, role_id: str) -> Iterator[dict[str, Any]]:
        role = self.template["Resources"][role_id]["Properties"]
        yield from role.get("Policies", [])
        for policy in self.of_type("AWS::IAM::Policy").values():
            if {"Ref": role_id} in policy["Properties"].get("Roles", []):
                yield policy["Properties"]

    def routes(self) -> dict[tuple[str, str], dict[str, Any]]:
        """(method, path) -> method properties."""
        found = {}
        for method in self.of_type("AWS::ApiGateway::Method").values():
            properties = method["Properties"]
            found[(properties["HttpMethod"], self.path(properties["ResourceId"]))] = properties
        return found

    def path(self, reference: dict[str, Any]) -> str:
        """The path of an API resource, from its chain of parents."""
        if "Fn::GetAtt" in reference:
            return "/"
        resource = self.template["Resources"][reference["Ref"]]["Properties"]
        return self.path(resource["ParentId"]).rstrip("/") + "/" + str(resource["PathPart"])


def actions(statement: dict[str, Any]) -> list[str]:
    """A statement's actions, always as a list."""
    given = statement["Action"]
    return [given] if isinstance(given, str) else list(given)


def resources(statement: dict[str, Any]) -> list[Any]:
    """A statement's resources, always as a list."""
    given = statement["Resource"]
    return given if isinstance(given, list) else [given]


def text(value: Any) -> str:
    """An intrinsic as readable text: `Fn::Join` joined, references in angle brackets."""
    if isinstance(value, str):
        return value
    if "Fn::Join" in value:
        separator, parts = value["Fn::Join"]
        return str(separator).join(text(part) for part in parts)
    if "Fn::GetAtt" in value:
        return f"<{'.'.join(value['Fn::GetAtt'])}>"
    if "Fn::If" in value:
        return f"<{value['Fn::If'][0]}>"
    return f"<{value['Ref']}>"


def role_of(function: Resource) -> str:
    """The logical id of a function's role."""
    name: str = function["Properties"]["Role"]["Fn::GetAtt"][0]
    return name
