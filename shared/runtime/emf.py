"""Metrics as lines of CloudWatch's embedded metric format on standard output: no call, no client, no waiting."""

import json
import sys
import time

from shared.domain.trail import trail
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
        """One line: the ids of the work at hand, the properties, the values, and how CloudWatch is to read it."""
        line: dict[str, object] = {
            **trail(),
            **{name: value for name, value in properties.items() if value is not None},
            **{name: float(value) for name, value in values.items()},
            DIMENSION: self._deployment,
            "_aws": {"Timestamp": round(time.time() * 1000), "CloudWatchMetrics": [_directive(values)]},
        }
        sys.stdout.write(json.dumps(line, default=str, separators=(",", ":")) + "\n")
        sys.stdout.flush()


def metrics_of(settings: Settings) -> Metrics:
    """Lines where a deployment has a name, which only AWS gives it; nothing on a laptop."""
    return EmfMetrics(settings.deployment) if settings.deployment else NoMetrics()


def _directive(values: Values) -> dict[str, object]:
    return {
        "Namespace": NAMESPACE,
        "Dimensions": [[DIMENSION]],
        "Metrics": [{"Name": name, "Unit": UNITS[name]} for name in values],
    }
