/** Information cards of Amyitis: what a thing is, what it would score now, and its clause. */

import type { City, Prospects, SquareProspect, Trade, View } from "../../generated/amyitis";
import { list, type About, type Pointed, type SeatLine } from "../kit";
import { capital, cityName, label, nameOf, seatName, words, tileWords } from "./words";

const CLAUSES = { round: 1, crafts: 3, fields: 4, water: 6, caravan: 8, babylon: 9, wine: 10, court: 11, plants: 12 };
const [PASSING, TEMPLES, END, PRIESTS] = [13, 14, 15, 17];
const CRAFTS: Record<string, number> = { peasant: 4, priest: PRIESTS, engineer: 7, merchant: CLAUSES.crafts };

type At = Pointed<View, Prospects>;

type Teller = (name: string, at: At, title: string) => Omit<About, "title"> | null;

export function about(thing: string, view: View, names: string[], prospects: Prospects | null): About | null {
  const [kind, name] = parts(thing);
  const at = { view, names, prospects };
  const text = THINGS[kind]?.(name, at, "");
  return text ? { title: titled(thing, at), ...text } : null;
}

/** What kind of thing, and which: of a craft card, `craft:2:priest`, whom it is about. */
function parts(thing: string): [kind: string, name: string] {
  const [kind = "", first = "", second] = thing.split(":");
  return [kind, second ?? first];
}

/** A thing's name: the first part of its label. */
function titled(thing: string, { view, names }: At): string {
  const [kind, name] = parts(thing);
  const own = TITLES[kind]?.(name, { view, names, prospects: null });
  return capital(own ?? label(thing, view, names));
}

const who = ({ view, names }: At, seat: number): string => capital(seatName(seat, view, names));
const ofSeat = (seat: string, thing: string, at: At): string => `${who(at, Number(seat))}: ${thing}`;
const player = (seat: string, at: At) => at.view.players[Number(seat)]!;

const TITLES: Record<string, (name: string, at: At) => string> = {
  city: cityName,
  field: nameOf,
  square: (name, { view, names }) => label(`square:${name}`, view, names).split("; ")[0]!, // the tile is told below
  temple: (name) => words("short:temple", { temple: cityName(name) }),
  court: nameOf,
  craft: nameOf,
  ...Object.fromEntries(["have", "sell", "pay", "give", "discard", "supply"].map((kind) => [kind, nameOf])),
  caravan: () => words("about:caravan:title"),
  round: (_, { view }) => words("round", { round: view.round }),
  first: () => words("firstPlayer"),
  talents: (seat, at) => ofSeat(seat, words("talents", { n: player(seat, at).talents }), at),
  camels: (seat, at) => ofSeat(seat, words("camels", { n: player(seat, at).camels }), at),
  gardeners: (seat, at) => ofSeat(seat, words("gardeners", { n: player(seat, at).gardeners }), at),
  tiles: (seat, at) => ofSeat(seat, words("tiles", { n: player(seat, at).tiles.length }), at),
  caravaneer: (seat, at) => ofSeat(seat, nameOf("caravaneer"), at),
  banker: (seat, at) => ofSeat(seat, nameOf("banker"), at),
  palace: (seat, at) => ofSeat(seat, nameOf("palace"), at),
};

const resource: Teller = (name) => ({
  lines: [words(name === "wine" ? "about:wine" : "about:resource")],
  clause: name === "wine" ? CLAUSES.wine : CLAUSES.caravan,
});
const level =
  (kind: "caravaneer" | "banker" | "palace"): Teller =>
  (seat, at) => ({
    lines: [words("about:level", { level: player(seat, at)[kind] }), words(`about:court:${kind}`)],
    clause: CLAUSES.court,
  });

