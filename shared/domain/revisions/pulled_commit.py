"""A commit of others that a revision has in it."""

from shared.domain.base import Entity


class PulledCommit(Entity):
    """`tree` is what it was merged as: its files as a project has them, before they were merged with the app's own."""

    commit: str
    tree: str
