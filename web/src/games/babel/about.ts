/** Information cards of Babel: what a thing is, what it could do now, and its clause. */

import type { Ability, Building, Prospects, View } from "../../generated/babel";
import { list, type About, type Pointed, type SeatLine } from "../kit";
import { DECK, DISCARD, DRAW, seatAt } from "./ends";
import { LETTERS } from "./nations";
import { label, nation, words } from "./words";

const ABILITIES: Record<string, number> = { A: 11, H: 12, M: 13, P: 14, S: 15 };
const [FIRST, PILES, STACKS, WORTH, BUILDING, PAWN, DEPLOYING, RUNS, HALF, END, SECRETS, SETUP, TURN] = [
  2, 3, 4, 5, 6, 7, 8, 10, 16, 17, 19, 22, 24,
];

type At = Pointed<View, Prospects>;

export function about(thing: string, view: View, names: string[], prospects: Prospects | null): About | null {
  const [kind = "", first = "", second = ""] = thing.split(":");
  const at = { view, names, prospects };
  const text = THINGS[kind]?.(first, at, second);
  return text ? { title: capital(titled(thing, at)), ...text } : null;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const who = ({ view, names }: At, seat: number): string => (seat === view.seat ? words("you") : (names[seat] ?? ""));
const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);
const counted = (cards: Record<string, number>): string =>
  list(
    Object.entries(cards)
      .filter(([, n]) => n > 0)
      .map(([letter, n]) => words("describe:run", { n, nation: nation(letter) })),
  );

function titled(thing: string, { view, names }: At): string {
  const [kind = "", first = "", second = ""] = thing.split(":");
  if (!second && (kind === "hand" || kind === "discard" || kind === "name" || kind === "run"))
    return nation(first.charAt(0));
  if (kind === "total" || kind === "seat")
    return words("describe:total", { who: names[Number(first)] ?? "", score: view.players[Number(first)]?.score ?? 0 });
  if (kind === "held") return words("held", { n: view.players[Number(first)]?.hand_size ?? 0 });
  return label(thing, view, names);
}

type Teller = (first: string, at: At, second: string) => Omit<About, "title"> | null;

const race: Teller = (_, at) => {
  const { prospects } = at;
  const seats = (prospects?.race ?? []).map((one): SeatLine => {
    const values = { who: who(at, one.seat), total: one.total, ahead: one.to_ahead, far: one.to_far_ahead };
    const n = one.above_behind;
    const above = n > 0 ? words("about:race:above", { n }) : words("about:race:below");
    return {
      seat: one.seat,
      text: words(`about:race:${prospects?.end_phase ? "last" : "seat"}`, { ...values, above }),
    };
  });
  return {
    lines: [words("about:total"), words(at.view.end_phase ? "about:race:end" : "about:race")],
    seats,
    clause: END,
  };
};

const THINGS: Record<string, Teller> = {
  hand: power,
  discard: power,
  name: power,
  run: (name, at) => {
    const own = seatAt(at.view, "near");
    const { lines, seats, clause } = power(name.charAt(0), at);
    const half = at.prospects?.seats[own]?.half;
    return {
      lines: [words("about:run"), ...lines.slice(1), ...(half ? [words("about:half", { n: half })] : [])],
      seats,
      clause,
    };
  },
  use: () => ({ lines: [words("about:run")], clause: RUNS }),
  half: (_, { view, prospects }) => {
    const n = prospects?.seats[seatAt(view, "near")]?.half ?? 0;
    return { lines: n ? [words("about:half", { n })] : [words("about:run")], clause: HALF };
  },
  site: (letter, at) => ({ lines: [words("about:site")], seats: buildings(letter, at), clause: BUILDING }),
  temple: (_, at, letter) => ({ lines: [words("about:temple")], seats: buildings(letter, at), clause: WORTH }),
  row: (first, at, second) => ({
    lines: [words("about:row")],
    seats: buildings(second || first, at),
    clause: DEPLOYING,
  }),
  stack: () => ({ lines: [words("about:stack")], clause: STACKS }),
  pawn: () => ({ lines: [words("about:pawn")], clause: PAWN }),
  first: () => ({ lines: [words("about:first")], clause: FIRST }),
  quarry: () => ({ lines: [words("about:quarry")], clause: SETUP }),
  [DECK]: (_, { prospects }) => ({
    lines: [prospects ? words("about:temple deck", { n: prospects.turns_left }) : words("about:temple deck:plain")],
    clause: END,
  }),
  [DRAW]: (_, { prospects }) => {
    const unseen = prospects ? counted(prospects.unseen) : "";
    return {
      lines: [words("about:draw"), ...(unseen ? [words("about:unseen", { cards: unseen })] : [])],
      clause: PILES,
    };
  },
  [DISCARD]: (_, { view }) => {
    const cards = counted(Object.fromEntries(LETTERS.map((one) => [one, view.discard.split(one).length - 1])));
    return { lines: [...(cards ? [cards] : []), words("about:discard")], clause: PILES };
  },
  total: race,
  seat: race,
  held: () => ({ lines: [words("about:hand")], clause: SECRETS }),
  end: () => ({ lines: [words("about:end")], clause: TURN }),
};

// ------------------------------------------------------------------------------------------------------- what it does

/** What a nation does, and what it could do for each seat now. */
function power(letter: string, at: At): { lines: string[]; seats: SeatLine[]; clause: number } {
  const seats = (at.prospects?.seats ?? []).flatMap(({ seat, abilities }): SeatLine[] => {
    const ability = abilities.find((one) => one.nation === letter);
    if (!ability) return [];
    const text = words(`about:why:${ability.why}`, { who: who(at, seat), does: does(ability) });
    return [{ seat, text, first: ability.usable }];
  });
  return {
    lines: [words("about:nation", { site: words(`site:${letter}`) }), words(`about:${letter}`)],
    seats,
    clause: ABILITIES[letter] ?? RUNS,
  };
}

function does({ nation, points, loss, level, sources, cards }: Ability): string {
  return words(`about:does:${nation}`, {
    loss: nation === "A" ? -loss : signed(loss),
    points: signed(points),
    level,
    cards: counted(cards),
    sources: places(sources),
  });
}

const places = (sources: string[]): string => list(sources.map((one) => words(`about:source:${one}`)));

/** What each seat could build at a site next. */
function buildings(letter: string, at: At): SeatLine[] {
  return (at.prospects?.seats ?? []).flatMap(({ seat, sites }): SeatLine[] => {
    const site = sites.find(({ site }) => site === letter);
    return site ? [{ seat, text: building(site, at, seat), first: site.buildable }] : [];
  });
}

const HIGHEST = 6;

function building({ value, level, missing, sources, buildable }: Building, at: At, seat: number): string {
  const values = { who: who(at, seat), value, level, n: missing, sources: places(sources) };
  if (level > HIGHEST) return words("about:build:done", values);
  if (buildable) return words("about:build", values);
  if (missing > 0) return words("about:build:cards", values);
  return words(sources.length ? "about:build:pawn" : "about:build:none", values);
}
