"""`make cost`: what ChatBuilder costs, computed; `ARGS=--write` puts the tables into docs/cost.md.

Idle from the synthesised template, a turn, a build and a visit from counted calls (`benchmarks/prices/counted.json`,
made by `python -m benchmarks.count_costs`), dollars from the price table (`benchmarks/prices/aws-us-east-1.json`).
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.price_table import FOLDER, cost, price_table, prices

Template = dict[str, Any]
SECONDS_A_MONTH = 2_628_000
HOLDS = {"table_gb": 0.25, "bucket_gb": 2.0}
"""The example: the events of some 4,000 turns (67 KB each), the sources, builds and sites around them."""
SWEEP_LOG_BYTES = 1500


class Line(NamedTuple):
    """One row of the account; `allowed` is what AWS takes off in every account, for good."""

    what: str
    amount: str
    dollars: float
    allowed: float = 0.0


ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "cost.md"
BEGIN, END = "<!-- computed by `make cost ARGS=--write` -->", "<!-- end -->"
IDLE_LIMIT, TURN_LIMIT = 5.0, 0.005
VISITS = 10_000
MACHINE_MINUTES = 1
"""CodeBuild bills every minute that it starts: a few seconds of start, the toolchain from S3, a build of seconds."""
AROUND_A_TURN = {"dynamodb_write_unit": 8, "dynamodb_read_unit": 4, "lambda_request": 1, "log_gb_in": 0.00004}
"""Not counted on the stack: the checks before a run (rate, idempotency, budget), the authorizer, 40 KB of log lines."""


def main() -> int:
    """Print the tables, or write them."""
    parser = argparse.ArgumentParser(prog="make cost")
    parser.add_argument("--write", action="store_true", help="put them into docs/cost.md")
    text = computed(synthesised())
    if parser.parse_args().write:
        PAGE.write_text(replaced(PAGE.read_text(), text))
    sys.stdout.write(text)
    return 0


def synthesised() -> Template:
    """The template with everything on, over the smallest functions: no layer need be built for its prices."""
    from devkit.stack.infra import CLOUD, Synthesised, make_source
    from infra.config import DeployConfig

    with tempfile.TemporaryDirectory() as folder:
        source = make_source(Path(folder, "source"))
        return Synthesised(Path(folder, "out"), DeployConfig(source_root=str(source), **CLOUD)).template


def counted() -> dict[str, Any]:
    """What was counted on the embedded stack."""
    document: dict[str, Any] = json.loads((FOLDER / "counted.json").read_text())
    return document


def idle_dollars(template: Template) -> float:
    """A month of nothing, at list price, without anything that AWS gives for free."""
    return sum(line.dollars for line in idle_lines(template, counted()["sweep"]))


def turn_dollars() -> float:
    """A typical turn beside its model and its machine."""
    return cost(counted()["turn"]) + cost(AROUND_A_TURN)


def build_dollars() -> float:
    """A build with the billed minutes of its machine."""
    return cost(counted()["build"]) + cost({"codebuild_minute": MACHINE_MINUTES, "lambda_request": 1})


def visit_amounts() -> dict[str, float]:
    """First visits, each of all files; only the page itself is asked of S3 again."""
    visit = counted()["visit"]
    asked = VISITS * visit["files"]
    return {
        "cloudfront_request": asked, "cloudfront_function": asked, "cloudfront_gb": VISITS * visit["bytes"] / 1e9,
        "s3_read": VISITS + visit["files"],
    }  # fmt: skip


def computed(template: Template) -> str:
    return "\n".join([*idle(template), "", *turn(), "", *build(), "", *visits()]) + "\n"


def idle(template: Template) -> list[str]:
    lines = idle_lines(template, counted()["sweep"])
    total, billed = sum(one.dollars for one in lines), sum(one.dollars - one.allowed for one in lines)
    acls, guarded = firewall(template)
    return [
        "### Idle, a month", "", "| | amount | list price | billed |", "|---|---|---|---|",
        *(row(one) for one in lines),
        f"| **together** | | **${total:.2f}** | **${billed:.2f}** |", "",
        f"Limit: ${IDLE_LIMIT:.2f} at list price. Beyond it, by context: `waf=true` (${guarded:.2f} for {acls} web "
        "ACLs with their rules), a secret of your own for the model's key ($0.40).",
    ]  # fmt: skip


def row(line: Line) -> str:
    return f"| {line.what} | {line.amount} | ${line.dollars:.3f} | ${line.dollars - line.allowed:.3f} |"


def turn() -> list[str]:
    return [
        "### A turn beside its model and its machine", "", *account(counted()["turn"]),
        f"| checks, authorizer, log lines (assumed) | | ${cost(AROUND_A_TURN):.6f} |",
        f"| **together** | | **${turn_dollars():.4f}** |", "", f"Limit: ${TURN_LIMIT}.",
    ]  # fmt: skip


def build() -> list[str]:
    return [
        "### A build", "", *account(counted()["build"]),
        f"| codebuild_minute (assumed) | {MACHINE_MINUTES} | ${cost({'codebuild_minute': MACHINE_MINUTES}):.6f} |",
        f"| **together** | | **${build_dollars():.4f}** |",
    ]  # fmt: skip


def visits() -> list[str]:
    visit = counted()["visit"]
    return [
        f"### {VISITS:,} visits", "",
        f"A published React app: {visit['files']} files, {visit['bytes']:,} bytes compressed, nothing in the visitor's "
        "cache.", "", *account(visit_amounts()), f"| **together** | | **${cost(visit_amounts()):.2f}** |",
    ]  # fmt: skip


def account(amounts: dict[str, float]) -> list[str]:
    """A table of units, dearest first."""
    rows = sorted(amounts.items(), key=lambda each: -cost(dict([each])))
    return [
        "| unit | amount | dollars |",
        "|---|---|---|",
        *(f"| {name} | {amount:,.10g} | ${cost({name: amount}):.6f} |" for name, amount in rows),
    ]


def replaced(page: str, text: str) -> str:
    """The page with these tables between its marks."""
    before, rest = page.split(BEGIN)
    dates = f"Prices of {price_table()['as_of']}, calls of {counted()['as_of']}."
    return f"{before}{BEGIN}\n{dates}\n\n{text}{END}{rest.split(END)[1]}"


def idle_lines(template: Template, sweep: dict[str, float]) -> list[Line]:
    """Everything the stack itself makes, but the web firewall."""
    resources = list(template["Resources"].values())
    boards, secrets = count(resources, "AWS::CloudWatch::Dashboard"), count(resources, "AWS::SecretsManager::Secret")
    metrics, sweeps = alarm_metrics(resources), sweeps_a_month(resources)
    table = prices()
    log_gb = sweeps * SWEEP_LOG_BYTES / 1e9
    keys = count(resources, "AWS::KMS::Key")
    held = {
        "dynamodb_gb_month": HOLDS["table_gb"],
        "dynamodb_pitr_gb_month": HOLDS["table_gb"],
        "s3_gb_month": HOLDS["bucket_gb"],
    }
    return [
        Line("dashboard", f"{boards}", boards * table["dashboard_month"], min(boards, 3) * table["dashboard_month"]),
        Line("alarms", f"{metrics} metrics", metrics * table["alarm_metric_month"], min(metrics, 10) * 0.10),
        Line(
            "metrics of the gateway's methods",
            f"{(detailed := method_metrics(resources))}",
            detailed * table["metric_month"],
        ),
        Line("secrets", f"{secrets}", secrets * table["secret_month"]),
        Line("sweeper", f"{sweeps:,} runs", sweeps * cost(sweep)),
        Line("its log lines", f"{log_gb:.3f} GB", cost({"log_gb_in": log_gb, "log_gb_month": log_gb})),
        Line("table with PITR", f"{HOLDS['table_gb']} GB", cost({k: v for k, v in held.items() if "dynamo" in k})),
        Line("buckets", f"{HOLDS['bucket_gb']} GB", cost({"s3_gb_month": HOLDS["bucket_gb"]})),
        Line("keys of our own (KMS)", f"{keys}", keys * table["customer_key_month"]),
        Line("provisioned (concurrency, capacity, NAT)", f"{provisioned(resources)}", 0.0),
    ]


def count(resources: list[dict[str, Any]], kind: str) -> int:
    return sum(each["Type"] == kind for each in resources)


def alarm_metrics(resources: list[dict[str, Any]]) -> int:
    """What alarms are billed by: the metrics each one reads."""
    alarms = [each["Properties"] for each in resources if each["Type"] == "AWS::CloudWatch::Alarm"]
    return sum(sum("MetricStat" in part for part in alarm.get("Metrics", [])) or 1 for alarm in alarms)


def method_metrics(resources: list[dict[str, Any]]) -> int:
    """Custom metrics that detailed metrics of a stage make, at most: five a method."""
    stages = [each["Properties"] for each in resources if each["Type"] == "AWS::ApiGateway::Stage"]
    detailed = any(setting.get("MetricsEnabled") for stage in stages for setting in stage.get("MethodSettings", []))
    return 5 * count(resources, "AWS::ApiGateway::Method") if detailed else 0


def sweeps_a_month(resources: list[dict[str, Any]]) -> int:
    """How often schedules call a function."""
    rates = [each["Properties"].get("ScheduleExpression") for each in resources if each["Type"] == "AWS::Events::Rule"]
    return sum(SECONDS_A_MONTH // seconds(rate) for rate in rates if rate)


def seconds(rate: str) -> int:
    """`rate(5 minutes)` -> 300."""
    number, unit = rate.removeprefix("rate(").removesuffix(")").split()
    return int(number) * {"minute": 60, "hour": 3600, "day": 86_400}[unit.removesuffix("s")]


def provisioned(resources: list[dict[str, Any]]) -> int:
    """What is paid for by the hour whether it is used or not."""
    by_the_hour = ("AWS::EC2::NatGateway", "AWS::EC2::VPCEndpoint", "AWS::RDS::DBInstance", "AWS::ECS::Service")
    fixed = [each for each in resources if "ProvisionedConcurrencyConfig" in each.get("Properties", {})]
    capacity = [each for each in resources if "ProvisionedThroughput" in each.get("Properties", {})]
    return len(fixed) + len(capacity) + sum(count(resources, kind) for kind in by_the_hour)


def firewall(template: Template) -> tuple[int, float]:
    """(web ACLs, dollars a month): by context, and beyond the limit of an idle stack."""
    acls = [each["Properties"] for each in template["Resources"].values() if each["Type"] == "AWS::WAFv2::WebACL"]
    rules = sum(len(acl["Rules"]) for acl in acls)
    return len(acls), cost({"waf_acl_month": len(acls), "waf_rule_month": rules})


if __name__ == "__main__":
    raise SystemExit(main())
