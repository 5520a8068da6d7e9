/** What happened in Babel, as places on the table and as things to see. */

import type { View } from "../../generated/babel";
import type { Happening } from "../../generated/protocol";
import type { Effect, ScoreSource } from "../kit";
import { DECK, DISCARD, DRAW, pawnOf, rowOf, stackOf, templeOf } from "./ends";
import { LETTERS } from "./nations";

/** The letter of a nation or a site in an event's argument: "Medes' site" is M. */
const letter = (happening: Happening, name: string): string => String(happening.arguments[name] ?? "").charAt(0);
const numeral = (happening: Happening, name: string): number => Number(happening.arguments[name] ?? 0);

const OWN = "the own stack";
const OTHER = "the other stack";

/** The stack a temple card came from; none for the first card. */
function source(happening: Happening): string | null {
  const from = happening.arguments["source"];
  if (from === OWN) return stackOf(happening.seat);
  return from === OTHER ? stackOf(1 - happening.seat) : null;
}

const built = (happening: Happening): string[] => [templeOf(happening.seat, letter(happening, "site"))];
const atRow = (happening: Happening): string[] => [rowOf(happening.seat, letter(happening, "site"))];

const PLACES: Record<string, (happening: Happening) => string[]> = {
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
export const places = (happening: Happening): string[] => PLACES[happening.kind]?.(happening) ?? [];

/** How much a seat's total rose with a level: it counts instead of what lies below it. */
function rise(view: View, seat: number, at: string, level: number): number {
  const temple = view.players[seat]?.sites.find((site) => site.nation === at)?.temple ?? [];
  return level - (temple.findLast((below) => below < level) ?? 0);
}

/** Where a card in somebody's hand is: the reader's own lie open, others' are with their owner. */
function handOf(happening: Happening, view: View): string {
  const nation = letter(happening, "nation");
  return nation && happening.seat === view.seat ? `hand:${nation}` : `seat:${happening.seat}`;
}

const fly = (from: string, to: string, seat: number, ...pieces: string[]): Effect => ({ kind: "fly", from, to, seat, pieces });
/** So many cards of the nation an event names; of one that is not told, the back. */
const cards = (happening: Happening, count = 1): string[] => Array<string>(count).fill(`card:${letter(happening, "nation")}`);
const slab = (happening: Happening): string => `temple:${numeral(happening, "level")}`;
const pulse = (place: string): Effect => ({ kind: "pulse", place });

/** The cards that migrate, in their order. */
const migrants = (happening: Happening): string[] =>
  String(happening.arguments["cards"] ?? "").split(", ").map((nation) => `card:${nation.charAt(0)}`);

/** What a temple was built of, from its top down. */
function levels(happening: Happening): string[] {
  const named = happening.arguments["levels"];
  return Array.isArray(named) ? named.map((level) => `temple:${Number(level)}`).reverse() : [slab(happening)];
}

function building(one: Happening, view: View): Effect[] {
  const site = letter(one, "site");
  const temple = templeOf(one.seat, site);
  return [
    fly(source(one) ?? stackOf(one.seat), temple, one.seat, slab(one)),
    pulse(temple),
    { kind: "points", from: temple, seat: one.seat, points: rise(view, one.seat, site, numeral(one, "level")) },
  ];
}

function stealing(one: Happening, view: View): Effect[] {
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

const EFFECTS: Record<string, (happening: Happening, view: View) => Effect[]> = {
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
export const effects = (happening: Happening, view: View): Effect[] => EFFECTS[happening.kind]?.(happening, view) ?? [];

/** A total is the sum of the temples: where the points are is where they came from. */
export function sources(_: Happening[], view: View): ScoreSource[] {
  return LETTERS.map((nation, at) => ({
    name: `source:${nation}`,
    colour: `var(--nation-${nation})`,
    points: view.players.map((player) => player.sites[at]?.value ?? 0),
  }));
}
