"""The stores over a table of moto's, new for each test."""

from collections.abc import Iterator

import pytest
from moto import mock_aws

from shared.adapters import aws_clients
from tests.support.aws.aws_stores import AwsStores, create_buckets
from tests.support.aws.table import create_table


@pytest.fixture
def stores() -> Iterator[AwsStores]:
    with mock_aws():
        dynamodb, s3 = aws_clients.dynamodb(), aws_clients.s3()
        create_buckets(s3)
        yield AwsStores(dynamodb, s3, create_table(dynamodb))
