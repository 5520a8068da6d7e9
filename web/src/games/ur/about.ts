/** Information cards of Ur: what a thing is, what it would score now, and its clause. */

import type { Attack, Field, Prospects, View } from "../../generated/ur";
import { list, type About, type Pointed, type SeatLine } from "../kit";
import { pair } from "./actions";
import { action, both, label, words } from "./words";

const ACTIONS: Record<string, number> = { agriculture: 6, trade: 7, culture: 8, politics: 9, war: 10 };
const [FIELDS, TURN, TRADE, ZIGGURATS, SWAP, END, POINTS, PIECES] = [3, 4, 7, 11, 12, 14, 15, 17];
const FULL = 5;
const MOST = 5; // lines about attacks on a card

type At = Pointed<View, Prospects>;

export function about(thing: string, view: View, names: string[], prospects: Prospects | null): About | null {
  const at = { view, names, prospects };
  const [kind = "", name = ""] = thing.split(":");
  switch (kind) {
    case "field":
    case "stones":
    case "onto": {
      const shown = view.fields.find(({ place }) => place === name);
      return shown ? field(shown, at) : null;
    }
    case "action":
      return act(name, at);
    case "side":
      return { title: words(name as "war"), lines: [does(name, view)], clause: ACTIONS[name] ?? TURN };
    case "edge":
      return { title: label(thing, view, names), lines: [words("about:edge")], clause: TRADE };
    case "spare":
      return { title: both(pair(view.spares[Number(name) - 1] ?? [])), lines: [words("about:spare")], clause: SWAP };
    case "hand":
      return hand(Number(name), at);
    case "supply":
      return {
        title: ofSeat(Number(name), words("supply", { n: view.players[Number(name)]?.supply ?? 0 }), at),
        lines: [words("about:supply")],
        clause: PIECES,
      };
    case "towers":
      return {
        title: ofSeat(Number(name), words("ziggurats", { n: view.players[Number(name)]?.ziggurats ?? 0 }), at),
        lines: [words("about:towers")],
        clause: ZIGGURATS,
      };
    case "left":
      return {
        title: words("ziggurats left", { n: view.ziggurats_left }),
        lines: [words("about:left", { n: view.ziggurats_left }), words("about:towers")],
        clause: END,
      };
    case "seat":
      return score(Number(name), at);
    default:
      return null;
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const who = ({ names }: At, seat: number): string => names[seat] ?? "";
const ofSeat = (seat: number, what: string, at: At): string => `${who(at, seat)}: ${what}`;
const signed = (points: number): string => `${points < 0 ? "−" : "+"}${words("about:points", { n: Math.abs(points) })}`;

// ------------------------------------------------------------------------------------------------------------ fields

function field(found: Field, at: At): About {
  const { view, prospects } = at;
  const counted = prospects?.fields.find(({ place }) => place === found.place);
  const lines = [words("about:shows", { shows: action(found.shows), back: action(found.back) })];
  if (found.ziggurat) lines.push(words("about:built"));
  else if (found.seat === null) lines.push(words("about:free"));
  if (counted?.hungry) lines.push(words("about:hungry"));
  if (counted?.trade) lines.push(words("about:trades", { n: counted.trade }));
  if (counted?.spreads) lines.push(words("about:spreads", { n: counted.spreads }));
  if (found.stones === FULL) lines.push(words("about:full"));
  const worth = prospects?.seats[view.seat]?.adds[found.shows];
  if (worth !== undefined && found.seat !== view.seat && !found.ziggurat)
    lines.push(words("about:worth", { n: worth }));
  const clause = found.ziggurat ? ZIGGURATS : counted?.hungry ? ACTIONS["agriculture"]! : FIELDS;
  return { title: titled(found, at), lines, seats: wars(found, at), clause };
}

/** "c3: 2 stones of yours". */
function titled(found: Field, { view, names }: At): string {
  const [place = "", , , ...holder] = label(`field:${found.place}`, view, names).split(", ");
  return `${place}: ${holder.join(", ")}`;
}

/** What wars would do from a field of the reader's, and to anybody's. */
function wars(found: Field, at: At): SeatLine[] {
  const all = at.prospects?.attacks ?? [];
  const from = all.filter(({ seat, source }) => seat === at.view.seat && source === found.place);
  const on = all.filter(({ seat, target, victim }) => target === found.place && victim >= 0 && seat !== at.view.seat);
  return [...few(from, attack), ...few(on, (one) => attacked(one, at))];
}

/** A line for each attack; where wars reach any field, only for those that change the points most. */
function few(attacks: Attack[], line: (one: Attack) => SeatLine): SeatLine[] {
  if (attacks.length <= MOST) return attacks.map(line);
  const [best, more] = [attacks.toSorted((one, other) => swing(other) - swing(one)), attacks.length - MOST];
  return [...best.slice(0, MOST).map(line), { seat: best[0]!.seat, text: words("about:attacks more", { n: more }) }];
}

const swing = ({ gain, loss }: Attack): number => gain - loss;

function attacked({ seat, source, losses, left }: Attack, at: At): SeatLine {
  return { seat, text: words("about:attacked", { who: who(at, seat), source, losses, left }) };
}

function attack({ seat, target, fall, losses, left, gain }: Attack): SeatLine {
  return { seat, text: words("about:attack", { target, fall, losses, left, points: signed(gain) }) };
}

// -------------------------------------------------------------------------------------------------- actions and seats

/** What an action does; how far a war reaches is an option. */
function does(name: string, { reach }: View): string {
  return words(name === "war" && reach === "any" ? "about:war:any" : `about:${name as "war"}`);
}

function act(name: string, at: At): About {
  const seats = (at.prospects?.seats ?? []).map(({ seat, adds }): SeatLine => ({
    seat,
    text: words("about:adds", { who: who(at, seat), n: adds[name] ?? 0 }),
  }));
  return {
    title: words(name as "war"),
    lines: [does(name, at.view)],
    seats,
    clause: ACTIONS[name] ?? TURN,
  };
}

function hand(seat: number, at: At): About {
  const counted = at.prospects?.seats[seat];
  return {
    title: capital(label(`hand:${seat}`, at.view, at.names)),
    lines: [counted ? words("about:hand", { action: action(counted.hand) }) : words("about:hand:plain")],
    clause: SWAP,
  };
}

/** Where a seat's points come from: its sets, the largest first. */
function score(seat: number, at: At): About {
  const counted = at.prospects?.seats[seat];
  const points = at.view.players[seat]?.score ?? 0;
  const title = ofSeat(seat, words("about:points", { n: points }), at);
  if (!counted) return { title, lines: [], clause: POINTS };
  const sets = counted.sets.map((elements) =>
    words("about:set", {
      points: (elements.length * (elements.length + 1)) / 2,
      elements: list(elements.map((one) => (one === "ziggurat" ? words("about:ziggurat") : action(one)))),
    }),
  );
  return { title, lines: [words("about:score"), ...sets], clause: POINTS };
}
