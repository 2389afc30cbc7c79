"""What attackers tried against this product, and the tests that try at least as much on every change.

A test is named by its file or by `file::function`; `each` is how many attempts one of its cases makes.
The numbers of attempts are those of the review of 2026-11-22; docs/security.md says what it did not try.
"""

from typing import NamedTuple


class Tests(NamedTuple):
    """Cases of a file or a function."""

    name: str
    each: int = 1


class Area(NamedTuple):
    """One kind of attack, how often it was tried, and where it is tried now."""

    name: str
    tried: int
    tests: tuple[Tests, ...]


ROUTES = "tests/functions/api/test_every_route.py"
AREAS = (
    Area("another tenant's ids", 198, (
        Tests(f"{ROUTES}::test_another_tenants_things_are_not_found", 2),
        Tests("tests/functions/api/test_mixed_tenants.py"),
        Tests("tests/hostile/test_foreign_ids.py::test_a_tool_finds_nothing_of_another_tenant"),
    )),
    Area("cursors, limits, places in a stream", 25, (
        Tests("tests/hostile/test_cursors.py"),
    )),
    Area("scopes", 321, (
        Tests(f"{ROUTES}::test_all_other_scopes_together_are_not_the_right_one"),
        Tests("tests/hostile/test_scopes.py"),
    )),
    Area("forged bearer tokens", 22, (
        Tests("tests/shared/adapters/identity/test_oidc.py"), Tests("tests/shared/adapters/identity/test_oidc_keys.py"),
        Tests(f"{ROUTES}::test_without_a_good_token_the_answer_is_401", 5),
    )),
    Area("forged preview tokens", 18, (
        Tests("tests/shared/adapters/identity/test_jwt_previews.py"),
        Tests("tests/functions/api/publishing/test_preview_cookies.py"),
        Tests("tests/hostile/test_report_nonce.py"),
    )),
    Area("Idempotency-Key", 15, (Tests("tests/contracts/test_idempotency_store.py"),)),
    Area("uploads", 4, (Tests("tests/functions/api/apps/test_imports.py"),)),
    Area("zip archives", 53, (
        Tests("tests/shared/domain/imports/test_zip_reading.py"),
        Tests("tests/shared/adapters/s3/test_snapshot_archive.py"),
    )),
    Area("addresses and headers of api_request", 79, (
        Tests("tests/shared/domain/agent/test_outgoing.py"), Tests("tests/shared/tools/test_api_request.py"),
    )),
    Area("reads by the fast gate", 60, (Tests("tests/hostile/test_compile_reads.py"),)),
    Area("the sandbox", 60, (Tests("tests/worker/sandbox"), Tests("tests/worker/test_hostile_config.py"))),
    Area("db_query", 42, (Tests("tests/shared/tools/test_db_query.py"),)),
    Area("hosts of apps and previews", 30, (
        Tests("tests/infra/test_host_router.py"), Tests("tests/hostile/test_hosts.py"),
    )),
    Area("raw HTTP", 40, (Tests("tests/hostile/test_raw_http.py"),)),
    Area("settings, slugs, budgets, messages", 60, (
        Tests("tests/hostile/test_settings.py"), Tests("tests/hostile/test_small_doors.py"),
    )),
    Area("a preview's page in a browser", 8, (
        Tests("tests/e2e/test_origins.py"), Tests("tests/hostile/test_open_doors.py"),
    )),
    Area("secrets and words in logs", 2, (
        Tests("tests/functions/test_log_lines.py"), Tests("tests/functions/api/http/test_stream_logs.py"),
    )),
    Area("models and their prices", 7, (Tests("tests/hostile/test_models.py"),)),
    Area("requests that never end", 6, (
        Tests("tests/hostile/test_bounded_work.py"), Tests("tests/hostile/test_bounded_answers.py"),
    )),
    Area("words that the model reads", 13, (Tests("tests/hostile/test_injection.py"),)),
    # what that review could not try
    Area("live rate limits", 1, (Tests("tests/hostile/test_rate_limits.py"),)),
    Area("a race for the budget", 1, (Tests("tests/hostile/test_budget_race.py"),)),
    Area("path mode", 1, (Tests("tests/hostile/test_path_mode.py"),)),
)  # fmt: skip
