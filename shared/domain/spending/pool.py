"""Budgets that several runs share: of a phase of the plan, and of a night of the autopilot."""

from typing import Literal

from shared.domain.base import Entity

PoolKind = Literal["phase", "night"]


class Charge(Entity):
    """The phase that a run is paid from, and the cap of that phase when the run was started, in micro-dollars."""

    phase_id: str
    cap: int


class Pool(Entity):
    """One shared budget of an app: the phase `id` or the night `id`, and its cap in micro-dollars."""

    kind: PoolKind
    id: str
    cap: int


class PoolBalance(Entity):
    """What the calls of one pool have used, in micro-dollars: `used` is spent and reserved, `held` the reserved part.

    `open` counts calls in flight whose answers have no fixed length. `worst` is the highest cost of a call that cost
    more than it had reserved.
    """

    used: int = 0
    held: int = 0
    open: int = 0
    worst: int = 0

    @property
    def spent(self) -> int:
        return self.used - self.held
