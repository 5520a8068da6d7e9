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

/** Something to see when others (or oneself) have moved. Places are those of `Target`; `seat:2` is a seat's marker.
 *  `pieces` are things that the game's `Piece` draws, one moving after the other. */
export type Effect =
  | { kind: "pulse"; place: string } // it happened here
  | { kind: "light"; places: string[]; seat: number; links?: Link[] } // these belong together; links are drawn between them, one after the other
  | { kind: "run"; places: string[] } // water runs through these, in order
  | { kind: "fly"; from: string; to: string; seat: number; pieces?: string[] } // things cross from place to place, or a stone of the seat
  | { kind: "points"; from: string | null; seat: number; points: number } // points fly to the seat's marker
  | { kind: "fall"; place: string; pieces?: string[] }; // something is taken away or collapses: these things, or bricks

/** A line from place to place. */
export type Link = [from: string, to: string];

/** One step of the guided first match. It shows when `when` holds for the first time, in order. */
export interface CoachStep<V extends BaseView = BaseView> {
  when: (view: V, you: number) => boolean;
  text: string; // a message key of the game's catalogue
  waits?: string; // a message key, for those who are ready before `when` holds; else: the reader's next turn
  places?: string[]; // what it asks to choose: choosing one of them does what the step asks for
  once?: (view: V, you: number) => boolean; // when these are marked; else always
  about?: (view: V, you: number) => string[]; // what it explains, and nobody need choose
  clause?: number; // the rule that matters
}

/** Where one seat's points came from, for the end of the match. */
export interface ScoreSource {
  name: string; // a message key of the game's catalogue
  points: number[]; // per seat
  colour?: string; // where the board has one for it
}

/** What an `about` of a game is asked at: a position as the reader sees it, and what it promises, once that is known. */
export interface Pointed<V, P> {
  view: V;
  names: string[];
  prospects: P | null;
}

/** What inspecting a thing says: what it is, what it does or would bring now, and its clause of the rules. */
export interface About {
  title: string;
  lines: string[];
  seats?: SeatLine[]; // what it means for the seats, where it means something
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
  /** What lies in front of the reader (hand, stand, supplies), large enough to touch: below the board. Games whose
   *  readers hold nothing of their own leave it out. */
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
  /** Why moves are refused, in other languages, by the engine's own English. */
  refusals: Partial<Record<Language, Record<string, string>>>;
  /** A key of `messages`, and what to fill in, for the decision asked for; `mine`: it is the reader's. */
  question(view: V, mine: boolean): { key: string; values?: Record<string, string | number> };
  /** A place in words for those who hear it, and for buttons: "hexagon d7, river, empty". The `names` are the players',
   *  by seat; `path` is what has been chosen before it. */
  label(place: string, view: V, names: string[], path?: string[]): string;
  /** What those who see a place call it, as short as can be: "merchant", "b3", "group 2". */
  name(place: string, view: V, names: string[]): string;
  /** Places that are buttons in the decision bar, because they are nowhere on the board or in the hand; or because, after
   *  what has been chosen, they would be overlooked there. */
  isButton(place: string, path?: string[]): boolean;
  /** Of these buttons, those that come behind the others. */
  behind?: string[];
  /** The places on the board that stand for one that can be chosen after `path`: a temple for what is done to it. */
  also?(place: string, view: V, path: string[]): string[];
  /** What somebody means who clicks a place that is never chosen itself: what lies there, by the name it is chosen by. */
  meant?(place: string, view: V): string | null;
  /** Of the clicks of a choice, the one to begin the next with: what is likely to be wanted again stays chosen. */
  keeps?(clicks: string[]): string | null;
  /** The places that end what is complete: a key does so, and the page by itself for those who want that. */
  ends?: string[];
  /** The choices to make one after the other where only their order is open: a button makes them all. */
  all?(view: V): { label: string; actions: number[] } | null;
  /** Something that has come to an end with these events, in a sentence: a round, and what it has brought. */
  closing?(events: E[], history: E[], view: V, names: string[]): string | null;
  /** The places an event is about, to light up from the log. */
  places(event: E): string[];
  /** What to show when an event arrives. */
  effects(event: E, view: V): Effect[];
  /** The whole board in words, heading by heading, for screen readers. */
  describe(view: V, names: string[]): { heading: string; lines: string[] }[];
  /** Where the points came from, from everything that happened and the last view. */
  sources(history: E[], view: V): ScoreSource[];
  coach: CoachStep<V>[];
  /** What a place is and does now, or anything else that is marked `data-about`; `prospects` are the game's own, where
   *  they may be counted. None: there is nothing to say. A game that leaves it out has its places' labels. */
  about?(thing: string, view: V, names: string[], prospects: object | null): About | null;
  /** The clause of the rules that the decision asked for is about. */
  clause(view: V): number | null;
}
