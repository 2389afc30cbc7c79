"""What wakes somebody: few alarms, each with a page that says what to do; mail only where an address is given."""

from collections.abc import Sequence
from dataclasses import dataclass

import aws_cdk as cdk
from aws_cdk import aws_apigateway as apigw
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_iam as iam
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from aws_cdk import aws_sqs as sqs
from aws_cdk import aws_stepfunctions as sfn
from constructs import Construct

from infra.constructs.metrics import Own, share

PERIOD = cdk.Duration.minutes(5)
HOUR = cdk.Duration.hours(1)
FEWEST_RUNS = 5
"""A share of less than this many is noise, not an alarm."""


@dataclass(frozen=True, kw_only=True)
class Watched:
    """What the alarms look at."""

    deployment: str
    loop: sfn.StateMachine
    pipeline: sfn.StateMachine
    api: apigw.RestApi
    table_name: str
    queues: Sequence[sqs.IQueue] = ()
    model_dollars_a_day: float = 50.0


class Alarms(Construct):
    """One alarm a trouble. `pages` names each one's runbook."""

    def __init__(self, scope: Construct, id: str, *, watched: Watched, email: str, runbooks: str) -> None:
        super().__init__(scope, id)
        self._runbooks = runbooks
        self.alarms: list[cloudwatch.Alarm] = []
        self._runs(watched)
        self._builds(watched)
        self._platform(watched)
        if email:
            self._mail(email)

    def _runs(self, watched: Watched) -> None:
        own = Own(watched.deployment)
        crashed = watched.loop.metric_failed(period=PERIOD, statistic="Sum")
        self._alarm("RunsCrash", crashed, 1, "A run's state machine failed: an error of ours, not of the model.")
        failed = share("RunsFailed", "RunsCompleted", watched.deployment, period=HOUR, fewest=FEWEST_RUNS)
        self._alarm("RunsFail", failed, 50, "Half of the runs of an hour failed.")
        self._alarm("RunsStuck", own.sum("RunsStuck", PERIOD), 1, "The sweeper ended a run that nobody worked on.")
        spent = own.sum("ModelCost", cdk.Duration.days(1))
        self._alarm("ModelSpend", spent, watched.model_dollars_a_day, "The day's models cost more than was set.")

    def _builds(self, watched: Watched) -> None:
        lost = watched.pipeline.metric_failed(period=PERIOD, statistic="Sum")
        self._alarm("BuildsAreLost", lost, 1, "A build's state machine failed, so its build was left to the sweeper.")
        broken = Own(watched.deployment).sum("BuildsBroken", PERIOD)
        self._alarm("BuildsBreak", broken, 1, "A build ended without a result: its worker was lost or never started.")

    def _platform(self, watched: Watched) -> None:
        errors = watched.api.metric_server_error(period=PERIOD, statistic="Sum")
        self._alarm("ApiFails", errors, 5, "The API answered with 5xx.")
        throttled = cloudwatch.Metric(
            namespace="AWS/Lambda", metric_name="Throttles", period=PERIOD, statistic="Sum", label="all functions"
        )
        self._alarm("FunctionsThrottled", throttled, 1, "Lambda refused calls: the account's concurrency is used up.")
        self._alarm("TableThrottled", table_throttles(watched.table_name), 1, "The table refused reads or writes.")
        cdk.Validations.of(self).acknowledge(cdk.Acknowledgment(
            id="CloudFormation-Validate::F3033", reason="The table's name is the own one where the parameter is empty."
        ))  # fmt: skip
        if watched.queues:
            self._alarm("DeadLetters", waiting(watched.queues), 1, "Events that nobody could handle wait for a replay.")

    def _alarm(self, id: str, metric: cloudwatch.IMetric, threshold: float, meaning: str) -> None:
        self.alarms.append(cloudwatch.Alarm(
            self, id, metric=metric, threshold=threshold, evaluation_periods=1,
            alarm_description=f"{meaning} What to do: {self._runbooks}{page(id)}",
            comparison_operator=cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
        ))  # fmt: skip

    def _mail(self, email: str) -> None:
        topic = sns.Topic(self, "Topic", enforce_ssl=True)
        topic.add_to_resource_policy(alarms_may_publish(topic))
        topic.add_subscription(subscriptions.EmailSubscription(email))
        for alarm in self.alarms:
            alarm.add_alarm_action(actions.SnsAction(topic))


def alarms_may_publish(topic: sns.ITopic) -> iam.PolicyStatement:
    """A policy of one's own replaces SNS's default one, and CloudWatch's mail would then be refused."""
    own = {"StringEquals": {"aws:SourceAccount": cdk.Stack.of(topic).account}}
    return iam.PolicyStatement(
        principals=[iam.ServicePrincipal("cloudwatch.amazonaws.com")], actions=["sns:Publish"],
        resources=[topic.topic_arn], conditions=own,
    )  # fmt: skip


def page(id: str) -> str:
    """`RunsCrash` -> `runs-crash.md`."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in id).lstrip("-") + ".md"


def table_throttles(table_name: str) -> cloudwatch.MathExpression:
    """Refused reads and writes of the table and its index."""
    metrics = {
        name: cloudwatch.Metric(
            namespace="AWS/DynamoDB", metric_name=f"{name.title()}ThrottleEvents", period=PERIOD, statistic="Sum",
            dimensions_map={"TableName": table_name},
        )
        for name in ("read", "write")
    }  # fmt: skip
    return cloudwatch.MathExpression(
        expression="FILL(read, 0) + FILL(write, 0)", using_metrics=metrics, period=PERIOD, label="throttled"
    )


def waiting(queues: Sequence[sqs.IQueue]) -> cloudwatch.MathExpression:
    metrics = {
        f"q{number}": queue.metric_approximate_number_of_messages_visible(period=PERIOD, statistic="Maximum")
        for number, queue in enumerate(queues)
    }
    expression = " + ".join(f"FILL({name}, 0)" for name in metrics)
    return cloudwatch.MathExpression(expression=expression, using_metrics=metrics, period=PERIOD, label="dead letters")
