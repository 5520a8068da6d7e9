/** Information cards of Babylonia: what a thing is, what it would score now, and its clause. */

import type { CityProspect, FieldProspect, Prospects, View, ZigguratProspect } from "../../generated/babylonia";
import { list, type About, type Pointed, type SeatLine } from "../kit";
import { beside, hexNamed, type Hex } from "./board/geometry";
import { tallied } from "./stand";
import { cardText, counted, isCity, label, words } from "./words";

const [PLACING, RIVERS, ZIGGURATS, FIELDS, CITIES, MAJORITY, CARDS, REFILLING, SECRETS, TOKENS] = [
  4, 5, 6, 7, 10, 11, 13, 14, 17, 19,
];
const FIRST_CARD = 21; // card n is clause 21 + n

type At = Pointed<View, Prospects>;

export function about(thing: string, view: View, names: string[], prospects: Prospects | null): About | null {
  const at = { view, names, prospects };
  const [what = "", which = ""] = thing.split(":");
  if (what === "hex") return hexagon(which, at);
  if (what === "stand") return kind(which, at);
  if (what === "card") {
    const [title = "", ...lines] = cardText(Number(which), { view, names });
    return { title, lines, clause: FIRST_CARD + Number(which) };
  }
  if (what === "holds" || what === "reserve") return tokens(what, Number(which), at);
  if (what === "cities") return cities(Number(which), at);
  if (what === "end") return { title: words("end"), lines: [words("about:button:end")], clause: PLACING };
  return null;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const who = ({ view, names }: At, seat: number): string =>
  seat === view.seat ? capital(words("seat:you")) : (names[seat] ?? "");

// ---------------------------------------------------------------------------------------------------------- hexagons

function hexagon(name: string, at: At): About | null {
  const hex = hexNamed(name);
  if (!hex?.seats.includes(at.view.seats)) return null;
  const { view, prospects } = at;
  if (view.ziggurats.some(({ place }) => place === name)) {
    const scored = view.ziggurats.some((one) => one.place === name && one.scored);
    return ziggurat(
      hex,
      scored,
      prospects?.ziggurats.find(({ place }) => place === name),
      at,
    );
  }
  const tile = view.tiles.find(({ place }) => place === name)?.tile;
  if (tile && isCity(tile))
    return city(
      hex,
      prospects?.cities.find(({ place }) => place === name),
      at,
    );
  if (tile)
    return field(
      hex,
      tile,
      prospects?.fields.find(({ place }) => place === name),
      at,
    );
  return ground(hex, at);
}

/** Its label without what follows the first full stop: that is what the numbers below say. */
const titled = (hex: Hex, { view, names }: At): string =>
  label(hex.place, view, names).split(". ")[0]!.replace(/\.$/, "");

const free = (n: number): string => (n > 0 ? words("about:left", { n }) : words("about:surrounded"));

function city(hex: Hex, found: CityProspect | undefined, at: At): About {
  const title = titled(hex, at);
  if (!found) return { title, lines: [words("about:city")], clause: CITIES };
  const tie = found.winner < 0 && found.beside.some((n) => n > 0);
  const seats = found.beside.map((n, seat): SeatLine => {
    const [nobles, points] = [found.noble_points[seat] ?? 0, found.city_points[seat] ?? 0];
    const first = seat === found.winner;
    const values = { who: who(at, seat), points: nobles + points, nobles, cities: points, beside: n };
    return { seat, text: words(first ? "about:city:takes" : "about:city:seat", values), first };
  });
  return {
    title,
    lines: [free(found.free), words("about:city:now"), ...(tie ? [words("about:city:tie")] : [])],
    seats,
    clause: tie ? MAJORITY : CITIES,
  };
}

function ziggurat(hex: Hex, scored: boolean, found: ZigguratProspect | undefined, at: At): About {
  const title = titled(hex, at);
  const fate = words(scored ? "about:ziggurat:scored" : "about:ziggurat:open");
  if (!found) return { title, lines: [words("about:ziggurat"), fate], clause: ZIGGURATS };
  const tie = !scored && found.winner < 0 && found.beside.some((n) => n > 0);
  const seats = found.beside.map((n, seat): SeatLine => {
    const first = !scored && seat === found.winner;
    const values = { who: who(at, seat), n, touched: at.prospects?.seats[seat]?.ziggurats ?? 0 };
    return { seat, text: words(first ? "about:ziggurat:wins" : "about:ziggurat:seat", values), first };
  });
  return {
    title,
    lines: [...(scored ? [] : [free(found.free)]), fate, ...(tie ? [words("about:ziggurat:tie")] : [])],
    seats,
    clause: scored ? ZIGGURATS : CARDS,
  };
}

function field(hex: Hex, tile: string, found: FieldProspect | undefined, at: At): About {
  const title = titled(hex, at);
  const counts = tile === "C" ? [words("about:field:cities")] : [];
  if (!found) return { title, lines: counts, clause: FIELDS };
  const seats = found.farmers.flatMap((farmer, seat): SeatLine[] => {
    const noble = found.nobles[seat] ?? false;
    const key = farmer && noble ? "both" : farmer ? "farmer" : "noble";
    return farmer || noble ? [{ seat, text: words(`about:field:${key}`, { who: who(at, seat) }) }] : [];
  });
  return {
    title,
    lines: [
      words("about:field", { n: found.points }),
      ...counts,
      ...(seats.length ? [] : [words("about:field:nobody")]),
    ],
    seats,
    clause: FIELDS,
  };
}

function ground(hex: Hex, at: At): About {
  const { view } = at;
  const token = view.tokens.find(({ place }) => place === hex.name);
  const river = hex.ground === "river";
  const sites = beside(hex, view.seats).flatMap(({ name }) => {
    const tile = view.tiles.find(({ place }) => place === name)?.tile;
    if (tile) return words(isCity(tile) ? "about:beside:city" : "about:beside:field", { place: name });
    return view.ziggurats.some(({ place }) => place === name) ? words("about:beside:ziggurat", { place: name }) : [];
  });
  const near = sites.length ? [words("about:beside", { sites: list(sites) })] : [];
  const title = titled(hex, at);
  if (!token) {
    const lines = [words(river ? "about:free:river" : "about:free"), ...near, ...touching(hex, at)];
    return { title, lines, clause: river ? RIVERS : PLACING };
  }
  const what = river ? "hidden" : token.kind === "f" ? "f" : "noble";
  return {
    title,
    lines: [words(`about:token:${what}`), ...near],
    clause: river ? RIVERS : what === "f" ? FIELDS : CITIES,
  };
}

/** What a token of the reader's would score here for ziggurats. */
function touching(hex: Hex, { view, prospects }: At): string[] {
  const here = new Set(beside(hex, view.seats).map(({ name }) => name));
  const met = prospects?.ziggurats.filter(({ place }) => here.has(place)) ?? [];
  if (view.seat < 0 || met.length === 0) return [];
  const fresh = met.filter(({ beside }) => !beside[view.seat]).length;
  return [words("about:ziggurat points", { n: (prospects?.seats[view.seat]?.ziggurats ?? 0) + fresh })];
}

// ---------------------------------------------------------------------------------------------- in front of the seats

function kind(letter: string, { view, names }: At): About {
  const title = capital(label(`stand:${letter}`, view, names));
  return { title, lines: [words(`about:kind:${letter}`)], clause: letter === "f" ? FIELDS : CITIES };
}

function tokens(what: "holds" | "reserve", seat: number, at: At): About | null {
  const player = at.view.players[seat];
  if (!player) return null;
  const n = what === "holds" ? player.stand_size : player.reserve_size;
  const unseen = at.prospects?.seats[seat]?.unseen;
  const left = unseen
    ? tallied(
        Object.entries(unseen)
          .flatMap(([kind, n]) => kind.repeat(n))
          .join(""),
      )
    : [];
  const key = seat === at.view.seat ? "about:unseen:own" : "about:unseen";
  const said = list(left.map(({ kind, n }) => counted(kind, n)));
  return {
    title: `${who(at, seat)}: ${words(what === "holds" ? "belongings:stand" : "belongings:reserve", { n })}`,
    lines: [words(what === "holds" ? "about:stand" : "about:reserve"), ...(said ? [words(key, { tokens: said })] : [])],
    clause: what === "holds" ? REFILLING : left.length ? SECRETS : TOKENS,
  };
}

function cities(seat: number, at: At): About | null {
  const player = at.view.players[seat];
  if (!player) return null;
  const n = player.cities.length;
  return {
    title: `${who(at, seat)}: ${words("belongings:cities", { n })}`,
    lines: [words("about:cities")],
    clause: MAJORITY,
  };
}
