"""Which functions have a dead-letter queue, and what it is called: known to the stack and to the replay."""

ASYNCHRONOUS = ("worker_done", "run_ended", "sweeper")
"""Called by events. Everything else is called by somebody who waits for the answer, but for
a connection test: a lost one is shown as lost, and a person starts another."""


def queue_name(stack_name: str, function: str) -> str:
    """`ChatBuilder-run_ended-dead`."""
    return f"{stack_name}-{function}-dead"
