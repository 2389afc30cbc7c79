"""The other half of least privilege: for each function, what it may touch and what it may do there, all of it.

A row is a target and the actions there. A change here is a change of what somebody who takes over a function could do.
"""

import re
from typing import Any

import pytest

from devkit.stack.infra import Synthesised, actions, resources, role_of, text

ITEMS = "BatchGetItem ConditionCheckItem DeleteItem GetItem PutItem Query UpdateItem"  # no Scan
WORK_ITEMS = "GetItem PutItem Query UpdateItem"
LOG = {"log": "CreateLogStream PutLogEvents"}
READ_WRITE, ALL = "GetObject PutObject", "DeleteObject GetObject PutObject"
ANSWER, WATCH = "SendTaskFailure SendTaskSuccess", "DescribeExecution StopExecution"
LOOP, PIPELINE, TICKS = "machine agent_loop", "machine build_pipeline", "machine autopilot"
READING, READINGS = "machine plan_reading", "executions plan_reading"
LOOP_RUNS, PIPELINE_RUNS = "executions agent_loop", "executions build_pipeline"
SOURCES = {"data listed below apps/*": "ListBucket", "data/apps/*": READ_WRITE}
RESULTS = {"data listed below apps/* results/*": "ListBucket", "data/apps/*": READ_WRITE, "data/results/*": READ_WRITE}
WORK = {"data listed below apps/* uploads/*": "ListBucket", "data/apps/*": ALL, "data/uploads/*": ALL}
DIST = {"site listed below apps/*": "ListBucket", "site/apps/*": READ_WRITE}
SITE = {
    "site listed below apps/* live/* published/*": "ListBucket",
    "site/apps/*": ALL,
    "site/live/*": ALL,
    "site/published/*": ALL,
}
COMPILE = {"function compile:live": "InvokeFunction"}
DEAD = {"dead letters": "SendMessage"}  # its own queue, where Lambda puts an event the function kept failing
WEB = (
    LOG | WORK | SITE | COMPILE
    | {
        "table": ITEMS, "secret preview": "GetSecretValue", LOOP: f"{ANSWER} StartExecution",
        PIPELINE: "StartExecution", TICKS: "StartExecution", LOOP_RUNS: WATCH, PIPELINE_RUNS: WATCH,
        "executions autopilot": WATCH, READING: "StartExecution", READINGS: WATCH,
    }
)  # fmt: skip
AGENT = {"function agent_step:live": "InvokeFunction"}  # asked for a commit message: the model's key stays there
DRAFTS = {
    "data listed below drafts/*": "ListBucket",
    "data/drafts/*": READ_WRITE,
    "data listed below packages/*": "ListBucket",
    "data/packages/*": "GetObject",
}
TARGETS: dict[str, dict[str, str]] = {
    "api": WEB | AGENT | DRAFTS | {
        "distribution apps": "CreateInvalidation", "project apps_build": "StartBuild StopBuild",
    },
    "stream": LOG | SOURCES | {
        "table": ITEMS, "secret preview": "GetSecretValue", LOOP: f"{ANSWER} StartExecution", LOOP_RUNS: WATCH,
    },
    "authorizer": LOG | {"table": "GetItem"},
    "agent_step": LOG | SOURCES | COMPILE | {
        "table": WORK_ITEMS, "secret model": "GetSecretValue", PIPELINE: "StartExecution", PIPELINE_RUNS: WATCH,
    },
    "agent_commit": LOG | SOURCES | DIST | COMPILE | {
        "table": f"ConditionCheckItem {WORK_ITEMS}", LOOP: f"{ANSWER} StartExecution", PIPELINE: "StartExecution",
        PIPELINE_RUNS: WATCH,
    },
    "approval_wait": LOG | SOURCES | {"table": WORK_ITEMS, LOOP: ANSWER},
    "autopilot_tick": LOG | SOURCES | {
        "table": f"BatchGetItem {WORK_ITEMS}", LOOP: f"{ANSWER} StartExecution", TICKS: "StartExecution",
    },
    "run_ended": LOG | SOURCES | DEAD | {"table": WORK_ITEMS, LOOP: f"{ANSWER} StartExecution", LOOP_RUNS: WATCH},
    "build_prepare": LOG | {"table": "GetItem PutItem Query", PIPELINE: ANSWER},
    "worker_start": LOG | RESULTS | {
        "table": WORK_ITEMS, PIPELINE: ANSWER, "project apps_build": "StartBuild",
        "data/packages/archives/*": "GetObject",
    },
    "worker_done": LOG | DEAD | {
        "table": "GetItem PutItem", PIPELINE: ANSWER, "data/apps/*/catalog/*": READ_WRITE,
        "data listed below apps/*/catalog/*": "ListBucket", "data/packages/archives/*": "PutObject",
        "data/apps/*/catalog/additions/*": "DeleteObject",
    },
    "build_finalise": LOG | RESULTS | DIST | {
        "table": WORK_ITEMS, PIPELINE: f"{ANSWER} StartExecution", "project apps_build": "StopBuild",
    },
    "sweeper": LOG | WORK | SITE | DEAD | {
        "table": f"BatchGetItem {WORK_ITEMS}", "open index": "Query",
        LOOP: f"{ANSWER} StartExecution", PIPELINE: f"{ANSWER} StartExecution",
        READING: "StartExecution", LOOP_RUNS: WATCH, PIPELINE_RUNS: WATCH, READINGS: WATCH,
        "distribution apps": "CreateInvalidation",
    },
    "plan_step": LOG | SOURCES | {"table": f"DeleteItem {WORK_ITEMS}", "secret model": "GetSecretValue"},
    "compile": LOG,
}  # fmt: skip
WORDS = (
    (r"<Files(Data|Site)\w+\.Arn>", r"\1"),
    (r"<Functions\w+Logs\w+\.Arn>", "log"),
    (r"<DeadLetters\w+\.Arn>", "dead letters"),
    (r"<PreviewSecret\w+>", "secret preview"),
    (r"arn:aws:secretsmanager:.*:secret:openai-.*", "secret model"),
    (r"arn:.*:table/<UsesOwnTable>/index/open", "open index"),
    (r"arn:.*:table/<UsesOwnTable>", "table"),
    (r"arn:.*:function:ChatBuilder-", "function "),
    (r"arn:.*:stateMachine:ChatBuilder-", "machine "),
    (r"arn:.*:execution:ChatBuilder-(\w+):\*", r"executions \1"),
    (r"arn:.*:project/", "project "),
    (r"arn:.*:distribution/<AppsDistribution\w+>", "distribution apps"),
)


