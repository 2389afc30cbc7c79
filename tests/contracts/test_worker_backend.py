"""The contract of `WorkerBackend`: the fake, the local runner's HTTP, and CodeBuild (moto)."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from devkit.fakes.engine import FakeWorker
from devkit.fakes.storage import FakeBlobStore
from shared.adapters import aws_clients
from shared.adapters.codebuild_worker import CodeBuildWorker
from shared.adapters.http_worker import HttpWorker
from shared.domain.builds.worker_contract import Job, Upload, parse_job
from shared.domain.errors import Unavailable, WorkerBusy
from tests.support.answering import Answer, Asked, answering

SECRET = "runner-secret"


def a_job(build_id: str = "bld_1") -> Job:
    return Job(
        build_id=build_id, tenant_id="acme", app_id="app_1", kind="revision", task="build",
        env={"VITE_A": "é"}, source_url="https://data.test/tree", upload=Upload("https://data.test/", {"key": "k"}),
        toolchain_digest="",
    )  # fmt: skip


@dataclass
class Setup:
    worker: Any
    received: Callable[[], list[Job]]
    stopped: Callable[[], int]
    break_it: Callable[[], None]
    fill: Callable[[], None]


@pytest.fixture(params=["fake", "http", "codebuild"])
def setup(request: pytest.FixtureRequest) -> Iterator[Setup]:
    yield from {"fake": fake_setup, "http": http_setup, "codebuild": codebuild_setup}[request.param]()


def fake_setup() -> Iterator[Setup]:
    worker = FakeWorker()
    yield Setup(worker, lambda: worker.jobs, lambda: len(worker.stopped), lambda: setattr(worker, "down", True),
                lambda: setattr(worker, "busy", True))  # fmt: skip


def http_setup() -> Iterator[Setup]:
    jobs: list[Job] = []
    cancelled: list[str] = []
    status = {"is": 202}

    def answer(asked: Asked) -> Answer:
        assert asked.headers["Authorization"] == f"Bearer {SECRET}"
        if asked.path.endswith("/cancel"):
            cancelled.append(asked.path)
        elif status["is"] == 202:
            assert asked.path == "/jobs"
            jobs.append(parse_job(json.loads(asked.body)["job"]))
        return Answer(status["is"], b"{}")

    with answering(answer) as url:
        worker = HttpWorker(f"{url}/", SECRET)
        yield Setup(worker, lambda: jobs, lambda: len(cancelled), lambda: status.update({"is": 500}),
                    lambda: status.update({"is": 503}))  # fmt: skip


class FullCodeBuild:
    """Moto knows no quotas: what a new account answers."""

    def start_build(self, **_: Any) -> Any:
        words = "Cannot have more than 0 builds in queue for the account"
        raise ClientError({"Error": {"Code": "AccountLimitExceededException", "Message": words}}, "StartBuild")


def codebuild_setup() -> Iterator[Setup]:
    with mock_aws():
        client, blobs = aws_clients.codebuild(), FakeBlobStore()
        client.create_project(
            name="apps_build",
            source={"type": "GITHUB", "location": "https://x.test"},
            artifacts={"type": "NO_ARTIFACTS"},
            serviceRole="arn:aws:iam::123456789012:role/service-role/x",
            environment={"type": "ARM_CONTAINER", "image": "i", "computeType": "BUILD_GENERAL1_SMALL"},
        )
        stopped: list[object] = []
        client.meta.events.register("before-call.codebuild.StopBuild", lambda **call: stopped.append(call))
        worker = CodeBuildWorker(client, "apps_build", blobs)
        yield Setup(
            worker,
            lambda: [parse_job(json.loads(data)) for key, data in blobs.objects.items() if key.endswith("/job.json")],
            lambda: len(stopped),
            lambda: setattr(worker, "_project", "gone"),
            lambda: setattr(worker, "_client", FullCodeBuild()),
        )


def test_a_job_arrives_whole(setup: Setup) -> None:
    assert setup.worker.start(a_job())
    assert setup.received() == [a_job()]


def test_references_differ(setup: Setup) -> None:
    assert setup.worker.start(a_job("bld_1")) != setup.worker.start(a_job("bld_2"))


def test_a_worker_that_takes_no_job_is_unavailable(setup: Setup) -> None:
    setup.break_it()
    with pytest.raises(Unavailable):
        setup.worker.start(a_job())


def test_a_worker_whose_queue_is_full_says_that_it_passes(setup: Setup) -> None:
    setup.fill()
    with pytest.raises(WorkerBusy):
        setup.worker.start(a_job())


def test_a_job_is_stopped_by_its_reference_as_often_as_one_likes(setup: Setup) -> None:
    reference = setup.worker.start(a_job())
    setup.worker.stop(reference)
    setup.worker.stop(reference)
    assert setup.stopped() >= 1


def test_a_runner_that_is_not_there_is_unavailable() -> None:
    with pytest.raises(Unavailable):
        HttpWorker("http://127.0.0.1:9", SECRET, timeout_seconds=1).start(a_job())
    with pytest.raises(Unavailable):
        HttpWorker("http://127.0.0.1:9", SECRET, timeout_seconds=1).stop("http://127.0.0.1:9/jobs/bld_1")
