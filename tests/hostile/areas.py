"""What attackers tried against this product, and the tests that try at least as much on every change.

A test is named by its file or by `file::function`; `each` is how many attempts one of its cases makes.
The numbers of attempts are those of the review of 2026-11-22 and, where it says so, of 2026-11-29; docs/security.md
says what they did not try.
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
    Area("instructions in what a project remembers", 30, (
        Tests("tests/hostile/test_injection_carriers.py::test_what_is_planted_reaches_no_goal"),
    )),
    Area("instructions in reports of pages, builds and tests", 30, (
        Tests("tests/hostile/test_injection_carriers.py::test_what_is_planted_closes_no_block_of_the_prompt", 2),
        Tests("tests/hostile/test_injection_carriers.py::test_each_line_of_a_browsers_report_is_marked_as_data"),
    )),
    Area("documents as strangers' text", 12, (Tests("tests/hostile/test_injection_documents.py"),)),
    Area("mails that say more than the revision", 4, (
        Tests("tests/shared/domain/delivery/test_mail.py"), Tests("tests/functions/api/delivery/test_git.py"),
    )),
    # what that review could not try
    Area("live rate limits", 1, (Tests("tests/hostile/test_rate_limits.py"),)),
    Area("a race for the budget", 1, (
        Tests("tests/hostile/test_budget_race.py"), Tests("tests/hostile/test_deaths.py"),
    )),
    # tried on 2026-11-29
    Area("path mode", 330, (Tests("tests/hostile/test_path_mode.py"),)),
    Area("names that change their address", 220, (Tests("tests/hostile/test_dns_rebinding.py"),)),
    Area("pictures of pages and of people", 100, (Tests("tests/hostile/test_pictures.py"),)),
    Area("budgets of the autopilot", 90, (
        Tests("tests/hostile/test_autopilot_budgets.py"), Tests("tests/hostile/test_pool_interleavings.py"),
    )),
    Area("a hostile registry of packages", 90, (
        Tests("tests/shared/services/builds/additions/test_hostile_registry.py"),
        Tests("tests/worker/test_hostile_archives.py"),
    )),
    Area("push and pull requests against a hostile forge", 190, (
        Tests("tests/functions/api/delivery/test_hostile_forge.py"),
        Tests("tests/functions/api/delivery/test_hostile_push.py"),
    )),
    Area("types that cost a checker as much as they can", 41, (Tests("tests/worker/test_hostile_types.py"),)),
    # in a browser, by strangers' pages and texts
    Area("Markdown of a model", 48, (
        Tests("tests/e2e/test_studio_hostile_texts.py::test_markdown_of_a_model_runs_and_fetches_nothing", 48),
    )),
    Area("a preview's page against the Studio", 99, (
        Tests("tests/e2e/test_studio_hostile_preview.py::test_a_hostile_page_reaches_nothing_of_the_studio", 99),
    )),
    Area("files in the editor", 36, (
        Tests("tests/e2e/test_studio_hostile_texts.py::test_the_editor_opens_every_file_and_stays_usable", 36),
    )),
)  # fmt: skip
