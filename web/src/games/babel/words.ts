/** Babel in words: questions, places and the whole table. */

import type { Player, View } from "../../generated/babel";
import { gameWords, list, type Values } from "../kit";
import { DECK, DISCARD, DRAW, playerAt } from "./ends";
import { en } from "./en";
import { LETTERS } from "./nations";
import { count, runs } from "./rows";
import { unseen } from "./unseen";

export const { messages, refusals, words } = gameWords(
  en,
  import.meta.glob("../../languages/*/{games,refusals}/babel.ts", { eager: true, import: "default" }),
);

export const nation = (letter: string): string => words(`nation:${letter}`);
const site = (letter: string): string => words(`site:${letter}`);

/** The question of the current decision, to the reader or about {name}. */
export function question(view: View, mine: boolean): { key: string; values?: Values } {
  if (view.over) return { key: "ask:over" };
  const what = view.phase === "discard" ? "discard" : view.players[view.actor]?.first_card ? first(view, mine) : "act";
  return { key: `${mine ? "ask" : "wait"}:${what}`, values: { n: view.to_discard } };
}

/** The first turn goes step by step: the pawn to a site, a card to its row, and then one's own first level. */
function first(view: View, mine: boolean): string {
  if (!mine || view.choices.some(({ clicks }) => clicks[0] === "first")) return "first";
  return view.players[view.actor]?.pawn === "quarry" ? "first/pawn" : "first/deploy";
}

/** What is nowhere on the board or in the hand; and what Persians may build, beside what all runs can do. */
export const isButton = (place: string, path: string[] = []): boolean =>
  /^(end|use|half|name:.)$/.test(place) || (skips(path) && place.startsWith("stack:"));

const skips = (path: string[]): boolean => path[0]?.startsWith("run:P") ?? false;

/** Cards of a hand or a pile by nation: "2 Medes and 1 Persians". */
function counted(cards: string): string {
  const held = LETTERS.filter((letter) => cards.includes(letter));
  return list(held.map((letter) => words("describe:run", { n: count(cards, letter), nation: nation(letter) })));
}

const inOrder = (row: string): string => [...row].map(nation).join(", ");

// ------------------------------------------------------------------------------------------------------------ places

/** The table that is spoken of, and who sits at it. */
interface At {
  view: View;
  names: string[];
}

/** A place in words. */
export function label(place: string, view: View, names: string[], path: string[] = []): string {
  const [kind = "", first = "", second = ""] = place.split(":");
  // What a run does is known by its nation.
  const key = `label:use/${path[0]?.replace("run:", "").charAt(0)}`;
  if (place === "use" && key in en) return words(key);
  if (kind === "stack" && skips(path)) {
    const level = playerAt(view, first === "own" ? "near" : "far").stack.at(-1) ?? 0;
    return words(`label:skip/${first}`, { level });
  }
  const write = second ? ofSeat : PLACES[kind];
  return write?.({ view, names }, first, kind, second) ?? place;
}

type Writer = (at: At, first: string, kind: string, second: string) => string;

const PLACES: Record<string, Writer> = {
  pawn: ({ view, names }, seat) => {
    if (seat) return words("label:pawn/seat", { name: names[Number(seat)] ?? "" });
    const { pawn } = playerAt(view, "near");
    return pawn === "quarry" ? words("label:pawn/quarry") : words("label:pawn", { site: site(pawn) });
  },
  site: ({ view }, letter) => {
    const [own, their] = [playerAt(view, "near"), playerAt(view, "far")].map((player) => sideOf(player, letter).value);
    return words(view.seat < 0 ? "label:site/watch" : "label:site", {
      site: site(letter),
      own: own ?? 0,
      their: their ?? 0,
    });
  },
  hand: held,
  discard: held,
  first: () => words("label:first"),
  stack: ({ view, names }, which) => {
    if (which !== "own" && which !== "their") return words("label:stack/seat", { name: names[Number(which)] ?? "" });
    const { seat, stack } = playerAt(view, which === "own" ? "near" : "far");
    const [level, name] = [stack.at(-1), names[seat] ?? ""];
    const key = `label:${which} stack`;
    if (level === undefined) return words(`${key}/none`, { name });
    const builds = view.choices.some(({ clicks }) => clicks.includes(`stack:${which}`));
    return words(builds ? key : `${key}/top`, { level, name });
  },
  row: ({ view }, letter) => {
    const { row } = sideOf(playerAt(view, "near"), letter);
    return words(row ? "label:row" : "label:row/none", { site: site(letter), cards: inOrder(row) });
  },
  run: (_, name) => {
    const number = Number(name.slice(1) || 1);
    return words(number > 1 ? "label:run/later" : "label:run", { nation: nation(name.charAt(0)), number });
  },
  use: () => words("label:use"),
  half: () => words("label:half"),
  name: ({ view }, letter) => {
    const there = sideOf(playerAt(view, "far"), playerAt(view, "near").pawn).row;
    return words("label:name", { nation: nation(letter), n: count(there, letter) });
  },
  end: () => words("label:end"),
  quarry: () => words("label:quarry"),
  [DECK]: ({ view }) => words("label:temple deck", { n: view.temple_deck_size }),
  [DRAW]: ({ view }) => words("label:draw pile", { n: view.draw_size }),
  [DISCARD]: ({ view }) => words("label:discard pile", { n: view.discard.length }),
};

