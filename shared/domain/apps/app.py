"""The App (the seeds' Project): settings and the pointers to its revisions."""

import hashlib
import json
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, field_validator

from shared.domain.agent.egress import UntrustedSource
from shared.domain.agent.outgoing import host_key
from shared.domain.base import Entity, Input, Moment
from shared.domain.builds.verdict import Demand
from shared.domain.builds.worker_contract import Check
from shared.domain.errors import Invalid
from shared.domain.feedback.build_report import ReportedPage
from shared.domain.feedback.build_result import ReportedError
from shared.domain.frameworks import Framework as Framework

API_HOSTS_MOST = 50
AutonomyMode = Literal["off", "suggest", "semi_auto", "full_auto"]
ReviewMode = Literal["after", "before"]
EvaluatorMode = Literal["build", "model"]
ModelMode = Literal["auto", "fast", "deep", "budget", "research", "code"]


class AppLimits(Input):
    """Caps of an app's runs in place of the deployment's defaults, lower or higher, up to the tenant's budget."""

    run_model_calls: int | None = Field(default=None, ge=1, le=200)
    run_tokens: int | None = Field(default=None, ge=1000, le=10_000_000)
    run_dollars: float | None = Field(default=None, gt=0, le=1000)
    run_seconds: int | None = Field(default=None, ge=10, le=7200)


class AppGates(Input):
    """What a failing check does to a change of the agent. A check that a project does not have stops nothing."""

    types: Demand = "required"
    tests: Demand = "required"
    page: Demand = "required"
    acceptance: Demand = "required"

    def demand(self, check: Check) -> Demand:
        match check:
            case "types":
                return self.types
            case "tests":
                return self.tests
            case "page":
                return self.page
            case "acceptance":
                return self.acceptance


class AppSettings(Input):
    """What a person may set. `env` reaches the browser bundle, so only `VITE_*` names are taken.

    `api_hosts` are the hosts that `api_request` may ask without a person's approval: `host`, or `host:port` for a port
    other than 443.
    """

    models: dict[ModelMode, Annotated[str, Field(min_length=1, max_length=200)]] = {}
    env: dict[str, str] = {}
    limits: AppLimits = AppLimits()
    api_hosts: list[str] = []
    gates: AppGates = AppGates()

    @field_validator("api_hosts")
    @classmethod
    def _only_whole_hosts(cls, hosts: list[str]) -> list[str]:
        """Each in the form that is compared, so that two ways of writing a host are one."""
        if len(hosts) > API_HOSTS_MOST:
            raise ValueError(f"at most {API_HOSTS_MOST} hosts")
        try:
            return sorted({host_key(host) for host in hosts})
        except Invalid as refusal:
            raise ValueError(refusal.message) from None

    @field_validator("env")
    @classmethod
    def _only_public_names(cls, env: dict[str, str]) -> dict[str, str]:
        for name, value in env.items():
            if not name.startswith("VITE_") or not name.replace("_", "").isalnum() or not name.isascii():
                raise ValueError(f"{name}: only VITE_* names (letters, digits, underscores) are allowed")
            if len(name) > 100 or len(value) > 4096 or "\0" in value:
                raise ValueError(f"{name}: a name has at most 100, a value at most 4,096 characters and no NUL")
        if len(env) > 50:
            raise ValueError("at most 50 variables")
        return env

    @property
    def env_digest(self) -> str:
        """Names `env` in the builds that are made with it; empty for none."""
        text = json.dumps(self.env, sort_keys=True)
        return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() if self.env else ""


class Confirmed(Entity):
    """A person vouched for everything the app held: its files at this revision, its notes, what was said."""

    by: str
    at: Moment
    revision_id: str


class ConfirmedPage(Entity):
    """The revision whose page a person has confirmed last: by publishing it, by vouching for it, or by changing a
    confirmed one with their own hands. `hosts` are those that its source names; `by` is empty for our own template.
    """

    revision_id: str
    tree: str
    by: str
    at: Moment
    hosts: list[str] = []


