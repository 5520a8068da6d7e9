"""A club's first evening on an empty Debian machine: `python -m tests.hosting FOLDER [bookworm|trixie]`.

docs/hosting.md is followed command by command, as root, on a machine with its own systemd. What differs from a real
host is said here:

- Ziggurat comes as the wheel of this checkout, as the page says under "With a wheel".
- Caddy signs its certificate itself (`local_certs`), because no authority can reach the machine; the machine trusts it.
- `games.example.org` and `mail.example.org` are the machine itself (/etc/hosts). A mail server with STARTTLS and a
  password (aiosmtpd) listens there.
- Nothing keeps its clock right, and `doctor` says so.

Then two people meet in two browsers, through the proxy: one chooses a password by her link and founds a tournament, one
registers with an invitation, and they play. nginx takes Caddy's place in the middle of their match, the page's upgrade
and its way back follow, and they play on. At the end it says how long everything took, what the server needs while
nobody plays, and its size.

It takes root, Debian's `debootstrap`, `systemd-container` and Chromium, some minutes and 3 GB.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.docs.test_hosting_page import BLOCKS, PAGE, ROOT
from tests.hosting.machine import HOME, PROGRAMS, Machine, booted, install

NAME, MAIL = "games.example.org", "mail.example.org"
SOURCE = "usr/local/src/ziggurat"
CADDY = "/var/lib/caddy/.local/share/caddy"
IDLE = 60.0  # seconds in which the idle server is watched
ONLINE = re.compile(r"apt-get|pip install")


class Walk:
    """The page's commands, and how long each step took."""

    def __init__(self, machine: Machine, wheel: Path) -> None:
        self.machine = machine
        self.wheel = wheel
        self.seconds: dict[str, float] = {}

    def section(self, title: str) -> str:
        """All that the page tells to type under a heading, with this machine's names."""
        begin = PAGE.index(f"## {title}")
        end = PAGE.find("\n## ", begin + 3)
        blocks = [block for block in BLOCKS if begin < PAGE.find(textwrap.indent(block, "    ").strip("\n")) < end]
        script = "\n".join(blocks).replace("YOUR.NAME", NAME)
        return script.replace(f"/{SOURCE}[host]", f"{HOME}/{self.wheel.name}[host]")

    def follow(self, title: str) -> str:
        """Do it; what it printed comes back."""
        script = self.section(title)
        assert script.strip(), f"the page has nothing to do under {title}"
        started = time.monotonic()
        script = re.sub(r"(?m)^ziggurat doctor.*$", r"\g<0> || true", script)  # what it says is looked at here
        told = self.machine.run(script, online=bool(ONLINE.search(script)))
        self.seconds[title] = time.monotonic() - started
        print(f"--- {title} ({self.seconds[title]:.0f} s)\n{told}", flush=True)
        return told


def prepare(root: Path, wheel: Path) -> None:
    """What the page takes for granted: the source, the wheel, and names that lead to the machine."""
    with (root / "etc/hosts").open("a") as hosts:
        hosts.write(f"127.0.0.1 localhost {NAME} {MAIL}\n")
    shutil.copytree(ROOT / "deploy", root / SOURCE / "deploy", dirs_exist_ok=True)
    caddyfile = root / SOURCE / "deploy/Caddyfile"
    caddyfile.write_text(re.sub(r"(?m)^\{$", "{\n\tlocal_certs\n\tskip_install_trust", caddyfile.read_text(), count=1))
    shutil.copy(wheel, root / "root")


def trust_caddy(machine: Machine) -> str:
    """Let the machine's programs trust the certificates that Caddy signs; the key of the signer, for browsers."""
    machine.run(
        f"""
        until test -e {CADDY}/certificates/local/{NAME}/{NAME}.crt; do sleep 0.2; done
        cp {CADDY}/pki/authorities/local/root.crt /usr/local/share/ca-certificates/caddy.crt
        update-ca-certificates > /dev/null"""
    )
    key = f"openssl x509 -pubkey -noout -in {CADDY}/pki/authorities/local/intermediate.crt"
    return machine.run(f"{key} | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64").strip()


def findings(told: str) -> dict[str, str]:
    """What `doctor` said of each subject: ok, warning or wrong."""
    return {row[1]: row[0] for row in re.findall(r"(?m)^(ok|warning|wrong) +(\w+) ", told)}


