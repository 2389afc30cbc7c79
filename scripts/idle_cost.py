"""What a synthesised template costs in a month in which nobody uses it."""

from typing import Any, NamedTuple

from benchmarks.price_table import cost, prices

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
