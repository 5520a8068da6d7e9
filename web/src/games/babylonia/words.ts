/** Babylonia in words: questions, places, and the whole board for screen readers. */

import type { PlacedToken, Player, View } from "../../generated/babylonia";
import { gameWords, list, type Values } from "../kit";
import { slots } from "./cards";
import { beside, hexNamed, HEXES, type Hex } from "./board/geometry";
import { en } from "./en";
import { tallied } from "./stand";

export const { messages, refusals, words } = gameWords(
  en,
  import.meta.glob("../../languages/*/{games,refusals}/babylonia.ts", { eager: true, import: "default" }),
);

export const counted = (kind: string, n: number): string => words(`kinds:${kind}`, { n });
const owner = (view: View, names: string[], seat: number): string =>
  seat === view.seat ? words("seat:you") : (names[seat] ?? "");

// ------------------------------------------------------------------------------------------------------- questions

/** Whether the reader is to choose a card now. */
export const choosesCard = (view: View): boolean =>
  view.phase === "card" && view.actor === view.seat && view.choices.length > 0;

export function question(view: View, mine: boolean): { key: string; values?: Values } {
  if (view.over)
    return view.ending
      ? { key: "question:over", values: { reason: words(`word:${view.ending}`) } }
      : { key: "question:over:plain" };
  if (!mine) return { key: `question:${view.phase}:other` }; // the page knows the {name}
  if (view.phase !== "place") return { key: `question:${view.phase}` };
  const end = view.choices.some(({ clicks }) => clicks[0] === "end");
  return { key: `question:place:${!end ? "first" : view.choices.length > 1 ? "more" : "end"}` };
}

// ----------------------------------------------------------------------------------------------------------- places

export function label(place: string, view: View, names: string[]): string {
  const [what, which = ""] = place.split(":");
  if (what === "hex") return hexLabel(which, view, names);
  if (what === "stand") {
    const n = (view.players[view.seat]?.stand ?? "").split(which).length - 1;
    return words("stand:token", { kind: words(`kind:${which}`), n });
  }
  if (what === "card") return cardEffect(Number(which), { view, names });
  return words(place);
}

function hexLabel(name: string, view: View, names: string[]): string {
  const hex = hexNamed(name);
  if (!hex?.seats.includes(view.seats)) return words("place:elsewhere", { place: name });
  const site = siteWords(name, view);
  if (site) return words("hex:site", { place: name, what: site, beside: besideWords(hex, view, names) });
  const ground = words(`ground:${hex.ground}`);
  const token = view.tokens.find(({ place }) => place === name);
  if (!token) return words("hex:empty", { place: name, ground });
  return words("hex:holds", { place: name, ground, what: tokenWords(token, view, names) });
}

function tokenWords(token: PlacedToken, view: View, names: string[]): string {
  const what = kindWords(token);
  return token.seat === view.seat
    ? words("of:you", { what })
    : words("of:other", { what, name: names[token.seat] ?? "" });
}

function kindWords({ kind, place }: PlacedToken): string {
  if (!kind) return words("token:hidden");
  const name = words(`kind:${kind}`);
  return hexNamed(place)?.ground === "river" ? words("token:down", { kind: name }) : name;
}

export const cityWords = (tile: string): string =>
  words("site:city", { signs: list([...tile.toLowerCase()].map((sign) => words(`sign:${sign}`))) });

/** A city, crop field or ziggurat in words; none: something else, or nothing. */
function siteWords(name: string, view: View): string | null {
  const site = plainSite(name, view);
  return site && view.waiting.includes(name) ? words("site:waiting", { site }) : site;
}

function plainSite(name: string, view: View): string | null {
  const ziggurat = view.ziggurats.find(({ place }) => place === name);
  if (ziggurat) return words(ziggurat.scored ? "site:ziggurat:scored" : "site:ziggurat");
  const tile = view.tiles.find(({ place }) => place === name)?.tile;
  if (!tile) return null;
  if (isCity(tile)) return cityWords(tile);
  if (tile !== "C") return words("site:field", { points: tile });
  const points = view.players.reduce((sum, { cities }) => sum + cities.length, 0);
  return words("site:field:cities", { points });
}

export const isCity = (tile: string): boolean => /^[PSM]+$/.test(tile);

/** Whose tokens lie beside a hexagon, and how much land is free. */
function besideWords(hex: Hex, view: View, names: string[]): string {
  const around = beside(hex, view.seats);
  const held = new Map(view.tokens.map(({ place, seat }) => [place, seat]));
  const counts = view.players
    .map(({ seat }) => ({ seat, n: around.filter(({ name }) => held.get(name) === seat).length }))
    .filter(({ n }) => n > 0)
    .map(({ seat, n }) => words(seat === view.seat ? "beside:yours" : "beside:others", { n, name: names[seat] ?? "" }));
  const free = around.filter(({ name, ground }) => ground !== "river" && !held.has(name)).length;
  const tokens = counts.length ? words("beside:tokens", { tokens: list(counts) }) : words("beside:none");
  return `${tokens}; ${free ? words("beside:free", { n: free }) : words("beside:full")}.`;
}

// ------------------------------------------------------------------------------------------------------------ cards

