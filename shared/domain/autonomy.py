"""What waits for a person: the table of autonomy modes."""

from typing import Literal, assert_never

from shared.domain.app import AutonomyMode

Effect = Literal["read", "check", "write", "command", "unlisted_command", "finish"]
"""What a call does: looks, checks or builds, edits the candidate, acts outside it, acts outside the allowlist, ends."""


def waits_for_person(mode: AutonomyMode, effect: Effect) -> bool:
    """Whether a call with this effect waits. A command that is not on the allowlist waits in every mode."""
    match mode:
        case "off" | "full_auto":
            return effect == "unlisted_command"
        case "semi_auto":
            return effect in ("write", "unlisted_command")
        case "suggest":
            return effect in ("write", "command", "unlisted_command")
    assert_never(mode)
