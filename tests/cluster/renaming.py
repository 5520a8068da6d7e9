"""Lets a running cluster say that it is of another version of Ray; run by a test, beside Ray.

python -m tests.cluster.renaming ADDRESS VERSION        prints the version it had
"""

from __future__ import annotations

import json
import sys

import ray
from ray._common.usage import usage_constants, usage_lib
from ray._private.ray_constants import KV_NAMESPACE_CLUSTER


def main() -> None:
    address, version = sys.argv[1:]
    head = ray._raylet.GcsClient(address=address)
    metadata = usage_lib.get_cluster_metadata(head)
    print(metadata["ray_version"])
    changed = json.dumps(metadata | {"ray_version": version}).encode()
    head.internal_kv_put(usage_constants.CLUSTER_METADATA_KEY, changed, True, namespace=KV_NAMESPACE_CLUSTER)


if __name__ == "__main__":
    main()
