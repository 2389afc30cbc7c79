"""The state machines, from their ASL files, with roles that may call exactly the functions they name."""

from collections.abc import Iterable
from pathlib import Path

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from aws_cdk import aws_stepfunctions as sfn
from constructs import Construct

from infra.constructs.functions import Functions, camel
from toolchain.aws import LIVE

FOLDER = Path(__file__).resolve().parent.parent / "workflows"
PIPELINE_FUNCTIONS = ("build_prepare", "worker_start", "build_finalise")
LOOP_FUNCTIONS = ("agent_step", "agent_commit", "approval_wait", "run_ended")
TICK_FUNCTIONS = ("autopilot_tick",)
READING_FUNCTIONS = ("plan_step",)
MACHINES = ("agent_loop", "build_pipeline", "autopilot", "plan_reading")
SYNC_RULE = "StepFunctionsGetEventsForStepFunctionsExecutionRule"


class Workflows(Construct):
    """All of them. `called` is what starts them: the alias of the version at work, on AWS."""

    def __init__(self, scope: Construct, id: str, *, functions: Functions, prefix: str, local: bool) -> None:
        super().__init__(scope, id)
        self.prefix = prefix
        self.arns = {name: self._arn("stateMachine", name) for name in MACHINES}
        self.execution_arns = {name: self._arn("execution", name) + ":*" for name in self.arns}
        self.called = self.arns if local else {name: f"{arn}:{LIVE}" for name, arn in self.arns.items()}
        self.pipeline = self._machine("build_pipeline", function_arns(functions, PIPELINE_FUNCTIONS))
        self.loop = self._machine(
            "agent_loop", function_arns(functions, LOOP_FUNCTIONS) | {"BuildPipelineArn": self.called["build_pipeline"]}
        )
        self.reading = self._machine("plan_reading", function_arns(functions, READING_FUNCTIONS))
        self.loop.node.add_dependency(self.pipeline)
        self.ticks = self._machine("autopilot", function_arns(functions, TICK_FUNCTIONS))
        self._allow_invoke(self.pipeline, functions, PIPELINE_FUNCTIONS)
        self._allow_invoke(self.loop, functions, LOOP_FUNCTIONS)
        self._allow_invoke(self.ticks, functions, TICK_FUNCTIONS)
        self._allow_invoke(self.reading, functions, READING_FUNCTIONS)
        self._allow_builds()
        if not local:  # the emulator's CloudFormation knows neither versions nor aliases of machines
            for name, machine in self.machines.items():
                self._publish(name, machine)

    @property
    def machines(self) -> dict[str, sfn.StateMachine]:
        found = (self.loop, self.pipeline, self.ticks, self.reading)
        return dict(zip(MACHINES, found, strict=True))

    def _publish(self, name: str, machine: sfn.StateMachine) -> None:
        """Each definition is a version that stays, so that the alias can be put back to it."""
        resource = machine.node.default_child
        assert isinstance(resource, sfn.CfnStateMachine)  # noqa: S101 - what every StateMachine is made of
        version = sfn.CfnStateMachineVersion(
            self, f"{camel(name)}Version", state_machine_arn=machine.state_machine_arn,
            state_machine_revision_id=resource.attr_state_machine_revision_id,
        )  # fmt: skip
        version.apply_removal_policy(cdk.RemovalPolicy.RETAIN)
        weight = sfn.CfnStateMachineAlias.RoutingConfigurationVersionProperty(
            state_machine_version_arn=version.attr_arn, weight=100
        )
        sfn.CfnStateMachineAlias(self, f"{camel(name)}Live", name=LIVE, routing_configuration=[weight])

    def _arn(self, resource: str, name: str) -> str:
        return cdk.Stack.of(self).format_arn(
            service="states", resource=resource, resource_name=f"{self.prefix}-{name}",
            arn_format=cdk.ArnFormat.COLON_RESOURCE_NAME,
        )  # fmt: skip

    def _machine(self, name: str, substitutions: dict[str, str]) -> sfn.StateMachine:
        text = (FOLDER / f"{name}.asl.json").read_text()
        return sfn.StateMachine(
            self, camel(name), state_machine_name=f"{self.prefix}-{name}",
            definition_body=sfn.DefinitionBody.from_string(text), definition_substitutions=substitutions,
            state_machine_type=sfn.StateMachineType.STANDARD,
        )  # fmt: skip

    def _allow_invoke(self, machine: sfn.StateMachine, functions: Functions, names: Iterable[str]) -> None:
        arns = [functions.live_arn(name) for name in names]
        machine.add_to_role_policy(iam.PolicyStatement(actions=["lambda:InvokeFunction"], resources=arns))

    def _allow_builds(self) -> None:
        rule = cdk.Stack.of(self).format_arn(service="events", resource="rule", resource_name=SYNC_RULE)
        for actions, resource in (
            (["states:StartExecution"], self.arns["build_pipeline"]),
            (["states:DescribeExecution", "states:StopExecution"], self.execution_arns["build_pipeline"]),
            (["events:PutTargets", "events:PutRule", "events:DescribeRule"], rule),
        ):
            self.loop.add_to_role_policy(iam.PolicyStatement(actions=actions, resources=[resource]))


def function_arns(functions: Functions, names: Iterable[str]) -> dict[str, str]:
    """Substitutions of the ASL file: `${AgentStepArn}` and so on."""
    return {f"{camel(name)}Arn": functions.live_arn(name) for name in names}
