/** The form for a new tournament: its state, defaults, checks, and the request made of it. */

import type { GameCard, NewTournament, Pace, System } from "../generated/protocol";
import { usualSeats } from "../lib/newTable";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MOST_BOTS = 16;

export interface Plan {
  title: string;
  game: string;
  options: Record<string, boolean | string>;
  seats: number;
  system: System;
  rounds: number; // 0: as many as are needed
  minutes: number; // of an arena
  pace: "clock" | "turn";
  clock: number; // minutes
  increment: number; // seconds
  hours: number; // for a turn
  timed: boolean; // whether it starts at a time
  at: string; // as the browser's field writes it
  public: boolean;
  guests: boolean;
  late: boolean;
  rated: boolean;
  join: boolean;
  fill: string; // a level; empty: nobody
  bots: Record<string, number>; // by level
  automatic: boolean;
  arrive: number; // minutes
}

export type Wrong = "title" | "rounds" | "minutes" | "clock" | "at" | "bots";

/** The defaults. */
export function freshPlan(card: GameCard): Plan {
  return {
    title: "",
    game: card.name,
    options: optionsOf(card),
    seats: usualSeats(card),
    system: "swiss",
    rounds: 0,
    minutes: 60,
    pace: "clock",
    clock: 20,
    increment: 15,
    hours: 24,
    timed: false,
    at: "",
    public: true,
    guests: true,
    late: true,
    rated: false,
    join: true,
    fill: "",
    bots: {},
    automatic: true,
    arrive: 5,
  };
}

/** The same plan for another game, with defaults for what that game does not have. */
export const withGame = (plan: Plan, card: GameCard): Plan => ({
  ...plan,
  game: card.name,
  options: optionsOf(card),
  seats: card.seats.includes(plan.seats) ? plan.seats : usualSeats(card),
});

const optionsOf = (card: GameCard): Plan["options"] =>
  Object.fromEntries(card.options.map((option) => [option.name, option.values[0]!]));

export const botsOf = (plan: Plan): string[] =>
  Object.entries(plan.bots).flatMap(([level, count]) => Array.from({ length: count || 0 }, () => level));

const within = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** How time is counted: an arena is played while everybody is there. */
export const paceKind = (plan: Plan): Plan["pace"] => (plan.system === "arena" ? "clock" : plan.pace);

/** The fields that are wrong. */
export function problems(plan: Plan, now = Date.now()): Wrong[] {
  const wrong: Wrong[] = [];
  if (!plan.title.trim()) wrong.push("title");
  if (plan.system === "arena" ? !within(plan.minutes, 5, 1440) : !within(plan.rounds, 0, 40))
    wrong.push(plan.system === "arena" ? "minutes" : "rounds");
  if (paceKind(plan) === "clock" && !(within(plan.clock, 1, 600) && within(plan.increment, 0, 3600)))
    wrong.push("clock");
  if (plan.timed && !(Date.parse(plan.at) > now)) wrong.push("at");
  if (botsOf(plan).length > MOST_BOTS) wrong.push("bots");
  return wrong;
}

function paceOf(plan: Plan): Pace {
  if (paceKind(plan) === "turn") return { kind: "turn", base: plan.hours * HOUR };
  return { kind: "clock", base: plan.clock * MINUTE, increment: plan.increment * 1000 };
}

/** The request body. */
export function bodyOf(plan: Plan): NewTournament {
  return {
    title: plan.title.trim(),
    game: plan.game,
    seats: plan.seats,
    options: plan.options,
    pace: paceOf(plan),
    system: plan.system,
    rounds: plan.system === "arena" ? 0 : plan.rounds,
    minutes: plan.system === "arena" ? plan.minutes : 0,
    starts: plan.timed ? Date.parse(plan.at) : null,
    public: plan.public,
    guests: plan.guests,
    late: plan.late,
    rated: plan.rated,
    fill: plan.fill || null,
    bots: botsOf(plan) as NewTournament["bots"],
    join: plan.join,
    automatic: plan.automatic,
    arrive: plan.arrive,
  };
}