class PublishFailure(Entity):
    """The latest publication that was refused or could not be made; gone with the next one that is."""

    revision_id: str | None
    code: str
    message: str
    at: Moment


class PageFailure(Entity):
    """The first failure that a visitor's browser reported of a revision's page. Its words are the visitor's."""

    revision_id: str
    at: Moment
    errors: list[ReportedError] = []
    page: ReportedPage | None = None
    run_id: str | None = None


class App(Entity):
    """One app of one tenant. `version` counts every write; `publish_seq` every publication.

    `name_derived`: nobody has chosen its name, so that its page may. `settled_seq` is the last publication known to be
    what visitors get. `queued_run_ids` wait for the active run's end, the oldest first. `untrusted`: whose words came
    into its files or notes with no person looking at them; `vouched`: those that a person has vouched for since.
    `active_phase_node_id` is a phase of the active blueprint. `documents_confirmed_at`: when a person confirmed the
    last of its documents; `unconfirmed_document_deleted`: its files may quote one that cannot be confirmed any more.
    """

    id: str
    tenant_id: str
    slug: str
    name: str
    name_derived: bool = False
    framework: Framework
    template: str
    draft_revision_id: str | None = None
    last_green_revision_id: str | None = None
    published_revision_id: str | None = None
    published_url: str | None = None
    live_url: str | None = None
    publish_failure: PublishFailure | None = None
    autonomy_mode: AutonomyMode = "off"
    review: ReviewMode = "after"
    evaluator: EvaluatorMode = "build"
    settings: AppSettings = AppSettings()
    active_blueprint_id: str | None = None
    active_phase_node_id: str | None = None
    autopilot_paused: bool = False
    max_parallel_runs: int = 1
    instructions: str = ""
    pinned_note: str = ""
    created_at: Moment
    updated_at: Moment
    version: int = 1
    publish_seq: int = 0
    settled_seq: int = 0
    preview_epoch: int = 0
    active_run_id: str | None = None
    queued_run_ids: list[str] = []
    conversation_id: str | None = None
    untrusted: list[UntrustedSource] = []
    vouched: list[UntrustedSource] = []
    confirmed: Confirmed | None = None
    documents_confirmed_at: Moment | None = None
    unconfirmed_document_deleted: bool = False
    confirmed_page: ConfirmedPage | None = None
    page_failure: PageFailure | None = None
    deleted_at: Moment | None = None
    purged_at: Moment | None = None

    @property
    def failure_of_draft(self) -> PageFailure | None:
        """`page_failure` while it is the draft's that failed."""
        found = self.page_failure
        return found if found is not None and found.revision_id == self.draft_revision_id else None

    @property
    def page_hosts(self) -> list[str]:
        """Hosts that a page which no person has confirmed may reach: those a person allowed, then the known ones."""
        known = self.confirmed_page.hosts if self.confirmed_page else []
        return list(dict.fromkeys([*self.settings.api_hosts, *known]))

    def has_confirmed_page(self, revision_id: str) -> bool:
        return self.confirmed_page is not None and self.confirmed_page.revision_id == revision_id

    @property
    def unreconciled(self) -> bool:
        """Whether its site may differ from what it says is published, or it is deleted and not yet purged."""
        return self.purged_at is None and (self.settled_seq != self.publish_seq or self.deleted_at is not None)

    def is_untrusted(self, source: UntrustedSource, read_at: datetime) -> bool:
        """Whether text of this source that was read at that time still counts: no person vouched for it afterwards."""
        vouched = [self.confirmed.at if self.confirmed else None]
        vouched += [self.documents_confirmed_at] if source == "document" else []
        return all(at is None or read_at > at for at in vouched)

    @property
    def unconfirmed(self) -> frozenset[UntrustedSource]:
        """`untrusted`; an import that was stored before imports were marked is one all the same."""
        legacy: frozenset[UntrustedSource] = frozenset({"import"} if self.template == "import" else ())
        return frozenset(self.untrusted) | (legacy if self.confirmed is None else frozenset())
