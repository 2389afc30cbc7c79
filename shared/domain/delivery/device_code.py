"""A sign-in at a forge by a code that a person types there."""

from typing import NamedTuple


class DeviceCode(NamedTuple):
    """`user_code` is typed at `page` within `seconds`; `code` asks whether it was, every `interval` seconds."""

    code: str
    user_code: str
    page: str
    interval: int
    seconds: int


class DeviceAnswer(NamedTuple):
    """The token, once the person has agreed; until then how many seconds to wait, where that has changed."""

    token: str | None
    interval: int | None = None
