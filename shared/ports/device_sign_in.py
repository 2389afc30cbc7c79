"""Where a person agrees with a forge that the product may push."""

from typing import Protocol

from shared.domain.delivery.device_code import DeviceAnswer, DeviceCode


class DeviceSignIn(Protocol):
    """One errand of bounded time. Both: GitUnavailable for a forge that does not answer as one, GitRateLimited."""

    def start(self) -> DeviceCode:
        """A new code."""

    def poll(self, code: str) -> DeviceAnswer:
        """Whether the person has agreed. GitDenied when not, GitCodeExpired when it is too late."""
