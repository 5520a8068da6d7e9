/** Progress in the guided first match. The coach follows the decision being asked: a step about it comes before all
 *  others. The rest come in order, each when it first holds. What has been done is not asked for again. */

import type { BaseView, CoachStep } from "../../lib/game";

export interface Progress {
  at: number; // the step shown; -1: none yet
  over: boolean; // it has been read, or what it asks for has been done
  done: string[]; // the steps that are finished, by their texts
}

export const BEGIN: Progress = { at: -1, over: true, done: [] };

const unfinished = (steps: CoachStep[], { at, done }: Progress): number[] =>
  steps.flatMap((step, index) => (index === at || done.includes(step.text) ? [] : index));

/** The next step in order that is not finished; -1: none is left. */
export const upcoming = (steps: CoachStep[], now: Progress): number => unfinished(steps, now)[0] ?? -1;

/** Go to the step about the decision asked, or to the next in order, if the current one is finished. */
export function advance(steps: CoachStep[], now: Progress, view: BaseView, you: number): Progress {
  const current = now.over ? undefined : steps[now.at];
  if (current?.asked?.(view, you)) return now;
  const open = unfinished(steps, now);
  const urgent = open.find((at) => steps[at]!.asked?.(view, you));
  if (urgent === undefined && current) return now;
  const next = urgent ?? open.find((at) => steps[at]!.when(view, you));
  return next === undefined ? now : { ...now, at: next, over: false };
}

/** These steps are finished. */
const finish = (now: Progress, ...texts: string[]): Progress => ({
  ...now,
  done: [...new Set([...now.done, ...texts])],
});

/** The reader has read the step shown. */
export const read = (steps: CoachStep[], now: Progress): Progress =>
  finish({ ...now, over: true }, ...steps.slice(now.at, now.at + 1).map(({ text }) => text));

/** The reader has made a choice, by clicking these places. */
export function acted(steps: CoachStep[], now: Progress, clicks: string[]): Progress {
  const deeds = steps.filter(({ places }) => places?.some((place) => clicks.includes(place))).map(({ text }) => text);
  const after = finish(now, ...deeds);
  const current = steps[now.at];
  if (!current || now.over) return after;
  const met = current.asked !== undefined || current.places === undefined || deeds.includes(current.text);
  return met ? finish({ ...after, over: true }, current.text) : after;
}

/** The places to mark for a step: those it asks for that can be chosen now, and those it explains. */
export const marked = (
  { places = [], once, about }: CoachStep,
  alive: ReadonlySet<string>,
  view: BaseView,
  you: number,
): string[] => [
  ...places.filter((place) => alive.has(place) && (once?.(view, you) ?? true)),
  ...(about?.(view, you) ?? []),
];

// ------------------------------------------------------------------------- remembered in this browser, table by table

export const KEY = "ziggurat:coach";
const TABLES = 20; // that are remembered

function stored(): Record<string, Partial<Progress>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Partial<Progress>>;
  } catch {
    return {}; // no storage, or not ours
  }
}

export const recall = (table: string): Progress => ({ ...BEGIN, ...stored()[table] });

export function remember(table: string, progress: Progress): void {
  const { [table]: _, ...others } = stored();
  const kept = Object.entries(others).slice(-TABLES + 1);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...kept, [table, progress]])));
  } catch {
    // It begins again when the reader comes back.
  }
}
