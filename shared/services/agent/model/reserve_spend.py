"""Money or tokens of the tenant, reserved before a model is called and as its answer grows, recorded after."""

from collections.abc import Callable
from contextlib import suppress

from shared.domain.agent.model_messages import ModelRequest, Usage
from shared.domain.errors import AppError, Conflict
from shared.domain.spending.spending import Caps, Counts, Hold, day_of, micro
from shared.services.agent.loop_work import Work
from shared.services.runs.log.event_writer import Fenced
from shared.services.spending.ask_once import ANSWER_TOKENS, CHARACTERS_A_TOKEN, estimated_tokens
from shared.services.spending.check_budget import tenant_caps
from shared.services.spending.record_spend import record_dead_calls, record_spend
from shared.services.spending.reserve_call import Refused, in_pools, pools_of, refusal_words, reserve_call

_LOOK_SECONDS, _PATIENCE = 1.0, 60.0
"""Seconds between two tries to get a turn, and how long a step waits for it."""


class Reserve:
    """What is reserved for one call of at most `longest` tokens. `refused` names the budget that had no room for more.

    `waits` is set when the shared budget has room for one call at a time, and another run's call is still in flight.
    """

    def __init__(self, work: Work, request: ModelRequest, attempt: int, longest: int) -> None:
        run = work.run
        self._ports = work.inputs.ports
        self._asked = estimated_tokens(request)
        self._answer = ANSWER_TOKENS
        self._silent = 0
        self._held: Hold | None = None
        self._unsure: list[Hold] = []
        self._caps: Caps | None = None
        self.refused: str | None = None
        self.waits = False
        self._run = run
        self._patience = max(0.0, min(_PATIENCE, request.timeout_seconds / 4))
        self._hold = Hold(
            tenant_id=run.tenant_id,
            app_id=run.app_id,
            run_id=run.id,
            call=f"{run.lease.attempt:06d}-{attempt}",
            attempt=run.lease.attempt,
            model=run.request.model,
            day=day_of(work.inputs.ports.clock.now()),
            amount=0,
            input_tokens=self._asked,
            unpriced=work.inputs.ports.price(run.request.model, Usage()) is None,
        )
        self._hold = self._priced()
        most = self._cost(longest)
        pools = pools_of(run, self._ports)
        self._hold = in_pools(self._hold, pools, most, is_open=True, ports=self._ports)

    def begin(self) -> bool:
        """Reserve what the question and a short answer cost; False when a budget has no room for it."""
        try:
            return self._take_in_turn()
        except AppError:
            with suppress(AppError):
                self._ports.spending.record(self._hold, Counts())
            raise

    def covers(self, characters: int, silent: int = 0) -> bool:
        """Whether an answer of that length is paid for, and `silent` questions that were never answered.

        More is reserved when they are not: for the answer each time twice as much.
        """
        while characters > self._answer * CHARACTERS_A_TOKEN or silent > self._silent:
            self._answer *= 2 if characters > self._answer * CHARACTERS_A_TOKEN else 1
            self._silent = max(silent, self._silent)
            self._hold = self._priced()
            if not self._more():
                return False
        return True

    def record(self, usage: Usage | None) -> Callable[[], None]:
        """The call is over; None: it cost nothing. Recorded while the loop goes on: what is returned waits for it."""
        ports, hold = self._ports, self._hold
        return ports.in_background(lambda: record_spend(hold, usage, ports=ports))

    def _more(self) -> bool:
        """A ledger that does not answer now cuts no answer: what it costs in the end is recorded all the same.

        It is asked again when the answer has grown further, so that the hold of an attempt that dies is hardly behind.
        """
        try:
            return self._take()
        except AppError:
            self._unsure.append(self._hold)
            return True

    def _take(self) -> bool:
        caps = self._caps = self._caps or self._read_caps()
        try:
            refused = self._reserve(caps)
        except Conflict as error:
            raise Fenced("The run was brought to its end, and its calls were recorded.") from error
        self.waits = refused == "busy"
        if refused is not None:
            self.refused = refusal_words(refused, self._hold, caps)
            return False
        self.refused = None
        self._held, self._unsure = self._hold, []
        return True

    def _reserve(self, caps: Caps) -> Refused | None:
        """A reservation whose outcome is unknown may be what is held now."""
        for before in self._unsure:
            with suppress(Conflict):
                return reserve_call(self._hold, caps, before, ports=self._ports)
        return reserve_call(self._hold, caps, self._held, ports=self._ports)

    def _take_in_turn(self) -> bool:
        """Wait for the turn of this call when the shared budget allows one at a time."""
        clock, since = self._ports.clock, self._ports.clock.now()
        while not self._take():
            if not self.waits or (clock.now() - since).total_seconds() >= self._patience:
                return False
            # An attempt of this run that died would be waited for without end.
            record_dead_calls(self._run, ports=self._ports, before=self._run.lease.attempt)
            clock.sleep(_LOOK_SECONDS)
        return True

    def _read_caps(self) -> Caps:
        """Once a call: what an administrator lowers meanwhile holds from the next one on."""
        ports = self._ports
        return tenant_caps(self._hold.tenant_id, spending=ports.spending, limits=ports.limits)

    def _priced(self) -> Hold:
        """The hold with what the question and the answer so far use: money, or tokens where there is no price."""
        asked = self._asked * (1 + self._silent)
        usage = Usage(input_tokens=asked, output_tokens=self._answer)
        price = self._ports.price(self._hold.model, usage)
        hold = self._hold.model_copy(update={"input_tokens": asked, "output_tokens": self._answer})
        if price is None:
            return hold.model_copy(update={"tokens": usage.total_tokens})
        amount = micro(price)
        pooled = max(amount, hold.pooled) if hold.pools else 0
        return hold.model_copy(update={"amount": amount, "pooled": pooled})

    def _cost(self, answer: int) -> int:
        price = self._ports.price(self._hold.model, Usage(input_tokens=self._asked, output_tokens=answer))
        return micro(price or 0.0)
