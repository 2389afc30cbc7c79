"""Alarms and the dashboard: what they look at, a page for each alarm, and that idle they cost next to nothing."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import aws_cdk as cdk
import pytest
from aws_cdk import aws_apigateway as apigw
from aws_cdk import aws_sqs as sqs
from aws_cdk import aws_stepfunctions as sfn
from aws_cdk.assertions import Template

from devkit.stack.infra import COLLECTOR, MODEL_SECRET, OTLP_SECRET, Synthesised, role_of
from infra.build_layers import wanted
from infra.config import from_context
from infra.constructs.alarms import Alarms, Watched
from infra.function_list import PYTHON_FUNCTIONS, TRACE
from shared.ports.metrics import Metric
from shared.runtime.emf import DIMENSION, NAMESPACE
from toolchain.repository import REPOSITORY

RUNBOOKS = REPOSITORY / "docs" / "runbooks"
FREE_ALARM_METRICS, DOLLARS_AN_ALARM_METRIC = 10, 0.10
FREE_DASHBOARD_METRICS = 50


def alarms(stack: Synthesised) -> list[dict[str, Any]]:
    return [alarm["Properties"] for alarm in stack.of_type("AWS::CloudWatch::Alarm").values()]


def metrics_of(alarm: dict[str, Any]) -> list[dict[str, Any]]:
    """What an alarm is billed for: each metric it reads."""
    if "MetricName" in alarm:
        return [alarm]
    return [each["MetricStat"]["Metric"] for each in alarm["Metrics"] if "MetricStat" in each]


def graphs(stack: Synthesised) -> list[dict[str, Any]]:
    body = stack.only("AWS::CloudWatch::Dashboard")["Properties"]["DashboardBody"]["Fn::Join"][1]
    text = "".join(part if isinstance(part, str) else "REFERENCE" for part in body)
    found: list[dict[str, Any]] = json.loads(text)["widgets"]
    return found


@pytest.fixture(scope="module")
def with_queue() -> list[dict[str, Any]]:
    stack = cdk.Stack(cdk.App(), "Watched")
    machine = sfn.StateMachine(
        stack, "Machine", definition_body=sfn.DefinitionBody.from_chainable(sfn.Pass(stack, "Pass"))
    )
    api = apigw.RestApi(stack, "Rest")
    api.root.add_method("GET")
    watched = Watched(
        deployment="X", loop=machine, pipeline=machine, api=api, table_name="t", queues=[sqs.Queue(stack, "Dead")]
    )
    Alarms(stack, "Alarms", watched=watched, email="", runbooks="docs/runbooks/")
    found = Template.from_stack(stack).find_resources("AWS::CloudWatch::Alarm")
    return [alarm["Properties"] for alarm in found.values()]


def pages(found: list[dict[str, Any]]) -> list[str]:
    return [alarm["AlarmDescription"].rpartition("docs/runbooks/")[2] for alarm in found]


def test_every_alarm_has_its_page_and_every_page_its_alarm(with_queue: list[dict[str, Any]]) -> None:
    assert sorted(pages(with_queue)) == sorted(path.name for path in RUNBOOKS.glob("*.md"))


@pytest.mark.parametrize("page", sorted(RUNBOOKS.glob("*.md")), ids=lambda page: page.stem)
def test_a_page_says_what_it_means_how_to_look_and_what_to_do(page: Path) -> None:
    text = page.read_text()
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["What it means", "Look", "Do"]
    query = text.split("```")[1]
    assert "filter" in query
    asked = set(re.findall(r"(?:ispresent|sum)\(([A-Z]\w+)\)", query))
    assert asked <= set(get_args(Metric)), "a query asks for a metric that is not told"


def test_the_stack_watches_all_that_breaks(cloud: Synthesised, bare: Synthesised, local: Synthesised) -> None:
    found = {path.name for path in RUNBOOKS.glob("*.md")} - {"dead-letters.md"}
    assert set(pages(alarms(cloud))) >= found
    assert pages(alarms(bare)) == pages(alarms(cloud))
    assert alarms(local) == [] and local.of_type("AWS::CloudWatch::Dashboard") == {}


def test_silence_is_no_alarm_and_mail_goes_only_to_an_address(cloud: Synthesised, bare: Synthesised) -> None:
    assert all(alarm["TreatMissingData"] == "notBreaching" for alarm in alarms(cloud) + alarms(bare))
    assert all(alarm["AlarmActions"] for alarm in alarms(cloud))
    assert not any("AlarmActions" in alarm for alarm in alarms(bare))
    assert bare.of_type("AWS::SNS::Topic") == {}


def test_what_is_watched_is_what_is_told(cloud: Synthesised) -> None:
    """The functions' environment, the alarms and the graphs agree on the namespace, the dimension and the names."""
    deployment = cloud.functions()["agent_step"]["Properties"]["Environment"]["Variables"]["DEPLOYMENT"]
    ours = [each for alarm in alarms(cloud) for each in metrics_of(alarm) if each["Namespace"] == NAMESPACE]
    assert {each["MetricName"] for each in ours} <= set(get_args(Metric))
    assert all(each["Dimensions"] == [{"Name": DIMENSION, "Value": deployment}] for each in ours)
    drawn = [line for graph in graphs(cloud) for line in graph["properties"].get("metrics", []) if line[0] == NAMESPACE]
    assert {line[1] for line in drawn} <= set(get_args(Metric))
    assert all(line[2:4] == [DIMENSION, deployment] for line in drawn)


