"""The feature flags of a deployment."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Switches:
    """The feature flags of CONTRACTS, all on by default."""

    model_patch_generation: bool = True
    agentic_loop: bool = True
    worker_build_gate: bool = True
    build_automation: bool = True
    targeted_tests: bool = True
    browser: bool = True


FLAGS: Mapping[str, str] = {
    "model_patch_generation": "BUILDER_MODEL_PATCH_GENERATION_ENABLED",
    "agentic_loop": "BUILDER_AGENTIC_LOOP_ENABLED",
    "worker_build_gate": "APPS_BUILDER_WORKER_BUILD_GATE_ENABLED",
    "build_automation": "APPS_BUILDER_BUILD_AUTOMATION_ENABLED",
    "targeted_tests": "APPS_BUILDER_TARGETED_TESTS_ENABLED",
    "browser": "APPS_BUILDER_BROWSER_ENABLED",
}
"""By switch: the variable of the environment that sets it."""
