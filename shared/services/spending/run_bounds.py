"""What one run may spend: the deployment's defaults, an app's own caps in their place, a message's below these."""

from collections.abc import Mapping

from shared.domain.apps.app import App, AppLimits, AppSettings
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Invalid
from shared.domain.limits import Limits
from shared.domain.runs.run_parts import Bounds

_CAPS = ("model_calls", "tokens", "dollars", "seconds")
_MOST = {"model_calls": 200, "tokens": 10_000_000, "dollars": 1_000.0, "seconds": 7_200}
"""What an app may ask for where no budget of its tenant is lower; see `AppLimits`."""


def check_limits(settings: AppSettings, stored: AppSettings, limits: Limits) -> None:
    """Invalid `LIMIT_TOO_HIGH` for a cap above what the tenant may spend: it would have no effect.

    What is stored already may stay, so that a budget that was lowered keeps nobody from changing something else.
    """
    for cap in _CAPS:
        wanted, most = _own(settings.limits, cap), _most(limits, cap)
        if wanted is not None and wanted > most and wanted != _own(stored.limits, cap):
            path = f"settings.limits.run_{cap}"
            raise _too_high(
                f"A run may have at most {_words(cap, most)} here.", path, "LIMIT_TOO_HIGH", _words(cap, most)
            )


def check_asked(app: App, asked: Mapping[str, float | None], limits: Limits) -> None:
    """Invalid `BUDGET_TOO_HIGH` for a message that asks for more than its app's runs may spend."""
    caps = caps_of_app(app, limits).model_dump()
    for cap in _CAPS:
        wanted = asked.get(cap)
        if wanted is not None and wanted > caps[cap]:
            most = _words(cap, caps[cap])
            said = f"A run of this app may have at most {most}. Ask for less, or raise `settings.limits.run_{cap}`."
            raise _too_high(said, f"budget.{cap}", "BUDGET_TOO_HIGH", most)


def caps_of_app(app: App, limits: Limits) -> Bounds:
    """The caps of the app's runs: its own, up to what its tenant may spend, else the deployment's."""
    chosen = {cap: _own(app.settings.limits, cap) for cap in _CAPS}
    caps = {
        cap: getattr(limits, f"run_{cap}") if own is None else min(own, _most(limits, cap))
        for cap, own in chosen.items()
    }
    return Bounds.model_validate(caps)


def bounds_of(app: App, asked: Mapping[str, float | None], limits: Limits) -> Bounds:
    """The caps of one run: the app's, or what is asked for where that is lower."""
    caps = caps_of_app(app, limits).model_dump()
    lower = {cap: min(most, wanted) for cap, most in caps.items() if (wanted := asked.get(cap)) is not None}
    return Bounds.model_validate(caps | lower)


def _own(limits: AppLimits, cap: str) -> float | None:
    found: float | None = getattr(limits, f"run_{cap}")
    return found


def _most(limits: Limits, cap: str) -> float:
    """The tenant's budget of a day or a month, but no less than a run has by default."""
    budgets: dict[str, list[float | None]] = {
        "dollars": [limits.budget_day, limits.budget_month],
        "tokens": [limits.budget_day_tokens, limits.budget_month_tokens],
    }
    most = min([_MOST[cap], *(budget for budget in budgets.get(cap, []) if budget is not None)])
    return max(float(getattr(limits, f"run_{cap}")), most)


def _words(cap: str, most: float) -> str:
    return f"${most:,.2f}" if cap == "dollars" else f"{most:,.0f} {cap.replace('_', ' ')}"


def _too_high(message: str, path: str, code: str, most: str) -> Invalid:
    found = Diagnostic(code=code, message=message, path=path, hint=f"At most {most}.")
    return Invalid(message, diagnostics=[found])
