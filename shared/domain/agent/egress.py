"""What keeps a run's words inside: the hosts a person has allowed, and the strangers' text that a run has read."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

UntrustedSource = Literal["import", "report", "fetched", "document", "attachment"]
"""Text that no person of the tenant has written or approved: imported files, a page's report, a fetched answer, a
document (or what was made of it) that no one confirmed, a text that was attached to a message."""
Concern = Literal["host_not_allowed", "untrusted_text"]
"""Why a request waits for a person in every mode."""
SOURCES: tuple[UntrustedSource, ...] = get_args(UntrustedSource)


class Egress(NamedTuple):
    """What a workspace may send, and to whom: `hosts` as `host_key` writes them."""

    hosts: frozenset[str] = frozenset()
    untrusted: frozenset[UntrustedSource] = frozenset()

    def concerns(self, host: str) -> list[Concern]:
        """What a person must look at before a request to this host is sent; nothing when it may be sent at once."""
        found: list[Concern] = [] if host in self.hosts else ["host_not_allowed"]
        return [*found, *(("untrusted_text",) if self.untrusted else ())]

    @property
    def reachable_by_redirect(self) -> frozenset[str]:
        """Other hosts that an answer may lead to: none once the request was shown to a person as going to one."""
        return frozenset() if self.untrusted else self.hosts


def in_order(sources: Iterable[UntrustedSource]) -> list[UntrustedSource]:
    """Each once, always in the same order."""
    found = set(sources)
    return [source for source in SOURCES if source in found]
