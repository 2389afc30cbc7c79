"""What happens by itself: builds that end, runs that break, and a sweep every five minutes."""

from collections.abc import Iterable, Mapping

import aws_cdk as cdk
from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.constructs.functions import camel
from infra.dead_letters import queue_name

SWEEP_MINUTES = 5


class Events(Construct):
    """Three rules, each to one function, each with retries, a limit on age, and a queue for what is never handled."""

    def __init__(
        self, scope: Construct, id: str, *, functions: Mapping[str, lambda_.IFunction],
        dead_letters: Mapping[str, sqs.IQueue], project_name: str, loop_arn: str,
    ) -> None:  # fmt: skip
        super().__init__(scope, id)
        self._targets = {name: target(functions[name], queue) for name, queue in dead_letters.items()}
        self._rule("BuildEnded", "worker_done", events.EventPattern(
            source=["aws.codebuild"], detail_type=["CodeBuild Build State Change"],
            detail={
                "project-name": [project_name],
                "build-status": ["SUCCEEDED", "FAILED", "FAULT", "STOPPED", "TIMED_OUT"],
            },
        ))  # fmt: skip
        self._rule("RunBroke", "run_ended", events.EventPattern(
            source=["aws.states"], detail_type=["Step Functions Execution Status Change"],
            detail={"stateMachineArn": [loop_arn], "status": ["FAILED", "ABORTED", "TIMED_OUT"]},
        ))  # fmt: skip
        events.Rule(
            self, "Sweep", schedule=events.Schedule.rate(cdk.Duration.minutes(SWEEP_MINUTES)),
            targets=[self._targets["sweeper"]],
        )  # fmt: skip

    def _rule(self, id: str, name: str, pattern: events.EventPattern) -> None:
        events.Rule(self, id, event_pattern=pattern, targets=[self._targets[name]])


def target(function: lambda_.IFunction, dead_letters: sqs.IQueue) -> targets.LambdaFunction:
    """Tried again for an hour, then kept for a replay; the sweeper mends what it can see meanwhile."""
    return targets.LambdaFunction(
        function, retry_attempts=8, max_event_age=cdk.Duration.hours(1), dead_letter_queue=dead_letters
    )


KEPT_DAYS = 14


class DeadLetters(Construct):
    """Queues by the function whose events they hold: what the rule could not deliver, and what the function refused."""

    def __init__(self, scope: Construct, id: str, *, prefix: str, names: Iterable[str]) -> None:
        super().__init__(scope, id)
        self.queues = {
            name: sqs.Queue(
                self, camel(name), queue_name=queue_name(prefix, name), enforce_ssl=True,
                encryption=sqs.QueueEncryption.SQS_MANAGED, retention_period=cdk.Duration.days(KEPT_DAYS),
            )
            for name in names
        }  # fmt: skip
