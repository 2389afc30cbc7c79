"""What the routes are given: ports wired once by the composition root, or fakes by the tests."""

from collections.abc import Callable
from dataclasses import dataclass, field

from functions.api.http.viewing import Pace
from functions.api.sessions.feed_polls import Polls
from shared.ports.access import ApiKeyStore, RateLimiter
from shared.ports.connection_tests import ConnectionTestStore
from shared.ports.git import GitPort
from shared.ports.happenings import HappeningLog
from shared.ports.model import Embedder
from shared.ports.requests import IdempotencyStore, Identity
from shared.services.access.read_config import SignInPlace
from shared.services.access.take_turns import Turns
from shared.services.access.watch_streams import OpenStreams
from shared.services.delivery.git_ports import GitPorts
from shared.services.planning.ingest.jobs import JobEngine
from shared.services.ports_bundle import Ports


@dataclass(frozen=True, kw_only=True)
class Container:
    """One per process."""

    ports: Ports
    identity: Identity
    api_keys: ApiKeyStore
    connection_tests: Callable[[], ConnectionTestStore]
    idempotency: IdempotencyStore
    sealed_answers: IdempotencyStore
    rates: RateLimiter
    default_model: str
    version: str
    streams: OpenStreams
    turns: Turns
    happenings: HappeningLog
    git: Callable[[], GitPort]
    git_out: GitPorts
    sign_in: SignInPlace = SignInPlace()
    embedder: Callable[[], Embedder] | None = None
    poll_seconds: float = 0.2
    pace: Pace = Pace()
    polls: Polls = field(default_factory=Polls)
    cors_origins: tuple[str, ...] = ()
    studio_origins: tuple[str, ...] = ()

    @property
    def jobs(self) -> JobEngine:
        """What works at a plan."""
        return JobEngine(self.ports.workflows, self.default_model)
