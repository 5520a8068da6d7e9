"""The scripts for other people's machines are at least what they claim to be: a shell script, and Ray's own YAML."""

from __future__ import annotations

import json
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "deploy" / "cluster"


def test_the_slurm_script_is_a_shell_script() -> None:
    subprocess.run(("bash", "-n", FOLDER / "slurm.sh"), check=True)


def test_the_cloud_file_is_as_ray_wants_it() -> None:
    yaml = pytest.importorskip("yaml")
    jsonschema = pytest.importorskip("jsonschema")
    spec = find_spec("ray")
    if spec is None or spec.origin is None:
        pytest.skip("Ray is not installed")
    schema = json.loads((Path(spec.origin).parent / "autoscaler" / "ray-schema.json").read_text("utf-8"))
    config = yaml.safe_load((FOLDER / "cloud.yaml").read_text("utf-8"))
    jsonschema.validate(config, schema)
    assert config["head_node_type"] in config["available_node_types"]
