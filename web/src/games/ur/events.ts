/** Where an event took place, and what is seen of it. Tiles turn, stones land and ziggurats rise on the board itself. */

import type { GameEvent } from "../../generated/protocol";
import type { Effect } from "../kit";

/** A field or a tile beside the square, as the events name it (`c3`, `spare 1`), as a place. */
function placed(name: unknown): string {
  const text = String(name);
  return text.startsWith("spare ") ? `spare:${text.slice("spare ".length)}` : `field:${text}`;
}

export function places({ kind, seat, arguments: facts }: GameEvent): string[] {
  const found: string[] = [];
  if (facts["place"] !== undefined) found.push(placed(facts["place"]));
  if (facts["target"] !== undefined) found.push(placed(facts["target"]));
  if (kind === "used") found.push(`action:${String(facts["action"])}`);
  if (kind === "swapped" || kind === "kept") found.push(`hand:${seat}`);
  return found;
}

/** The stones that come, go or cross, each by itself. */
const stones = ({ seat, arguments: facts }: GameEvent): string[] =>
  Array<string>(Number(facts["stones"] ?? 1)).fill(`stone:${seat}`);

export function effects(event: GameEvent): Effect[] {
  const { kind, seat, arguments: facts } = event;
  const place = placed(facts["place"]);
  const target = placed(facts["target"]);
  switch (kind) {
    case "gained":
    case "bonus":
    case "settled":
      return [{ kind: "fly", from: `seat:${seat}`, to: place, seat, pieces: stones(event) }];
    case "lost":
      return [{ kind: "fall", place, pieces: stones(event) }];
    case "moved":
    case "crossed":
      return [{ kind: "fly", from: place, to: target, seat, pieces: stones(event) }];
    case "attacked":
      return [{ kind: "light", places: [target], seat, links: [[place, target]] }];
    case "swapped": {
      const given = String(facts["given"]).replace(/ \(.*/, ""); // without the side that is up
      return [
        { kind: "fly", from: place, to: `seat:${seat}`, seat, pieces: [`tile:${String(facts["taken"])}`] },
        { kind: "fly", from: `seat:${seat}`, to: place, seat, pieces: [`tile:${given}`] },
      ];
    }
    case "used":
    case "built":
    case "kept":
      return places(event).map((at) => ({ kind: "pulse", place: at }));
    default:
      return [];
  }
}
