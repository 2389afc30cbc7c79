"""The API's composition root: the only place of this function where clients are made and the environment is read."""

from collections.abc import Callable
from functools import cache

from functions.api.container import Container
from shared.adapters import aws_clients
from shared.adapters.direct_http import DirectHttp, SystemResolver
from shared.adapters.dynamo.api_keys import DynamoApiKeyStore
from shared.adapters.dynamo.apps import DynamoOneOfApp
from shared.adapters.dynamo.idempotency import DynamoIdempotencyStore
from shared.adapters.dynamo.leases import DynamoStreamLeases
from shared.adapters.dynamo.rates import DynamoRateLimiter
from shared.adapters.dynamo.work_places import DynamoWorkPlaces
from shared.adapters.identity.aes_seals import AesSeals, SealedAnswers
from shared.adapters.identity.jwt_previews import REPORT, JwtPreviewTokens
from shared.adapters.lambdas import LambdaMessages
from shared.adapters.s3.zipped_packages import ZippedPackages
from shared.adapters.secrets import Secrets
from shared.domain.delivery.remote import GitConnection
from shared.ports.connection_tests import ConnectionTestStore
from shared.ports.git import AppSignIn, DeviceSignIn, Forge, GitPort, GitRemote
from shared.ports.model import Embedder
from shared.ports.outgoing import Outside
from shared.runtime import engine
from shared.runtime.identity import identity_from
from shared.runtime.loop import loop_ports
from shared.runtime.settings import Settings
from shared.runtime.stores import Stores, open_stores
from shared.services.access.read_config import SignInPlace
from shared.services.access.take_turns import Turns
from shared.services.access.watch_streams import OpenStreams
from shared.services.assets.load_catalog import load_ready_lock
from shared.services.assets.load_templates import load_templates
from shared.services.delivery.git_ports import GitPorts
from shared.services.loop_ports import LoopPorts
from shared.services.ports_bundle import Ports

VERSION = "0.1.0"
_MESSAGE_SECONDS = 22
"""How long a person waits for the model's commit message; the gateway waits 29."""
_PUSH_SECONDS, _FORGE_SECONDS = 20, 7
GIT_TOKENS = "chatbuilder git token"
"""What they are sealed as."""


def container_from(settings: Settings, git_outside: Outside | None = None) -> Container:
    """The real container that `settings` describes. Git goes out as everything does, unless told otherwise."""
    stores = open_stores(settings)
    api_keys = DynamoApiKeyStore(stores.table)
    secret = Secrets(aws_clients.secretsmanager).resolve(settings.preview_secret, settings.preview_secret_arn)
    loop = loop_ports(settings, stores)
    idempotency = DynamoIdempotencyStore(stores.table, stores.blobs, stores.clock)
    return Container(
        ports=_ports(settings, stores, loop, secret),
        identity=identity_from(settings, lambda: api_keys, stores.clock),
        api_keys=api_keys,
        connection_tests=lambda: _connection_tests(stores),
        idempotency=idempotency,
        embedder=_embedder(settings) if settings.embeddings_model else None,
        sealed_answers=SealedAnswers(idempotency, secret),
        rates=DynamoRateLimiter(stores.table, stores.clock),
        default_model=settings.model,
        version=VERSION,
        sign_in=SignInPlace(issuer=settings.oidc_issuer, client_id=settings.studio_client or settings.oidc_audience),
        happenings=stores.happenings,
        git=_git,
        git_out=_git_out(stores, secret, settings, git_outside or _way_out()),
        streams=OpenStreams(DynamoStreamLeases(stores.table), stores.clock, settings.limits()),
        turns=Turns(DynamoWorkPlaces(stores.table, stores.clock), stores.clock, settings.limits()),
        poll_seconds=settings.stream_poll_ms / 1000,
        cors_origins=settings.cors_origins,
        studio_origins=settings.studio_origins,
    )


def _ports(settings: Settings, stores: Stores, loop: LoopPorts, secret: str) -> Ports:
    return Ports(
        **vars(loop),
        slots=stores.slots,
        site=engine.site(settings),
        cdn=engine.cdn(settings),
        workflows=engine.workflows(settings),
        worker=engine.worker(settings, stores.blobs),
        previews=JwtPreviewTokens(secret, stores.clock),
        reports=JwtPreviewTokens(secret, stores.clock, REPORT),
        repairs=stores.repairs,
        connections=DynamoOneOfApp(stores.table, GitConnection),
        messages=LambdaMessages(aws_clients.lambda_(_MESSAGE_SECONDS), settings.agent_function),
        packages=ZippedPackages(stores.blobs, load_ready_lock()),
        addresses=engine.addresses(settings),
        templates=load_templates(),
    )


def _connection_tests(stores: Stores) -> ConnectionTestStore:
    """Imported for the first test: few processes ever see one."""
    from shared.adapters.dynamo.connection_tests import DynamoConnectionTestStore

    return DynamoConnectionTestStore(stores.table)


def _embedder(settings: Settings) -> Callable[[], Embedder]:
    """Its key is read for the first search. That of the model goes to the model's own service only."""

    @cache
    def make() -> Embedder:
        from shared.adapters.openai.embeddings import OpenAIEmbedder
        from shared.adapters.openai.settings import OPENAI_BASE_URL, ModelSettings

        own = settings.embeddings_api_key or ("" if settings.embeddings_base_url else settings.openai_api_key)
        key = Secrets(aws_clients.secretsmanager).resolve(own, settings.embeddings_api_key_arn)
        base_url = settings.embeddings_base_url or settings.openai_base_url or OPENAI_BASE_URL
        return OpenAIEmbedder(ModelSettings(api_key=key, base_url=base_url), settings.embeddings_model)

    return make


def _git() -> GitPort:
    """Imported for the first clone or export: few requests need it."""
    from shared.adapters.git.dulwich_git import DulwichGit

    return DulwichGit()


def _way_out() -> Outside:
    return Outside(SystemResolver(), DirectHttp(agent="git/ChatBuilder"))


def _git_out(stores: Stores, secret: str, settings: Settings, outside: Outside) -> GitPorts:
    limits = settings.limits()

    def remote(url: str, token: str) -> GitRemote:
        from shared.adapters.git.https_remote import HttpsRemote
        from shared.adapters.vetted_http import Errand, VettedHttp

        return HttpsRemote(url, token, VettedHttp(outside, Errand(_PUSH_SECONDS, limits.fetch_ports)))

    def forge(api_url: str, name: str, token: str) -> Forge:
        from shared.adapters.git.rest_forge import RestForge
        from shared.adapters.vetted_http import Errand, VettedHttp

        return RestForge(api_url, name, token, VettedHttp(outside, Errand(_FORGE_SECONDS, limits.fetch_ports)))

    def app(api_url: str) -> AppSignIn:
        from shared.adapters.git.github_app import GithubApp
        from shared.adapters.vetted_http import Errand, VettedHttp

        return GithubApp(api_url, VettedHttp(outside, Errand(_FORGE_SECONDS, limits.fetch_ports)))

    def device() -> DeviceSignIn:
        from shared.adapters.git.github_app import GithubDevice
        from shared.adapters.vetted_http import Errand, VettedHttp

        return GithubDevice(settings.github_client_id, VettedHttp(outside, Errand(_FORGE_SECONDS, limits.fetch_ports)))

    return GitPorts(
        connections=DynamoOneOfApp(stores.table, GitConnection),
        seals=AesSeals(secret, GIT_TOKENS),
        remote=remote,
        forge=forge,
        app=app,
        device=device if settings.github_client_id else None,
        allowed_ports=limits.fetch_ports,
    )
