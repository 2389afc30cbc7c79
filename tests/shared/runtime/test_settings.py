"""Settings that carry limits."""

from shared.domain.limits import DEFAULT_LIMITS
from shared.runtime.settings import Settings


def test_rates_keep_their_defaults_unless_they_are_set() -> None:
    assert Settings.from_env({}).limits() == DEFAULT_LIMITS
    limits = Settings.from_env({"RATE_LIMITS": "chat=3,tenant=0,nonsense=9,run_tokens=1"}).limits()
    assert (limits.rate_chat, limits.rate_tenant, limits.rate_tools) == (3, 1, 60)
    assert limits.run_tokens == DEFAULT_LIMITS.run_tokens


def test_streams_keep_their_defaults_unless_they_are_set() -> None:
    limits = Settings.from_env({"STREAM_LIMITS": "person=3,run=0,chat=9"}).limits()
    assert (limits.streams_person, limits.streams_run, limits.streams_tenant) == (3, 1, 50)


def test_budgets_keep_their_defaults_unless_they_are_set() -> None:
    limits = Settings.from_env({"BUDGETS": "day=3.5,nonsense=9"}).limits()
    assert (limits.budget_day, limits.budget_month) == (3.5, DEFAULT_LIMITS.budget_month)
    limits = Settings.from_env({"BUDGETS": "month=none,day=0"}).limits()
    assert (limits.budget_day, limits.budget_month) == (0.0, None)
    assert Settings.from_env({"BUDGETS": "day=-1"}).limits().budget_day == 0.0
    limits = Settings.from_env({"BUDGETS": "day_tokens=5000,month_tokens=none"}).limits()
    assert (limits.budget_day_tokens, limits.budget_month_tokens) == (5_000, None)
    assert isinstance(limits.budget_day_tokens, int), "the ledger counts whole tokens"


def test_builds_are_limited_by_one_setting() -> None:
    def parsed(text: str) -> tuple[int, int | None, int | None]:
        limits = Settings.from_env({"BUILDS": text}).limits()
        return limits.builds_at_once, limits.build_seconds_day, limits.build_seconds_month

    assert parsed("") == parsed("nonsense=9") == (2, 14_400, 144_000)
    assert parsed("at_once=5,day=none,month=60") == (5, None, 60)
    assert parsed("at_once=0,day=-1") == (1, 0, 144_000)


def test_the_caps_of_a_run_are_set_by_one_setting() -> None:
    def parsed(text: str) -> tuple[int, int, float, int]:
        limits = Settings.from_env({"RUN_CAPS": text}).limits()
        return limits.run_model_calls, limits.run_tokens, limits.run_dollars, limits.run_seconds

    assert parsed("") == parsed("nonsense=9") == (60, 1_500_000, 4.0, 3_600)
    assert parsed("calls=90,tokens=5000000,dollars=7.5,seconds=60") == (90, 5_000_000, 7.5, 60)
    assert parsed("calls=0,dollars=0") == (1, 1_500_000, 0.01, 3_600)
