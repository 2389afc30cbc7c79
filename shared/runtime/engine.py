"""What runs things, over the settings: state machines, workers, the public addresses."""

from typing import Any

from shared.adapters import aws_clients
from shared.adapters.cloudfront_cdn import CloudFrontCdn, NullCdn
from shared.adapters.codebuild_worker import CodeBuildWorker
from shared.adapters.http_worker import HttpWorker
from shared.adapters.s3.site import S3SiteStore
from shared.adapters.stepfunctions_workflows import StepFunctionsWorkflows
from shared.ports.engine import WorkerBackend
from shared.ports.storage import BlobStore, Cdn
from shared.runtime.settings import Settings
from shared.services.site.addresses import SiteAddresses


def workflows(settings: Settings) -> StepFunctionsWorkflows:
    return StepFunctionsWorkflows(
        aws_clients.stepfunctions(),
        build_pipeline_arn=settings.build_pipeline_arn,
        agent_loop_arn=settings.agent_loop_arn,
        autopilot_arn=settings.autopilot_arn,
        plan_reading_arn=settings.plan_reading_arn,
    )


def worker(settings: Settings, blobs: BlobStore) -> WorkerBackend:
    """CodeBuild on AWS, the runner over HTTP on a laptop."""
    if settings.worker_backend == "http":
        return HttpWorker(settings.worker_endpoint, settings.worker_secret)
    return CodeBuildWorker(aws_clients.codebuild(), settings.codebuild_project, blobs)


def site(settings: Settings) -> S3SiteStore:
    return S3SiteStore(site_client(settings), settings.site_bucket)


def site_client(settings: Settings) -> Any:
    """A client of S3 where the site's files lie: in the stack's own bucket, or where `APPS_BUNDLE_ENDPOINT` says."""
    if settings.bundle is None:
        return aws_clients.s3(settings.site_region)
    return aws_clients.s3_elsewhere(*settings.bundle, region=settings.site_region)


def cdn(settings: Settings) -> Cdn:
    """The distribution, or nothing where none stands before the site bucket."""
    if settings.distribution_id:
        return CloudFrontCdn(aws_clients.cloudfront(), settings.distribution_id)
    return NullCdn()


def addresses(settings: Settings) -> SiteAddresses:
    return SiteAddresses(
        mode=settings.site_mode,
        apps_domain=settings.apps_domain,
        preview_domain=settings.preview_domain,
        cdn_base_url=settings.cdn_base_url,
        cdn_prefix=settings.cdn_prefix,
        scheme=settings.scheme,
        port_suffix=settings.port_suffix,
        api_base_url=settings.api_base_url,
    )
