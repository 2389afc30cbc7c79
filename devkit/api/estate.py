"""One of everything that a tenant can own, under real names, to be asked for by its owner and by strangers."""

from typing import Any

from devkit.api.api import Api
from devkit.api.review import BASE, CHANGED, apply, propose
from devkit.api.routes import CASES, Route
from devkit.fakes.planned import a_blueprint, a_document, a_job, a_node, a_task
from devkit.fakes.samples import a_build, a_conversation, a_run, a_summary, a_turn, zipped
from devkit.fakes.world import World
from shared.domain.access.api_key import digest_of
from shared.domain.apps.app import App, PageFailure
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.feedback.build_result import ReportedError
from shared.domain.identity import Principal
from shared.domain.ids import message_id, new_id, new_run_id
from shared.domain.planning.adjusting import RenameNode
from shared.domain.planning.blueprint import Blueprint
from shared.domain.planning.document import text_key
from shared.domain.planning.plan_change import PlanChange, PlanGraph
from shared.domain.planning.plan_node import Anchor, PlanNode
from shared.domain.planning.proposal import ChangeWish, ProposedChange
from shared.domain.planning.task import Dependency
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.access.api_keys import ApiKeyRequest, NewApiKey, create_api_key
from shared.services.apps.change_decisions import DecisionRequest, add_decision
from shared.services.brain.kept_items import MEMORY, NOTES, MemoryRequest, NoteRequest, add_item
from shared.services.builds.additions.propose_addition import Asker, propose_additions
from shared.services.planning.ingest.plan_files import PlanFiles
from shared.services.site.dist_objects import screenshot_key

Names = dict[str, str]
PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (320).to_bytes(4, "big") + (200).to_bytes(4, "big") + bytes(9)