def word(resource: str) -> str:
    """A resource as the table calls it."""
    for pattern, short in WORDS:
        resource = re.sub(f"^{pattern}", short, resource)
    return re.sub("^(Data|Site)", lambda found: found[1].lower(), resource)


def touched(stack: Synthesised, name: str) -> dict[str, str]:
    """Target -> actions there, of one function."""
    found: dict[str, set[str]] = {}
    for statement in stack.statements(role_of(stack.functions()[name])):
        assert statement["Effect"] == "Allow"
        for resource in map(text, resources(statement)):
            place = word(resource) + condition(statement.get("Condition"))
            found.setdefault(place, set()).update(action.partition(":")[2] for action in actions(statement))
    return {place: " ".join(sorted(done)) for place, done in found.items()}


def condition(given: dict[str, Any] | None) -> str:
    return f" listed below {' '.join(given['StringLike']['s3:prefix'])}" if given else ""


@pytest.mark.parametrize("name", TARGETS)
def test_each_function_touches_exactly_this(cloud: Synthesised, name: str) -> None:
    assert touched(cloud, name) == TARGETS[name]


def test_no_function_shares_its_role(cloud: Synthesised) -> None:
    roles = {name: role_of(function) for name, function in cloud.functions().items()}
    assert len(set(roles.values())) == len(roles)
    assert roles.keys() == TARGETS.keys()
    for name, role in roles.items():
        trusted = cloud.template["Resources"][role]["Properties"]["AssumeRolePolicyDocument"]["Statement"]
        assert [s["Principal"] for s in trusted] == [{"Service": "lambda.amazonaws.com"}], name
