"""Git's names of things, for diffs that git itself can check. Nothing secret is hashed here."""

import hashlib

NO_BLOB = "0" * 40


def blob_id(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
