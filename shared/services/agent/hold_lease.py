"""One attempt at a run holds it: kept while it works, given back at once when it fails, noticed when it is lost.

What the calls of an attempt that fails have cost is charged to the run at once. A process that was killed charges
nothing: the next attempt does it before its own work, or the end of the run.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from shared.domain.errors import AppError, Conflict, Transient
from shared.domain.runs.run import Run
from shared.services.loop_ports import LoopPorts
from shared.services.runs.log.event_writer import Fenced
from shared.services.spending.record_spend import charge_dead_attempts

logger = logging.getLogger(__name__)
_LEASE_SECONDS = 20
_RENEW_SECONDS = 5.0


class HeldLease:
    """The run as this attempt has taken it. `recorded` waits for the ledger's records of its calls."""

    def __init__(self, run: Run, ports: LoopPorts) -> None:
        self._ports = ports
        self._over = threading.Event()
        self._lost = False
        self.recorded: list[Callable[[], None]] = []
        now = self._now_ms()
        try:
            self.run = ports.runs.lease(run.tenant_id, run.id, now_ms=now, until_ms=now + _LEASE_SECONDS * 1000)
        except Conflict as error:
            raise Transient("Another attempt of this iteration is still at work.") from error
        self._thread = threading.Thread(target=self._renew_always, daemon=True)

    def keep(self) -> None:
        self._thread.start()

    def renew(self) -> bool:
        """Extend it; False when a later attempt, or the end of the run, has taken it away."""
        self._lost = self._lost or not self._set(self._now_ms() + _LEASE_SECONDS * 1000)
        return not self._lost

    def require(self) -> None:
        """Fenced when it is known to be lost, so that nothing more is spent."""
        if self._lost:
            raise Fenced("A later attempt has taken this run over.")

    def charge_earlier(self) -> None:
        """Put the calls of attempts that were killed into the run, before this one spends anything."""
        charged = charge_dead_attempts(self.run, ports=self._ports, before=self.run.lease.attempt)
        if charged is not self.run:
            self.run = self._ports.runs.update(charged)

    def charge_own(self) -> None:
        """Put the calls of this attempt, which has failed, into the run; the next attempt does what this cannot."""
        if self._lost or not self.recorded:
            return
        try:
            for wait in self.recorded:
                wait()
            charged = charge_dead_attempts(self.run, ports=self._ports, before=self.run.lease.attempt + 1)
            self._ports.runs.update(charged)
        except Conflict:
            return  # the run has moved on: its iteration was stored after all, or somebody ended it
        except AppError:
            logger.warning("calls of a failed attempt could not be charged", extra={"run_id": self.run.id})

    def stop_renewing(self) -> None:
        """Before the last write: a renewal after it would keep the next iteration waiting."""
        self._over.set()
        self._thread.join()

    def give_back(self) -> None:
        """Let the next attempt begin at once. A store that does not answer now lets it expire instead."""
        try:
            self._set(0)
        except AppError:
            logger.warning("a lease could not be given back", extra={"run_id": self.run.id})

    def _set(self, until_ms: int) -> bool:
        run = self.run
        return self._ports.runs.renew(run.tenant_id, run.id, attempt=run.lease.attempt, until_ms=until_ms)

    def _renew_always(self) -> None:
        while not self._over.wait(_RENEW_SECONDS):
            try:
                if not self.renew():
                    return
            except AppError:
                logger.warning("a lease could not be renewed", extra={"run_id": self.run.id})

    def _now_ms(self) -> int:
        return round(self._ports.clock.now().timestamp() * 1000)


@contextmanager
def hold_lease(run: Run, ports: LoopPorts) -> Iterator[HeldLease]:
    """The run, held. Transient while another attempt holds it."""
    lease = HeldLease(run, ports)
    lease.keep()
    try:
        lease.charge_earlier()
        yield lease
    except BaseException:
        lease.stop_renewing()
        lease.charge_own()
        lease.give_back()
        raise
    finally:
        lease.stop_renewing()
