"""Characters that have no business in a path: invisible, reordering, or looking like `.`, `/`, `\\`, `:` and `%`."""

import unicodedata

_SEPARATOR_LOOKALIKES = frozenset(  # beside those that NFKC folds; letters of living scripts are left alone
    "\u2044\u2215\u2216\u29f5\u29f8\u29f9\u1735\u2571\u2572\u27cb\u27cd\u3033"
    "\u0701\u0702\u2024\u2025\u2026\u2219\u2e31\u2e33\ua4f8\ua4fa\ua60e"
    "\u0589\u05c3\u02d0\u02f8\u2236\ua789\ufe13\ufe30\ufe52\ufe55\ufe68"
)
_IGNORABLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
_MEANINGFUL = frozenset('./\\:%"<>|?*')
WINDOWS_RESERVED = frozenset('<>:"|?*')
_INVISIBLE_CATEGORIES = frozenset({"Cf", "Co", "Cn", "Zl", "Zp"})


def is_control(char: str) -> bool:
    """Control characters and lone surrogates: they cannot be shown, and some cannot be stored."""
    return unicodedata.category(char) in ("Cc", "Cs")


def is_invisible(char: str) -> bool:
    """Zero-width, bidirectional, private, unassigned, variation selectors, and spaces other than U+0020."""
    category = unicodedata.category(char)
    if category == "Zs":
        return char != " "
    return category in _INVISIBLE_CATEGORIES or char in _IGNORABLE or _is_variation_selector(ord(char))


def _is_variation_selector(code: int) -> bool:
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF


def is_lookalike(char: str) -> bool:
    """Not ASCII, yet read (or folded by NFKC) as a character that means something in a path."""
    if char.isascii():
        return False
    return char in _SEPARATOR_LOOKALIKES or not _MEANINGFUL.isdisjoint(unicodedata.normalize("NFKC", char))


def shown(raw: str, most: int = 200) -> str:
    """`raw` as it may be printed and stored anywhere: hidden characters escaped, long text cut."""
    cut = raw if len(raw) <= most else raw[:most] + "..."
    return "".join(_escaped(char) if is_control(char) or is_invisible(char) else char for char in cut)


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
