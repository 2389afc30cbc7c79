"""Settings that carry limits."""

from shared.domain.limits import DEFAULT_LIMITS
from shared.runtime.settings import Settings


def test_rates_keep_their_defaults_unless_they_are_set() -> None:
    assert Settings.from_env({}).limits() == DEFAULT_LIMITS
    limits = Settings.from_env({"RATE_LIMITS": "chat=3,tenant=0,nonsense=9,run_tokens=1"}).limits()
    assert (limits.rate_chat, limits.rate_tenant, limits.rate_tools) == (3, 1, 60)
    assert limits.run_tokens == DEFAULT_LIMITS.run_tokens
