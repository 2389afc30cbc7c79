"""Metrics: a closed set of names, each with its unit. They are numbers about work that is over, told once each."""

from collections.abc import Mapping
from typing import Literal, Protocol

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
    "RunsCompleted": "Count",
    "RunsFailed": "Count",
    "RunsCancelled": "Count",
    "RunsTroubled": "Count",
    "RunsHealed": "Count",
    "RunsOverBudget": "Count",
    "RunsStuck": "Count",
    "RequestsOverBudget": "Count",
    "RequestsOverRate": "Count",
    "TimeToFirstToken": "Milliseconds",
    "EditSeconds": "Seconds",
    "ModelCost": "None",  # US dollars: CloudWatch knows no currency
    "ModelCalls": "Count",
    "ModelTokens": "Count",
    "GatePassed": "Count",
    "GateFailed": "Count",
    "BuildsSucceeded": "Count",
    "BuildsFailed": "Count",
    "BuildsBroken": "Count",
    "WorkerSeconds": "Seconds",
    "ChangesApplied": "Count",
    "ChangesReverted": "Count",
    "Publishes": "Count",
    "PublishesFailed": "Count",
    "SiteRollbacks": "Count",
}
Values = Mapping[Metric, float]


class Metrics(Protocol):
    """Where measurements go. Telling one never fails and never waits."""

    def emit(self, values: Values, **properties: str | None) -> None:
        """Tell values of one happening. `properties` say whose it was; they are searched, never aggregated by."""
        ...


class NoMetrics:
    """`Metrics` that nobody reads."""

    def emit(self, values: Values, **properties: str | None) -> None:
        """Nothing."""
