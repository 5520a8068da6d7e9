/** What the table asks, and every place in words. */

import { gameWords, list, type Values } from "../kit";
import type { Field, View } from "../../generated/ur";
import { ACTIONS, pair } from "./actions";
import { en } from "./en";
import { SIDE } from "./board/layout";

type Key = keyof typeof en;

export const { messages, refusals, words } = gameWords<Key>(
  en,
  import.meta.glob("../../languages/*/{games,refusals}/ur.ts", { eager: true, import: "default" }),
);

export const actionName = (action: string): string => words(action as Key);

/** An action in the middle of a sentence. */
export const action = (name: string): string => actionName(name).toLowerCase();

/** Both actions of a tile: "Trade and war". */
export const both = (tile: [string, string]): string =>
  words("both", { first: actionName(tile[0]), second: action(tile[1]) });
const tileOf = (view: View, seat: number): string => both(pair(view.players[seat]?.hand ?? [])).toLowerCase();

// ------------------------------------------------------------------------------------------------- questions

export function question(view: View, mine: boolean): { key: Key; values?: Values } {
  if (view.over) return { key: "game over" };
  const values = {
    source: view.source ?? "",
    target: view.target ?? "",
    hand: tileOf(view, view.actor),
  };
  if (!mine) return { key: `wait:${view.phase}` as Key, values };
  if (view.phase === "war" && view.source) return { key: "ask:war/aim", values };
  return { key: view.phase === "act" ? turn(view) : (`ask:${view.phase}` as Key), values };
}

/** Between actions the question says what the choices offer. */
function turn(view: View): Key {
  const offered = new Set(view.choices.map((choice) => choice.clicks[0]?.split(":")[0]));
  if (view.built > 0) return "ask:act/second";
  if (offered.has("return")) return "ask:act/return";
  if (offered.has("bonus"))
    return (["ask:act/bonus none", "ask:act/bonus", "ask:act/bonus both"] as const)[view.used.length]!;
  if (view.used.length > 0) return "ask:act/more";
  return offered.has("ziggurat") ? "ask:act/ziggurat" : "ask:act";
}

// ------------------------------------------------------------------------------------------------- places

const BUTTONS = new Set(["done", "keep", "bonus", "ziggurat", "return", "cross"]);

/** Words and numbers that lie nowhere on the board. */
export const isButton = (place: string): boolean => BUTTONS.has(place.split(":")[0]!);

export function label(place: string, view: View, names: string[]): string {
  const [kind = "", name = ""] = place.split(":");
  const fieldAt = view.fields.find((field) => field.place === name);
  switch (kind) {
    case "field":
      return fieldAt ? field(fieldAt, view, names) : place;
    case "stones":
    case "onto":
      return fieldAt ? words(moved(kind, view), { field: field(fieldAt, view, names) }) : place;
    case "edge":
      return words("place:edge", { side: words(name as Key) });
    case "spare":
      return words("place:spare", { at: name, tile: both(pair(view.spares[Number(name) - 1] ?? [])).toLowerCase() });
    case "side":
    case "action":
      if (usedUp(name, view)) return `${action(name)}, ${words("used")}`; // as it is seen
      return words(`place:${kind}`, { action: action(name) });
    case "cross":
      return words("place:cross", { n: Number(name) });
    case "bonus":
      return words("place:bonus", { n: view.bonus_size });
    case "done":
    case "keep":
    case "ziggurat":
    case "return":
      return words(`place:${kind}`);
    case "hand":
      return words("place:hand", { name: names[Number(name)] ?? "", tile: tileOf(view, Number(name)) });
    default:
      return place;
  }
}

/** A field that a stone is moved from or to or, in a war that reaches any field, that attacks or is attacked. */
function moved(kind: "stones" | "onto", view: View): Key {
  if (view.phase !== "war") return `place:${kind}`;
  return kind === "stones" ? "place:attacker" : "place:attacked";
}

/** Whether an action of the reader's tile has been used this turn; in the swap its sides mean something else. */
export const usedUp = (name: string, view: View): boolean =>
  view.actor === view.seat && view.phase !== "swap" && view.used.includes(name);

/** "c3, trade, other side war, 2 stones of yours". */
function field(field: Field, view: View, names: string[]): string {
  const said = words("field", {
    place: field.place,
    shows: action(field.shows),
    back: action(field.back),
    holder: holder(field, view, names),
  });
  return field.allowed > 0 ? `${said}, ${words("allowed", { n: field.allowed })}` : said;
}

function holder({ seat, stones, ziggurat }: Field, view: View, names: string[]): string {
  if (seat === null) return words("free");
  const whose = seat === view.seat ? "yours" : "other";
  const name = names[seat] ?? "";
  return ziggurat ? words(`tower ${whose}`, { name }) : words(`holds ${whose}`, { n: stones, name });
}

// ------------------------------------------------------------------------------------------------- the board

/** Row by row, then by owner. */
export function describe(view: View, names: string[]): { heading: string; lines: string[] }[] {
  const rows = Array.from({ length: SIDE }, (_, row) => ({
    heading: words("row", { row: row + 1 }),
    lines: view.fields.slice(row * SIDE, (row + 1) * SIDE).map((found) => field(found, view, names)),
  }));
  return [...rows, besides(view, names), ...view.players.map(({ seat }) => owned(view, names, seat))];
}

function besides(view: View, names: string[]): { heading: string; lines: string[] } {
  const lines = view.spares.map((_, at) => label(`spare:${at + 1}`, view, names));
  lines.push(words("is left", { n: view.ziggurats_left }));
  if (view.used.length > 0) lines.push(words("turn used", { actions: list(view.used.map(action)) }));
  return { heading: words("beside"), lines };
}

function owned(view: View, names: string[], seat: number): { heading: string; lines: string[] } {
  const { supply, ziggurats, score } = view.players[seat]!;
  const lines = ACTIONS.flatMap((shown) => {
    const own = view.fields.filter((field) => field.seat === seat && field.shows === shown);
    const places = own.map(
      ({ place, stones, ziggurat }) => `${place} (${ziggurat ? words("ziggurats", { n: 1 }) : stones})`,
    );
    return own.length > 0 ? words("of action", { action: words(shown), fields: list(places) }) : [];
  });
  if (lines.length === 0) lines.push(words("no fields"));
  lines.push(words("in hand", { tile: tileOf(view, seat) }));
  lines.push(`${words("supply", { n: supply })}, ${words("ziggurats", { n: ziggurats })}.`);
  lines.push(words("has points", { n: score }));
  return {
    heading: seat === view.seat ? words("your fields") : words("other fields", { name: names[seat] ?? "" }),
    lines,
  };
}
