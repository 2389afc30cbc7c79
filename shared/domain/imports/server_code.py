"""Code of a server beside an app's: an app here is static pages, so it stays out, with a word."""

import re
from collections.abc import Sequence

from shared.domain.diagnostics import Diagnostic
from shared.domain.tree.managed_paths import CODE, extension
from shared.domain.tree.path_characters import shown

SERVER_FOLDERS = frozenset({"server", "backend"})
_READ_MOST = 256 * 1024
_IMPORTS = re.compile(
    rb"""\b(?:from|import|require\()\s{0,9}["'](?:express|fastify|koa|hapi|@hapi/hapi|@nestjs/core|pg|mysql2|mongoose|mongodb"""
    rb"""|better-sqlite3|@prisma/client|@neondatabase/serverless|drizzle-orm/(?:node-postgres|neon-http|neon-serverless"""
    rb"""|mysql2|better-sqlite3|libsql)|node:[a-z_/]{2,30}|fs|fs/promises|http|https|net|child_process)["']"""
)
_NAMED_MOST = 10


def is_server_code(path: str, content: bytes) -> bool:
    """By its folder, or by the packages that it imports."""
    if extension(path) not in CODE:
        return False
    return path.partition("/")[0] in SERVER_FOLDERS or _IMPORTS.search(content[:_READ_MOST]) is not None


def server_left_out(paths: Sequence[str], count: int = 0) -> Diagnostic:
    """`paths`: files, or folders with a slash; `count`: how many files they are."""
    names = ", ".join(shown(path) for path in sorted(paths)[:_NAMED_MOST])
    more = f" and {len(paths) - _NAMED_MOST} more" if len(paths) > _NAMED_MOST else ""
    files = f" ({count:,} file{'s' if count > 1 else ''})" if count else ""
    return Diagnostic(
        severity="warning",
        code="SERVER_LEFT_OUT",
        message=f"Code of a server was left out: {names}{more}{files}. An app here is static pages.",
        path=min(paths),
        hint="Run the server elsewhere and let the pages call its address, or ask the agent to do without it.",
    )
