"""The two buckets: what we work with, and what visitors get."""

import aws_cdk as cdk
from aws_cdk import aws_s3 as s3
from constructs import Construct

UPLOAD_DAYS = 2
EARLIER_VERSIONS_DAYS = 14
WORKER_RESULT_DAYS = 7
DRAFT_DAYS = 1
KEPT = cdk.RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
"""What holds data outlives the stack, except a stack whose first creation failed: there it holds nothing."""


class Buckets(Construct):
    """`data`: sources, builds, run logs, uploads. `site`: dist files, served through CloudFront only."""

    def __init__(self, scope: Construct, id: str, *, cors_origins: list[str], local: bool) -> None:
        super().__init__(scope, id)
        self.data = private_bucket(
            self, "Data", enforce_ssl=not local, versioned=not local,
            lifecycle_rules=[
                *([] if local else [earlier_versions()]),
                s3.LifecycleRule(id="uploads", prefix="uploads/", expiration=cdk.Duration.days(UPLOAD_DAYS)),
                s3.LifecycleRule(
                    id="worker-results", prefix="results/", expiration=cdk.Duration.days(WORKER_RESULT_DAYS),
                ),
                s3.LifecycleRule(
                    id="drafts", prefix="drafts/", expiration=cdk.Duration.days(DRAFT_DAYS),
                    noncurrent_version_expiration=cdk.Duration.days(DRAFT_DAYS),
                ),
                abandoned_parts(),
            ],
            cors=[s3.CorsRule(
                allowed_methods=[s3.HttpMethods.POST, s3.HttpMethods.GET], allowed_origins=cors_origins,
                allowed_headers=["*"], max_age=3600,
            )],
        )  # fmt: skip
        self.site = private_bucket(
            self, "Site", enforce_ssl=not local, versioned=not local,
            lifecycle_rules=[abandoned_parts(), *([] if local else [earlier_versions()])],
        )  # fmt: skip


def private_bucket(scope: Construct, id: str, **options: object) -> s3.Bucket:
    """Encrypted, closed to the public, kept when the stack goes."""
    return s3.Bucket(
        scope, id, encryption=s3.BucketEncryption.S3_MANAGED, block_public_access=s3.BlockPublicAccess.BLOCK_ALL,
        object_ownership=s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
        removal_policy=KEPT, **options,  # type: ignore[arg-type]  # keyword options of Bucket
    )  # fmt: skip


def earlier_versions() -> s3.LifecycleRule:
    """What was deleted or written over can be brought back for a while, then it is gone for good."""
    return s3.LifecycleRule(
        id="earlier-versions",
        noncurrent_version_expiration=cdk.Duration.days(EARLIER_VERSIONS_DAYS),
        expired_object_delete_marker=True,
    )


def abandoned_parts() -> s3.LifecycleRule:
    """Parts of uploads nobody finished."""
    return s3.LifecycleRule(id="parts", abort_incomplete_multipart_upload_after=cdk.Duration.days(1))
