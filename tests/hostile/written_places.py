"""Every place where text of models, visitors or strangers enters a format with structure, and the tests that try it.

docs/security.md has the same places in words. `sources` are the files that write the format; a new file that does so
fails test_written_places.py until it stands here or in `PLAIN`.
"""

from typing import NamedTuple


class Place(NamedTuple):
    """One format: the files that write it, and the tests that try hostile values."""

    name: str
    sources: tuple[str, ...]
    tests: tuple[str, ...]


PLACES = (
    Place("mails of a series", ("shared/domain/delivery/mail.py",), ("tests/shared/domain/delivery/test_mail.py",)),
    Place("commit objects", ("shared/domain/delivery/commit.py", "shared/domain/revisions/message.py"), (
        "tests/hostile/test_written_places.py", "tests/shared/domain/revisions/test_message.py",
        "tests/functions/api/delivery/test_git.py",
    )),
    Place("zip archives", ("shared/domain/delivery/zip_export.py", "shared/domain/imports/zip_reading.py"), (
        "tests/hostile/test_written_places.py", "tests/shared/domain/imports/test_zip_reading.py",
    )),
    Place("pull requests (Markdown)", ("shared/domain/delivery/proposal.py",), (
        "tests/hostile/test_written_places.py",
    )),
    Place("server-sent events", ("functions/api/http/sse.py",), ("tests/hostile/test_written_places.py",)),
    Place("log lines", ("shared/runtime/observability.py",), (
        "tests/functions/test_log_lines.py", "tests/shared/runtime/test_observability.py",
    )),
    Place("metrics (EMF)", ("shared/runtime/emf.py",), ("tests/shared/runtime/test_emf.py",)),
    Place("HTTP headers", (
        "functions/api/delivery/routes.py", "functions/api/publishing/public.py", "functions/api/http/problems.py",
        "functions/api/http/operation.py", "shared/domain/access/challenges.py", "local/emulator/gate.py",
    ), (
        "tests/functions/api/http/test_hostile_requests.py", "tests/functions/api/http/test_security_headers.py",
        "tests/hostile/test_raw_http.py",
    )),
    Place("HTML pages", (
        "functions/api/reference.py", "shared/services/publishing/previews/inject_reporter.py",
        "local/offline_model/words.py", "local/openai_server/server.py", "functions/api/publishing/page_policy.py",
    ), (
        "tests/functions/api/openapi/test_reference_page.py", "tests/e2e/test_origins.py",
        "tests/functions/api/publishing/test_confined_pages.py",
    )),
    Place("blocks of a prompt", ("shared/domain/untrusted.py",), (
        "tests/hostile/test_injection_carriers.py", "tests/shared/domain/test_untrusted.py",
    )),
    Place("arguments of processes", (
        "shared/tools/db_query.py", "worker/npm.py", "worker/sandbox/bubblewrap.py", "worker/sandbox/process.py",
        "worker/sandbox/watch.py",
    ), (
        "tests/shared/tools/test_db_query.py", "tests/shared/domain/builds/test_commands.py",
        "tests/worker/test_hostile_config.py",
    )),
)  # fmt: skip
PLAIN = frozenset({
    "infra/build_layers.py", "infra/build_toolchain.py", "infra/bytecode.py", "infra/constructs/gateway_responses.py",
    "infra/deploy.py", "infra/upload_toolchain.py", "local/boot/deploy.py", "local/boot/synth.py",
    "local/emulator/emulator.py", "local/stack.py", "local/studio_dev.py", "shared/adapters/s3/zipped_packages.py",
    "worker/transfer.py", "local/front/gateway_headers.py", "local/offline_model/evaluator.py",
})  # fmt: skip
"""Files that write such a format of the operator's own values alone, or only read it."""
