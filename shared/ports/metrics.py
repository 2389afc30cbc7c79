"""Metrics: a closed set of names, each with its unit. They are numbers about work that is over, told once each."""

from collections.abc import Mapping
from typing import Literal, Protocol, get_args

Unit = Literal["Count", "Milliseconds", "Seconds", "None"]
Metric = Literal[
    "RunsCompleted",
    "RunsFailed",
    "RunsCancelled",
    "RunsTroubled",
    "RunsHealed",
    "RunsOverBudget",
    "RunsStuck",
    "RequestsOverBudget",
    "RequestsOverRate",
    "TimeToFirstToken",
    "EditSeconds",
    "ModelCost",
    "ModelCalls",
    "ModelTokens",
    "GatePassed",
    "GateFailed",
    "BuildsSucceeded",
    "BuildsFailed",
    "BuildsBroken",
    "WorkerSeconds",
    "ChangesApplied",
    "ChangesReverted",
    "Publishes",
    "PublishesFailed",
    "SiteRollbacks",
]
UNITS: Mapping[Metric, Unit] = {
    **dict.fromkeys(get_args(Metric), "Count"),
    "TimeToFirstToken": "Milliseconds",
    "EditSeconds": "Seconds",
    "WorkerSeconds": "Seconds",
    "ModelCost": "None",  # US dollars: CloudWatch knows no currency
}
Values = Mapping[Metric, float]


class Metrics(Protocol):
    """Where measurements go. Telling one never fails and never waits."""

    def emit(self, values: Values, **properties: str | None) -> None:
        """Tell values of one happening. `properties` say whose it was; they are searched, never aggregated by."""


class NoMetrics:
    """`Metrics` that nobody reads."""

    def emit(self, values: Values, **properties: str | None) -> None:
        """Nothing."""
