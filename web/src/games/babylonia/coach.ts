/** A guided first match: a step for each of the reader's first turns, and one near the end. */

import type { View } from "../../generated/babylonia";
import type { CoachStep } from "../kit";

const own = (view: View, you: number): number => view.tokens.filter(({ seat }) => seat === you).length;
const placing = (view: View, you: number): boolean => view.phase === "place" && view.actor === you && !view.over;
const ending = ({ clicks }: { clicks: string[] }): boolean => clicks[0] === "end";

/** A turn of the reader's begins, with at least so many tokens of theirs on the board. */
const turn =
  (tokens: number): CoachStep<View>["when"] =>
  (view, you) =>
    placing(view, you) && own(view, you) >= tokens && !view.choices.some(ending);

const cities = (view: View): string[] => tiles(view, /^[PSM]/);
const fields = (view: View): string[] => tiles(view, /^[^PSM]/);
const tiles = (view: View, kind: RegExp): string[] =>
  view.tiles.filter(({ tile }) => kind.test(tile)).map(({ place }) => `hex:${place}`);
const ziggurats = (view: View): string[] =>
  view.ziggurats.filter(({ scored }) => !scored).map(({ place }) => `hex:${place}`);
const offered = (view: View): string[] => view.cards_on_offer.map((card) => `card:${card}`);
const CARDS = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((card) => `card:${card}`);

const nearly = (view: View, you: number): boolean =>
  (view.players[you]?.reserve_size ?? 0) <= 5 || view.tiles.filter(({ tile }) => /^[PSM]/.test(tile)).length <= 4;

export const coach: CoachStep<View>[] = [
  { when: placing, text: "coach:stand", places: ["stand:f", "stand:m", "stand:s", "stand:p"], clause: 19 },
  {
    when: (view, you) => placing(view, you) && own(view, you) > 0,
    text: "coach:turn",
    waits: "waits:turn",
    places: ["end"],
    clause: 3,
  },
  { when: turn(1), text: "coach:cities", about: cities, clause: 10 },
  { when: turn(3), text: "coach:ziggurats", about: ziggurats, clause: 6 },
  { when: turn(5), text: "coach:fields", about: fields, clause: 7 },
  { when: turn(7), text: "coach:river", clause: 5 },
  { when: turn(9), text: "coach:majority", about: cities, clause: 11 },
  {
    when: (view, you) => (view.phase === "card" && view.actor === you) || turn(11)(view, you),
    asked: (view, you) => view.phase === "card" && view.actor === you,
    text: "coach:cards",
    waits: "waits:cards",
    places: CARDS,
    about: offered,
    clause: 13,
  },
  {
    when: (view, you) => placing(view, you) && nearly(view, you),
    text: "coach:ending",
    waits: "waits:ending",
    clause: 16,
  },
];
