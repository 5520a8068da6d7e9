"""docs/server/privacy.md names every table; the privacy page exists in every language, and a host can replace it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.server.serving import Person, Server, serving
from ziggurat.server.accounts import deletion, passkeys, privacy
from ziggurat.server.storage import schema

PAGE = (Path(__file__).parents[3] / "docs" / "server" / "privacy.md").read_text("utf-8")


def sections() -> dict[str, str]:
    """By table: its section in the privacy page."""
    parts = re.split(r"^### `(\w+)`.*$", PAGE, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_policy_names_every_table() -> None:
    assert set(sections()) == set(schema.metadata.tables)


def test_policy_names_every_column_under_its_table() -> None:
    for name, text in sections().items():
        lines = "\n".join(line for line in text.splitlines() if line.startswith(("- ", "  ")))
        named = set(re.findall(r"`(\w+)`", lines))
        assert named == set(schema.metadata.tables[name].columns.keys()), name


def test_periods_in_the_policy_are_true() -> None:
    assert deletion.RESERVED_DAYS == 90
    assert passkeys.CHALLENGE_LASTS == 5 * 60_000
    assert "90 days after" in PAGE
    assert "five minutes" in PAGE


def test_policy_is_served_in_both_languages(server: Server) -> None:
    person = Person(server)
    english, dutch = (person.http.get(f"/api/privacy?language={tongue}").text for tongue in ("en", "nl"))
    assert english.startswith("# Privacy\n")
    assert "Wat er bewaard wordt" in dutch
    assert [line.count("#") for line in english.splitlines() if line.startswith("#")] == [
        line.count("#") for line in dutch.splitlines() if line.startswith("#")
    ]
    assert person.http.get("/api/privacy?language=fr").text == english
    assert person.http.get("/api/privacy?language=../../x").status_code == 400


def test_host_can_replace_the_policy(tmp_path: Path) -> None:
    (tmp_path / "privacy.en.md").write_text("# Ours\n", "utf-8")
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", privacy=str(tmp_path)) as server:
        person = Person(server)
        assert person.http.get("/api/privacy").text == "# Ours\n"
        assert (
            person.http.get("/api/privacy?language=nl").text == "# Ours\n"
        )  # not ours in one language, theirs in another
    assert privacy.read("", "nl") != privacy.read("", "en")
