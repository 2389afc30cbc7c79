"""What waits for a person: the table of autonomy modes."""

from typing import Literal, assert_never

from shared.domain.apps.app import AutonomyMode

Effect = Literal["read", "check", "write", "command", "unlisted_command", "outside", "finish", "unproven"]
"""What a call does: looks, checks or builds, edits the candidate, acts outside it, acts outside the allowlist, sends
words to a host nobody has allowed or after strangers' text was read, ends, ends with checks that fail.
"""
_ALWAYS: frozenset[Effect] = frozenset({"unlisted_command", "outside"})


def waits_for_person(mode: AutonomyMode, effect: Effect) -> bool:
    """Whether a call with this effect waits. What leaves an allowlist waits in every mode."""
    match mode:
        case "off" | "full_auto":
            return effect in _ALWAYS
        case "semi_auto":
            return effect in ("write", "unproven") or effect in _ALWAYS
        case "suggest":
            return effect in ("write", "command", "unproven") or effect in _ALWAYS
    assert_never(mode)
