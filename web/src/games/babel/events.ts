/** What happened in Babel, as places on the table and as things to see. */

import babel from "../../generated/printed.babel.json";
import type { GameEvent, NationName, View } from "../../generated/babel";
import type { Effect, ScoreSource } from "../kit";
import { DECK, DISCARD, DRAW, pawnOf, rowOf, stackOf, templeOf } from "./ends";
import { LETTERS } from "./nations";

type Of<Kind extends GameEvent["kind"]> = Extract<GameEvent, { kind: Kind }>;
type AtSite = Extract<GameEvent, { arguments: { site: string } }>;
type OfNation = Extract<GameEvent, { arguments: { nation: NationName | null } }>;
type Building = Of<"built" | "skipped">;

const siteOf = ({ arguments: { site } }: AtSite): string => babel.sites[site];
/** The row and the temple of the seat it is about, at the site. */
const atRow = (event: AtSite): string => rowOf(event.seat, siteOf(event));
const temple = (event: AtSite): string => templeOf(event.seat, siteOf(event));
const targetRow = (event: Of<"migrated">): string => rowOf(event.seat, babel.sites[event.arguments.target]);

/** The places an event is about. */
export function places(event: GameEvent): string[] {
  const { seat } = event;
  switch (event.kind) {
    case "drew":
      return [DRAW];
    case "reshuffled":
      return [DRAW, DISCARD];
    case "moved":
      return [`site:${siteOf(event)}`, pawnOf(seat)];
    case "deployed":
    case "used":
    case "deserted":
      return [atRow(event)];
    case "built":
    case "skipped":
      return [temple(event)];
    case "migrated":
      return [atRow(event), targetRow(event)];
    case "destroyed":
      return [temple(event), DECK];
    case "stole":
      return [templeOf(0, siteOf(event)), templeOf(1, siteOf(event))];
    case "changed camps":
      return [rowOf(0, siteOf(event)), rowOf(1, siteOf(event))];
    case "halved":
      return [`seat:${seat}`];
    case "discarded":
      return [DISCARD];
    case "stacked":
      return [stackOf(seat)];
    default:
      return [];
  }
}

/** How much a seat's total rose with a level: it counts instead of what lies below it. */
function rise(view: View, seat: number, at: string, level: number): number {
  const levels = view.players[seat]?.sites.find((site) => site.nation === at)?.temple ?? [];
  return level - (levels.findLast((below) => below < level) ?? 0);
}

/** The place of a card in a hand: an own card has its own place, others' cards are at their owner. */
function handOf({ seat, arguments: { nation } }: OfNation, view: View): string {
  return nation !== null && seat === view.seat ? `hand:${babel.nations[nation]}` : `seat:${seat}`;
}

const fly = (from: string, to: string, seat: number, ...pieces: string[]): Effect => ({
  kind: "fly",
  from,
  to,
  seat,
  pieces,
});
/** A card of a nation; of one that is secret, the back. */
const card = (nation: NationName | null): string => `card:${nation === null ? "" : babel.nations[nation]}`;
/** So many cards of the nation an event names. */
const cards = ({ arguments: { nation } }: OfNation, count = 1): string[] => Array<string>(count).fill(card(nation));
const slab = (level: number): string => `temple:${level}`;
const pulse = (place: string): Effect => ({ kind: "pulse", place });

/** The stack a temple card came from; for the first card, which came from none, it is as if from the own one. */
const sourceOf = ({ seat, arguments: { source } }: Building): string =>
  stackOf(source === "the other stack" ? 1 - seat : seat);

function building(event: Building, view: View): Effect[] {
  const {
    seat,
    arguments: { level },
  } = event;
  const place = temple(event);
  return [
    fly(sourceOf(event), place, seat, slab(level)),
    pulse(place),
    { kind: "points", from: place, seat, points: rise(view, seat, siteOf(event), level) },
  ];
}

function stealing(event: Of<"stole">, view: View): Effect[] {
  const {
    seat,
    arguments: { level },
  } = event;
  const site = siteOf(event);
  const robbed = templeOf(1 - seat, site);
  return [
    fly(robbed, temple(event), seat, slab(level)),
    { kind: "points", from: robbed, seat: 1 - seat, points: -rise(view, 1 - seat, site, level) },
    { kind: "points", from: temple(event), seat, points: rise(view, seat, site, level) },
  ];
}

/** A temple falls: what it was built of, from its top down. */
function destroying(event: Of<"destroyed">): Effect[] {
  const {
    seat,
    arguments: { level, levels = [level] },
  } = event;
  return [
    { kind: "fall", place: temple(event), pieces: levels.map(slab).reverse() },
    { kind: "points", from: temple(event), seat, points: -level },
  ];
}

/** What to show when an event arrives. */
export function effects(event: GameEvent, view: View): Effect[] {
  const { seat } = event;
  switch (event.kind) {
    case "drew":
      return [fly(DRAW, handOf(event, view), seat, ...cards(event))];
    case "reshuffled":
      return [fly(DISCARD, DRAW, -1, "card:", "card:", "card:")];
    case "moved":
      return [pulse(`site:${siteOf(event)}`)];
    case "deployed":
      return [fly(handOf(event, view), atRow(event), seat, ...cards(event))];
    case "built":
    case "skipped":
      return building(event, view);
    case "migrated":
      return [fly(atRow(event), targetRow(event), seat, ...event.arguments.nations.map(card)), pulse(targetRow(event))];
    case "used":
      return [fly(atRow(event), DISCARD, seat, ...cards(event))];
    case "destroyed":
      return destroying(event);
    case "stole":
      return stealing(event, view);
    case "deserted":
      return [fly(atRow(event), DISCARD, seat, ...cards(event, event.arguments.count))];
    case "changed camps":
      return [
        fly(rowOf(1 - seat, siteOf(event)), atRow(event), seat, ...cards(event, event.arguments.count)),
        pulse(atRow(event)),
      ];
    case "halved":
      return [pulse(`seat:${seat}`)];
    case "discarded":
      return [fly(`seat:${seat}`, DISCARD, seat, ...cards(event))];
    case "stacked":
      return [fly(DECK, stackOf(seat), seat, slab(event.arguments.level))];
    default:
      return [];
  }
}

/** A total is the sum of the temples: where the points are is where they came from. */
export function sources(_: GameEvent[], view: View): ScoreSource[] {
  return LETTERS.map((nation, at) => ({
    name: `source:${nation}`,
    colour: `var(--nation-${nation})`,
    points: view.players.map((player) => player.sites[at]?.value ?? 0),
  }));
}
