"""What a reading leaves in the data bucket, each object named by what it depends on: nothing is paid for twice."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter

from shared.domain.base import Entity
from shared.domain.planning.blueprint import IngestionJob
from shared.domain.planning.drafts import Draft
from shared.domain.planning.headings import Heading
from shared.domain.planning.leaves import Leaf
from shared.domain.planning.merging import Operation
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.proposal import ChangeWish, ProposedChange
from shared.domain.planning.requirements import Placed
from shared.domain.planning.task_answers import TaskAnswers
from shared.ports.storage import BlobStore
from shared.services.or_none import or_none
from shared.services.parallel import for_each, map_each

V = TypeVar("V", bound=BaseModel)
_JSON = "application/json"


class Reading(Entity):
    """What a model found in a leaf. Offsets are those of the leaf, so that they hold in every version of the text.

    `errors`: why it is a gap; what is placed stands all the same.
    """

    placed: tuple[Placed, ...] = ()
    errors: tuple[str, ...] = ()


class Part(Entity):
    """What is asked about at once. `name` is of all that the answer depends on."""

    name: str
    content: str


class LeafPart(Part):
    """A leaf with its text, so that reading it needs nothing else."""

    text: str


class MergeList(Part):
    """Drafts that a model is shown together, in this order."""

    keys: tuple[str, ...]


class MergeAnswer(Entity):
    """What it wants done with them."""

    operations: tuple[Operation, ...] = ()


_HEADINGS: TypeAdapter[list[Heading]] = TypeAdapter(list[Heading])
_LEAVES: TypeAdapter[list[Leaf]] = TypeAdapter(list[Leaf])
_DRAFTS: TypeAdapter[dict[str, Draft]] = TypeAdapter(dict[str, Draft])
_LISTS: TypeAdapter[list[MergeList]] = TypeAdapter(list[MergeList])
_NODES: TypeAdapter[list[PlanNode]] = TypeAdapter(list[PlanNode])


class PlanFiles:
    """The objects of one job."""

    def __init__(self, job: IngestionJob, blobs: BlobStore) -> None:
        self._blobs = blobs
        self._app = f"apps/{job.tenant_id}/{job.app_id}/plans"
        self._job = f"{self._app}/{job.key}/{job.round}"
        self._last = f"{self._app}/{job.blueprint_id}/nodes.json"
        self._round = job.round

    def put_outline(self, headings: Sequence[Heading], leaves: Sequence[Leaf]) -> None:
        """So that the text is parsed once."""
        self._put("outline.json", _HEADINGS.dump_json(list(headings)))
        self._put("leaves.json", _LEAVES.dump_json(list(leaves)))

    def headings(self) -> list[Heading]:
        return _HEADINGS.validate_json(self._blobs.get(f"{self._job}/outline.json"))

    def leaves(self) -> list[Leaf]:
        return _LEAVES.validate_json(self._blobs.get(f"{self._job}/leaves.json"))

    def put_leaf_parts(self, parts: Mapping[int, LeafPart]) -> None:
        self._put_each("leaf", parts)

    def leaf_part(self, number: int) -> LeafPart:
        return LeafPart.model_validate_json(self._blobs.get(f"{self._job}/leaf/{number}.json"))

    def put_drafts(self, drafts: dict[str, Draft], lists: Sequence[MergeList]) -> None:
        """The lists last, as a whole and one by one."""
        self._put("drafts.json", _DRAFTS.dump_json(drafts))
        self._put_each("list", dict(enumerate(lists)))
        self._put("lists.json", _LISTS.dump_json(list(lists)))

    def drafts(self) -> dict[str, Draft]:
        return _DRAFTS.validate_json(self._blobs.get(f"{self._job}/drafts.json"))

    def lists(self) -> list[MergeList]:
        return _LISTS.validate_json(self._blobs.get(f"{self._job}/lists.json"))

    def merge_list(self, number: int) -> MergeList:
        return MergeList.model_validate_json(self._blobs.get(f"{self._job}/list/{number}.json"))

    def put_nodes(self, nodes: Sequence[PlanNode]) -> None:
        """What the reading itself has written last: a later one sees by it what people have changed since."""
        self._blobs.put(self._last, _NODES.dump_json(list(nodes)), _JSON)

    def nodes(self) -> list[PlanNode]:
        found = or_none(self._blobs.get, self._last)
        return _NODES.validate_json(found) if found is not None else []

    def put_node_ids(self, node_ids: Sequence[str]) -> None:
        """Which nodes tasks are written for; before the job itself is stored."""
        self._put("nodes.json", json.dumps(list(node_ids)).encode())

    def node_ids(self) -> list[str]:
        return [str(node_id) for node_id in json.loads(self._blobs.get(f"{self._job}/nodes.json"))]

    def put_tasks(self, name: str, answer: TaskAnswers) -> None:
        self._blobs.put(f"{self._app}/tasks/{name}.json", answer.model_dump_json().encode(), _JSON)

    def tasks(self, name: str) -> TaskAnswers | None:
        return self._found(TaskAnswers, f"{self._app}/tasks/{name}.json")

    def put_wish(self, wish: ChangeWish) -> None:
        """Before the job itself is stored."""
        self._put("wish.json", wish.model_dump_json().encode())

    def wish(self) -> ChangeWish:
        return ChangeWish.model_validate_json(self._blobs.get(f"{self._job}/wish.json"))

    def put_proposal(self, proposed: ProposedChange) -> None:
        self._put("proposal.json", proposed.model_dump_json().encode())

    def proposal(self) -> ProposedChange | None:
        return self._found(ProposedChange, f"{self._job}/proposal.json")

    def put_reading(self, name: str, reading: Reading) -> None:
        """One that is a gap holds for this job alone."""
        self._blobs.put(self._reading(name, failed=bool(reading.errors)), reading.model_dump_json().encode(), _JSON)

    def reading(self, name: str) -> Reading | None:
        whole = self._found(Reading, self._reading(name, failed=False))
        return whole or self._found(Reading, self._reading(name, failed=True))

    def readings(self, names: Sequence[str]) -> list[Reading | None]:
        """Of several, some at a time."""
        return map_each(self.reading, names)

    def put_merge(self, name: str, answer: MergeAnswer) -> None:
        self._blobs.put(f"{self._app}/merges/{name}.json", answer.model_dump_json().encode(), _JSON)

    def merge(self, name: str) -> MergeAnswer | None:
        return self._found(MergeAnswer, f"{self._app}/merges/{name}.json")

    def merges(self, names: Sequence[str]) -> list[MergeAnswer | None]:
        return map_each(self.merge, names)

    def _put(self, name: str, data: bytes) -> None:
        self._blobs.put(f"{self._job}/{name}", data, _JSON)

    def _put_each(self, folder: str, parts: Mapping[int, Part]) -> None:
        def put(item: tuple[int, Part]) -> None:
            self._put(f"{folder}/{item[0]}.json", item[1].model_dump_json().encode())

        for_each(put, parts.items())

    def _reading(self, name: str, *, failed: bool) -> str:
        return f"{self._job}/gaps/{name}.json" if failed else f"{self._app}/readings/{name}.json"

    def _found(self, kind: type[V], key: str) -> V | None:
        found = or_none(self._blobs.get, key)
        return kind.model_validate_json(found) if found is not None else None


def name_of(*parts: str) -> str:
    """The name of an answer, by all that it depends on: the words, the instructions, the model."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:48]
