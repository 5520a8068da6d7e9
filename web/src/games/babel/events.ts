/** What happened in Babel, as places on the table and as things to see. */

import type { View } from "../../generated/babel";
import type { GameEvent } from "../../generated/protocol";
import type { Effect, ScoreSource } from "../kit";
import { DECK, DISCARD, DRAW, pawnOf, rowOf, stackOf, templeOf } from "./ends";
import { LETTERS } from "./nations";

/** The letter of a nation or a site in an event's argument: "Medes' site" is M. */
const letter = (event: GameEvent, name: string): string => String(event.arguments[name] ?? "").charAt(0);
const numeral = (event: GameEvent, name: string): number => Number(event.arguments[name] ?? 0);

const OWN = "the own stack";
const OTHER = "the other stack";

/** The stack a temple card came from; none for the first card. */
function source(event: GameEvent): string | null {
  const from = event.arguments["source"];
  if (from === OWN) return stackOf(event.seat);
  return from === OTHER ? stackOf(1 - event.seat) : null;
}

const built = (event: GameEvent): string[] => [templeOf(event.seat, letter(event, "site"))];
const atRow = (event: GameEvent): string[] => [rowOf(event.seat, letter(event, "site"))];

const PLACES: Record<string, (event: GameEvent) => string[]> = {
  drew: () => [DRAW],
  reshuffled: () => [DRAW, DISCARD],
  moved: (one) => [`site:${letter(one, "site")}`, pawnOf(one.seat)],
  deployed: atRow,
  built,
  migrated: (one) => [rowOf(one.seat, letter(one, "site")), rowOf(one.seat, letter(one, "target"))],
  used: atRow,
  destroyed: (one) => [...built(one), DECK],
  stole: (one) => [templeOf(0, letter(one, "site")), templeOf(1, letter(one, "site"))],
  deserted: atRow,
  skipped: built,
  "changed camps": (one) => [rowOf(0, letter(one, "site")), rowOf(1, letter(one, "site"))],
  halved: (one) => [`seat:${one.seat}`],
  discarded: () => [DISCARD],
  stacked: (one) => [stackOf(one.seat)],
};

/** The places an event is about. */
export const places = (event: GameEvent): string[] => PLACES[event.kind]?.(event) ?? [];

/** How much a seat's total rose with a level: it counts instead of what lies below it. */
function rise(view: View, seat: number, at: string, level: number): number {
  const temple = view.players[seat]?.sites.find((site) => site.nation === at)?.temple ?? [];
  return level - (temple.findLast((below) => below < level) ?? 0);
}

/** Where a card in somebody's hand is: the reader's own lie open, others' are with their owner. */
function handOf(event: GameEvent, view: View): string {
  const nation = letter(event, "nation");
  return nation && event.seat === view.seat ? `hand:${nation}` : `seat:${event.seat}`;
}

const fly = (from: string, to: string, seat: number, ...pieces: string[]): Effect => ({ kind: "fly", from, to, seat, pieces });
/** So many cards of the nation an event names; of one that is secret, the back. */
const cards = (event: GameEvent, count = 1): string[] => Array<string>(count).fill(`card:${letter(event, "nation")}`);
const slab = (event: GameEvent): string => `temple:${numeral(event, "level")}`;
const pulse = (place: string): Effect => ({ kind: "pulse", place });

/** The cards that migrate, in their order. */
const migrants = (event: GameEvent): string[] =>
  String(event.arguments["cards"] ?? "").split(", ").map((nation) => `card:${nation.charAt(0)}`);

/** What a temple was built of, from its top down. */
function levels(event: GameEvent): string[] {
  const named = event.arguments["levels"];
  return Array.isArray(named) ? named.map((level) => `temple:${Number(level)}`).reverse() : [slab(event)];
}

function building(one: GameEvent, view: View): Effect[] {
  const site = letter(one, "site");
  const temple = templeOf(one.seat, site);
  return [
    fly(source(one) ?? stackOf(one.seat), temple, one.seat, slab(one)),
    pulse(temple),
    { kind: "points", from: temple, seat: one.seat, points: rise(view, one.seat, site, numeral(one, "level")) },
  ];
}

function stealing(one: GameEvent, view: View): Effect[] {
  const site = letter(one, "site");
  const level = numeral(one, "level");
  const robbed = templeOf(1 - one.seat, site);
  const temple = templeOf(one.seat, site);
  return [
    fly(robbed, temple, one.seat, slab(one)),
    { kind: "points", from: robbed, seat: 1 - one.seat, points: -rise(view, 1 - one.seat, site, level) },
    { kind: "points", from: temple, seat: one.seat, points: rise(view, one.seat, site, level) },
  ];
}

const EFFECTS: Record<string, (event: GameEvent, view: View) => Effect[]> = {
  drew: (one, view) => [fly(DRAW, handOf(one, view), one.seat, ...cards(one))],
  reshuffled: () => [fly(DISCARD, DRAW, -1, "card:", "card:", "card:")],
  moved: (one) => [pulse(`site:${letter(one, "site")}`)],
  deployed: (one, view) => [fly(handOf(one, view), rowOf(one.seat, letter(one, "site")), one.seat, ...cards(one))],
  built: building,
  skipped: building,
  migrated: (one) => [
    fly(rowOf(one.seat, letter(one, "site")), rowOf(one.seat, letter(one, "target")), one.seat, ...migrants(one)),
    pulse(rowOf(one.seat, letter(one, "target"))),
  ],
  used: (one) => [fly(rowOf(one.seat, letter(one, "site")), DISCARD, one.seat, ...cards(one))],
  destroyed: (one) => {
    const temple = templeOf(one.seat, letter(one, "site"));
    return [
      { kind: "fall", place: temple, pieces: levels(one) },
      { kind: "points", from: temple, seat: one.seat, points: -numeral(one, "level") },
    ];
  },
  stole: stealing,
  deserted: (one) => [
    fly(rowOf(one.seat, letter(one, "site")), DISCARD, one.seat, ...cards(one, numeral(one, "count"))),
  ],
  "changed camps": (one) => {
    const site = letter(one, "site");
    return [
      fly(rowOf(1 - one.seat, site), rowOf(one.seat, site), one.seat, ...cards(one, numeral(one, "count"))),
      pulse(rowOf(one.seat, site)),
    ];
  },
  halved: (one) => [pulse(`seat:${one.seat}`)],
  discarded: (one) => [fly(`seat:${one.seat}`, DISCARD, one.seat, ...cards(one))],
  stacked: (one) => [fly(DECK, stackOf(one.seat), one.seat, slab(one))],
};

/** What to show when an event arrives. */
export const effects = (event: GameEvent, view: View): Effect[] => EFFECTS[event.kind]?.(event, view) ?? [];

/** A total is the sum of the temples: where the points are is where they came from. */
export function sources(_: GameEvent[], view: View): ScoreSource[] {
  return LETTERS.map((nation, at) => ({
    name: `source:${nation}`,
    colour: `var(--nation-${nation})`,
    points: view.players.map((player) => player.sites[at]?.value ?? 0),
  }));
}
