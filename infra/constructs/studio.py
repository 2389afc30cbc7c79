"""The Studio on AWS: a bucket of its own behind a distribution of its own, and what its pages may reach."""

from urllib.parse import urlsplit

import aws_cdk as cdk
import jsii
from aws_cdk import aws_cloudfront as cloudfront
from aws_cdk import aws_cloudfront_origins as origins
from constructs import Construct

from infra.config import DeployConfig
from infra.constructs.buckets import abandoned_parts, earlier_versions, private_bucket
from infra.constructs.cdn import (
    access_control,
    distribution,
    file_cache,
    headers_policy,
    on_request,
    router_function,
)
from shared.services.site.studio_headers import studio_headers

POLICY = "Content-Security-Policy"


@jsii.implements(cdk.IStableStringProducer)
class LateText:
    """A text of the template that is known only after the other constructs are made."""

    def __init__(self) -> None:
        self.text = ""

    def produce(self) -> str:
        """Called by the CDK while it writes the template."""
        return self.text


class StudioCdn(Construct):
    """`https://{studio_domain}/studio/`, or the same at the distribution's own address."""

    def __init__(self, scope: Construct, id: str, *, config: DeployConfig) -> None:
        super().__init__(scope, id)
        rules = [abandoned_parts(), *([] if config.local else [earlier_versions()])]
        self.files = private_bucket(
            self, "Files", enforce_ssl=not config.local, versioned=not config.local, lifecycle_rules=rules
        )
        self._policy, name = LateText(), f"{config.stack_name}-studio"
        headers = studio_headers(api="", frames="") | {POLICY: cdk.Lazy.string(self._policy)}
        levels = [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST]
        behaviour = cloudfront.BehaviorOptions(
            origin=origins.S3BucketOrigin.with_origin_access_control(
                self.files, origin_access_levels=levels, origin_access_control=access_control(self, name)
            ),
            viewer_protocol_policy=cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS, compress=True,
            allowed_methods=cloudfront.AllowedMethods.ALLOW_GET_HEAD, cache_policy=file_cache(self),
            response_headers_policy=headers_policy(self, headers, name),
            function_associations=[on_request(router_function(self, "Router", "studio_router.js", {}))],
        )  # fmt: skip
        names = [config.studio_domain] if config.studio_domain else []
        self.distribution = distribution(self, behaviour, names, config.studio_certificate_arn)
        self.origin = f"https://{config.studio_domain or self.distribution.distribution_domain_name}"
        cdk.Validations.of(self.distribution).acknowledge(cdk.Acknowledgment(
            id="Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk",
            reason="Listing makes a missing file a 404; the router asks for files, never for a folder or the root.",
        ))  # fmt: skip

    def allow(self, *, api: list[str], frames: list[str]) -> None:
        """What the Studio's pages may call and frame; known once the API and the other distributions are made."""
        self._policy.text = studio_headers(api=" ".join(api), frames=" ".join(frames))[POLICY]

    def address(self, path: str) -> str:
        return f"{self.origin}/studio/{path}"


def callers(studio: str, config: DeployConfig) -> list[str]:
    """Origins whose pages may call the API: the Studio's, and those that were named. All origins only when `*` was."""
    named = [part for part in config.cors_origins.split(",") if part]
    return ["*"] if config.local or "*" in named else [studio, *named]


def uploaders(studio: str, config: DeployConfig) -> list[str]:
    """Origins whose pages may send uploads to the data bucket. The Studio's policy names that bucket, so without a
    domain the bucket cannot name the Studio's own address in return: it takes every distribution's. What keeps
    strangers out is the signature of each upload, not where it comes from.
    """
    return callers(studio if config.studio_domain else "https://*.cloudfront.net", config)


def framers(studio: str, config: DeployConfig) -> list[str]:
    """Origins whose pages may frame previews."""
    return ["'self'", studio, *(part for part in config.studio_origins.split(",") if part)]


def frames(config: DeployConfig, *, api: str, apps: str) -> list[str]:
    """What the Studio frames: hosts of previews and apps; without domains the API's and the one address of the apps."""
    if config.preview_domain:
        return [f"https://*.{config.preview_domain}", f"https://*.{config.apps_domain}"]
    return [api, f"https://{apps}"]


def sign_in_elsewhere(config: DeployConfig) -> dict[str, str]:
    """The sign-in part of `config.json`, for a deployment with its own sign-in service."""
    client = config.studio_client_id or config.oidc_audience
    return {
        "issuer": config.oidc_issuer, "client_id": client, "scope": config.studio_scope, "sign_out": "",
        "token": "id" if client == config.oidc_audience else "access",
    }  # fmt: skip


def issuer_origins(config: DeployConfig) -> list[str]:
    """Where the Studio asks for tokens: the issuer's origin, and those of its endpoints that lie elsewhere."""
    parts = urlsplit(config.oidc_issuer)
    return [f"{parts.scheme}://{parts.netloc}", *(one for one in config.studio_issuer_origins.split(",") if one)]
