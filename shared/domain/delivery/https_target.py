"""Addresses of repositories and forges: https on the public Internet, nothing else."""

from collections.abc import Collection

from shared.domain.agent.outgoing import Target, target_of
from shared.domain.delivery.git_errors import GitAddressRefused
from shared.domain.errors import Invalid


def https_target(url: str, ports: Collection[int]) -> Target:
    """The address taken apart; GitAddressRefused when it is none that may be asked."""
    try:
        target = target_of(url, ports)
    except Invalid as error:
        raise GitAddressRefused(error.message) from None
    if target.scheme != "https" or target.is_inside:
        raise GitAddressRefused("Only https addresses on the public Internet may be asked.")
    return target
