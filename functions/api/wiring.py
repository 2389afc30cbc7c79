"""The API's composition root: the only place of this function where clients are made and the environment is read."""

from functions.api.container import Container
from shared.adapters import aws_clients
from shared.adapters.cloudfront_cdn import CloudFrontCdn
from shared.adapters.codebuild_worker import CodeBuildWorker
from shared.adapters.dynamo_idempotency import DynamoIdempotencyStore
from shared.adapters.http_worker import HttpWorker
from shared.adapters.jwt_previews import JwtPreviewTokens
from shared.adapters.null_cdn import NullCdn
from shared.adapters.oidc import OidcVerifier
from shared.adapters.s3_site import S3SiteStore
from shared.adapters.secrets import Secrets
from shared.adapters.stepfunctions_workflows import StepFunctionsWorkflows
from shared.ports.engine import WorkerBackend
from shared.ports.storage import Cdn
from shared.runtime.loop import loop_ports
from shared.runtime.settings import Settings
from shared.runtime.stores import Stores, open_stores, switches
from shared.services.addresses import SiteAddresses
from shared.services.load_catalog import load_catalog, load_catalog_lock
from shared.services.load_templates import load_templates
from shared.services.ports_bundle import Ports

VERSION = "0.1.0"


def container_from(settings: Settings) -> Container:
    """The real container that `settings` describes."""
    stores = open_stores(settings)
    return Container(
        ports=_ports(settings, stores),
        loop=loop_ports(settings, stores),
        identity=OidcVerifier(
            issuer=settings.oidc_issuer,
            audience=settings.oidc_audience,
            jwks_url=settings.oidc_jwks_url,
            tenant_claim=settings.tenant_claim,
            clock=stores.clock,
        ),
        idempotency=DynamoIdempotencyStore(stores.table, stores.blobs, stores.clock),
        default_model=settings.model,
        version=VERSION,
        poll_seconds=settings.stream_poll_ms / 1000,
        cors_origins=settings.cors_origins,
    )


def _ports(settings: Settings, stores: Stores) -> Ports:
    secret = Secrets(aws_clients.secretsmanager).resolve(settings.preview_secret, settings.preview_secret_arn)
    loop = loop_ports(settings, stores)
    return Ports(
        apps=stores.apps,
        revisions=stores.revisions,
        builds=stores.builds,
        runs=stores.runs,
        events=stores.events,
        turns=stores.turns,
        diffs=stores.diffs,
        blobs=stores.blobs,
        site=S3SiteStore(aws_clients.s3(settings.site_region), settings.site_bucket),
        cdn=_cdn(settings),
        snapshots=stores.snapshots,
        workflows=StepFunctionsWorkflows(
            aws_clients.stepfunctions(),
            build_pipeline_arn=settings.build_pipeline_arn,
            agent_loop_arn=settings.agent_loop_arn,
        ),
        compiler=loop.compiler,
        worker=_worker(settings, stores),
        previews=JwtPreviewTokens(secret, stores.clock),
        clock=stores.clock,
        catalog=load_catalog(),
        catalog_lock=load_catalog_lock(),
        addresses=addresses(settings),
        switches=switches(settings),
        templates=load_templates(),
    )


def _cdn(settings: Settings) -> Cdn:
    if settings.distribution_id:
        return CloudFrontCdn(aws_clients.cloudfront(), settings.distribution_id)
    return NullCdn()


def _worker(settings: Settings, stores: Stores) -> WorkerBackend:
    if settings.worker_backend == "http":
        return HttpWorker(settings.worker_endpoint, settings.worker_secret)
    return CodeBuildWorker(aws_clients.codebuild(), settings.codebuild_project, stores.blobs)


def addresses(settings: Settings) -> SiteAddresses:
    """The public addresses of this deployment."""
    return SiteAddresses(
        mode=settings.site_mode,
        apps_domain=settings.apps_domain,
        preview_domain=settings.preview_domain,
        cdn_base_url=settings.cdn_base_url,
        cdn_prefix=settings.cdn_prefix,
        scheme=settings.scheme,
        port_suffix=settings.port_suffix,
    )
