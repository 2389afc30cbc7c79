"""The catalog's packages as modules for draft pages: where they lie in the data bucket."""

import hashlib

FORM = "b7a3"
"""Changes with the program that bundles them; a test holds it against that program."""
INDEX, ARCHIVE = "index.json", "files.zip"


def packages_digest(lock: str) -> str:
    """Names the bundled packages of one lockfile of the catalog."""
    return hashlib.sha256(f"{FORM}\n{lock}".encode()).hexdigest()[:24]


def packages_key(lock: str, name: str) -> str:
    """The key of the index, which is stored last, or of the archive."""
    return f"packages/{packages_digest(lock)}/{name}"
