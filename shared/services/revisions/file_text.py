"""File contents as text, where they are text."""

from shared.domain.tree.managed_paths import is_binary_path


def as_text(path: str, content: bytes) -> str | None:
    """None for what is not text."""
    if is_binary_path(path):
        return None
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None
