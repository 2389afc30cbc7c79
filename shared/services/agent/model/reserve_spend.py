"""Money or tokens of the tenant, reserved before a model is called and as its answer grows, recorded after."""

from collections.abc import Callable
from contextlib import suppress

from shared.domain.agent.model_messages import ModelRequest, Usage
from shared.domain.errors import AppError, Conflict
from shared.domain.spending.spending import Cap, Caps, Counts, Hold, day_of, micro
from shared.services.agent.loop_work import Work
from shared.services.runs.log.event_writer import Fenced
from shared.services.spending.ask_once import ANSWER_TOKENS, CHARACTERS_A_TOKEN, estimated_tokens
from shared.services.spending.check_budget import budget_words, tenant_caps
from shared.services.spending.record_spend import record_spend


class Reserve:
    """What is reserved for one call. `refused` names the budget that had no room for more."""

    def __init__(self, work: Work, request: ModelRequest, attempt: int) -> None:
        run = work.run
        self._ports = work.inputs.ports
        self._asked = estimated_tokens(request)
        self._answer = ANSWER_TOKENS
        self._held: Hold | None = None
        self._blind = False
        self._caps: Caps | None = None
        self.refused: str | None = None
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

    def begin(self) -> bool:
        """Reserve what the question and a short answer cost; False when a budget has no room for it."""
        try:
            return self._take()
        except AppError:
            with suppress(AppError):
                self._ports.spending.record(self._hold, Counts())
            raise

    def covers(self, characters: int) -> bool:
        """Whether an answer of that length is paid for; more is reserved when it is not, each time twice as much."""
        while characters > self._answer * CHARACTERS_A_TOKEN:
            self._answer *= 2
            self._hold = self._priced()
            if self._hold != self._held and not self._more():
                return False
        return True

    def record(self, usage: Usage | None) -> Callable[[], None]:
        """The call is over; None: it cost nothing. Recorded while the loop goes on: what is returned waits for it."""
        ports, hold = self._ports, self._hold
        return ports.in_background(lambda: record_spend(hold, usage, ports=ports))

    def _more(self) -> bool:
        """A ledger that does not answer now cuts no answer: what it costs in the end is recorded all the same."""
        try:
            return self._blind or self._take()
        except AppError:
            self._blind = True
            return True

    def _take(self) -> bool:
        ports = self._ports
        caps = self._caps = self._caps or self._read_caps()
        try:
            cap: Cap | None = ports.spending.reserve(self._hold, caps, before=self._held)
        except Conflict as error:
            raise Fenced("The run was brought to its end, and its calls were recorded.") from error
        if cap is not None:
            self.refused = budget_words(cap, caps, unpriced=self._hold.unpriced)
            return False
        self._held = self._hold
        return True

    def _read_caps(self) -> Caps:
        """Once a call: what an administrator lowers meanwhile holds from the next one on."""
        ports = self._ports
        return tenant_caps(self._hold.tenant_id, spending=ports.spending, limits=ports.limits)

    def _priced(self) -> Hold:
        """The hold with what the question and the answer so far use: money, or tokens where there is no price."""
        usage = Usage(input_tokens=self._asked, output_tokens=self._answer)
        price = self._ports.price(self._hold.model, usage)
        amounts = {"tokens": usage.total_tokens} if price is None else {"amount": micro(price)}
        return self._hold.model_copy(update=amounts)
