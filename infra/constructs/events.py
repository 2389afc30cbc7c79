"""What happens by itself: builds that end, runs that break, and a sweep every five minutes."""

import aws_cdk as cdk
from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

SWEEP_MINUTES = 5


class Events(Construct):
    """Three rules, each to one function, each with retries and a limit on age."""

    def __init__(
        self, scope: Construct, id: str, *, functions: dict[str, lambda_.Function], project_name: str, loop_arn: str
    ) -> None:
        super().__init__(scope, id)
        self._rule("BuildEnded", functions["worker_done"], events.EventPattern(
            source=["aws.codebuild"], detail_type=["CodeBuild Build State Change"],
            detail={
                "project-name": [project_name],
                "build-status": ["SUCCEEDED", "FAILED", "FAULT", "STOPPED", "TIMED_OUT"],
            },
        ))  # fmt: skip
        self._rule("RunBroke", functions["run_ended"], events.EventPattern(
            source=["aws.states"], detail_type=["Step Functions Execution Status Change"],
            detail={"stateMachineArn": [loop_arn], "status": ["FAILED", "ABORTED", "TIMED_OUT"]},
        ))  # fmt: skip
        events.Rule(
            self, "Sweep", schedule=events.Schedule.rate(cdk.Duration.minutes(SWEEP_MINUTES)),
            targets=[target(functions["sweeper"])],
        )  # fmt: skip

    def _rule(self, id: str, function: lambda_.Function, pattern: events.EventPattern) -> None:
        events.Rule(self, id, event_pattern=pattern, targets=[target(function)])


def target(function: lambda_.Function) -> targets.LambdaFunction:
    """Tried again for an hour; the sweeper mends what is still missed."""
    return targets.LambdaFunction(function, retry_attempts=8, max_event_age=cdk.Duration.hours(1))