const THINGS: Record<string, Teller> = {
  group: (name, { view }) => {
    const cards = view.crafts[Number(name) - 1]?.cards ?? [];
    const each = [...new Set(cards)].map((craft) => `${capital(nameOf(craft))}: ${words(`about:craft:${craft}`)}`);
    return {
      lines: cards.length ? [...each, words("about:group")] : [words("about:group:empty")],
      clause: CLAUSES.crafts,
    };
  },
  craft: (name) => ({ lines: [words(`about:craft:${name}`)], clause: CRAFTS[name] ?? CLAUSES.crafts }),
  city,
  field: (name, at) => {
    const row = at.prospects?.rows.find((one) => one.name === name);
    const cubes = at.view.fields.find((one) => one.name === name)?.cubes ?? [];
    if (!row) return { lines: [label(`field:${name}`, at.view, at.names)].map(capital), clause: CLAUSES.fields };
    const values = { resource: nameOf(row.next), n: row.spaces - 1 };
    return {
      lines: [
        words(row.spaces > 1 ? "about:row" : "about:row:last", values),
        ...(cubes.length
          ? [row.most >= 0 ? words("about:row:most", { name: who(at, row.most) }) : words("about:row:tie")]
          : []),
      ],
      clause: CLAUSES.fields,
    };
  },
  temple: (name, at) => {
    const temple = at.prospects?.temples.find((one) => one.name === name);
    const places = [
      ["first", temple?.first ?? -1],
      ["second", temple?.second ?? -1],
    ] as const;
    const seats = places.flatMap(([place, seat]): SeatLine[] =>
      seat >= 0
        ? [{ seat, text: words(`about:temple:${place}`, { who: who(at, seat) }), first: place === "first" }]
        : [],
    );
    return { lines: [words(`about:temple:${name}`), words("about:temple:cubes")], seats, clause: TEMPLES };
  },
  prize: () => ({ lines: [words("about:temple:ishtar")], clause: TEMPLES }),
  edge: (name, { view }) => {
    const edge = view.edges.find(({ place }) => place === name);
    const state = !edge || edge.cubes.length >= edge.areas ? "full" : edge.available ? "open" : "closed";
    return { lines: [words(`about:edge:${state}`), words("about:edge")], clause: CLAUSES.water };
  },
  square,
  court: (kind, { view }) => {
    const left = view.court[kind] ?? [];
    const has = kind === "gardener" ? 0 : (view.players[view.seat]?.[kind as "banker"] ?? 0);
    const lines = [words(`about:court:${kind}`)];
    if (kind !== "gardener") lines.push(words("about:court:left", { left: left.join(", ") }));
    if (kind !== "gardener" && view.seat >= 0 && has < left.length)
      lines.push(words("about:court:next", { level: has + 1, n: left[has] ?? 0 }));
    return { lines, clause: kind === "gardener" ? CLAUSES.plants : CLAUSES.court };
  },
  ...Object.fromEntries(["have", "sell", "pay", "give", "discard", "supply"].map((kind) => [kind, resource])),
  passed: () => ({ lines: [words("about:passed")], clause: PASSING }),
  pass: () => ({ lines: [words("about:passed")], clause: PASSING }),
  caravan: () => ({ lines: [words("about:caravan")], clause: CLAUSES.caravan }),
  round: (_, { prospects }) => {
    if (!prospects) return { lines: [words("about:round:plain")], clause: END };
    const n = prospects.tiles_to_end;
    return { lines: [n > 0 ? words("about:round", { n }) : words("about:round:last")], clause: END };
  },
  first: () => ({ lines: [words("about:first")], clause: CLAUSES.round }),
  talents: () => ({ lines: [words("about:talents")], clause: CLAUSES.crafts }),
  camels: () => ({ lines: [words("about:camels:what")], clause: CLAUSES.caravan }),
  gardeners: () => ({ lines: [words("about:court:gardener")], clause: CLAUSES.plants }),
  tiles: (seat, { prospects }) => {
    const counted = prospects?.seats[Number(seat)];
    const favour = counted
      ? [
          words("about:favour", { n: counted.favour }),
          ...(counted.more ? [words("about:favour:more", { n: counted.more })] : []),
        ]
      : [];
    return { lines: [words("about:tiles"), ...favour], clause: END };
  },
  caravaneer: level("caravaneer"),
  banker: level("banker"),
  palace: level("palace"),
};

