"""Which model an app's runs use, and what a person may choose."""

from shared.domain.app import App, AppSettings, ModelMode
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import FeatureDisabled, Invalid
from shared.domain.models import Models

MODE: ModelMode = "auto"
"""The mode that runs use. The others of `settings.models` have no effect, so they are not accepted."""


def check_models(settings: AppSettings, stored: AppSettings, models: Models) -> None:
    """Invalid when the settings name a mode without effect, or a model that the deployment does not offer.

    What is stored already may stay, so that a name that left the list, or a mode of an older release, keeps nobody from
    changing something else; no run uses it.
    """
    for mode, name in settings.models.items():
        if stored.models.get(mode) == name:
            continue
        path = f"settings.models.{mode}"
        if mode != MODE:
            raise _refusal(f"The mode {mode} has no effect; only {MODE} is used.", path, "MODE_UNUSED", models)
        if models.find(name) is None:
            raise _not_listed("This model is not offered here.", path, models)


def choose_model(app: App, default: str, models: Models) -> str:
    """The model of the app's next run. Invalid when it is no longer offered: another is never taken silently."""
    name = app.settings.models.get(MODE)
    if name is None or name == default:
        if not default:
            raise FeatureDisabled("This deployment has no model yet; its operator names one.", flag="CHATBUILDER_MODEL")
        return default
    if models.find(name) is None:
        message = "The model that this app's settings name is not offered any more. Choose another, or none."
        raise _not_listed(message, f"settings.models.{MODE}", models)
    return name


def _not_listed(message: str, path: str, models: Models) -> Invalid:
    return _refusal(message, path, "MODEL_NOT_LISTED", models)


def _refusal(message: str, path: str, code: str, models: Models) -> Invalid:
    names = list(models.entries)
    hint = f"Models: {', '.join(names)}." if names else "This deployment offers no choice of models."
    found = Diagnostic(code=code, message=message, path=path, hint=hint)
    return Invalid(message, diagnostics=[found], models=names)