def test_every_kpi_is_drawn(cloud: Synthesised) -> None:
    text = json.dumps([graph["properties"] for graph in graphs(cloud)])
    for label in ("task success", "compile pass", "self-heal", "reverted"):
        assert label in text
    lines = [line for graph in graphs(cloud) for line in graph["properties"].get("metrics", []) if len(line) > 4]
    drawn = {(line[1], line[4].get("stat")) for line in lines if line[0] == NAMESPACE}
    assert {("TimeToFirstToken", "p50"), ("EditSeconds", "p95"), ("ModelCost", "Sum")} <= drawn


def test_watching_costs_less_than_a_dollar_a_month(cloud: Synthesised) -> None:
    billed = sum(len(metrics_of(alarm)) for alarm in alarms(cloud))
    assert max(0, billed - FREE_ALARM_METRICS) * DOLLARS_AN_ALARM_METRIC < 1.0
    drawn = [line for graph in graphs(cloud) for line in graph["properties"].get("metrics", []) if line[0] != {}]
    assert len(drawn) <= FREE_DASHBOARD_METRICS, "a dashboard over the free tier costs three dollars a month"
    assert len(cloud.of_type("AWS::CloudWatch::Dashboard")) == 1


def test_both_can_be_left_out(quiet: Synthesised) -> None:
    assert alarms(quiet) == [] and quiet.of_type("AWS::CloudWatch::Dashboard") == {}


def test_traces_are_by_context_and_reach_every_part(everything: Synthesised, cloud: Synthesised) -> None:
    assert {f["Properties"]["TracingConfig"]["Mode"] for f in everything.functions().values()} == {"Active"}
    assert everything.only("AWS::ApiGateway::Stage")["Properties"]["TracingEnabled"] is True
    machines = everything.of_type("AWS::StepFunctions::StateMachine").values()
    assert {machine["Properties"]["TracingConfiguration"]["Enabled"] for machine in machines} == {True}
    assert "xray:" in json.dumps(everything.of_type("AWS::IAM::Policy"))
    assert not {word for word in ("xray:", "TracingConfig", "OTEL_", "TRACE_") if word in json.dumps(cloud.template)}


def test_our_own_spans_go_to_the_collector_beside_each_function(everything: Synthesised) -> None:
    for spec in PYTHON_FUNCTIONS:
        properties = everything.functions()[spec.name]["Properties"]
        assert COLLECTOR in properties["Layers"] and len(properties["Layers"]) <= 5, "five are all that Lambda takes"
        variables = properties["Environment"]["Variables"]
        assert variables["OTEL_EXPORTER_OTLP_ENDPOINT"] == "http://127.0.0.1:4318" and variables["TRACE_XRAY"] == "1"
        assert variables["OTEL_TRACES_SAMPLER"] == "parentbased_traceidratio"
        assert variables["OTEL_TRACES_SAMPLER_ARG"] == "0.1"
    assert "Layers" not in everything.functions()["compile"]["Properties"]
    data = everything.of_type("AWS::Lambda::LayerVersion")
    folders = [everything.out / f"asset.{r['Properties']['Content']['S3Key'].split('.')[0]}" for r in data.values()]
    assert sum((folder / "python" / "trace.py").is_file() for folder in folders) == 1


def test_a_receiver_of_ones_own_gets_its_key_from_a_secret(quiet: Synthesised) -> None:
    for spec in PYTHON_FUNCTIONS:
        function = quiet.functions()[spec.name]
        variables = function["Properties"]["Environment"]["Variables"]
        assert variables["OTEL_EXPORTER_OTLP_ENDPOINT"] == "https://otlp.example.com" and "TRACE_XRAY" not in variables
        assert variables["TRACE_HEADERS_ARN"] == OTLP_SECRET
        reads = [s["Resource"] for s in quiet.statements(role_of(function)) if "secretsmanager" in str(s["Action"])]
        assert any(OTLP_SECRET in resource for resource in reads)
    assert "xray:" not in json.dumps(quiet.template)


@pytest.mark.parametrize(
    "wrong",
    [
        {"trace_layer_arn": COLLECTOR},
        {"trace_headers_secret_arn": MODEL_SECRET},
        {"trace_sample": "2"},
        {"trace_endpoint": "http://plain.example.com"},
        {"trace_endpoint": "https://otlp.example.com", "trace_layer_arn": COLLECTOR, "tracing": "true"},
    ],
)
def test_a_receiver_that_cannot_be_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="trace"):
        from_context(wrong.get)


def test_the_trace_layer_is_built_only_for_whom_draws() -> None:
    assert TRACE not in wanted(["tracing=true", "waf=true"])
    assert TRACE in wanted([f"trace_layer_arn={COLLECTOR}"]) and TRACE in wanted(["trace_endpoint=https://x"])