class Estate:
    """What one tenant owns; `names` are by the placeholders of the routes."""

    def __init__(self, api: Api, tenant_id: str = "acme") -> None:
        self.api, self.world, self.tenant_id = api, api.world, tenant_id
        self.names: Names = (
            self._planned() | self._changed() | self._live() | self._failing() | self._waiting() | self._others()
        )

    def ask(self, client: Any, route: Route, names: Names | None = None) -> Any:
        """The route's request about what this tenant owns, or about `names`."""
        case = CASES[route]
        known = dict(names or self.names)
        known |= {place: known[name] for place, name in case.uses.items()}
        return client.request(
            route[0], filled(route[1], known), json=filled(case.json, known), params=case.params,
            headers=filled(case.headers, known), follow_redirects=False,
        )  # fmt: skip

    def key(self, *scopes: str) -> NewApiKey:
        """A new key of a program of this tenant."""
        request = ApiKeyRequest.model_validate({"name": "CI", "scopes": scopes})
        who = Principal(tenant_id=self.tenant_id, subject="ann")
        return create_api_key(principal=who, request=request, keys=self.world.api_keys, clock=self.world.clock)

    def revoke(self, secret: str) -> None:
        found = self.world.api_keys.find(digest_of(secret) or "")
        assert found is not None
        self.world.api_keys.revoke(self.tenant_id, found.id, self.world.clock.now())

    def _project(self) -> Names:
        """An app with a diff under review and the run that made it."""
        app, revision = self.world.make_app(BASE, tenant_id=self.tenant_id)
        diff = propose(self.world, app)
        picture = a_build(
            app, revision, id=new_id("bld"), status="succeeded", kind="candidate", work=WorkerTask(task="browser")
        )
        self.world.builds.create(picture)
        self.world.blobs.put(screenshot_key(picture), PICTURE, "image/png")
        self.world.brain.briefs.put_summary(a_summary(app, diff.conversation_id or ""))
        names = self._known(app) | {"app_id": app.id, "project_id": app.id, "slug": app.slug, "id": diff.run_id or ""}
        return names | {
            "revision_id": revision.id, "build_id": revision.build_id, "diff_id": diff.id,
            "picture_id": picture.id, "run_id": diff.run_id or "", "session_id": diff.conversation_id or "",
        }  # fmt: skip

    def _known(self, app: App) -> Names:
        """What is kept about it."""
        who, ports = Principal(tenant_id=self.tenant_id, subject="ann"), self.world.loop_ports()
        note = add_item(NOTES, principal=who, app_id=app.id, request=NoteRequest(text="Calm colours"), ports=ports)
        wish = MemoryRequest(text="Closed on Mondays")
        memory = add_item(MEMORY, principal=who, app_id=app.id, request=wish, ports=ports)
        request = DecisionRequest(decision="No login", reason="It is a static site")
        decision = add_decision(principal=who, app_id=app.id, request=request, ports=ports)
        return {"note_id": note.id, "memory_id": memory.id, "decision_id": decision.id}

    def _planned(self) -> Names:
        """The same, with a plan: a phase, a feature in it, two tasks of which one waits for the other."""
        names = self._project()
        app = self.world.apps.get(self.tenant_id, names["app_id"])
        document = a_document(app)
        self.world.documents.create(document)
        self.world.blobs.put(text_key(app.tenant_id, app.id, document.text_hash), b"# Shop\n\nA cart.\n")
        blueprint = self.world.blueprints.create(a_blueprint(app, document_id=document.id))
        self.world.blueprints.put_job(a_job(blueprint))
        self.world.blueprints.put_job(a_job(blueprint, work="tasks", status="done"))
        phase = a_node(blueprint, title="Phase 1")
        anchors = (Anchor(start=8, end=15, quote_hash="b" * 64),)
        feature = a_node(blueprint, phase, title="Cart", anchors=anchors, doc_anchor="Shop")
        task = a_task(app, source_plan_node_id=feature.id, blueprint_id=blueprint.id)
        waits = a_task(app, description="Pay", depends_on=(Dependency(task_id=task.id),), unresolved=("Log in",))
        graph = PlanGraph(tenant_id=app.tenant_id, app_id=app.id, tasks=2)
        self.world.plans.put(PlanChange(tasks=[task, waits], nodes=[phase, feature], graph=graph))
        self._proposed(blueprint, feature)
        later = a_blueprint(app, document_id=document.id, line=2, parent_blueprint_id=blueprint.id)
        self.world.blueprints.create(later)
        self.world.plans.put(PlanChange(nodes=[a_node(later, title="Cart", kind="feature", anchors=anchors)]))
        self.world.apps.update(app.model_copy(update={"active_blueprint_id": blueprint.id}))
        return names | {
            "document_id": document.id, "blueprint_id": blueprint.id, "node_id": feature.id, "task_id": task.id,
            "waiting_task_id": waits.id, "phase_id": phase.id, "next_blueprint_id": later.id,
        }  # fmt: skip

    def _proposed(self, blueprint: Blueprint, feature: PlanNode) -> None:
        """A change of the plan that waits for a decision."""
        job = self.world.blueprints.put_job(a_job(blueprint, work="change", status="done"))
        files, said = PlanFiles(job, self.world.blobs), "Call the cart a basket"
        files.put_wish(ChangeWish(kind="ADJUST_PLAN", message=said))
        renamed = RenameNode(op="rename", id=feature.id, title="Basket", quote=said)
        files.put_proposal(ProposedChange(operations=(renamed,), words=("Rename “Cart” to “Basket”",)))

    def _changed(self) -> Names:
        """An app that the agent has changed, and one run of it that failed."""
        app, first = self.world.make_app(BASE, tenant_id=self.tenant_id)
        applied = apply(self.world, app, CHANGED)
        failed = self._failed_run(self.world.apps.get(self.tenant_id, app.id))
        return {
            "changed_id": app.id,
            "unchanged_revision_id": first.id,
            "failed_run_id": failed.id,
            "changed_run_id": applied.run_id or "",
            "message_id": message_id(failed.id, 0),
        }

    def _failing(self) -> Names:
        """An app whose page a visitor's browser could not run."""
        app, draft = self.world.make_app(BASE, tenant_id=self.tenant_id)
        failure = PageFailure(revision_id=draft.id, at=self.world.clock.now(), errors=[ReportedError(message="boom")])
        self.world.apps.update(app.model_copy(update={"page_failure": failure}))
        return {"failing_id": app.id}

    def _waiting(self) -> Names:
        """An app at work, and a message that waits for its turn there."""
        app, draft = self.world.make_app(BASE, tenant_id=self.tenant_id)
        trees = {"base_tree": draft.tree, "candidate_tree": draft.tree}
        run, waits = (a_run(app, id=new_run_id(), **trees) for _ in range(2))
        waits = waits.change(status=RunStatus.PLANNED, queue=True)
        self.world.runs.start(run, a_turn(run), a_conversation(run))
        self.world.runs.enqueue(
            self.world.apps.get(self.tenant_id, app.id), waits, a_turn(waits), a_conversation(waits)
        )
        return {"busy_id": app.id, "queued_run_id": waits.id}

    def _failed_run(self, app: App) -> Run:
        draft = self.world.revisions.get(app.tenant_id, app.id, app.draft_revision_id or "")
        run = a_run(app, id=new_run_id(), base_tree=draft.tree, candidate_tree=draft.tree)
        self.world.runs.start(run, a_turn(run), a_conversation(run))
        ended = run.change(status=RunStatus.FAILED, finished_at=self.world.clock.now())
        return self.world.runs.finish(ended, a_turn(ended), None)

    def _live(self) -> Names:
        """An app on its live address, and one that was deleted."""
        app, revision = self.world.make_app(BASE, tenant_id=self.tenant_id)
        deleted, _ = self.world.make_app(BASE, tenant_id=self.tenant_id)
        owner = self.api.as_tenant(self.tenant_id)
        assert owner.post(f"/admin/apps/{app.id}/publish").status_code == 200
        assert owner.delete(f"/admin/apps/{deleted.id}").status_code == 204
        return {"live_id": app.id, "live_slug": app.slug, "live_revision_id": revision.id, "deleted_id": deleted.id}

    def _others(self) -> Names:
        template = next(iter(self.api.container.ports.templates))
        key = self.key("apps:read").stored
        return {
            "upload_id": uploaded(self.world, self.tenant_id), "key_id": key.id, "template": template,
            "path": "src/main.tsx", "tool": "list_files", "key": "contact",
            "name": self._wished(),
        }  # fmt: skip

    def _wished(self) -> str:
        """A package that an app asked for."""
        name = f"{self.tenant_id}-widgets"
        ports = self.api.container.ports
        asker = Asker(self.tenant_id, "app_1")
        assert propose_additions([name], "current", asker=asker, now=self.world.clock.now(), own=ports.own_catalogs())
        return name


def filled(value: Any, names: Names) -> Any:
    """`value` with every placeholder replaced by its name."""
    if isinstance(value, str):
        for place, name in names.items():
            value = value.replace("{" + place + "}", name)
        return value
    if isinstance(value, dict):
        return {name: filled(part, names) for name, part in value.items()}
    return [filled(part, names) for part in value] if isinstance(value, list) else value


def uploaded(world: World, tenant_id: str) -> str:
    """A project's archive, as a client has put it into storage."""
    upload_id = new_id("upl")
    world.blobs.put(f"uploads/{tenant_id}/{upload_id}", zipped(BASE))
    return upload_id
