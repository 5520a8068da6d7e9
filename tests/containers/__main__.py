"""Build the image's root as its Dockerfile says, without an engine, and use it: `python -m tests.containers FOLDER`.

Each stage is a folder: the base is what debootstrap makes of Debian's packages (minbase, which Debian's own slim image
is made from), RUN is bubblewrap with that folder as the root, COPY copies. This machine's settings for package
registries are lent to each step, and are in no folder afterwards. At the end the sizes are told, uncompressed and as a
layer would be sent, and a server runs in the root, read-only, as the Dockerfile says: health is asked for, and a match
is played.

It takes root, Debian's `bubblewrap` and `debootstrap`, some minutes and 2 GB.
"""

from __future__ import annotations

import fnmatch
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.containers import dockerfile, rooms
from tests.containers.serving import play_inside

ROOT = Path(__file__).parents[2]
LENT = re.compile(r"(PIP|UV|npm_config)_\w+|(SSL_CERT_FILE|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE)|\w+_(proxy|PROXY)")
FILES = ("~/.npmrc", "~/.config/pip/pip.conf", "/etc/pip.conf", "/etc/resolv.conf")


def base(name: str, folder: Path) -> None:
    """An empty Debian, cut down as Debian's own slim images are: no manuals, no translations, no lists of packages."""
    suite = re.fullmatch(r"debian:(\w+)-slim", name)
    assert suite, f"no root is known for {name}"
    kept = folder.parent / f"base-{suite[1]}"
    if not kept.exists():
        print(f"Making an empty Debian ({suite[1]})…", flush=True)
        made = ["debootstrap", "--variant=minbase", suite[1], str(kept), "http://deb.debian.org/debian"]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
        for path in ("var/cache/apt", "var/lib/apt/lists", "usr/share/man", "usr/share/locale", "usr/share/info"):
            shutil.rmtree(kept / path, ignore_errors=True)
        for file in (kept / "usr/share/doc").rglob("*"):
            if file.is_file() and file.name != "copyright":
                file.unlink()
        (kept / "etc/dpkg/dpkg.cfg.d").mkdir(parents=True, exist_ok=True)
        excluded = ["man/*", "locale/*", "info/*", "doc/*"]
        lines = [f"path-exclude /usr/share/{one}\n" for one in excluded] + ["path-include /usr/share/doc/*/copyright\n"]
        (kept / "etc/dpkg/dpkg.cfg.d/docker").write_text("".join(lines))
    subprocess.run(["cp", "-a", "--reflink=auto", kept, folder], check=True)


def context(folder: Path) -> None:
    """What of this checkout a build is given: what git knows and .dockerignore lets through."""
    rules = [line for line in (ROOT / ".dockerignore").read_text().split("\n") if line and line[0] != "#"]
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    for name in names.stdout.splitlines():
        taken = True
        for rule in rules:
            pattern = rule.removeprefix("!")
            if fnmatch.fnmatch(name, pattern) or name.startswith(f"{pattern}/"):
                taken = rule.startswith("!")
        if taken and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


class Build:
    """A Dockerfile's stages, each as a folder."""

    def __init__(self, place: Path) -> None:
        self.place = place
        place.mkdir(parents=True, exist_ok=True)
        self.arguments, self.stages = dockerfile.read(ROOT / "deploy" / "Dockerfile")

    def folder(self, stage: dockerfile.Stage) -> Path:
        return self.place / (stage.name or "image")

    def make(self) -> Path:
        """All of them; the last one's folder comes back."""
        shutil.rmtree(self.place / "context", ignore_errors=True)
        context(self.place / "context")
        for stage in self.stages:
            folder = self.folder(stage)
            shutil.rmtree(folder, ignore_errors=True)
            base(stage.base, folder)
            self._run(stage, folder)
        return self.folder(self.stages[-1])

    def _run(self, stage: dockerfile.Stage, root: Path) -> None:
        values: dict[str, str] = {}
        work = "/"
        for word, rest in stage.steps:
            started = time.monotonic()
            if word == "ARG" or word == "ENV":
                values |= dockerfile.assigned(rest, values)
            elif word == "WORKDIR":
                work = rest
                (root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
            elif word == "COPY":
                self._copy(rest, root, work)
            elif word == "RUN":
                mounts = ["--bind", str(root), "/", *rooms.USUAL, "--tmpfs", "/run"]
                path = values.get("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
                given = {"HOME": "/root", **_lent(mounts), **values, "PATH": path}
                command = rooms.inside(mounts, ["/bin/sh", "-c", rest], given, folder=work)
                done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
                if done.returncode:
                    sys.exit(f"{done.stdout}\nRUN {rest} ended with {done.returncode}.")
            print(f"{stage.name or 'image'}: {word} {rest[:70]} ({time.monotonic() - started:.0f} s)", flush=True)

    def _copy(self, rest: str, root: Path, work: str) -> None:
        source, *words = rest.split() if rest.startswith("--from=") else ["", *rest.split()]
        named = {stage.name: self.folder(stage) for stage in self.stages if stage.name}
        home = named[source.removeprefix("--from=")] if source else self.place / "context"
        target = (
            root / work.lstrip("/") / words[-1].lstrip("/") if words[-1][0] != "/" else root / words[-1].lstrip("/")
        )
        for name in words[:-1]:
            one = home / name.lstrip("/")
            if one.is_dir():
                shutil.copytree(one, target, symlinks=True, dirs_exist_ok=True)
            else:
                shutil.copy2(one, target / one.name if words[-1].endswith("/") else target)


def _lent(mounts: list[str]) -> dict[str, str]:
    """This machine's settings for registries: what the environment says, and the files it or habit names.

    What the environment names is lent under another name, because a step may install what belongs there.
    """
    environment = {name: value for name, value in os.environ.items() if LENT.fullmatch(name)}
    for name, value in environment.items():
        if value.startswith("/") and Path(value).exists():
            environment[name] = f"/run/lent{value}"
            mounts += ["--ro-bind", str(Path(value).resolve()), environment[name]]
    for name in FILES:
        path = Path(name).expanduser()
        if path.exists():
            mounts += ["--ro-bind", str(path.resolve()), name.replace("~", "/root")]
    return environment


def megabytes(folder: Path) -> float:
    """What is in a folder, each file once, as a container engine counts it."""
    seen: dict[int, int] = {}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            status = path.stat()
            seen[status.st_ino] = status.st_size
    return sum(seen.values()) / 1e6


def sent(folder: Path) -> float:
    """What it comes to as one compressed layer."""
    packing = subprocess.Popen(["tar", "-C", folder, "-cf", "-", "."], stdout=subprocess.PIPE)
    packed = subprocess.run(["gzip", "-6"], stdin=packing.stdout, check=True, capture_output=True)
    return len(packed.stdout) / 1e6


if __name__ == "__main__":
    building = Build(Path(sys.argv[1]).absolute())
    image = building.folder(building.stages[-1]) if "--built" in sys.argv else building.make()
    print(f"{megabytes(image):.0f} MB uncompressed, {sent(image):.0f} MB compressed")
    for part in ("opt/ziggurat/lib", "opt/ziggurat/kernels", "usr"):
        print(f"  {part}: {megabytes(image / part):.0f} MB")
    print(play_inside(image, dockerfile.running(building.stages[-1])))
