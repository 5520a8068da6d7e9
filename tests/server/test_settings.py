"""Settings: from the file, the environment and options; unknown and contradictory ones stop the start."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tests.commands import call
from ziggurat.core.errors import BadOption
from ziggurat.server import settings_file
from ziggurat.server.settings import SECTIONS, Settings, variable

ROOT = Path(__file__).parents[2]
SITE = "https://games.example.org"
FILE = """
[server]
port = 9000
names = ["games.example.org", "*.example.net"]
secret = "0123456789abcdef0123456789abcdef"
database = "postgresql://host:s3cret@db/ziggurat"

[connections]
requests = 5
"""


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an empty folder, on a machine without settings of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings_file, "SYSTEM_FILE", tmp_path / "etc" / "ziggurat.toml")
    for name in [variable(entry.name) for entry in fields(Settings)]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv(settings_file.WHICH, raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ziggurat.toml"
    path.write_text(FILE)
    return path


def test_option_beats_environment_beats_file_beats_default(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZIGGURAT_PORT", "9001")
    chosen = Settings.choose(bots=3)
    assert chosen["bots"] == (3, "option")
    assert chosen["port"] == (9001, "environment")
    assert chosen["requests"] == (5.0, "ziggurat.toml")
    assert isinstance(chosen["requests"][0], float)
    assert chosen["host"] == ("127.0.0.1", "default")
    assert Settings.read(port=9002).port == 9002
    assert Settings.read().chosen_names() == ["games.example.org", "*.example.net"]


def test_file_is_the_named_one_else_the_folder_s_else_the_machine_s(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings_file.SYSTEM_FILE.parent.mkdir()
    settings_file.SYSTEM_FILE.write_text("[server]\nport = 1111\n")
    other = tmp_path / "other.toml"
    other.write_text("[server]\nport = 2222\n")
    assert Settings.read(file=other).port == 2222
    assert Settings.read().port == 9000
    monkeypatch.setenv(settings_file.WHICH, str(other))
    assert Settings.read().port == 2222
    monkeypatch.delenv(settings_file.WHICH)
    file.unlink()
    assert Settings.read().port == 1111


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[server]\nprot = 1", "{file} has prot in [server], which is no setting; did you mean port?"),
        ("[sever]\nport = 1", "{file} has a section [sever], which does not exist; did you mean server?"),
        ("[zzz]\nport = 1", "{file} has a section [zzz], which does not exist."),
        ("port = 1", "{file} has port outside of a section; it belongs into [server]."),
        ("[mail]\nport = 1", "{file} has port in [mail]; it belongs into [server]."),
        ("[server]\nport = true", "port in {file} must be a whole number, not true."),
        ("[server]\nport = '80'", "port in {file} must be a whole number, not '80'."),
        ("[server]\nsecure = 'yes'", "secure in {file} must be true or false, not 'yes'."),
        ("[server]\nnames = 5", "names in {file} must be text in quotes, not 5."),
        ("[connections]\nrequests = -1", "requests in {file} must not be negative or infinite, as -1.0 is."),
        ("[connections]\nrequests = inf", "requests in {file} must not be negative or infinite, as inf is."),
        ("[server", "{file} is not a TOML file: "),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(BadOption) as refusal:
        Settings.read(file=path)
    assert str(refusal.value).startswith(sentence.format(file=path))


def test_missing_file_is_refused() -> None:
    with pytest.raises(BadOption, match=r"The settings in nowhere\.toml cannot be read: No such file or directory\."):
        Settings.read(file=Path("nowhere.toml"))


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("ZIGGURAT_SMTP_HOTS", "x", "There is no setting ZIGGURAT_SMTP_HOTS; did you mean ZIGGURAT_SMTP_HOST?"),
        ("ZIGGURAT_PORT", "many", "ZIGGURAT_PORT must be a whole number, not 'many'."),
        ("ZIGGURAT_SECURE", "maybe", "ZIGGURAT_SECURE must be yes or no, not 'maybe'."),
        ("ZIGGURAT_BOT_BEAT", "-5", "ZIGGURAT_BOT_BEAT must not be negative or infinite, as -5 is."),
    ],
)
def test_wrong_variables_are_refused(monkeypatch: pytest.MonkeyPatch, name: str, text: str, sentence: str) -> None:
    monkeypatch.setenv(name, text)
    with pytest.raises(BadOption) as refusal:
        Settings.read().check()
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"site": "http://games.example.org", "secure": True},
            "ZIGGURAT_SECURE is yes, but ZIGGURAT_SITE is http://games.example.org: it has to begin with https.",
        ),
        (
            {"site": "https://game.example.org", "names": "games.example.org"},
            "ZIGGURAT_SITE is https://game.example.org, but ZIGGURAT_NAMES does not have game.example.org.",
        ),
        ({"site": "games.example.org"}, "ZIGGURAT_SITE looks like https://games.example.org, not 'games.example.org'."),
        (
            {"smtp_user": "anna"},
            "ZIGGURAT_SMTP_USER is set, but no mail server: set ZIGGURAT_SMTP_HOST as well.",
        ),
        ({"log_level": "loud"}, "ZIGGURAT_LOG_LEVEL is debug, info, warning or error, not 'loud'."),
        ({"log_format": "xml"}, "ZIGGURAT_LOG_FORMAT is auto, json or text, not 'xml'."),
        ({"stand_in": "nobody"}, "ZIGGURAT_STAND_IN is "),
        ({"bot_threads": 0}, "ZIGGURAT_BOT_THREADS is from 1 to 64, not 0."),
        ({"secret": "a", "secret_file": "b"}, "ZIGGURAT_SECRET and ZIGGURAT_SECRET_FILE are both set"),
    ],
)
def test_contradictions_are_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption) as refusal:
        Settings(**given).check()
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"site": SITE, "secure": True, "names": "games.example.org"},
        {"site": f"{SITE}:8443", "names": "*.example.org"},
        {"site": SITE, "names": "*"},
    ],
)
def test_settings_that_agree_are_accepted(given: dict[str, Any]) -> None:
    Settings(**given).check()


def test_server_does_not_start_with_an_unknown_setting(file: Path) -> None:
    file.write_text("[server]\nprot = 1\n")
    done = call("serve", "--port", "0", "--settings", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"ziggurat: {file} has prot in [server], which is no setting; did you mean port?\n"


def test_command_shows_values_and_sources_and_hides_secrets(file: Path) -> None:
    done = call("settings", "--settings", str(file))
    assert done.returncode == 0, done.stderr
    lines = {line.split(" = ")[0]: line for line in done.stdout.splitlines()}
    assert re.fullmatch(rf"port = 9000 +{file}", lines["port"])
    assert re.fullmatch(r'host = "127\.0\.0\.1" +default', lines["host"])
    assert lines["secret"].startswith("secret = (hidden) ")
    assert lines["database"].startswith('database = "postgresql://host:***@db/ziggurat" ')
    for secret in ("0123456789abcdef", "s3cret"):
        assert secret not in done.stdout
        assert secret not in call("settings", "--settings", str(file), "--json").stdout
    shown = json.loads(call("settings", "--settings", str(file), "--json").stdout)
    assert shown["port"] == {"section": "server", "value": "9000", "source": str(file)}
    assert set(shown) == {entry.name for entry in fields(Settings)}


def test_command_refuses_contradictions_after_showing_them(file: Path) -> None:
    file.write_text('[server]\nsecure = true\nsite = "http://games.example.org"\n')
    done = call("settings", "--settings", str(file))
    assert done.returncode == 2
    assert "secure = true" in done.stdout
    assert done.stderr.startswith("ziggurat: ZIGGURAT_SECURE is yes, but ZIGGURAT_SITE is http://games.example.org")


def test_example_is_what_the_command_prints_and_has_the_defaults(tmp_path: Path) -> None:
    example = (ROOT / "deploy" / "ziggurat.toml").read_text("utf-8")
    assert example == settings_file.example(fields(Settings)), "ziggurat settings --example > deploy/ziggurat.toml"
    every = tmp_path / "every.toml"
    every.write_text(re.sub(r"(?m)^#(?=\w+ = )", "", example))
    assert list(tomllib.loads(every.read_text())) == list(SECTIONS)
    assert Settings.read(file=every) == Settings()


def test_page_has_every_section_and_default() -> None:
    page = (ROOT / "docs" / "server" / "settings.md").read_text("utf-8")
    written = []
    for title, text in re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", page, re.M | re.S):
        written += [(title, *row) for row in re.findall(r"^\| `(ZIGGURAT_\w+)` \| (.*?) ?\|", text, re.M)]
    words = {True: "yes", False: "no"}
    wanted = [
        (entry.metadata["section"], variable(entry.name), words.get(entry.default, str(entry.default)))
        if isinstance(entry.default, bool)
        else (entry.metadata["section"], variable(entry.name), str(entry.default))
        for entry in fields(Settings)
    ]
    assert written == wanted
