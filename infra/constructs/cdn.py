"""CloudFront: published apps from the site bucket, previews from the API, each on its own domain."""

from collections.abc import Mapping
from pathlib import Path

import aws_cdk as cdk
from aws_cdk import aws_apigateway as apigw
from aws_cdk import aws_certificatemanager as acm
from aws_cdk import aws_cloudfront as cloudfront
from aws_cdk import aws_cloudfront_origins as origins
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.config import DeployConfig
from shared.services.site.site_headers import HSTS_SECONDS, preview_headers, published_headers

FOLDER = Path(__file__).resolve().parent.parent / "cdn"
FUNCTION_LIMIT = 10_240
YEAR = cdk.Duration.seconds(HSTS_SECONDS)
SECURITY_HEADERS = frozenset({"Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options"})


class AppsCdn(Construct):
    """`*.{apps_domain}` (or one bare address in path mode) -> site bucket."""

    def __init__(self, scope: Construct, id: str, *, site: s3.IBucket, config: DeployConfig) -> None:
        super().__init__(scope, id)
        router = router_function(
            self, "HostRouter", "host_router.js",
            {"MODE": config.site_mode, "DOMAIN": config.apps_domain, "PREFIX": config.public_prefix},
        )  # fmt: skip
        levels = [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST]
        behaviour = cloudfront.BehaviorOptions(
            origin=origins.S3BucketOrigin.with_origin_access_control(
                site, origin_access_levels=levels, origin_access_control=access_control(self, config.stack_name)
            ),
            viewer_protocol_policy=cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS, compress=True,
            allowed_methods=cloudfront.AllowedMethods.ALLOW_GET_HEAD_OPTIONS, cache_policy=file_cache(self),
            response_headers_policy=headers_policy(
                self, published_headers(config.apps_frame_ancestors.split()), f"{config.stack_name}-apps"
            ),
            function_associations=[on_request(router)],
        )  # fmt: skip
        names = [config.apps_domain, f"*.{config.apps_domain}"] if config.apps_domain else []
        self.distribution = distribution(self, behaviour, names, config.apps_certificate_arn)
        cdk.Validations.of(self.distribution).acknowledge(cdk.Acknowledgment(
            id="Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk",
            reason="Listing makes a missing file a 404; the router asks for files, never for a folder or the root.",
        ))  # fmt: skip

    def arn(self) -> str:
        return cdk.Stack.of(self).format_arn(
            service="cloudfront", region="", resource="distribution", resource_name=self.distribution.distribution_id
        )


class PreviewCdn(Construct):
    """`*.{preview_domain}` -> the API's preview routes; nothing is cached, each answer brings its policy."""

    def __init__(self, scope: Construct, id: str, *, api: apigw.RestApi, config: DeployConfig) -> None:
        super().__init__(scope, id)
        router = router_function(self, "PreviewRouter", "preview_router.js", {"DOMAIN": config.preview_domain})
        behaviour = cloudfront.BehaviorOptions(
            origin=origins.RestApiOrigin(api), viewer_protocol_policy=cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
            allowed_methods=cloudfront.AllowedMethods.ALLOW_ALL, cache_policy=cloudfront.CachePolicy.CACHING_DISABLED,
            origin_request_policy=cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
            response_headers_policy=headers_policy(
                self, preview_headers(), f"{config.stack_name}-previews", own_policy=True
            ),
            function_associations=[on_request(router)],
        )  # fmt: skip
        self.distribution = distribution(
            self, behaviour, [f"*.{config.preview_domain}"], config.preview_certificate_arn
        )


def distribution(
    scope: Construct, behaviour: cloudfront.BehaviorOptions, names: list[str], certificate_arn: str
) -> cloudfront.Distribution:
    """A distribution with one behaviour, HTTP/2 and 3, modern TLS where the certificate is ours."""
    certificate = (
        acm.Certificate.from_certificate_arn(scope, "Certificate", certificate_arn) if certificate_arn else None
    )
    return cloudfront.Distribution(
        scope, "Distribution", default_behavior=behaviour, domain_names=names or None, certificate=certificate,
        http_version=cloudfront.HttpVersion.HTTP2_AND_3, price_class=cloudfront.PriceClass.PRICE_CLASS_100,
        minimum_protocol_version=cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021 if certificate else None,
    )  # fmt: skip


