"""Every limit in one place. Settings may lower or raise them."""

from pydantic import BaseModel, Field


class Limits(BaseModel, frozen=True):
    """Defaults of CONTRACTS; sizes in bytes, times in seconds, money in US dollars, `rate_*` in requests a minute
    (`rate_at_once`: costly requests of one kind that a tenant has running at once), `streams_*` in streams open at the
    same time (`streams_run`: of one run by one person).

    `phase_dollars` and `night_dollars` are what the autopilot of a project may spend unless its person says otherwise.
    A budget of None is no cap; of 0 nothing that costs money may be started. Those of tokens are for models without a
    price, in place of dollars; `build_seconds_*` are for all builds of a tenant together.
    """

    operations: int = 100
    text_file_bytes: int = 256 * 1024
    binary_file_bytes: int = 1024 * 1024
    files: int = 400
    project_bytes: int = 5 * 1024 * 1024
    path_chars: int = 200
    path_levels: int = 12
    dist_bytes: int = 50 * 1024 * 1024
    dist_files: int = 2000
    worker_seconds: int = 120
    worker_command_seconds: int = 60
    worker_memory_bytes: int = 2 * 1024**3
    worker_processes: int = 256
    worker_output_bytes: int = 1_000_000
    screenshot_bytes: int = 1024 * 1024
    message_bytes: int = 32 * 1024
    body_bytes: int = 4 * 1024 * 1024
    upload_bytes: int = 20 * 1024 * 1024
    run_model_calls: int = Field(default=60, ge=1)
    run_tokens: int = Field(default=1_500_000, ge=1)
    run_dollars: float = Field(default=4.0, gt=0)
    run_seconds: int = Field(default=3600, ge=1)
    phase_dollars: float = Field(default=20.0, ge=0)
    night_dollars: float = Field(default=10.0, ge=0)
    preview_token_seconds: int = 1800
    idempotency_seconds: int = 86_400
    deleted_app_seconds: int = 7 * 86_400
    event_ttl_seconds: int = 30 * 86_400
    event_batch: int = 64
    fetch_seconds: float = 10
    fetch_bytes: int = 1024 * 1024
    fetch_redirects: int = 3
    fetch_ports: tuple[int, ...] = (80, 443)
    rate_tenant: int = Field(default=300, ge=1)
    rate_person: int = Field(default=60, ge=1)
    rate_chat: int = Field(default=10, ge=1)
    rate_tools: int = Field(default=60, ge=1)
    rate_at_once: int = Field(default=4, ge=1)
    streams_tenant: int = Field(default=50, ge=1)
    streams_person: int = Field(default=10, ge=1)
    streams_run: int = Field(default=3, ge=1)
    budget_day: float | None = Field(default=20.0, ge=0)
    budget_month: float | None = Field(default=200.0, ge=0)
    budget_day_tokens: int | None = Field(default=4_000_000, ge=0)
    budget_month_tokens: int | None = Field(default=40_000_000, ge=0)
    builds_at_once: int = Field(default=2, ge=1)
    build_seconds_day: int | None = Field(default=4 * 3600, ge=0)
    build_seconds_month: int | None = Field(default=40 * 3600, ge=0)


DEFAULT_LIMITS = Limits()
