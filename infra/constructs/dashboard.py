"""One page of graphs: the figures of quality, money, and what the platform under them does."""

from typing import Final

import aws_cdk as cdk
from aws_cdk import aws_cloudwatch as cloudwatch
from constructs import Construct

from infra.constructs.alarms import Alarms, Watched, table_throttles, waiting
from infra.constructs.metrics import Own, ratio, share, sums

HOUR: Final = cdk.Duration.hours(1)
WIDTH: Final = 8


class Dashboard(Construct):
    """Below fifty metrics, so that one of an account's three free dashboards holds it."""

    def __init__(self, scope: Construct, id: str, *, watched: Watched, alarms: Alarms | None) -> None:
        super().__init__(scope, id)
        board = cloudwatch.Dashboard(self, "Board", dashboard_name=watched.deployment)
        board.add_widgets(*self._quality(watched.deployment))
        board.add_widgets(*self._speed_and_money(watched.deployment))
        board.add_widgets(*self._platform(watched))
        if alarms is not None:
            board.add_widgets(cloudwatch.AlarmStatusWidget(title="Alarms", alarms=alarms.alarms, width=24, height=3))

    def _quality(self, deployment: str) -> list[cloudwatch.IWidget]:
        success = share("RunsCompleted", "RunsFailed", deployment, period=HOUR, label="task success")
        builds = share("BuildsSucceeded", "BuildsFailed", deployment, period=HOUR, label="builds pass")
        gates = share("GatePassed", "GateFailed", deployment, period=HOUR, label="compile pass")
        healed = ratio("RunsHealed", "RunsTroubled", deployment, period=HOUR, label="self-heal")
        reverted = ratio("ChangesReverted", "ChangesApplied", deployment, period=HOUR, label="reverted")
        return [
            graph("Task success, builds, compile pass (%)", [success, builds, gates]),
            graph("Self-heal, reverted (%)", [healed, reverted]),
            graph("Runs", sums(deployment, ("RunsCompleted", "RunsFailed", "RunsCancelled", "RunsStuck"), HOUR)),
        ]

    def _speed_and_money(self, deployment: str) -> list[cloudwatch.IWidget]:
        own = Own(deployment)
        first = [own.of("TimeToFirstToken", statistic, HOUR) for statistic in ("p50", "p95")]
        edits = [own.of("EditSeconds", statistic, HOUR) for statistic in ("p50", "p95")]
        money = [own.sum("ModelCost", HOUR)]
        return [
            graph("Time to first token (ms)", first),
            graph("A whole edit (s)", edits),
            graph("Models (US dollars), workers (s)", money, [own.sum("WorkerSeconds", HOUR)]),
        ]

    def _platform(self, watched: Watched) -> list[cloudwatch.IWidget]:
        api, loop, pipeline = watched.api, watched.loop, watched.pipeline
        site = sums(watched.deployment, ("Publishes", "PublishesFailed", "SiteRollbacks"), HOUR)
        refused = sums(watched.deployment, ("RequestsOverBudget", "RequestsOverRate"), HOUR)
        queues = [waiting(watched.queues)] if watched.queues else []
        crashes = [machine.metric_failed(period=HOUR) for machine in (loop, pipeline)]
        requests, latency = api.metric_count(period=HOUR), api.metric_latency(period=HOUR, statistic="p95")
        troubles = [*crashes, api.metric_server_error(period=HOUR)]
        return [
            graph("Requests, refused, latency p95 (ms)", [requests, *refused], [latency]),
            graph("Site", site),
            graph("Troubles of the platform", [*troubles, table_throttles(watched.table_name), *queues]),
        ]


def graph(
    title: str, left: list[cloudwatch.IMetric], right: list[cloudwatch.IMetric] | None = None
) -> cloudwatch.GraphWidget:
    """A third of a row."""
    return cloudwatch.GraphWidget(title=title, left=left, right=right or [], width=WIDTH, height=6)
