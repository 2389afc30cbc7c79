"""What somebody without the key asks of a port of this machine: to read all data, and to run code."""

import base64
import io
import json
import zipfile
from dataclasses import dataclass, field

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

FUNCTION = "planted"
_ROLE = "arn:aws:iam::000000000000:role/x"
_JSON = "application/x-amz-json-1.1"


@dataclass(frozen=True)
class Try:
    """One request; `service` is what a client of AWS would sign it for."""

    method: str
    path: str
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""
    service: str = ""

    def signed(self, endpoint: str) -> dict[str, str]:
        """Its headers, signed with the key that everybody knows from examples."""
        if not self.service:
            return self.headers | {"Authorization": "Bearer test"}
        request = AWSRequest(self.method, endpoint + self.path, data=self.body.encode(), headers=dict(self.headers))
        SigV4Auth(Credentials("test", "test"), self.service, "us-east-1").add_auth(request)
        return dict(request.headers.items())


def target(operation: str, service: str, **body: object) -> Try:
    """A call of an AWS service that speaks JSON."""
    headers = {"X-Amz-Target": operation, "Content-Type": _JSON}
    return Try("POST", "/", headers, json.dumps(body), service)


def hostile_requests(table: str, bucket: str, key: str, secret: str, function: str) -> list[Try]:
    """Everything a stranger would want, of every server that might stand behind a port."""
    upsert = {"Code": {"ZipFile": planted()}, "FunctionName": FUNCTION, "Handler": "x.handler", "Role": _ROLE}
    create = json.dumps(upsert | {"Runtime": "python3.13"})
    chat = json.dumps({"model": "m", "messages": [{"role": "user", "content": "hi"}]})
    return [
        target("DynamoDB_20120810.Scan", "dynamodb", TableName=table),
        target("DynamoDB_20120810.ListTables", "dynamodb"),
        target("secretsmanager.GetSecretValue", "secretsmanager", SecretId=secret),
        Try("GET", "/", service="s3"), Try("GET", f"/{bucket}?list-type=2", service="s3"),
        Try("GET", f"/{bucket}/{key}", service="s3"), Try("PUT", f"/{bucket}/planted", {}, "x", "s3"),
        Try("DELETE", f"/{bucket}/{key}", service="s3"),
        Try("GET", "/2015-03-31/functions/", service="lambda"),
        Try("POST", "/2015-03-31/functions", {"Content-Type": "application/json"}, create, "lambda"),
        Try("POST", f"/2015-03-31/functions/{FUNCTION}/invocations", {}, "{}", "lambda"),
        Try("POST", f"/2015-03-31/functions/{function}/invocations", {}, '{"requestContext": {}}', "lambda"),
        Try("GET", "/_ministack/health"), Try("POST", "/_ministack/reset"), Try("GET", "/_chatbuilder/warm?x"),
        Try("GET", "/health"), Try("GET", "/.local/jwks.json"), Try("GET", "/admin/apps"), Try("GET", "/v1/models"),
        Try("POST", "/v1/chat/completions", {"Content-Type": "application/json"}, chat),
        *sign_in_requests(),
        Try("POST", "/jobs", {"Content-Type": "application/json"}, '{"job": {}}'), Try("POST", "/jobs/x/cancel"),
    ]  # fmt: skip


def sign_in_requests() -> list[Try]:
    """Every door of the Studio's sign-in, pushed at without the printed code."""
    asked = (
        "client_id=studio&response_type=code&code_challenge_method=S256&state=s&browser=b&one_time_code=guess"
        f"&code_challenge={'x' * 43}&redirect_uri="
    )
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    given = "client_id=studio&code=guess&code_verifier=v&refresh_token=x&grant_type="
    return [
        Try("GET", f"/.local/oidc/authorize?{asked}http://evil.test/"), Try("GET", f"/.local/oidc/authorize?{asked}"),
        Try("POST", "/.local/oidc/token", form, f"{given}authorization_code"),
        Try("POST", "/.local/oidc/token", form, f"{given}refresh_token"),
        Try("POST", "/.local/oidc/one-time-code"), Try("GET", "/.local/oidc/one-time-code"),
        Try("GET", "/studio/../local.json"), Try("GET", "/studio/%2e%2e/%2e%2e/local.json"),
    ]  # fmt: skip


def planted() -> str:
    """The code of a function of the attacker's."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("x.py", "def handler(event, context):\n    return 'ran'\n")
    return base64.b64encode(packed.getvalue()).decode()
