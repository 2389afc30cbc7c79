"""Texts, and their lines as git counts them: only LF ends a line, and the last may lack it."""

from collections.abc import Sequence


def decoded(content: bytes) -> str | None:
    """As UTF-8; None for what is none."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


def split_lines(text: str) -> list[str]:
    """The lines of `text` with their LF; joined they are `text` again."""
    lines = [line + "\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def common_head(before: Sequence[str], after: Sequence[str]) -> int:
    """How many items the two share at their beginning."""
    count = 0
    for left, right in zip(before, after, strict=False):
        if left != right:
            break
        count += 1
    return count


def common_tail(before: Sequence[str], after: Sequence[str], most: int) -> int:
    """How many items, at most `most`, the two share at their end."""
    count = 0
    while count < most and before[-1 - count] == after[-1 - count]:
        count += 1
    return count
