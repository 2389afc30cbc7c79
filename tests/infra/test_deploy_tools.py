"""What `make deploy` decides: build layers only when their lists changed, and what an account needs first."""

import sys
from pathlib import Path

import boto3
import pytest
from moto import mock_aws

from infra import build_layers, deploy
from infra.build_layers import is_current, mark, packages, tidy, unemitted
from infra.config import FLAGS, DeployConfig, from_context
from infra.constructs import codebuild
from infra.deploy import POLICY, ROLE, ensure_gateway_logs
from shared.domain.limits import Limits

LISTING = "# by a tool\nalpha==1.0 \\\n    --hash=sha256:aa\nbeta-gamma==2.0 \\\n    --hash=sha256:bb\n"


class Gateway:
    """API Gateway's settings of an account; a new role is not known to it at once."""

    class exceptions:
        class BadRequestException(Exception):
            """As boto3 names it."""

    def __init__(self, role: str = "", refusals: int = 0) -> None:
        self.role, self.refusals = role, refusals

    def get_account(self) -> dict[str, str]:
        return {"cloudwatchRoleArn": self.role} if self.role else {}

    def update_account(self, patchOperations: list[dict[str, str]]) -> None:
        (operation,) = patchOperations
        if self.refusals:
            self.refusals -= 1
            raise self.exceptions.BadRequestException
        assert operation["path"] == "/cloudwatchRoleArn"
        self.role = operation["value"]


def test_a_new_account_is_set_up_to_write_access_logs_once() -> None:
    """Without that setting CloudFormation fails at the stage: the first deployment in an account would."""
    gateway, waited, attached = Gateway(refusals=2), list[float](), set[str]()
    with mock_aws():
        iam = boto3.client("iam")
        clients = {"apigateway": gateway, "iam": iam}
        iam.attach_role_policy = lambda **given: attached.add(given["PolicyArn"])  # moto has few of AWS's own
        assert ensure_gateway_logs(clients.__getitem__, sleep=waited.append)
        assert not ensure_gateway_logs(clients.__getitem__, sleep=waited.append)
        gateway.role = ""
        assert ensure_gateway_logs(clients.__getitem__, sleep=waited.append), "the role is there already"
        assert gateway.role == iam.get_role(RoleName=ROLE)["Role"]["Arn"]
    assert waited == [5, 10]
    assert attached == {f"arn:aws:iam::aws:{POLICY}"}


def test_an_account_that_has_a_role_keeps_it() -> None:
    gateway = Gateway("arn:aws:iam::1:role/theirs")
    assert not ensure_gateway_logs({"apigateway": gateway}.__getitem__)
    assert gateway.role.endswith("theirs")


def test_a_role_that_is_never_accepted_is_an_error() -> None:
    with mock_aws(), pytest.raises(Gateway.exceptions.BadRequestException):
        iam = boto3.client("iam")
        iam.attach_role_policy = lambda **_: None
        clients = {"apigateway": Gateway(refusals=99), "iam": iam}
        ensure_gateway_logs(clients.__getitem__, sleep=lambda seconds: None)


def test_a_diff_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(build_layers, "ensure", lambda context: None)
    monkeypatch.setattr(deploy, "cdk", lambda *arguments: asked.append(arguments) or 0)
    monkeypatch.setattr(deploy, "account", lambda: "111122223333")
    monkeypatch.setenv("AWS_REGION", "eu-central-1")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setattr(boto3, "client", lambda service: pytest.fail(f"{service} is called"))
    assert deploy.main(["--diff", "-c", "waf=true"]) == 0
    assert asked == [("diff", "-c", "waf=true")]


@pytest.fixture
def listing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(build_layers, "FOLDER", tmp_path)
    (tmp_path / "build").mkdir()
    path = tmp_path / "requirements.txt"
    path.write_text(LISTING)
    return path


def test_a_layer_is_built_again_when_its_list_changed(listing: Path) -> None:
    assert not is_current("web", listing)
    mark("web", listing)
    assert is_current("web", listing)
    listing.write_text(LISTING.replace("2.0", "2.1"))
    assert not is_current("web", listing)