// ----------------------------------------------------------------------------------------------- cities and squares

function city(name: string, at: At): Omit<About, "title"> | null {
  const space = at.view.ring.find((one) => one.name === name);
  if (!space) return null;
  const clause = name === "babylon" ? CLAUSES.babylon : space.plant ? CLAUSES.plants : CLAUSES.court;
  const trade = at.prospects?.trades.find((one) => one.city === name);
  if (!trade) return { lines: [capital(label(`city:${name}`, at.view, at.names))], clause };
  const watched =
    at.view.seat < 0 && at.prospects ? [words("about:trader", { name: who(at, at.prospects.trader) })] : [];
  return { lines: [...brings(space, trade), ...costs(trade), ...watched], clause };
}

function brings(city: City, trade: Trade): string[] {
  if (city.name === "babylon")
    return [trade.prestige ? words("about:sale", { n: trade.prestige }) : words("about:sale:none")];
  if (city.plant) {
    const { quality } = city.plant;
    if (!trade.squares.length) return [words("about:plants:none", { quality })];
    return [
      words("about:plants", { quality, squares: list(trade.squares) }),
      words("about:tile best", { n: trade.prestige }),
    ];
  }
  const cards = Object.entries(trade.court).map(([kind, level]) => words("level", { kind: nameOf(kind), level }));
  if (!cards.length) return [words("about:sells:none")];
  const palace = "palace" in trade.court ? [words("about:palace", { n: trade.prestige })] : [];
  return [words("about:sells", { cards: list(cards) }), ...palace];
}

function costs(trade: Trade): string[] {
  const asks = trade.asks.length ? [words("about:asks", { resources: list(trade.asks.map(nameOf)) })] : [];
  const pays =
    trade.asks.length && trade.pays.length ? [words("about:pays", { resources: list(trade.pays.map(nameOf)) })] : [];
  const way = trade.distance > 0 ? [words("about:camels", { n: trade.camels })] : [];
  return [...asks, ...pays, ...way, words(`about:why:${trade.why}`)];
}

function square(name: string, at: At): Omit<About, "title"> | null {
  const garden = at.view.squares.find(({ place }) => place === name);
  if (!garden) return null;
  const tile =
    garden.tile && garden.planted_by === null ? [words("about:square:tile", { tile: tileWords(garden.tile) })] : [];
  const counted = at.prospects?.squares.find(({ place }) => place === name);
  if (!counted) {
    const plain =
      garden.tile === null ? "bare" : garden.planted_by !== null ? "planted" : garden.irrigated ? "waits" : "dry";
    return { lines: [...tile, words(`about:square:${plain}`)], clause: CLAUSES.plants };
  }
  return { lines: [...tile, ready(counted)], seats: waterers(counted, at), clause: CLAUSES.plants };
}

function ready({ why, cities, gardeners }: SquareProspect): string {
  const named = (names: string[]) =>
    list(
      names.map((city) => {
        const n = gardeners[city] ?? 0;
        return n ? words("about:square:city", { city: cityName(city), n }) : cityName(city);
      }),
    );
  return words(`about:square:${why}`, { cities: named(why === "trade" ? Object.keys(gardeners) : cities) });
}

function waterers({ cubes, water, why }: SquareProspect, at: At): SeatLine[] {
  if (why === "bare" || why === "planted") return [];
  return cubes.flatMap((n, seat): SeatLine[] => {
    const first = seat === water;
    const text = words(first ? "about:square:water" : "about:square:cubes", { who: who(at, seat), n });
    return n > 0 ? [{ seat, text, first }] : [];
  });
}
