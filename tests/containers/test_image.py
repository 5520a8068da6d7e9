"""The image and what is composed of it: read by their own tools, and run as they say in a root nobody can write to.

The whole image is built, without a container engine, by `python -m tests.containers FOLDER`: that takes minutes. Here a
server runs as the Dockerfile says, in a root made of this machine's files.
"""

from __future__ import annotations

import dataclasses
import os
import re
import shutil
import stat
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.containers import dockerfile, rooms
from tests.containers.serving import match_with_a_bot, serving_inside
from tests.patience import until
from ziggurat.core.compile import cache
from ziggurat.server import settings
from ziggurat.server.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NOT_OURS = {"ZIGGURAT_CACHE", "ZIGGURAT_IMAGE", "ZIGGURAT_NAME"}


@pytest.fixture(scope="module")
def image() -> dockerfile.Running:
    return dockerfile.running(dockerfile.read(DEPLOY / "Dockerfile")[1][-1])


@pytest.fixture(scope="module")
def composed() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def test_linters_accept_the_image() -> None:
    programs = Path(sys.executable).parent
    for command in (
        [f"{programs}/hadolint", f"{DEPLOY}/Dockerfile"],
        [f"{programs}/check-jsonschema", "--builtin-schema", "vendor.compose-spec", f"{DEPLOY}/compose.yaml"],
    ):
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_containers_have_minimal_rights(image: dockerfile.Running, composed: Any) -> None:
    assert image.user > 0
    services = composed["services"]
    for name, service in services.items():
        assert "no-new-privileges:true" in service["security_opt"], name
        if name != "database":  # which makes its own folder at the first start
            assert service["read_only"] is True, name
            assert service["cap_drop"] == ["ALL"], name
    assert composed["networks"]["back"]["internal"] is True
    assert {name for name, service in services.items() if "ports" in service} == {"proxy"}
    assert {name for name, service in services.items() if "front" in service["networks"]} == {
        *("proxy", "server-1", "server-2")
    }


def test_settings_exist_and_agree(image: dockerfile.Running, composed: Any) -> None:
    documented = {settings.variable(name) for name in Settings.__dataclass_fields__} | NOT_OURS
    services = composed["services"]
    set_there = {name for service in services.values() for name in service["environment"]} | set(image.environment)
    assert {name for name in set_there if name.startswith("ZIGGURAT_")} <= documented
    proxy = services["proxy"]["networks"]["front"]["ipv4_address"]
    caddy = (DEPLOY / "compose" / "Caddyfile").read_text("utf-8")
    for name in ("server-1", "server-2"):
        assert services[name]["environment"]["ZIGGURAT_PROXIES"] == proxy
        assert f"{name}:{image.environment['ZIGGURAT_PORT']}" in caddy
    for service in services.values():
        for secret in service.get("secrets", []):
            assert secret in composed["secrets"]
    made = set(re.findall(r"secrets/([a-z-]+)", (DEPLOY / "compose" / "secrets.sh").read_text("utf-8")))
    made |= set(re.findall(r"^make ([a-z-]+)$", (DEPLOY / "compose" / "secrets.sh").read_text("utf-8"), re.MULTILINE))
    assert {Path(one["file"]).name for one in composed["secrets"].values()} == made


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to the user in the containers")
def test_secrets_are_created_once_for_one_user(image: dockerfile.Running, tmp_path: Path) -> None:
    (tmp_path / "compose").mkdir()
    script = Path(shutil.copy(DEPLOY / "compose" / "secrets.sh", tmp_path / "compose"))
    subprocess.run(["sh", script], check=True)
    made = {path.name: path.read_text() for path in (script.parent / "secrets").iterdir()}
    subprocess.run(["sh", script], check=True)
    assert {path.name: path.read_text() for path in (script.parent / "secrets").iterdir()} == made
    assert made["server-pgpass"] == f"database:5432:ziggurat:ziggurat:{made['database-password']}\n"
    assert len({len(made[name]) for name in ("cookie-key", "database-password", "thinker-password")} | {64}) == 1
    for path in (script.parent / "secrets").iterdir():
        assert (path.stat().st_uid, stat.S_IMODE(path.stat().st_mode)) == (image.user, 0o600)
    assert (tmp_path / "backups").stat().st_uid == image.user  # or no backup could be written into it
    Settings(secret_file=str(script.parent / "secrets" / "cookie-key")).cookie_secret()


def test_server_runs_with_a_read_only_root(image: dockerfile.Running, tmp_path: Path) -> None:
    rooms.try_out(image.user)
    programs, volume = tmp_path / "programs", tmp_path / "volume"
    programs.mkdir()
    volume.mkdir()
    python = f"/opt/python/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    for name, does in (("ziggurat", "-m ziggurat"), ("python3", "")):
        (programs / name).write_text(f'#!/bin/sh\nexec {python} {does} "$@"\n')
        (programs / name).chmod(0o755)
    kernels = cache.cache_directory()
    assert kernels is not None
    mounts = ["--ro-bind", "/", "/", *rooms.USUAL, "--tmpfs", "/opt", "--dir", "/opt/ziggurat", "--tmpfs", "/var/lib"]
    for here, there in (
        (sys.base_prefix, "/opt/python"),
        (sysconfig.get_path("purelib"), "/opt/site"),
        (ROOT / "src", "/opt/source"),
        (programs, "/opt/ziggurat/bin"),
        (kernels, image.environment["ZIGGURAT_CACHE"]),
    ):
        mounts += ["--ro-bind", str(here), there]
    mounts += ["--dir", image.folder, "--remount-ro", "/opt", "--remount-ro", "/var/lib"]
    ours = {"PYTHONPATH": "/opt/source:/opt/site", "LD_LIBRARY_PATH": "/opt/python/lib", "ZIGGURAT_BOT_BEAT": "0"}
    # The kernels here are this processor's own.
    environment = {name: value for name, value in image.environment.items() if not name.startswith("NUMBA")}
    as_told = dataclasses.replace(image, environment=environment)
    with serving_inside(mounts, as_told, volume, ours) as (address, given):

        def inside(*command: str) -> int:
            whole = [*mounts, "--bind", str(volume), image.folder]
            asked = rooms.inside(whole, command, given, folder=image.folder, user=image.user)
            return subprocess.run(asked, check=False, capture_output=True).returncode

        until(lambda: inside(*image.health) == 0)  # it gives up after some seconds, which a busy machine may need
        assert match_with_a_bot(address)["winners"] is not None
        for place in ("/opt/ziggurat", "/etc", "/usr", "/var/lib", "/"):
            assert inside("sh", "-c", f"! touch {place}/written") == 0
        assert inside("sh", "-c", "touch /tmp/written ./written") == 0
        assert (
            inside("sh", "-c", '[ "$(id -u)" = 10001 ] && grep -q "CapEff:.*0000000000000000" /proc/self/status') == 0
        )
    database = volume / "ziggurat.db"
    assert (database.stat().st_uid, stat.S_IMODE(database.stat().st_mode)) == (image.user, 0o600)
    nobody = rooms.inside(mounts, image.health, given, user=image.user)
    assert subprocess.run(nobody, check=False, capture_output=True).returncode != 0
