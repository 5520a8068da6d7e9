"""The bills of materials of a release (CycloneDX): `python -m release.sbom WHEEL FOLDER`.

One of what `pip install 'ziggurat[host]'` brings, from an environment in which just that was installed; and the
page's, which its build wrote and the wheel carries in `.dist-info/sboms`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import Distribution, distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent


def of_environment(python: Path, out: Path) -> None:
    """Write what is installed beside an interpreter, with licences, in the same words each time."""
    options = ["--no-validate", "--output-reproducible", "--output-format", "JSON", "--output-file", str(out)]
    command = [sys.executable, "-m", "cyclonedx_py", "environment", str(python), *options]
    subprocess.run([*command, "--pyproject", ROOT / "pyproject.toml"], check=True)
    asking = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([python, "-c", asking], check=True, capture_output=True, text=True).stdout.strip()
    _name_licences(out, {one.metadata["Name"]: one for one in distributions(path=[site])})


def _name_licences(bill: Path, installed: dict[str, Distribution]) -> None:
    """Some packages bring a licence and do not say which: they are listed with what it calls itself."""
    whole = json.loads(bill.read_text("utf-8"))
    for component in whole["components"]:
        if not component.get("licenses") and (title := _title(installed[component["name"]])):
            component["licenses"] = [{"license": {"name": title}}]
    bill.write_text(json.dumps(whole, indent=2) + "\n", "utf-8")


def _title(package: Distribution) -> str | None:
    """The first line, but for whose it is, of the licence a package has among its files."""
    for file in package.files or ():
        if "dist-info" in str(file) and file.name.upper().startswith(("LICEN", "COPYING")):
            lines = [line.strip() for line in str(file.read_text()).splitlines()]
            title = next((line for line in lines if line and not line.startswith("Copyright")), None)
            return "MIT License" if title and title.startswith("Permission is hereby granted, free of") else title
    return None


def of_page(wheel: Path, out: Path) -> None:
    """Copy what a wheel says of its page."""
    with zipfile.ZipFile(wheel) as packed:
        (name,) = [name for name in packed.namelist() if name.endswith(".dist-info/sboms/sbom.cdx.json")]
        out.write_bytes(packed.read(name))


def problem(bill: Path) -> str | None:
    """Why something is no CycloneDX, if it is none."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(bill.read_text("utf-8"))
    return None if error is None else str(error)


def write(wheel: Path, folder: Path) -> None:
    """Both, beside each other."""
    folder.mkdir(parents=True, exist_ok=True)
    page, packages = folder / "ziggurat-page.cdx.json", folder / "ziggurat-python.cdx.json"
    of_page(wheel, page)
    with tempfile.TemporaryDirectory() as place:
        python = Path(place) / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        wanted = f"ziggurat[host] @ {wheel.absolute().as_uri()}"
        subprocess.run([python, "-m", "pip", "install", "--quiet", wanted], check=True)
        subprocess.run([python, "-m", "pip", "uninstall", "--quiet", "--yes", "pip", "setuptools"], check=True)
        of_environment(python, packages)
    for bill in (page, packages):
        if told := problem(bill):
            sys.exit(f"{bill.name}: {told}")


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))
