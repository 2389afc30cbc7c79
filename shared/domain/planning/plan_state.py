"""What travels through `plan_reading`: identifiers and numbers; all else lies in the stores."""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel

from shared.domain.base import Entity
from shared.domain.planning.blueprint import IngestionJob, JobWork

PLAN_STATE_VERSION = 1
PlanWork = Literal["prepare", "read", "draft", "merge", "finish", "crashed"]
_ITEMS_MOST = 400


class Part(Entity):
    """`count` leaves, or lists to merge, from number `first` on."""

    first: int
    count: int


class PlanState(BaseModel):
    """`parts`: what the next state does concurrently."""

    version: int = PLAN_STATE_VERSION
    tenant_id: str
    app_id: str
    blueprint_id: str
    job: JobWork = "plan"
    round: int = 1
    parts: tuple[Part, ...] = ()
    ended: bool = False


def parts_of(numbers: list[int]) -> tuple[Part, ...]:
    """All numbers in at most four hundred parts: an execution's history is bounded. Numbers must be in order."""
    return parts_of_groups([[number] for number in numbers])


def parts_of_groups(groups: Sequence[Sequence[int]]) -> tuple[Part, ...]:
    """The same of numbers that belong together, each group without a hole: no part ends inside one."""
    found: list[tuple[Part, int]] = []
    most = -(-len(groups) // _ITEMS_MOST) if groups else 1
    for group in groups:
        last, held = found[-1] if found else (None, 0)
        if last is not None and last.first + last.count == group[0] and held < most:
            found[-1] = Part(first=last.first, count=last.count + len(group)), held + 1
        else:
            found.append((Part(first=group[0], count=len(group)), 1))
    return tuple(part for part, _ in found)


def state_of(job: IngestionJob) -> PlanState:
    """With which an execution of the job begins."""
    return PlanState(
        tenant_id=job.tenant_id, app_id=job.app_id, blueprint_id=job.blueprint_id, job=job.work, round=job.round
    )