def test_names_are_read_from_a_hashed_list(listing: Path) -> None:
    assert packages(listing) == ["alpha", "beta-gamma"]
    assert unemitted(listing) == ["--no-emit-package", "alpha", "--no-emit-package", "beta-gamma"]
    tidy(listing)
    assert listing.read_text().startswith("alpha==1.0")


def test_context_values_come_as_text() -> None:
    context = {"local": "true", "log_days": "7", "disabled_flags": ",".join(FLAGS[:2]), "stack_name": "Other"}
    config = from_context(context.get)
    assert (config.local, config.log_days, config.disabled_flags, config.stack_name) == (True, 7, FLAGS[:2], "Other")
    assert from_context({"local": "false"}.get).local is False
    assert from_context({}.get) == DeployConfig()


def test_limits_of_files_and_of_the_worker_are_passed_on_or_refused() -> None:
    assert DeployConfig(file_limits="files=800,project_kb=8192").limits == Limits()
    for wrong in ("files=0", "files=5000", "memory_mb=2048"):
        with pytest.raises(ValueError, match="file_limits is"):
            DeployConfig(file_limits=wrong)
    for wrong in ("seconds=601", "memory_mb=8192", "files=400"):
        with pytest.raises(ValueError, match="worker_limits is"):
            DeployConfig(worker_limits=wrong)


@pytest.mark.parametrize(
    ("said", "minutes", "size"),
    [("", 5, "SMALL"), ("seconds=60", 5, "SMALL"), ("seconds=600", 13, "SMALL"), ("memory_mb=4096", 5, "MEDIUM")],
)
def test_the_workers_machine_has_what_its_limits_say(said: str, minutes: int, size: str) -> None:
    limits = DeployConfig(worker_limits=said).limits
    assert (codebuild.minutes(limits), codebuild.machine(limits).name) == (minutes, size)


@pytest.mark.parametrize("budgets", ["", "day=20,month=200", "day=none", "month=0.5"])
def test_a_budget_that_can_be_read_is_passed_on(budgets: str) -> None:
    assert DeployConfig(budgets=budgets).budgets == budgets


UNREADABLE = {
    "budgets": ["day", "day=", "day=x", "week=3", "day=1;month=2", "day=-1", "day=inf"],
    "builds": ["2", "at_once=0", "at_once=none", "day=", "day=1.5", "week=3", "day=-1"],
    "run_caps": ["60", "calls=0", "dollars=0", "dollars=0.0", "tokens=none", "calls=1.5", "day=3"],
    "stream_limits": ["person", "person=0", "run=-1", "chat=3", "tenant=1;run=2", "tenant=none"],
    "reserved_concurrency": ["stream", "stream=-1", "stream=x", "strea=3", "stream=1;api=2"],
    "rate_limits": ["chat", "chat=0", "chat=-1", "model=3", "chat=1;tools=2", "chat=1.5"],
}


@pytest.mark.parametrize(("choice", "said"), [(choice, said) for choice, all in UNREADABLE.items() for said in all])
def test_a_choice_that_no_function_could_read_is_refused_before_deploying(choice: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"{choice}( is|:)"):
        DeployConfig(**{choice: said})


def test_limits_of_builds_and_caps_of_a_run_that_can_be_read_are_passed_on() -> None:
    assert DeployConfig(builds="at_once=4,day=none,month=900").builds
    assert DeployConfig(run_caps="calls=90,tokens=3000000,dollars=0.5,seconds=7200").run_caps


@pytest.mark.parametrize(
    ("code", "why", "goes_on"), [(0, "", True), (1, "", False), (1, " ", False), (1, "ours", True)]
)
def test_a_release_that_the_gate_stops_needs_a_reason(
    code: int, why: str, goes_on: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert deploy.may_release(why, (sys.executable, "-c", f"raise SystemExit({code})")) is goes_on
    said = capsys.readouterr()
    assert ("Nothing was deployed" in said.err) is not goes_on and (why in said.out or goes_on is False)
