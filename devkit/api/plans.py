"""A project with a plan, over the API's fakes."""

from typing import Any

from devkit.api.api import Api
from devkit.fakes.planned import a_blueprint, a_document, a_node
from shared.domain.apps.app import App
from shared.domain.planning.blueprint import Blueprint
from shared.domain.planning.document import text_key
from shared.domain.planning.plan_change import PlanChange
from shared.domain.planning.plan_node import Anchor, PlanNode

TEXT = "# Shop\n\nPeople put goods into a cart.\n\n## العربة\n\nسلة 🛒 بها كل شيء\n"


class Planned:
    """`api` with an app and its blueprint; nodes are added as a test needs them."""

    def __init__(self, api: Api | None = None, app: App | None = None) -> None:
        self.api = api or Api()
        self.world = self.api.world
        self.app = app or self.world.make_app()[0]
        self.revision = self.world.revisions.get(self.app.tenant_id, self.app.id, self.app.draft_revision_id)
        document = a_document(self.app, length=len(TEXT))
        self.world.documents.create(document)
        self.world.blobs.put(text_key(self.app.tenant_id, self.app.id, document.text_hash), TEXT.encode())
        self.document_id = document.id
        self.blueprint = self.world.blueprints.create(a_blueprint(self.app, document_id=document.id))

    def node(self, title: str, parent: PlanNode | None = None, *, of: Blueprint | None = None, **over: Any) -> PlanNode:
        """A stored node; a phase without a parent, a feature in one."""
        node = a_node(of or self.blueprint, parent, title=title, **over)
        return self.world.plans.put(PlanChange(nodes=[node])).nodes[0]

    def anchored(self, title: str, words: str, **over: Any) -> PlanNode:
        """A node that was read from these words of the text."""
        start = TEXT.index(words)
        anchor = Anchor(start=start, end=start + len(words), quote_hash="b" * 64)
        return self.node(title, anchors=(anchor,), **over)

    def task(self, title: str, expected: int = 201, /, **body: Any) -> Any:
        """The answer to a new task; what is not a field of its own goes into its metadata."""
        own = {name: body.pop(name) for name in ("priority", "order_index", "expected_files") if name in body}
        return self.post(
            f"/projects/{self.app.id}/tasks", {"description": title, "metadata_json": body, **own}, expected
        )

    def get(self, path: str, expected: int = 200, /, **query: Any) -> Any:
        return self._answer(self.api.client.get(path, params=query), expected)

    def post(self, path: str, body: Any, expected: int = 201) -> Any:
        return self._answer(self.api.client.post(path, json=body), expected)

    def patch(self, path: str, body: Any, expected: int = 200) -> Any:
        return self._answer(self.api.client.patch(path, json=body), expected)

    def stored(self) -> App:
        return self.world.apps.get(self.app.tenant_id, self.app.id)

    def _answer(self, answer: Any, expected: int) -> Any:
        assert answer.status_code == expected, answer.text
        return answer.json()
