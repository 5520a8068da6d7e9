"""Nobody is sent what they may not know: in a twin world with other secrets, the same bytes must be sent.

For a message to a seat, what the seat cannot know is drawn anew (`resample`), in the position before the decision. If
some decision in that twin leads to a position that looks the same to the seat, the seat must be sent the same bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from ziggurat.core.match import Match
from ziggurat.server.tables import frames
from ziggurat.server.tables.sitting import MOVE, Sitting

if TYPE_CHECKING:
    from tests.sim.promises import Replay
    from tests.sim.world import World

TRUTHS = 3  # that are tried for each message
EVENTS = 3  # decisions of a history that are compared
NOTHING, NONE = msgspec.Raw(b"[]"), msgspec.Raw(b"null")


class Heard(NamedTuple):
    """A message to a seat."""

    table: str
    seat: int
    type: str
    text: bytes


class _Parts(msgspec.Struct):
    """The parts of a message in which secrets could be, as they were sent."""

    version: int = 0
    decisions: int = 0
    decision: int = 0
    kind: str = ""
    seat: int = -1
    events: msgspec.Raw = NOTHING
    history: list[msgspec.Raw] = []
    scores: msgspec.Raw = NOTHING
    view: msgspec.Raw = NONE
    prospects: msgspec.Raw = NONE


class _Event(msgspec.Struct):
    decision: int


_parts = msgspec.json.Decoder(_Parts)
_event = msgspec.json.Decoder(_Event)
_encoder = msgspec.json.Encoder()


class Secrecy:
    """Compares a sample of all messages."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = world.stream("secrecy")
        self._kept: dict[str, dict[int, list[tuple[Heard, _Parts]]]] = {}  # by table and version

    def keep(self, heard: Heard) -> None:
        """Keep a message until its position is known from the journal."""
        parts = _parts.decode(heard.text)
        if heard.type in ("shown", "foreseen"):
            return  # they are about earlier positions, and made of the same views
        self._kept.setdefault(heard.table, {}).setdefault(parts.version, []).append((heard, parts))

    def at(self, table: str, sitting: Sitting) -> None:
        """Compare the messages about the position that a table has come to."""
        if sitting.number != sitting.version or not sitting.match.game.secrets:
            return
        for heard, parts in self._kept.get(table, {}).pop(sitting.version, []):
            self._compare(sitting, heard, parts)

    def finish(self, replays: dict[str, Replay]) -> None:
        """Compare messages about positions that were known before they came; drop the others."""
        for table, versions in self._kept.items():
            replay = replays.get(table)
            if replay is not None:
                self.at(table, replay.sitting)
            versions.clear()
        self._kept.clear()

    def _compare(self, sitting: Sitting, heard: Heard, parts: _Parts) -> None:
        match, seat = sitting.match, sitting.sees(heard.seat)
        if heard.type == "welcome" and parts.decisions:
            for decision in {self._chance.randrange(parts.decisions) for _ in range(EVENTS)}:
                sent = b"[" + b",".join(raw for raw in parts.history if _event.decode(raw).decision == decision) + b"]"
                self._expect(match, decision, seat, heard, events=sent)
        is_move = heard.type == "changed" and parts.kind == MOVE
        if parts.decisions == len(match) and len(match):
            events = {"events": bytes(parts.events)} if is_move else {}
            view = {} if bytes(parts.view) == bytes(NONE) else {"view": bytes(parts.view)}
            self._expect(match, len(match) - 1, seat, heard, **events, **view, scores=bytes(parts.scores))

    def _expect(self, match: Match, decision: int, seat: int, heard: Heard, **sent: bytes) -> None:
        """Compare what was sent of a decision, and of the position after it, with what twins would send.

        Chance can lead to the same position in another order, which some twins then show too; a secret differs from
        nearly all of them.
        """
        if match.deciders()[decision] == seat:
            sent.pop("events", None)  # one's own draws
        twins = [twin for _ in range(TRUTHS) if (twin := self._twin(match, decision, seat)) is not None]
        for part, text in sent.items():
            would_send = [_encode(part, after, rows, seat, decision) for after, rows in twins]
            if len(would_send) > 1 and text not in would_send:
                other = would_send[0]
                at = next((at for at, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), 0)
                shown = slice(max(0, at - 60), at + 60)
                self._world.fail(
                    f"seat {seat} of {heard.table} was sent a secret in {heard.type}.{part} of decision {decision}:"
                    f" {text[shown]!r}, where it could be {other[shown]!r}"
                )
            self._world.counts["twins compared"] += len(would_send)

    def _twin(self, match: Match, decision: int, seat: int) -> tuple[Match, Any] | None:
        """A match that looks the same to a seat, before and after a decision; and the events of that decision."""
        before = match.at(decision)
        engine, game = match.game.engine(), match.game
        looks = _looks(match.at(decision + 1), seat)
        truth = before.record(seat)
        engine.resample(truth, seat, np.uint64(self._chance.randrange(2**63)))
        truth["rng"] = before.record()["rng"]  # the same chance, as far as it does not depend on secrets
        played = match.actions[decision]
        twin = Match(game, match.seats, match.options, 0, truth, rules=match.rules)
        legal = twin.legal()
        others = self._chance.sample(legal, min(len(legal), 40))
        for action in [*([played] if played in legal else []), *others]:
            after = twin.copy()
            rows, _ = after.decide(action)
            if _looks(after, seat) == looks:
                return after, rows[: rows[0, 0] + 1].copy()
        return None


def _looks(match: Match, seat: int) -> bytes:
    return match.record(seat).tobytes()


def _encode(part: str, after: Match, rows: Any, seat: int, decision: int) -> bytes:
    """A part of a message about a decision, as the server would send it."""
    if part == "events":
        return _encoder.encode(frames.events_for(after.game, rows, seat, decision))
    return _encoder.encode(frames._view(after, seat) if part == "view" else after.scores)
