/** The form for a new table: its state, defaults, and the request made of it. */

import type { GameCard, Leave, NewTable, Pace } from "../generated/protocol";

export const ME = "me";
export const OPEN = "open";
export const HERE = "here"; // another person at this device
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export interface Plan {
  game: string;
  options: Record<string, boolean | string>;
  seats: string[]; // `me`, `here`, `open` or a bot's name
  names: string[]; // of the people at this device, by seat; empty: as usual
  where: "device" | "server"; // where it is played, if both could be
  drawn: boolean; // whether the seats are shuffled when the table opens
  pace: "untimed" | "clock" | "turn";
  minutes: number;
  increment: number; // seconds
  hours: number; // for a turn
  leave: Leave | null; // null: as is usual
  hints: boolean | null; // null: as is usual
  prospects: boolean; // whether the page shows score previews
  public: boolean;
  rated: boolean; // whether it is to count; it can only with a clock and against levels (`ratedOf`)
}

/** How many people will play. */
export const countPeople = (plan: Plan): number => plan.seats.filter(isPerson).length;
export const isPerson = (who: string): boolean => who === ME || who === HERE || who === OPEN;

/** Where the match is played: with others who come over the server there, with others at this device here. */
export function whereOf({ seats, where }: Plan, canBeHere = true): "device" | "server" {
  if (seats.includes(HERE)) return "device";
  return seats.includes(OPEN) || !canBeHere ? "server" : where;
}

/** Whether people at this device are mixed with people over the server, which is impossible. */
export const isDivided = ({ seats }: Plan): boolean => seats.includes(HERE) && seats.includes(OPEN);

/** What leaving means, as chosen or by default: a bot plays on where others would still have a match. */
export const leaveOf = (plan: Plan): Leave =>
  plan.leave ?? (plan.seats.length === 2 || countPeople(plan) <= 1 ? "loss" : "bot");

/** Whether hints are on, as chosen or by default: not where people play each other. */
export const hintsOf = (plan: Plan): boolean => plan.hints ?? countPeople(plan) <= 1;

/** The pace, as chosen; correspondence is only for tables with other people. */
export const paceKind = (plan: Plan): Plan["pace"] =>
  plan.pace === "turn" && countPeople(plan) <= 1 ? "untimed" : plan.pace;

/** Whether the match is rated: as chosen, if there is a clock and only people and bot levels play. */
export const ratedOf = (plan: Plan, levels: string[]): boolean =>
  plan.rated && paceKind(plan) !== "untimed" && plan.seats.every((who) => isPerson(who) || levels.includes(who));

/** The fewest seats without a note from the server: how the game is meant to be played. */
export const usualSeats = (card: GameCard): number =>
  card.seats.find((count) => !(String(count) in card.seat_notes)) ?? card.seats[0]!;

/** The level for a first match: the weakest. */
const firstLevel = (card: GameCard): string => card.levels[0]?.name ?? card.bots[0]!;

/** A level that this game has, or the first. */
export const levelOr = (card: GameCard, level: string | undefined): string =>
  level !== undefined && card.bots.includes(level) ? level : firstLevel(card);

/** The default plan: the reader against bots. */
export function freshPlan(card: GameCard, level?: string): Plan {
  return {
    game: card.name,
    options: Object.fromEntries(card.options.map((option) => [option.name, option.values[0]!])),
    seats: [ME, ...Array.from({ length: usualSeats(card) - 1 }, () => levelOr(card, level))],
    names: [],
    where: "device",
    drawn: true,
    pace: "untimed",
    minutes: 20,
    increment: 15,
    hours: 24,
    leave: null,
    hints: null,
    prospects: true,
    public: true,
    rated: false,
  };
}

/** A remembered plan, repaired where the game has changed since; or the default. Leaving and hints depend on who plays,
 *  so they go back to their defaults. */
export function mendedPlan(card: GameCard, old: Partial<Plan> | undefined, level?: string): Plan {
  const fresh = freshPlan(card, level);
  if (!old) return fresh;
  const isOffered = (who: string) => isPerson(who) || card.bots.includes(who);
  const seats =
    old.game === card.name && old.seats && card.seats.includes(old.seats.length) && old.seats.every(isOffered);
  const options = Object.fromEntries(
    card.options.map((option) => {
      const value = old.game === card.name ? old.options?.[option.name] : undefined;
      return [option.name, value !== undefined && option.values.includes(value) ? value : option.values[0]!];
    }),
  );
  return {
    ...fresh,
    ...old,
    leave: null,
    hints: null,
    game: card.name,
    options,
    seats: seats ? old.seats! : fresh.seats,
  };
}

/** Change the number of seats: new ones get a bot like the last, the reader keeps theirs. */
export function withSeats(seats: string[], count: number, filler: string): string[] {
  const remaining = seats.slice(0, count);
  const lost = seats.slice(count).includes(ME);
  while (remaining.length < count) remaining.push(seats.at(-1) === ME ? filler : (seats.at(-1) ?? filler));
  return lost ? [...remaining.slice(0, -1), ME] : remaining;
}

/** Assign a seat; the reader has one at most. */
export function withSeat(seats: string[], at: number, who: string): string[] {
  const former = seats[at]!;
  return seats.map((there, seat) => (seat === at ? who : who === ME && there === ME ? former : there));
}

/** The field of the clock that is out of range, if any. */
export const paceProblem = (plan: Plan): "minutes" | "increment" | null => {
  if (plan.pace !== "clock") return null;
  if (!(plan.minutes >= 1 && plan.minutes <= 600)) return "minutes";
  return plan.increment >= 0 && plan.increment <= 3600 ? null : "increment";
};

function paceOf(plan: Plan): Pace {
  const kind = paceKind(plan);
  if (kind === "clock")
    return { kind: "clock", base: Math.round(plan.minutes * MINUTE), increment: Math.round(plan.increment * SECOND) };
  return kind === "turn" ? { kind: "turn", base: plan.hours * HOUR } : { kind: "untimed" };
}

/** The request body. */
export function bodyOf(plan: Plan, levels: string[] = []): NewTable {
  const rated = ratedOf(plan, levels);
  return {
    game: plan.game,
    seats: plan.seats.map((who) => ({ who })) as NewTable["seats"],
    drawn: plan.drawn,
    options: plan.options,
    pace: paceOf(plan),
    leave: leaveOf(plan),
    hints: hintsOf(plan) && !rated,
    prospects: plan.prospects,
    public: plan.public,
    rated,
  };
}

/** The request body of a quick match against bots, unlisted. The first player is drawn, unless `drawn` is false. */
export const quickBody = (card: GameCard, level: string, drawn = true): NewTable =>
  bodyOf({ ...freshPlan(card, level), drawn, public: false });
