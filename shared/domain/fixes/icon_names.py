"""The icon that a wrong name means, when that is clear."""

import re
from collections.abc import Collection, Mapping

_RENAMES: Mapping[str, str | None] = {
    "AlertIcon": "CircleAlert", "ArrowPath": "RefreshCw", "Bars3": "Menu", "Bars": "Menu", "Basket": "ShoppingBasket",
    "Cart": "ShoppingCart", "ChatBubble": "MessageCircle", "Checkmark": "Check", "Close": "X", "Cross": "X",
    "Dashboard": "LayoutDashboard", "DotsHorizontal": "Ellipsis", "DotsVertical": "EllipsisVertical",
    "Dots": "Ellipsis", "Email": "Mail", "Envelope": "Mail", "Gear": "Settings", "Hamburger": "Menu",
    "HamburgerMenu": "Menu", "Like": "ThumbsUp", "Location": "MapPin", "Logout": "LogOut", "Login": "LogIn",
    "MagnifyingGlass": "Search", "Money": "DollarSign", "Notification": "Bell", "Notifications": "Bell",
    "Photo": "Image", "Refresh": "RefreshCw", "Reload": "RefreshCw", "SignIn": "LogIn", "SignOut": "LogOut",
    "SortAsc": "ArrowUpNarrowWide", "SortDesc": "ArrowDownWideNarrow", "Spinner": "LoaderCircle",
    "Speedometer": "Gauge", "TrashCan": "Trash2", "TrendDown": "TrendingDown", "TrendUp": "TrendingUp",
    "Warning": "TriangleAlert", "XMark": "X",
    "Chrome": None, "Codepen": None, "Codesandbox": None, "Dribbble": None, "Facebook": None, "Figma": None,
    "Framer": None, "Github": None, "GitHub": None, "Gitlab": None, "Instagram": None, "Linkedin": None,
    "LinkedIn": None, "Pocket": None, "Slack": None, "Trello": None, "Twitch": None, "Twitter": None, "Youtube": None,
    "YouTube": None,
}  # fmt: skip
"""Names of other sets and of common speech; None for brands, which nothing stands in for."""
_WORD = re.compile(r"[A-Z][a-z]*|[a-z]+|\d+")
_LEAST = 5
_LONG = 9


def is_known(name: str, known: Collection[str]) -> bool:
    """Whether the package has the name, in any of its forms."""
    return any(form in known for form in (name, *_bare_forms(name)))


def nearest_icon(name: str, known: Collection[str]) -> str | None:
    """The one name of `known` that is meant: a known rename, the same letters or words, else the nearest spelling."""
    for form in (name, *_bare_forms(name)):
        if form in _RENAMES:
            renamed = _RENAMES[form]
            return renamed if renamed in known else None
    bare = _bare_forms(name)[0] if _bare_forms(name) else name
    icons = [each for each in known if each[:1].isupper()]
    for alike in (_same_letters(bare, icons), _same_words(bare, icons), _nearest(bare, icons)):
        if alike:
            return alike[0] if len(alike) == 1 else None
    return None


def _bare_forms(name: str) -> list[str]:
    forms = [name.removesuffix("Icon"), name.removeprefix("Lucide")]
    return [form for form in forms if form and form != name]


def _same_letters(name: str, icons: list[str]) -> list[str]:
    return [icon for icon in icons if icon.lower() == name.replace("_", "").lower()]


def _same_words(name: str, icons: list[str]) -> list[str]:
    words = sorted(_WORD.findall(name))
    return [icon for icon in icons if sorted(_WORD.findall(icon)) == words] if len(words) > 1 else []


def _nearest(name: str, icons: list[str]) -> list[str]:
    """All that are as near as the nearest; one slip in a name of five letters, two in one of nine."""
    most = 2 if len(name) >= _LONG else 1
    if not _LEAST <= len(name) <= 60:
        return []
    near = [icon for icon in icons if icon[0] == name[0] and abs(len(icon) - len(name)) <= most]
    found = [(slips(name, icon), icon) for icon in near]
    best = min((count for count, _ in found), default=most + 1)
    return [icon for count, icon in found if count == best] if best <= most else []


def slips(left: str, right: str) -> int:
    """How many letters are wrong, missing, too many or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        after = [i]
        for j, b in enumerate(right, 1):
            cost = min(row[j] + 1, after[-1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            after.append(cost)
        before, row = row, after
    return row[-1]
