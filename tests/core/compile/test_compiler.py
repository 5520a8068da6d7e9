"""Compiled kernels are cached, shared between processes, and compiled again if a cache file is unusable."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = [pytest.mark.long]  # processes of their own

# Counts the places of a word with a small kernel that calls others; says what it made of it, and how often it compiled.
COUNT = """
import os, sys
import numpy as np
from ziggurat.core import bits
{before}
select = bits.select.on("cpu")
print(select(np.uint64(0b1011000), 1), sum(select._cache_misses.values()))
"""
RIGHT = "4"


def count(cache: Path | None, before: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `COUNT` in a process of its own, with a cache of its own."""
    variables = {**os.environ, **environment}
    variables.pop("ZIGGURAT_CACHE", None)
    if cache is not None:
        variables["ZIGGURAT_CACHE"] = str(cache)
    return subprocess.run(
        [sys.executable, "-c", COUNT.format(before=before)], env=variables, capture_output=True, text=True, check=True
    )


def kept(cache: Path) -> list[Path]:
    return sorted(cache.glob("*.kernel"))


def test_kernels_compiled_by_one_process_are_loaded_by_another(tmp_path: Path) -> None:
    assert count(tmp_path).stdout.split() == [RIGHT, "1"]
    assert [path.name.split("-")[0] for path in kept(tmp_path)] == ["core.bits.select"]
    again = count(tmp_path)
    assert again.stdout.split() == [RIGHT, "0"]
    assert again.stderr == ""


def test_processes_that_start_together_compile_once(tmp_path: Path) -> None:
    environment = {**os.environ, "ZIGGURAT_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", COUNT.format(before="")]
    several = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    outputs = [process.communicate()[0].split() for process in several]
    assert [value for value, _ in outputs] == [RIGHT] * 3
    assert sorted(compiled for _, compiled in outputs) == ["0", "0", "1"]
    assert not list(tmp_path.glob("*.lock"))


def test_a_lock_dies_with_its_holder(tmp_path: Path) -> None:
    environment = {**os.environ, "ZIGGURAT_CACHE": str(tmp_path)}
    hold = (
        "from ziggurat.core.compile import cache\nwith cache.alone('one'):\n    print('held', flush=True)\n    input()"
    )
    command = [sys.executable, "-c", hold]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
            holder.send_signal(signal.SIGKILL)
            assert other.stdout is not None
            assert other.stdout.readline() == b"held\n"
            other.kill()


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(path.read_bytes()[:-1000]),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"\x7fELF of somebody else"),
        lambda path: path.write_bytes(path.read_bytes().replace(b"numba", b"NUMBA", 1)),
    ],
    ids=["truncated", "empty", "foreign", "changed"],
)
def test_a_damaged_file_is_compiled_again_with_a_line_in_the_log(tmp_path: Path, damage) -> None:  # type: ignore[no-untyped-def]
    count(tmp_path)
    (path,) = kept(tmp_path)
    damage(path)
    again = count(tmp_path)
    assert again.stdout.split() == [RIGHT, "1"]
    assert again.stderr.strip() == f"{path} is damaged or not ours; making it again."
    assert count(tmp_path).stdout.split() == [RIGHT, "0"]


def test_a_sound_file_that_cannot_be_loaded_is_compiled_again(tmp_path: Path) -> None:
    count(tmp_path)
    (path,) = kept(tmp_path)
    write = f"from ziggurat.core.compile import cache; cache.write({path.stem!r}, b'no pickle of ours')"
    subprocess.run([sys.executable, "-c", write], env={**os.environ, "ZIGGURAT_CACHE": str(tmp_path)}, check=True)
    again = count(tmp_path)
    assert again.stdout.split() == [RIGHT, "1"]
    assert "so it is compiled again" in again.stderr
    assert count(tmp_path).stdout.split() == [RIGHT, "0"]


def test_another_processor_or_version_has_files_of_its_own(tmp_path: Path) -> None:
    """A home that machines of several kinds share: none uses, and none throws away, what another has compiled."""
    plain = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    other = "import importlib.metadata as m; was = m.version; m.version = lambda name: '0' + was(name)"
    for before, environment in (("", {}), ("", plain), (other, {})):
        assert count(tmp_path, before, **environment).stdout.split() == [RIGHT, "1"]
    for before, environment in (("", {}), ("", plain), (other, {})):
        assert count(tmp_path, before, **environment).stdout.split() == [RIGHT, "0"]
    assert len(kept(tmp_path)) == 3


# ------------------------------------------------------------------------------------------- homes that are none


def test_kernels_are_kept_elsewhere_if_the_home_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file, where a folder is needed")
    (tmp_path / "temporary").mkdir()
    environment = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": "", "TMPDIR": str(tmp_path / "temporary")}
    first = count(None, **environment)
    spare = tmp_path / "temporary" / f"ziggurat-kernels-{os.getuid()}"
    wanted = tmp_path / "home" / ".cache" / "ziggurat" / "kernels"
    assert first.stdout.split() == [RIGHT, "1"]
    assert first.stderr.strip() == (
        f"Compiled kernels are kept in {spare}, because {wanted} cannot be written to (Not a directory)."
    )
    assert count(None, **environment).stdout.split() == [RIGHT, "0"]
    spare.chmod(0o777)  # anybody could have put their code there
    third = count(None, **environment)
    assert third.stdout.split() == [RIGHT, "1"]
    assert "Compiled kernels are kept for this run only" in third.stderr


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user of the machine can reach: other runs of pytest close those that it makes itself."""
    with tempfile.TemporaryDirectory(prefix="ziggurat-open-") as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be somebody else")
def test_a_user_without_a_home_or_a_name(open_folder: Path) -> None:
    """As in a container that runs under a number."""
    nobody = f"""
from ziggurat.core.compile import cache
os.environ["ZIGGURAT_CACHE"] = {str(open_folder / "earlier")!r}
bits.bit.on("cpu")(3)  # Numba may lie where nobody else can read it: it is loaded whole before
del os.environ["ZIGGURAT_CACHE"], os.environ["HOME"]
cache.cache_directory.cache_clear()
os.setuid(54321)
"""
    environment = {"XDG_CACHE_HOME": "", "TMPDIR": str(open_folder)}
    first = count(None, nobody, **environment)
    assert first.stdout.split() == [RIGHT, "1"]
    assert first.stderr.strip() == (
        f"Compiled kernels are kept in {open_folder}/ziggurat-kernels-54321, because there is no home folder."
    )
    assert count(None, nobody, **environment).stdout.split() == [RIGHT, "0"]


def test_a_cache_that_can_only_be_read_is_read(tmp_path: Path) -> None:
    """As on a cluster, or in a container whose image was warmed: here the folder is root's, or may not be written."""
    folder = tmp_path / "cache"
    count(folder)
    # Nothing can be created in a folder of which every process may make files of no size at all.
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))"
    assert count(folder, full).stdout.split() == [RIGHT, "0"]


def test_a_full_disk_is_said_once_and_costs_only_time(tmp_path: Path) -> None:
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))"
    for _ in range(2):
        output = count(tmp_path, full)
        assert output.stdout.split() == [RIGHT, "1"]
        assert output.stderr.strip() == (
            f"A compiled kernel could not be kept in {tmp_path} (File too large), so it is used once."
        )
    assert [path.name for path in tmp_path.iterdir()] == ["pruned"]