/** Whether an extra turn has been taken: then its card has no more to give. */
export const isUsed = (card: number, view: View): boolean => card === 2 && view.extra_turn_used;

/** A card's number and name, what it does, and who has it. */
export function cardText(card: number, at?: { view: View; names: string[] }): string[] {
  return [
    words("card:heading", { card, name: words(`card:${card}`) }),
    words(`card:${card}:effect`),
    ...(at ? fate(card, at.view, at.names) : []),
  ];
}

function fate(card: number, view: View, names: string[]): string[] {
  const seat = slots(view).find((slot) => slot.card === card)?.owner ?? -1;
  const taken =
    seat >= 0 ? [words(seat === view.seat ? "card:yours" : "card:others", { name: names[seat] ?? "" })] : [];
  return [...taken, ...(isUsed(card, view) ? [words("card:used")] : [])];
}

export function cardEffect(card: number, at?: { view: View; names: string[] }): string {
  const [heading, ...text] = cardText(card, at);
  return `${heading}: ${text.join(" ")}`;
}

/** A text in lines of about so many letters. */
export function wrap(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < letters) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A card's name in one or two lines. */
export function cardLines(card: number): string[] {
  const name = words(`card:${card}`);
  if (name.length <= 14) return [name];
  const breaks = [...name.matchAll(/ /g)].map(({ index }) => index);
  const at = breaks.sort((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))[0] ?? name.length;
  return [name.slice(0, at), name.slice(at + 1)].filter(Boolean);
}

// -------------------------------------------------------------------------------------------------------- the board

/** The whole board, heading by heading. */
export function describe(view: View, names: string[]): { heading: string; lines: string[] }[] {
  const sites = (wanted: (tile: string) => boolean) =>
    view.tiles.filter(({ tile }) => wanted(tile)).map(({ place }) => hexLabel(place, view, names));
  const me = view.players[view.seat];
  const chapters = [
    { heading: "cities", lines: sites(isCity) },
    { heading: "ziggurats", lines: view.ziggurats.map(({ place }) => hexLabel(place, view, names)) },
    { heading: "fields", lines: sites((tile) => !isCity(tile)) },
    ...(me ? [{ heading: "stand", lines: standLines(me.stand ?? "", me.reserve ?? "") }] : []),
    { heading: "land", lines: tokenLines(view, names, false) },
    { heading: "river", lines: [...tokenLines(view, names, true), riverRoom(view)] },
    { heading: "cards", lines: view.cards_on_offer.map((card) => cardEffect(card)) },
    { heading: "seats", lines: seatLines(view, names) },
  ];
  return chapters.map(({ heading, lines }) => ({
    heading: words(`describe:${heading}`),
    lines: (lines.length ? lines : [words("describe:none")]).map(
      (line) => line.charAt(0).toUpperCase() + line.slice(1),
    ),
  }));
}

function standLines(stand: string, reserve: string): string[] {
  return [words("describe:standing", { tokens: tally(stand) }), words("describe:reserve", { tokens: tally(reserve) })];
}

function tally(letters: string): string {
  const kinds = tallied(letters);
  return kinds.length ? list(kinds.map(({ kind, n }) => counted(kind, n))) : words("describe:none");
}

/** Each seat's tokens on land or in the river, by kind. */
function tokenLines(view: View, names: string[], river: boolean): string[] {
  const lying = view.tokens.filter(({ place }) => (hexNamed(place)?.ground === "river") === river);
  return view.players.flatMap(({ seat }) => {
    const kinds = byKind(lying.filter((token) => token.seat === seat));
    if (!kinds.size) return [];
    const tokens = [...kinds]
      .map(([kind, places]) => words("describe:kind", { kind, places: places.join(", ") }))
      .join("; ");
    return words("describe:owned", { owner: owner(view, names, seat), tokens });
  });
}

function byKind(tokens: PlacedToken[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const token of tokens) {
    const kind = kindWords(token);
    groups.set(kind, [...(groups.get(kind) ?? []), token.place]);
  }
  return groups;
}

function riverRoom(view: View): string {
  const held = new Set(view.tokens.map(({ place }) => place));
  return words("describe:free", {
    n: HEXES.filter(({ name, ground }) => ground === "river" && !held.has(name)).length,
  });
}

function seatLines(view: View, names: string[]): string[] {
  return view.players.flatMap((player) => [
    words("describe:seat", {
      owner: owner(view, names, player.seat),
      score: player.score,
      stand: words("belongings:stand", { n: player.stand_size }),
      reserve: words("belongings:reserve", { n: player.reserve_size }),
      cities: words("belongings:cities", { n: player.cities.length }),
      cards: player.cards.length ? list(player.cards.map((card) => words(`card:${card}`))) : words("describe:none"),
    }),
    ...openLines(player, view, names),
  ]);
}

/** Another player's tokens, which are visible after the match. */
function openLines({ seat, stand, reserve }: Player, view: View, names: string[]): string[] {
  if (seat === view.seat || stand === null) return [];
  return standLines(stand, reserve ?? "").map((tokens) =>
    words("describe:owned", { owner: owner(view, names, seat), tokens }),
  );
}
