/** What a game brings to the page: its pictures and its words. The page knows no game, and no module knows a rule:
 *  what may be chosen, what happened and what it scored all come from the server. */

import type { Component } from "svelte";
import type { Catalogue, Language } from "../languages/language.svelte";
import type { GameEvent } from "../generated/protocol";

/** One legal action: the places to click for it, in order. */
export interface Choice {
  action: number;
  text: string;
  clicks: string[];
}

/** What the views of all games have in common. */
export interface BaseView {
  seat: number; // whose view it is; -1: a spectator's
  seats: number;
  actor: number; // who decides; -1: nobody, the match is over
  phase: string;
  question: string;
  over: boolean;
  ending: string;
  players: { seat: number; score: number }[];
  choices: Choice[];
}

/** An animation shown after a move. Places are those of `Target`; `seat:2` is a seat's marker.
 *  `pieces` are things that the game's `Piece` draws, one moving after the other. */
export type Effect =
  | { kind: "pulse"; place: string } // it happened here
  | { kind: "light"; places: string[]; seat: number; links?: Link[] } // these belong together; links are drawn between them in order
  | { kind: "run"; places: string[] } // water runs through these, in order
  | { kind: "fly"; from: string; to: string; seat: number; pieces?: string[] } // pieces, or a stone of the seat, fly from place to place
  | { kind: "points"; from: string | null; seat: number; points: number } // points fly to the seat's marker
  | { kind: "fall"; place: string; pieces?: string[] }; // pieces, or bricks, fall off the board

/** A line from place to place. */
export type Link = [from: string, to: string];

/** One step of the guided first match. A step about the decision asked comes first; the others show in order, each when
 *  `when` first holds. */
export interface CoachStep<V extends BaseView = BaseView> {
  when: (view: V, you: number) => boolean;
  asked?: (view: V, you: number) => boolean; // the reader decides just what the step is about
  text: string; // a message key of the game's catalogue
  waits?: string; // a message key: what the step waits for; default: the reader's next turn
  places?: string[]; // what it asks to choose; choosing one of them completes the step
  once?: (view: V, you: number) => boolean; // when these are marked; default: always
  about?: (view: V, you: number) => string[]; // what it explains without asking to choose it
  clause?: number; // the clause of the rules it is about
}

/** Where one seat's points came from, for the end of the match. */
export interface ScoreSource {
  name: string; // a message key of the game's catalogue
  points: number[]; // per seat
  colour?: string; // if the board has one for it
}

/** What a game's `about` is given: the position as the reader sees it, and its score previews once they are known. */
export interface Pointed<V, P> {
  view: V;
  names: string[];
  prospects: P | null;
}

/** The inspector's text about a thing: what it is, what it does or would score now, and its clause. */
export interface About {
  title: string;
  lines: string[];
  seats?: SeatLine[]; // what it means for each seat
  clause?: number;
}

/** A line about one seat. */
export interface SeatLine {
  seat: number;
  text: string;
  first?: boolean; // it would win, or is ahead
}

export interface GameModule<V extends BaseView = BaseView, E extends GameEvent = GameEvent> {
  /** The board: one `<svg>` that fills its box (viewBox set, width and height 100%). */
  Board: Component<{ view: V }>;
  /** What lies in front of the reader (hand, stand, supplies), large enough to touch: below the board. Optional, for
   *  games with a hand. */
  Hand?: Component<{ view: V }>;
  /** What lies in front of any seat, small: inside that seat's card. */
  Belongings: Component<{ view: V; seat: number }>;
  /** The thing that lies at a place (a token on the stand, a card in the hand, a tile, a pawn), or that an effect names:
   *  one `<svg>` with its own viewBox, square, 24 to 64 pixels; drawn under the pointer that drags it and where it flies. */
  Piece?: Component<{ place: string; view: V }>;
  /** A sign of the game, as it is drawn on pieces and cards: one `<svg>` as high as a line of text, for the rules. */
  Sign?: Component<{ sign: string }>;
  /** By key of `messages`, which is its name: what `Sign` draws. */
  signs?: Record<string, string>;
  /** The game's words: English from its own folder, others from `languages/`. */
  messages: Catalogue;
  /** Translations of the engine's refusals, by their English form. */
  refusals: Partial<Record<Language, Record<string, string>>>;
  /** The message key and values of the question to decide; `mine`: the reader decides. */
  question(view: V, mine: boolean): { key: string; values?: Record<string, string | number> };
  /** A place's full name, for screen readers and buttons: "hexagon d7, river, empty". The `names` are the players',
   *  by seat; `path` is what has been chosen before it. */
  label(place: string, view: V, names: string[], path?: string[]): string;
  /** A place's short name, for those who see the board: "merchant", "b3", "group 2". */
  name(place: string, view: V, names: string[]): string;
  /** Whether a place is a button in the decision bar: it is not on the board or in the hand, or would be overlooked
   *  there after what has been chosen. */
  isButton(place: string, path?: string[]): boolean;
  /** Buttons that come last. */
  behind?: string[];
  /** Buttons that give up the turn: never the most prominent while something else can be chosen. */
  passes?: string[];
  /** Places that may be clicked instead of `place` after `path`, such as the temple that an ability targets. */
  also?(place: string, view: V, path: string[]): string[];
  /** The place meant by a click on one that is never chosen itself: what lies there. */
  meant?(place: string, view: V): string | null;
  /** The click that stays chosen for the next decision, because it is likely to be wanted again. */
  keeps?(clicks: string[]): string | null;
  /** The places that end a complete turn: chosen by a key, or automatically if the reader wants that. */
  ends?: string[];
  /** Choices of which only the order is open: one button makes them all. */
  all?(view: V): { label: string; actions: number[] } | null;
  /** A sentence about something that ended with these events: a round, and what it scored. */
  closing?(events: E[], history: E[], view: V, names: string[]): string | null;
  /** The places an event is about, to light up from the log. */
  places(event: E): string[];
  /** What a seat did with these events, in a few words each, the most important first: "city i12", "2 tokens: e4 e5". */
  deeds?(events: E[], seat: number): string[];
  /** What to show when an event arrives. */
  effects(event: E, view: V): Effect[];
  /** The whole board in words, heading by heading, for screen readers. */
  describe(view: V, names: string[]): { heading: string; lines: string[] }[];
  /** Where the points came from, from everything that happened and the last view. */
  sources(history: E[], view: V): ScoreSource[];
  coach: CoachStep<V>[];
  /** Three pictures for newcomers: what `Piece` draws, and message keys that say what it is for. */
  welcome?: { piece: string; text: string }[];
  /** How a seat's score comes about, in one sentence with its sum; where the sources alone do not tell. */
  scoring?(view: V, seat: number): string;
  /** The inspector's text about a place, or about anything marked `data-about`; `prospects` are the game's score
   *  previews, if they are on. Null: nothing to say. Without `about`, the inspector shows labels. */
  about?(thing: string, view: V, names: string[], prospects: object | null): About | null;
  /** The clause of the rules for the current decision. */
  clause(view: V): number | null;
}
