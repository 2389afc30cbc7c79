"""Revisions, their manifests and their builds."""

from typing import Literal

from shared.domain.base import Entity, Moment, OfApp
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.verdict import Verdict
from shared.domain.builds.worker_task import BUILD, WorkerTask
from shared.domain.builds.worker_tests import TestSummary
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.quality import Looks, Quality, quality_of


class PulledCommit(Entity):
    """`tree` is what it was merged as: its files as a project has them, before they were merged with the app's own."""

    commit: str
    tree: str


BuildKind = Literal["revision", "candidate", "template", "retry"]
PROMPT_MOST = 300
Origin = Literal["template", "save", "chat", "restore", "reset", "revert", "import", "diff"]


class FileEntry(Entity):
    """One file of a source tree: size in bytes, sha256 in hex."""

    path: str
    size: int
    sha256: str


class DistFile(Entity):
    """One built file as it is served."""

    path: str
    size: int
    sha256: str
    content_type: str


class DistManifest(Entity):
    """What a build produced; `entry` is the page that is put last when publishing."""

    entry: str = "index.html"
    files: list[DistFile]
    total_bytes: int


class BuildError(Entity):
    """Why a build is not there, with the findings of the tool that said so.

    `exit_code` is that of the project's own tool; None when none came to its end.
    """

    code: str
    message: str
    exit_code: int | None = None
    diagnostics: list[Diagnostic] = []
    log_tail: str = ""


class Revision(OfApp):
    """An immutable, content-addressed state of an app. Only its label and build fields ever change.

    `prompt` is what a person asked the agent for, as far as a title has room for it. `reverts` names the revision whose
    change this one takes back; `verdict` is what the agent's run found of its tree, `looks` what was seen of what was
    built, `pulled` the commit of others that it was merged from.
    """

    id: str
    parent_revision_id: str | None
    tree: str
    commit: str
    label: str | None = None
    origin: Origin
    message: str
    prompt: str | None = None
    created_by: str
    created_at: Moment
    run_id: str | None = None
    reverts: str | None = None
    build_id: str
    build_status: BuildStatus = BuildStatus.QUEUED
    build_error: BuildError | None = None
    build_started_at: Moment | None = None
    build_finished_at: Moment | None = None
    verdict: Verdict | None = None
    looks: Looks | None = None
    pulled: PulledCommit | None = None
    dist_storage_prefix: str
    template_runtime: Literal["vite_static"] = "vite_static"
    version: int = 1

    @property
    def title(self) -> str:
        """What people know it by, in one line: its name, what the agent was asked for, or what was said of it."""
        asked = self.prompt if self.origin == "chat" else None
        return (self.label or asked or self.message or self.id).strip().split("\n")[0]

    @property
    def quality(self) -> Quality:
        """How good it is, as far as that is known."""
        return quality_of(self.build_status, self.verdict, self.looks)


class Build(OfApp):
    """One task of a worker over one tree, mostly its build. A candidate reserves the revision id of its tree's commit.

    Only a `work.task` of `build` ever makes a tree green. `status` is the build's alone: `verdict` says what its checks
    found. `tests` is what a test run counted, `request_id` the
    HTTP request that it goes back to, `traceparent` the span that asked for it, `origin` that of its revision,
    `retried_at` when its latest attempt was asked for, if that was not the first; `env_digest` names the `settings.env`
    that the latest attempt was handed, `catalog` the version of the catalog that it took its packages from.
    """

    id: str
    slug: str
    revision_id: str
    tree: str
    kind: BuildKind
    origin: Origin | None = None
    status: BuildStatus = BuildStatus.QUEUED
    attempt: int = 0
    execution: str | None = None
    task_token: str | None = None
    worker_ref: str | None = None
    error: BuildError | None = None
    work: WorkerTask = BUILD
    tests: TestSummary | None = None
    verdict: Verdict | None = None
    looks: Looks | None = None
    run_id: str | None = None
    request_id: str | None = None
    traceparent: str | None = None
    created_at: Moment
    retried_at: Moment | None = None
    started_at: Moment | None = None
    finished_at: Moment | None = None
    timings: dict[str, int] = {}
    env_digest: str = ""
    catalog: str = ""
    version: int = 1

    @property
    def requested(self) -> bool:
        """Whether somebody has asked a worker for it."""
        return self.status != BuildStatus.QUEUED or self.execution is not None

    @property
    def green(self) -> bool:
        """Whether a tree was built and none of its checks failed."""
        built = self.status == BuildStatus.SUCCEEDED and self.work.task == "build"
        return built and not (self.verdict and self.verdict.failed)


PARKED = frozenset({"SUPERSEDED", "BUDGET_EXCEEDED", "QUEUE_FULL"})


def is_parked(build: Build) -> bool:
    """Whether it stays queued, with the reason in its error, until somebody retries it."""
    return build.status == BuildStatus.QUEUED and build.error is not None and build.error.code in PARKED


def is_open_build(build: Build) -> bool:
    """Whether somebody is at work on it, or will be without being asked."""
    return not build.status.finished and not is_parked(build)


def dist_prefix(tenant_id: str, app_id: str, revision_id: str) -> str:
    """Where a revision's built files lie in the site bucket; ends in a slash."""
    return f"apps/{tenant_id}/{app_id}/revisions/{revision_id}/dist/"
