"""What a worker is asked to do with a tree."""

from shared.domain.base import Entity
from shared.domain.worker_contract import JobTask
from shared.domain.worker_page import PageSpec


class WorkerTask(Entity):
    """`command` is the words of a command, or the paths and options of a test run; `page` is what a browser opens."""

    task: JobTask = "build"
    command: list[str] = []
    page: PageSpec = PageSpec()


BUILD = WorkerTask()
