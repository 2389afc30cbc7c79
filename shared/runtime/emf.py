"""Metrics as lines of CloudWatch's embedded metric format on standard output: no call, no client, no waiting."""

import json
import sys

from aws_lambda_powertools.metrics import EphemeralMetrics

from shared.domain.log_context import log_fields
from shared.ports.metrics import UNITS, Metrics, NoMetrics, Values
from shared.runtime.settings import Settings

NAMESPACE = "ChatBuilder"
DIMENSION = "Deployment"
"""The only one. Every further value of a dimension is a metric that costs money; ids are properties of the line."""


class EmfMetrics:
    """`Metrics` of one deployment."""

    def __init__(self, deployment: str) -> None:
        self._deployment = deployment

    def emit(self, values: Values, **properties: str | None) -> None:
        """One line: the ids of the work at hand, the properties, the values, and how CloudWatch is to read it.

        Each line has a set of its own, because requests emit at the same time. It is one write, where Powertools'
        `flush_metrics` makes two; and a value is a number, where Powertools writes a list, which queries cannot sum.
        """
        line = EphemeralMetrics(namespace=NAMESPACE, service="")
        line.add_dimension(DIMENSION, self._deployment)
        for name, value in values.items():
            line.add_metric(name, UNITS[name], value)
        for key, known in (log_fields() | properties).items():
            if known is not None:
                line.add_metadata(key, known)
        numbers = {name: float(value) for name, value in values.items()}
        text = json.dumps({**line.serialize_metric_set(), **numbers}, default=str, separators=(",", ":"))
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


def metrics_of(settings: Settings) -> Metrics:
    """Lines where a deployment has a name, which only AWS gives it; nothing on a laptop."""
    return EmfMetrics(settings.deployment) if settings.deployment else NoMetrics()
