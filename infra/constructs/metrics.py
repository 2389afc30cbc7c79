"""Our own metrics as CloudWatch reads them: sums, percentiles, and shares of one of two outcomes."""

from collections.abc import Sequence
from dataclasses import dataclass

import aws_cdk as cdk
from aws_cdk import aws_cloudwatch as cloudwatch

from shared.ports.metrics import Metric
from shared.runtime.emf import DIMENSION, NAMESPACE


@dataclass(frozen=True)
class Own:
    deployment: str

    def sum(self, name: Metric, period: cdk.Duration) -> cloudwatch.Metric:
        return self.of(name, "Sum", period)

    def of(self, name: Metric, statistic: str, period: cdk.Duration) -> cloudwatch.Metric:
        """Any statistic, such as `p50`."""
        return cloudwatch.Metric(
            namespace=NAMESPACE, metric_name=name, statistic=statistic, period=period,
            dimensions_map={DIMENSION: self.deployment},
        )  # fmt: skip


def share(
    part: Metric, rest: Metric, deployment: str, *, period: cdk.Duration, fewest: int = 1, label: str = ""
) -> cloudwatch.MathExpression:
    """Per cent of `part` in `part` and `rest` together; 0 where there were fewer than `fewest`."""
    total = f"(FILL({name(part)}, 0) + FILL({name(rest)}, 0))"
    expression = f"IF({total} >= {fewest}, 100 * FILL({name(part)}, 0) / {total}, 0)"
    return _percent(expression, part, rest, deployment, period, label)


def ratio(
    part: Metric, whole: Metric, deployment: str, *, period: cdk.Duration, label: str = ""
) -> cloudwatch.MathExpression:
    """Per cent of `part` in `whole`; a gap where there was nothing."""
    return _percent(f"100 * FILL({name(part)}, 0) / {name(whole)}", part, whole, deployment, period, label)


def name(metric: Metric) -> str:
    """A metric's name inside an expression."""
    return metric[0].lower() + metric[1:]


def _percent(
    expression: str, part: Metric, rest: Metric, deployment: str, period: cdk.Duration, label: str
) -> cloudwatch.MathExpression:
    own = Own(deployment)
    metrics = {name(metric): own.sum(metric, period) for metric in (part, rest)}
    return cloudwatch.MathExpression(
        expression=expression, using_metrics=metrics, period=period, label=label or f"{part} %"
    )


def sums(deployment: str, names: Sequence[Metric], period: cdk.Duration) -> list[cloudwatch.IMetric]:
    return [Own(deployment).sum(name, period) for name in names]
