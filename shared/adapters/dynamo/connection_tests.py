"""The latest connection test of each tenant, in DynamoDB."""

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.store import Store
from shared.domain.spending.connection import ConnectionTest


class DynamoConnectionTestStore(Store):
    """`ConnectionTestStore`: one item beside the tenant's apps."""

    def find(self, tenant_id: str) -> ConnectionTest | None:
        return self._find(ConnectionTest, keys.connection_test(tenant_id))

    def put(self, test: ConnectionTest) -> ConnectionTest:
        return self._put_next(test, keys.connection_test(test.tenant_id), {"probes", "form", "learned"})
