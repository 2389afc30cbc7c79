"""Mail when something of ours breaks: only where an address is given, so that nothing costs money unasked."""

import aws_cdk as cdk
from aws_cdk import aws_apigateway as apigw
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from aws_cdk import aws_stepfunctions as sfn
from constructs import Construct

PERIOD = cdk.Duration.minutes(5)


class Alarms(Construct):
    """Crashed runs, builds nobody finalised, and server errors of the API."""

    def __init__(
        self, scope: Construct, id: str, *, email: str, loop: sfn.StateMachine, pipeline: sfn.StateMachine,
        api: apigw.RestApi,
    ) -> None:  # fmt: skip
        super().__init__(scope, id)
        topic = sns.Topic(self, "Topic", enforce_ssl=True)
        topic.add_subscription(subscriptions.EmailSubscription(email))
        self._action = actions.SnsAction(topic)
        self._alarm("RunsCrash", loop.metric_failed(period=PERIOD, statistic="Sum"), 1)
        self._alarm("BuildsAreLost", pipeline.metric_failed(period=PERIOD, statistic="Sum"), 1)
        self._alarm("ApiFails", api.metric_server_error(period=PERIOD, statistic="Sum"), 5)

    def _alarm(self, id: str, metric: cloudwatch.Metric, threshold: int) -> None:
        alarm = metric.create_alarm(
            self, id, threshold=threshold, evaluation_periods=1,
            comparison_operator=cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
        )  # fmt: skip
        alarm.add_alarm_action(self._action)