def expect(told: str, *but: str) -> None:
    """Everything is well except for these subjects, which depend on the moment."""
    found = findings(told)
    assert len(found) >= 10, told
    assert {subject for subject, state in found.items() if state != "ok"} <= {"clock", *but}, told


@contextmanager
def mail_server(machine: Machine) -> Iterator[Path]:
    """A mail server on the machine; the file to which it writes what it has taken."""
    folder = machine.root / "root/mail"
    folder.mkdir(exist_ok=True)
    machine.run(
        f"""cd {HOME}/mail
        openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out certificate.pem -days 30 \\
            -subj /CN={MAIL} -addext subjectAltName=DNS:{MAIL} 2> /dev/null
        cp certificate.pem /usr/local/share/ca-certificates/mail.crt && update-ca-certificates > /dev/null"""
    )
    command = machine.in_its_network([sys.executable, "-m", "tests.hosting.mail", str(folder)])
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    process.stdout.readline()  # it listens
    try:
        yield folder / "taken"
    finally:
        process.terminate()
        process.wait()


def links(told: str) -> list[str]:
    """The links that commands print for people."""
    return re.findall(rf"(?m)^https://{NAME}/\S+#\S+$", told)


class Evening:
    """Two people in two browsers; each line tells them to go on, and they answer when they have."""

    def __init__(self, machine: Machine, signer: str, password: str, invitation: str, shots: Path) -> None:
        words = [sys.executable, "-m", "tests.hosting.people", f"https://{NAME}", signer, password, invitation]
        command = machine.in_its_network([*words, str(shots)])
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def go_on(self) -> str:
        """Wait until they have done the next thing; what they say of it."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("go on\n")
        self._process.stdin.flush()
        said = self._process.stdout.readline().strip()
        assert said, "the browsers have failed"
        print(f"    {said}", flush=True)
        return said

    def end(self) -> None:
        """They leave."""
        assert self._process.stdin
        self._process.stdin.close()
        assert self._process.wait(60) == 0


def idle(machine: Machine) -> dict[str, float]:
    """What the server uses while nobody plays: megabytes (shared pages counted once), share of a core."""
    script = (
        "for one in $(pgrep -u ziggurat); do awk '/^Pss:/ {print $2}' /proc/$one/smaps_rollup; done | paste -sd+ | bc;"
        "cat $(pgrep -u ziggurat | sed 's#.*#/proc/&/stat#') | awk '{sum += $14 + $15} END {print sum}'"
    )
    before = int(machine.run(script).split()[1])
    time.sleep(IDLE)
    pss, ticks = (int(part) for part in machine.run(script).split())
    return {"megabytes": pss * 1024 / 1e6, "share of a core": (ticks - before) / 100 / IDLE}


def sizes(machine: Machine) -> dict[str, float]:
    """Megabytes on the disk."""
    places = "/opt/ziggurat /var/lib/private/ziggurat /var/cache/private/ziggurat"
    told = machine.run(f"du -sB1 {places} --apparent-size")
    return {line.split()[1]: int(line.split()[0]) / 1e6 for line in told.splitlines()}


def use_nginx(machine: Machine) -> None:
    """nginx in Caddy's place, as docs/server/operations.md says, with the same certificate."""
    machine.run("apt-get install --yes -q nginx-light > /dev/null 2>&1 || true", online=True)  # the ports are taken
    operations = (ROOT / "docs/server/operations.md").read_text("utf-8")
    line = re.search(r"(?m)^    (sed .*nginx\.conf > .*)$", operations)
    assert line
    install_it = line[1].replace("YOUR.NAME", NAME).replace(" deploy/", f" /{SOURCE}/deploy/")
    live = f"/etc/letsencrypt/live/{NAME}"
    certificate = f"{CADDY}/certificates/local/{NAME}/{NAME}"
    machine.run(
        f"""mkdir -p {live} && cp {certificate}.crt {live}/fullchain.pem && cp {certificate}.key {live}/privkey.pem
        systemctl disable --now caddy && systemctl restart nginx
        {install_it}"""
    )


