"""Which model a run uses, and what a person may choose."""

from shared.domain.apps.app import App, AppSettings, ModelMode
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import FeatureDisabled, Invalid
from shared.domain.spending.models import Models

AUTO: ModelMode = "auto"


def check_models(settings: AppSettings, stored: AppSettings, models: Models) -> None:
    """Invalid when the settings name a model that the deployment does not offer, in whatever mode.

    What is stored already may stay, so that a name that left the list keeps nobody from changing something else; no
    run uses it.
    """
    for mode, name in settings.models.items():
        if stored.models.get(mode) != name and models.find(name) is None:
            raise _not_listed("This model is not offered here.", f"settings.models.{mode}", models)


def choose_model(app: App, default: str, models: Models, mode: ModelMode | None = None) -> str:
    """The model of the app's next run, in the mode that its message asks for; `auto` falls back to the default.

    Invalid for a mode that the app names no model for, and when its model is no longer offered: another is never taken
    silently.
    """
    name = app.settings.models.get(mode or AUTO)
    if name is None and mode not in (None, AUTO):
        message = f"This app names no model for the mode {mode}. Set settings.models.{mode}, or leave the mode out."
        raise _refusal(message, "mode", "MODE_NOT_SET", models)
    if name is None or name == default:
        if not default:
            raise FeatureDisabled("This deployment has no model yet; its operator names one.", flag="CHATBUILDER_MODEL")
        return default
    if models.find(name) is None:
        message = "The model that this app's settings name is not offered any more. Choose another, or none."
        raise _not_listed(message, f"settings.models.{mode or AUTO}", models)
    return name


def _not_listed(message: str, path: str, models: Models) -> Invalid:
    return _refusal(message, path, "MODEL_NOT_LISTED", models)


def _refusal(message: str, path: str, code: str, models: Models) -> Invalid:
    names = list(models.entries)
    hint = f"Models: {', '.join(names)}." if names else "This deployment offers no choice of models."
    found = Diagnostic(code=code, message=message, path=path, hint=hint)
    return Invalid(message, diagnostics=[found], models=names)
