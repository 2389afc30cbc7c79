"""What the document says of the API as a whole."""

from typing import Any

DESCRIPTION = """\
Chat, a real build, review, publish.

- **Errors** are `application/problem+json` (see `Problem`); branch on `code`. A method that a path does not know is
  answered 405 `METHOD_NOT_ALLOWED`. Bad input never changes anything.
- **Idempotency-Key** on any changing call: the same key and body get the same answer for 24 hours.
- **Lists** are newest first, `?limit=` at most 200; ask again with `?cursor=` set to `next_cursor`.
- **Streams** are server-sent events; resume one after the last `id:` with `Last-Event-ID` or `?after=`.
- Every answer has an `X-Request-Id`, yours if you sent one.
"""

TAGS: list[dict[str, str]] = [
    {"name": "health", "description": "Whether the API is up, what it is, and who is asking."},
    {"name": "API keys", "description": "Keys for programs: scopes, expiry, revoked at once."},
    {"name": "library", "description": "What an app can be made of: template packs, the catalog of packages, models."},
    {"name": "scaffolds", "description": "Features that are set up from data: a form, signing in, a map ..."},
    {"name": "imports", "description": "Projects brought in from elsewhere, and large inputs."},
    {"name": "apps", "description": "Apps: made, read, changed, deleted and brought back."},
    {"name": "revisions", "description": "Revisions: saved, read, compared, restored and built. None ever changes."},
    {"name": "changes", "description": "What was changed: taken back, brought back file by file, explained."},
    {"name": "chat", "description": "A message becomes a run; a run is read as a stream."},
    {"name": "runs", "description": "Runs step by step: answered, taken back, gone on with."},
    {"name": "autopilot", "description": "The manager: its plan, its ticks, started and paused; the dashboard."},
    {"name": "diffs", "description": "Diffs under review: decided by file and hunk, rebased, committed."},
    {"name": "publishing", "description": "What visitors see, and previews for people who hold a token."},
    {"name": "delivery", "description": "An app taken away: as a file, or by git."},
    {"name": "build results", "description": "The reverse channel: what happened where a project ran."},
    {"name": "sessions", "description": "Projects, sessions and messages: the first API's paths over the same apps."},
    {"name": "projects", "description": "What a project is meant to become, and its events."},
    {"name": "brain", "description": "What is known of a project: notes, decisions, memory."},
    {"name": "planning", "description": "From a specification to tasks: blueprints, plan nodes, what waits for what."},
    {"name": "events", "description": "What happens in the apps, numbered and resumable."},
    {"name": "tools", "description": "The agent's tools for people and programs."},
    {"name": "usage", "description": "What was used and what may still be spent."},
    {"name": "public", "description": "Without sign-in: what is published, and previews by token."},
]

SECURITY: dict[str, Any] = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of the deployment's issuer, or an API key (`cbk_...`). Each operation names the scope "
        "it needs; a token that says nothing of scopes is a person's and allows all.",
    }
}

IDEMPOTENCY: dict[str, Any] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same key and body get the same answer for 24 hours, and the work is done once.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
}

RUN_HEADERS = ("X-Run-Id", "X-Conversation-Id", "X-Last-Event-Id")
HEADERS: dict[str, Any] = {
    "Location": {"description": "Where it is.", "schema": {"type": "string"}},
    "RetryAfter": {"description": "Seconds to wait.", "schema": {"type": "string"}},
    "X-Run-Id": {"description": "The run that is told.", "schema": {"type": "string"}},
    "X-Conversation-Id": {"description": "Its conversation.", "schema": {"type": "string"}},
    "X-Last-Event-Id": {"description": "Behind which event the stream begins.", "schema": {"type": "string"}},
}