def mishaps(machine: Machine) -> None:
    """What goes wrong at a host gets a sentence, and the server goes on."""
    full = "mkdir -p /mnt/small && mount -t tmpfs -o size=200k none /mnt/small"
    refusals = {
        f"{full}; ziggurat backup --keep 2 --folder /mnt/small": "database or disk is full. The database and earlier",
        "ziggurat serve --port 8001": "Several servers can share PostgreSQL, but not SQLite.",
        "ZIGGURAT_SITE=https://other.example.org ziggurat doctor": "ZIGGURAT_NAMES does not have other.example.org",
        f"ZIGGURAT_SITE=https://{MAIL} ZIGGURAT_NAMES={MAIL} ziggurat doctor": f"https://{MAIL} cannot be reached",
        "ZIGGURAT_SMTP_PASSWORD=wrong ziggurat doctor --mail you@example.org": "does not take an e-mail to you@example",
        "ziggurat players delete Anna": "Anna is an admin. End that role first.",
    }
    for command, sentence in refusals.items():
        told = machine.run(f"({command}) 2>&1 || true")
        assert sentence in told, f"{command}\n{told}"
        print(f"    {sentence}", flush=True)
    blocking = r"sed -i '/proxy_set_header \(Upgrade\|Connection\)/s/^/#/' /etc/nginx/conf.d/ziggurat.conf"
    machine.run(f"{blocking}; systemctl reload nginx; sleep 1")
    assert "The proxy does not pass them on (status 426)" in machine.run("ziggurat doctor || true")
    allowing = r"sed -i 's/^#\( *proxy_set_header\)/\1/' /etc/nginx/conf.d/ziggurat.conf"
    machine.run(f"{allowing}; systemctl reload nginx; sleep 1")
    expect(machine.run("ziggurat doctor || true"), "disk")


def walk(root: Path, wheel: Path, log: Path, shots: Path) -> None:
    """The whole evening."""
    with booted(root, log) as machine:
        steps = Walk(machine, wheel)
        started = time.monotonic()
        steps.follow("1. Install")
        steps.follow("2. Settings")
        steps.follow("3. Start")
        https = steps.section("4. HTTPS").partition("ziggurat doctor")[0]
        machine.run(https)
        signer = trust_caddy(machine)
        expect(steps.follow("4. HTTPS"), "backup", "database", "disk")
        assert "it can be restored." in steps.follow("5. Backups")
        with mail_server(machine) as taken:
            expect(steps.follow("6. E-mail, if you like"), "disk")
            assert "you@example.org" in taken.read_text()
            password, invitation = links(steps.follow("7. You, your members, a tournament"))
            evening = Evening(machine, signer, password, invitation, shots)
            evening.go_on()
            print(f"=== {(time.monotonic() - started) / 60:.1f} minutes to the first match of two people over TLS")
            use_nginx(machine)
            expect(machine.run("ziggurat doctor || true"), "disk")
            evening.go_on()
            mishaps(machine)
            upgrade = steps.section("Upgrades")
            forward, back = upgrade.split("systemctl stop ziggurat", 1)
            for name, script in (("Upgrade", forward), ("Back", f"systemctl stop ziggurat{back}")):
                begun = time.monotonic()
                machine.run(script.replace("ziggurat doctor", "ziggurat doctor || true"), online=True)
                print(f"--- {name} ({time.monotonic() - begun:.0f} s)", flush=True)
                evening.go_on()
            evening.end()
        found = {**idle(machine), **sizes(machine)}
        print(json.dumps({name: round(value, 3) for name, value in found.items()}, indent=2))
        print(machine.run("systemd-analyze security ziggurat --no-pager | tail -1"))
        print(machine.run("journalctl --unit ziggurat --quiet --output cat | grep -v '\"info\"' || true"))


if __name__ == "__main__":
    place, suite = Path(sys.argv[1]).absolute(), (sys.argv[2:] or ["bookworm"])[0]
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        sys.exit(f"Install {', '.join(missing)} first: apt-get install debootstrap systemd-container util-linux")
    place.mkdir(parents=True, exist_ok=True)
    kept, debian = place / f"empty-{suite}", place / "machine"
    if not kept.exists():
        install(suite, kept, ["ca-certificates", "openssl", "procps", "bc"])
    shutil.rmtree(debian, ignore_errors=True)
    subprocess.run(["cp", "-a", "--reflink=auto", kept, debian], check=True)
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place], cwd=ROOT, check=True)
    (built,) = place.glob("*.whl")
    prepare(debian, built)
    walk(debian, built, place / "console.log", place)
