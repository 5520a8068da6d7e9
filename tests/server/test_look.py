"""A server with its host's name, logo, colour and welcome text; and one without, which looks as always."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.commands import call
from tests.patience import PATIENCE
from tests.server.serving import serving
from ziggurat.core.errors import BadOption
from ziggurat.server import look
from ziggurat.server.notifications import feeds, mail
from ziggurat.server.settings import Settings

WEB = Path(__file__).parents[2] / "web"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>'
EVIL = """Anna's "<script>alert(1)</script>" & Co"""


def png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBBI", 13, b"IHDR", width, height, 8, 6, 0, 0, 0, 0)


def refusal(**given: Any) -> str:
    with pytest.raises(BadOption) as refused:
        Settings(**given).check()
    return str(refused.value)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"title": ""}, "ZIGGURAT_TITLE has 1 to 40 characters in one line, not ''."),
        ({"title": "   "}, "ZIGGURAT_TITLE has 1 to 40 characters in one line, not '   '."),
        ({"title": "a" * 41}, f"ZIGGURAT_TITLE has 1 to 40 characters in one line, not '{'a' * 41}'."),
        ({"title": "Two\nlines"}, "ZIGGURAT_TITLE has 1 to 40 characters in one line, not 'Two\\nlines'."),
        ({"title": "\u202eback"}, "ZIGGURAT_TITLE has 1 to 40 characters in one line, not '\\u202eback'."),
        ({"colour": "red"}, "ZIGGURAT_COLOUR looks like #12275e, not 'red'."),
        ({"colour": "#123"}, "ZIGGURAT_COLOUR looks like #12275e, not '#123'."),
        ({"colour": "#12275e;x"}, "ZIGGURAT_COLOUR looks like #12275e, not '#12275e;x'."),
        ({"colour": "#ffcc00"}, "ZIGGURAT_COLOUR, #ffcc00, is too light for the words on it; choose a darker one."),
        ({"colour": "#2e7d32"}, "ZIGGURAT_COLOUR, #2e7d32, is too light for the words on it; choose a darker one."),
        ({"welcome": "a" * 501}, "ZIGGURAT_WELCOME has 501 characters; 500 are the most."),
        ({"welcome_nl": "a" * 501}, "ZIGGURAT_WELCOME_NL has 501 characters; 500 are the most."),
        ({"welcome": "a\x00b"}, "ZIGGURAT_WELCOME has characters that cannot be shown; it is plain text."),
        ({"logo": "/nowhere.svg"}, "ZIGGURAT_LOGO, /nowhere.svg, cannot be read: No such file or directory."),
        ({"logo": "/"}, "ZIGGURAT_LOGO, /, cannot be read: Is a directory."),
    ],
)
def test_what_cannot_be_shown_is_refused(given: dict[str, Any], sentence: str) -> None:
    assert refusal(**given) == sentence


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"GIF89a", "is not an SVG or PNG image."),
        (b"", "is not an SVG or PNG image."),
        (b"<html></html>", "is not an SVG or PNG image."),
        (b"<svg>", "is not an SVG or PNG image."),
        (b"\x89PNG\r\n\x1a\n", "is not an SVG or PNG image."),
        (png(63, 200), "is 63 by 200 pixels; each side has 64 to 4096."),
        (png(64, 5000), "is 64 by 5000 pixels; each side has 64 to 4096."),
        (SVG + b" " * 200_000, f"has {len(SVG) + 200_000} bytes; 200000 are the most."),
    ],
)
def test_file_that_is_no_logo_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    file = tmp_path / "logo.svg"
    file.write_bytes(content)
    assert refusal(logo=str(file)) == f"ZIGGURAT_LOGO, {file}, {problem}"


def test_everything_else_is_accepted(tmp_path: Path) -> None:
    for name, content in {"any.png": png(64, 4096), "any.svg": SVG, "wrong-name.txt": SVG}.items():
        (tmp_path / name).write_bytes(content)
        Settings(logo=str(tmp_path / name)).check()
    for title in (EVIL, "Spelclub 't Gouden Één", "囲碁"):
        Settings(title=title).check()
    for colour in ("#000000", "#6b1d1d", look.OUR_COLOUR, "#0B3D2E"):
        Settings(colour=colour).check()
    Settings(welcome="Every Thursday\nat eight.\n", welcome_nl=EVIL).check()


