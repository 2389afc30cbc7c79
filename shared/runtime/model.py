"""The model of this deployment, over the settings."""

from shared.adapters import aws_clients
from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.settings import OPENAI_BASE_URL, ModelSettings
from shared.adapters.secrets import Secrets
from shared.runtime.settings import Settings
from shared.services.assets.load_models import load_models


def open_model(settings: Settings) -> OpenAIModel:
    """With its key read; nothing is asked of the model before the first call."""
    key = Secrets(aws_clients.secretsmanager).resolve(settings.openai_api_key, settings.openai_api_key_arn)
    base_url = settings.openai_base_url or OPENAI_BASE_URL
    models = load_models(settings.models, settings.model, is_deployment=bool(settings.deployment))
    choices = {name: entry.profile for name, entry in models.entries.items() if entry.profile}
    return OpenAIModel(ModelSettings(api_key=key, base_url=base_url, wire=settings.model_wire), choices=choices)
