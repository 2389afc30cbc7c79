"""Lines that CloudWatch reads as metrics: the format's own rules, few dimensions, ids as properties."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.log_context import log_keys
from shared.ports.metrics import UNITS, Metric, NoMetrics
from shared.runtime.emf import EmfMetrics, metrics_of
from shared.runtime.settings import Settings

CLOUDWATCH_UNITS = {"Count", "Seconds", "Milliseconds", "None"}


def line(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    (text,) = capsys.readouterr().out.splitlines()
    found: dict[str, Any] = json.loads(text)
    return found


def test_every_name_has_a_unit_that_cloudwatch_knows() -> None:
    assert set(UNITS) == set(get_args(Metric))
    assert set(UNITS.values()) <= CLOUDWATCH_UNITS


def test_a_line_names_its_metrics_and_holds_their_values(capsys: pytest.CaptureFixture[str]) -> None:
    with log_keys(tenant_id="acme", request_id="req-1"):
        EmfMetrics("Prod").emit({"RunsCompleted": 1, "TimeToFirstToken": 420}, run_id="run_1", code=None)
    said = line(capsys)
    assert said.pop("_aws")["CloudWatchMetrics"] == [
        {
            "Namespace": "ChatBuilder",
            "Dimensions": [["Deployment"]],
            "Metrics": [
                {"Name": "RunsCompleted", "Unit": "Count"},
                {"Name": "TimeToFirstToken", "Unit": "Milliseconds"},
            ],
        }
    ]
    assert said == {
        "tenant_id": "acme",
        "request_id": "req-1",
        "run_id": "run_1",
        "RunsCompleted": 1.0,
        "TimeToFirstToken": 420.0,
        "Deployment": "Prod",
    }


@given(
    values=st.dictionaries(st.sampled_from(sorted(UNITS)), st.floats(0, 1e9), min_size=1),
    whose=st.dictionaries(st.sampled_from(["tenant_id", "run_id", "code"]), st.text(max_size=40)),
)
def test_any_happening_is_one_line_whose_ids_are_never_dimensions(
    values: dict[Metric, float], whose: dict[str, str]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        written: list[str] = []
        patch.setattr("sys.stdout.write", written.append)
        EmfMetrics("Prod").emit(values, **whose)
    (text,) = written
    assert text.count("\n") == 1 and text.endswith("\n")
    said = json.loads(text)
    (directive,) = said["_aws"]["CloudWatchMetrics"]
    assert directive["Dimensions"] == [["Deployment"]]
    assert {each["Name"] for each in directive["Metrics"]} == set(values)
    assert all(isinstance(said[name], float) for name in values)
    assert isinstance(said["_aws"]["Timestamp"], int)


def test_only_a_named_deployment_tells_anything(capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(metrics_of(Settings.from_env({})), NoMetrics)
    metrics_of(Settings.from_env({"DEPLOYMENT": "Prod"})).emit({"Publishes": 1})
    assert line(capsys)["Deployment"] == "Prod"
