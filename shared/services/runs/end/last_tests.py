"""What the last tests of a run said, as its diff keeps it."""

import json
from typing import NamedTuple

from shared.domain.base import Moment
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus, SuiteOutcome
from shared.domain.builds.commands import runs_tests
from shared.domain.revisions.revision import Build
from shared.domain.runs.run import Run
from shared.services.builds.build_errors import TESTS_FAILED
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none

_COMMAND_FAILED = "COMMAND_FAILED"


class LastTests(NamedTuple):
    """`results` is JSON: status, counts and failures, what was run, and the tree it was run on."""

    status: SuiteOutcome
    results: str
    run_at: Moment


def last_tests(run: Run, ports: LoopPorts) -> LastTests | None:
    """The last tests that came to an end, by tool or by command; None when the run has run none."""
    for iteration in reversed(ports.runs.iterations(run.tenant_id, run.id)):
        build = find_build(run, iteration.build_id, ports)
        if build is not None and is_test(build) and build.status.finished:
            return LastTests(tests_status(build), _results(build), build.finished_at or build.created_at)
    return None


def find_build(run: Run, build_id: str | None, ports: LoopPorts) -> Build | None:
    """What an iteration asked of the worker, or None when it asked nothing."""
    if build_id is None:
        return None
    return or_none(ports.builds.get, run.tenant_id, run.app_id, build_id)


def is_test(build: Build) -> bool:
    """Whether the worker was asked to run tests, by tool or by command."""
    task = build.work.task
    checked = build.tests is not None and not build.work.base
    return task == "tests" or checked or (task == "command" and runs_tests(" ".join(build.work.command)))


def _results(build: Build) -> str:
    counted = build.tests.model_dump(mode="json") if build.tests else {}
    results = {"status": tests_status(build), "command": build.work.command, "tree": build.tree, "build_id": build.id}
    return json.dumps(results | ({"message": build.error.message} if build.error else {}) | counted)


def tests_status(build: Build) -> SuiteOutcome:
    """`error`: nothing is known about the tests, since the worker or its program failed."""
    if build.verdict is not None and build.verdict.tests.status.ran:
        failed = build.verdict.tests.status == CheckStatus.FAILED
        return SuiteOutcome.FAILED if failed else SuiteOutcome.PASSED
    if build.status == BuildStatus.SUCCEEDED:
        return SuiteOutcome.PASSED
    said = build.error is not None and build.error.code in (TESTS_FAILED, _COMMAND_FAILED)
    return SuiteOutcome.FAILED if said else SuiteOutcome.ERROR