def router_function(scope: Construct, id: str, file: str, values: dict[str, str]) -> cloudfront.Function:
    """A CloudFront Function from our source, its constants filled in."""
    code = router_source(file, values)
    return cloudfront.Function(
        scope, id, code=cloudfront.FunctionCode.from_inline(code), runtime=cloudfront.FunctionRuntime.JS_2_0
    )


def router_source(file: str, values: dict[str, str]) -> str:
    """The source with `__NAME__` replaced; refuses what CloudFront would refuse."""
    code = (FOLDER / file).read_text()
    for name, value in values.items():
        code = code.replace(f"__{name}__", value)
    if len(code.encode()) > FUNCTION_LIMIT:
        raise ValueError(f"{file} is larger than CloudFront's {FUNCTION_LIMIT} bytes")
    return code


def on_request(function: cloudfront.Function) -> cloudfront.FunctionAssociation:
    """Run before the cache is asked, so the rewritten path is the cache key."""
    return cloudfront.FunctionAssociation(function=function, event_type=cloudfront.FunctionEventType.VIEWER_REQUEST)


def file_cache(scope: Construct) -> cloudfront.CachePolicy:
    """As long as the object says: hashed assets a year, `index.html` (`no-cache`) not at all."""
    return cloudfront.CachePolicy(
        scope, "FileCache", min_ttl=cdk.Duration.seconds(0), default_ttl=cdk.Duration.seconds(0), max_ttl=YEAR,
        enable_accept_encoding_brotli=True, enable_accept_encoding_gzip=True,
        query_string_behavior=cloudfront.CacheQueryStringBehavior.none(),
    )  # fmt: skip


def in_region(scope: Construct, name: str) -> str:
    """CloudFront's names are one list for the whole account, so a second region needs names of its own."""
    return f"{name}-{cdk.Stack.of(scope).region}"


def access_control(scope: Construct, stack_name: str) -> cloudfront.S3OriginAccessControl:
    """Only this stack's distribution reads the bucket."""
    name = in_region(scope, stack_name)
    return cloudfront.S3OriginAccessControl(scope, "AccessControl", origin_access_control_name=name)


def headers_policy(
    scope: Construct, headers: Mapping[str, str], name: str, *, own_policy: bool = False
) -> cloudfront.ResponseHeadersPolicy:
    """These headers on every answer, whatever the origin said, and TLS for a year. With `own_policy` the content policy
    is only for an answer that has none.
    """
    rest = {name: value for name, value in headers.items() if name not in SECURITY_HEADERS}
    return cloudfront.ResponseHeadersPolicy(
        scope, "Headers", response_headers_policy_name=in_region(scope, name),
        security_headers_behavior=cloudfront.ResponseSecurityHeadersBehavior(
            content_security_policy=cloudfront.ResponseHeadersContentSecurityPolicy(
                content_security_policy=headers["Content-Security-Policy"], override=not own_policy
            ),
            content_type_options=cloudfront.ResponseHeadersContentTypeOptions(override=True),
            referrer_policy=cloudfront.ResponseHeadersReferrerPolicy(
                referrer_policy=cloudfront.HeadersReferrerPolicy(headers["Referrer-Policy"].upper().replace("-", "_")),
                override=True,
            ),
            strict_transport_security=cloudfront.ResponseHeadersStrictTransportSecurity(
                access_control_max_age=YEAR, include_subdomains=True, override=True
            ),
        ),
        custom_headers_behavior=cloudfront.ResponseCustomHeadersBehavior(custom_headers=[
            cloudfront.ResponseCustomHeader(header=name, value=value, override=True)
            for name, value in sorted(rest.items())
        ]),
    )  # fmt: skip