function held({ view }: At, letter: string, kind: string): string {
  const n = count(playerAt(view, "near").hand ?? "", letter);
  return words(n > 0 ? `label:${kind}` : "label:hand/none", {
    nation: nation(letter),
    gift: words(`gift:${letter}`),
    n,
  });
}

function ofSeat({ view, names }: At, seat: string, kind: string, letter: string): string {
  const value = sideOf(view.players[Number(seat)], letter).value;
  return words(kind === "temple" ? "label:temple" : "label:row/seat", {
    name: names[Number(seat)] ?? "",
    site: site(letter),
    value,
  });
}

const sideOf = (player: Player | undefined, letter: string) =>
  player?.sites.find((one) => one.nation === letter) ?? { nation: letter, row: "", temple: [], value: 0 };

// --------------------------------------------------------------------------------------------------------- the table

/** The whole table: site by site, then the players and the piles. */
export function describe(view: View, names: string[]): { heading: string; lines: string[] }[] {
  const players = [playerAt(view, "near"), playerAt(view, "far")];
  return [
    ...LETTERS.map((letter) => ({
      heading: capital(site(letter)),
      lines: players.flatMap((player) => sideLines(player, named(view, names, player), letter)),
    })),
    {
      heading: words("describe:players"),
      lines: players.flatMap((player) => playerLines(player, named(view, names, player), view.seat)),
    },
    { heading: words("describe:piles"), lines: pileLines(view) },
  ];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const named = (view: View, names: string[], { seat }: Player): string =>
  seat === view.seat ? words("you") : (names[seat] ?? "");

function sideLines(player: Player, who: string, letter: string): string[] {
  const { row, temple, value } = sideOf(player, letter);
  const bound = runs(row).map((run) => words("describe:run", { n: run.to - run.from + 1, nation: nation(run.nation) }));
  return [
    temple.length > 0
      ? words("describe:temple", { who, value, levels: temple.join(", ") })
      : words("describe:temple/none", { who }),
    row ? words("describe:row", { who, cards: inOrder(row) }) : words("describe:row/none", { who }),
    ...(bound.length > 0 ? [words("describe:runs", { who, runs: list(bound) })] : []),
    ...(player.pawn === letter ? [words("describe:pawn", { who })] : []),
  ];
}

function playerLines(player: Player, who: string, reader: number): string[] {
  const hidden = player.hand === null;
  const key = player.seat === reader ? "describe:own hand" : "describe:open hand";
  return [
    words("describe:total", { who, score: player.score }),
    hidden || !player.hand
      ? words("describe:hand", { who, n: player.hand_size })
      : words(key, { who, cards: counted(player.hand) }),
    ...(hidden && player.remembered ? [words("describe:remembered", { who, cards: counted(player.remembered) })] : []),
    ...(player.pawn === "quarry" ? [words("describe:quarry", { who })] : []),
    ...(player.first_card ? [words("describe:first", { who })] : []),
    player.stack.length > 0
      ? words("describe:stack", { who, levels: [...player.stack].reverse().join(", ") })
      : words("describe:stack/none", { who }),
  ];
}

function pileLines(view: View): string[] {
  const left = unseen(view);
  const levels = [...view.temple_deck_top].reverse().join(", ");
  return [
    words("describe:deck", { n: view.temple_deck_size }),
    ...(levels ? [words("describe:known", { levels })] : []),
    words("describe:draw", { n: view.draw_size }),
    view.discard ? words("describe:discard", { cards: counted(view.discard) }) : words("describe:discard/none"),
    words("describe:unseen", { cards: counted(LETTERS.map((letter) => letter.repeat(left[letter] ?? 0)).join("")) }),
    ...(view.end_phase ? [words("describe:end phase")] : []),
    ...(view.migrated ? [words("describe:migrated")] : []),
  ];
}
