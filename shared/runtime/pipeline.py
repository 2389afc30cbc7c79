"""What the build functions and the sweeper share beside the stores."""

from shared.adapters import aws_clients
from shared.adapters.cloudfront_cdn import CloudFrontCdn
from shared.adapters.null_cdn import NullCdn
from shared.adapters.s3_site import S3SiteStore
from shared.adapters.stepfunctions_workflows import StepFunctionsWorkflows
from shared.ports.storage import Cdn
from shared.runtime.settings import Settings
from shared.runtime.stores import Stores
from shared.services.addresses import SiteAddresses
from shared.services.ports_bundle import BuildPorts


def open_workflows(settings: Settings) -> StepFunctionsWorkflows:
    """The two state machines of this deployment."""
    return StepFunctionsWorkflows(
        aws_clients.stepfunctions(),
        build_pipeline_arn=settings.build_pipeline_arn,
        agent_loop_arn=settings.agent_loop_arn,
    )


def open_build_ports(settings: Settings, stores: Stores) -> BuildPorts:
    """What moves a build along."""
    return BuildPorts(
        builds=stores.builds, revisions=stores.revisions, workflows=open_workflows(settings), clock=stores.clock
    )


def open_site(settings: Settings) -> S3SiteStore:
    """The site bucket."""
    return S3SiteStore(aws_clients.s3(settings.site_region), settings.site_bucket)


def open_cdn(settings: Settings) -> Cdn:
    """What stands before the site bucket, if anything does."""
    if settings.distribution_id:
        return CloudFrontCdn(aws_clients.cloudfront(), settings.distribution_id)
    return NullCdn()


def site_addresses(settings: Settings) -> SiteAddresses:
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