def test_server_does_not_start_with_a_wrong_colour(tmp_path: Path) -> None:
    (tmp_path / "ziggurat.toml").write_text('[look]\ncolour = "red"\n')
    done = call("serve", "--port", "0", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "ziggurat: ZIGGURAT_COLOUR looks like #12275e, not 'red'.\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """The page's own frame, as far as the server changes it."""
    folder = tmp_path / "page"
    folder.mkdir()
    for name in ("index.html", "public/manifest.webmanifest"):
        (folder / Path(name).name).write_bytes((WEB / name).read_bytes())
    return folder


@pytest.fixture
def club(tmp_path: Path, page: Path) -> Iterator[httpx.Client]:
    (tmp_path / "logo.png").write_bytes(png(256, 256))
    chosen = {"title": EVIL, "logo": tmp_path / "logo.png", "colour": "#6b1d1d", "welcome": EVIL}
    with (
        serving(f"sqlite:///{tmp_path}/ziggurat.db", page=page, **chosen) as server,
        httpx.Client(base_url=server.url, timeout=PATIENCE) as client,
    ):
        yield client


def test_page_manifest_and_route_have_the_host_s_look(club: httpx.Client) -> None:
    told = club.get("/api/server").json()
    chosen = {"title": EVIL, "logo": told["logo"], "colour": "#6b1d1d", "welcome": {"en": EVIL, "nl": EVIL}}
    assert told == {"registration": "open", "guests": "play", **chosen}
    logo = club.get(told["logo"])
    assert (logo.content, logo.headers["content-type"]) == (png(256, 256), "image/png")
    sent = club.get("/rules/ur")
    safe = "Anna&#x27;s &quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot; &amp; Co"
    assert f"<title>{safe}</title>" in sent.text
    assert f"<b>{safe}</b>" in sent.text
    assert f'<meta name="look-title" content="{safe}" />' in sent.text
    assert f'<meta name="look-logo" content="{told["logo"]}" />' in sent.text
    assert f'<link rel="icon" href="{told["logo"]}" />' in sent.text
    assert f'<link rel="apple-touch-icon" href="{told["logo"]}" />' in sent.text
    assert '<meta name="theme-color" content="#6b1d1d" />' in sent.text
    assert sent.text.index("look-colour") < sent.text.index("theme.js")  # which reads it before anything is painted
    assert f'<meta property="og:site_name" content="{safe}" />' in sent.text
    assert f'<meta property="og:title" content="Ur · {safe}" />' in sent.text
    for hidden in ("<script>", ">Ziggurat<", "/icon.svg", look.OUR_COLOUR):
        assert hidden not in sent.text
    assert "style-src 'self'; img-src 'self' data:" in sent.headers["content-security-policy"]
    app = club.get("/manifest.webmanifest")
    assert app.headers["content-type"] == "application/manifest+json"
    assert app.json() == json.loads((WEB / "public" / "manifest.webmanifest").read_text("utf-8")) | {
        "name": EVIL,
        "short_name": EVIL,
        "theme_color": "#6b1d1d",
        "icons": [{"src": told["logo"], "sizes": "256x256", "type": "image/png", "purpose": "any"}],
    }


def test_nothing_changes_where_nothing_is_set(tmp_path: Path, page: Path) -> None:
    with (
        serving(f"sqlite:///{tmp_path}/ziggurat.db", page=page) as server,
        httpx.Client(base_url=server.url, timeout=PATIENCE) as client,
    ):
        told: dict[str, Any] = {"title": "Ziggurat", "logo": None, "colour": None, "welcome": {}}
        assert client.get("/api/server").json() == {"registration": "open", "guests": "play", **told}
        assert client.get("/api/server/logo").status_code == 404
        head, tags = client.get("/").text.split('      <meta property="og:type"')
        assert head + tags[tags.index("  </head>") :] == (page / "index.html").read_text("utf-8")
        assert client.get("/manifest.webmanifest").content == (page / "manifest.webmanifest").read_bytes()


def test_logo_that_is_no_square_is_no_icon(tmp_path: Path, page: Path) -> None:
    index, manifest = (page / "index.html").read_bytes(), (page / "manifest.webmanifest").read_bytes()
    wide, small, drawn = (look.Logo(b"", "image/png", *size) for size in ((400, 200), (96, 96), (0, 0)))
    for logo in (wide, small):
        assert look.manifest(manifest, look.OwnLook(logo=logo)).count(b"icon-512.png") == 1
        assert b"/apple-180.png" in look.dressed(index, look.OwnLook(logo=logo))
    assert b'"sizes": "any"' in look.manifest(manifest, look.OwnLook(logo=drawn))
    assert b"/apple-180.png" in look.dressed(index, look.OwnLook(logo=drawn))  # Safari takes no SVG


def test_e_mails_and_feeds_are_the_server_s() -> None:
    content = {"subject": "Your turn", "text": "It is.", "at": 0, "language": "en"}
    for sender, wanted in (
        ("turns@example.org", '"Club \\"A\\" & Co" <turns@example.org>'),
        ("Turns <turns@example.org>", "Turns <turns@example.org>"),
    ):
        settings = Settings(title='Club "A" & Co', mail_from=sender)
        assert mail.compose(settings, "1", "anna@example.org", content)["From"] == wanted
    feed = feeds.atom(feeds.Feed("0" * 32, "nl", 0, []), "https://games.example.org", "/feed", "A & <b>")
    assert "<title>Jouw beurten · A &amp; &lt;b&gt;</title>".encode() in feed
