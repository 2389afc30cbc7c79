"""What a worker is asked to do with a tree."""

from shared.domain.base import Entity
from shared.domain.builds.worker_contract import Check, Task
from shared.domain.builds.worker_page import PageSpec


class WorkerTask(Entity):
    """`command` is the words of a command, or the paths and options of a test run; `page` is what a browser opens.

    `checks` are done during a build; `left_out` says why others are not. `base`: the tree that a run began with, for
    comparison, so that no one is notified of it. `original`: the tree of an imported project as it came, whose page
    this one is compared with.
    """

    task: Task = "build"
    command: list[str] = []
    page: PageSpec = PageSpec()
    checks: list[Check] = []
    left_out: dict[Check, str] = {}
    base: bool = False
    original: str = ""


BUILD = WorkerTask()
