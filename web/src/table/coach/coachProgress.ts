/** Progress in the guided first match. Steps come in order, each when it first holds; none is skipped. A step whose
 *  action was done before it was shown is shown at once, as an explanation. */

import type { BaseView, CoachStep } from "../../lib/game";

export interface Progress {
  at: number; // the step shown; -1: none yet
  over: boolean; // it has been read, or what it asks for has been done
  moved: boolean; // the reader has decided something since it is shown
  done: string[]; // the steps whose deeds have been done, by their texts
  early: boolean; // what the step shown asks for was done before it was shown
}

export const BEGIN: Progress = { at: -1, over: false, moved: false, done: [], early: false };

/** The step after the one shown; -1: it is the last. */
export const upcoming = (steps: CoachStep[], { at }: Progress): number => (at + 1 < steps.length ? at + 1 : -1);

/** Go to the next step, if it holds and the current one is finished. */
export function advance(steps: CoachStep[], now: Progress, view: BaseView, you: number): Progress {
  const next = upcoming(steps, now);
  if (next < 0) return now;
  const early = now.done.includes(steps[next]!.text);
  if (!early && !steps[next]!.when(view, you)) return now;
  const current = steps[now.at];
  const stays = current && !now.over && !now.moved && (now.early || current.when(view, you));
  return stays ? now : { ...now, at: next, over: false, moved: false, early };
}

/** The reader has read the step shown. */
export const read = (now: Progress): Progress => ({ ...now, over: true });

/** The reader has made a choice, by clicking these places. */
export function acted(steps: CoachStep[], now: Progress, clicks: string[]): Progress {
  const asked = steps.filter(({ places }) => places?.some((place) => clicks.includes(place))).map(({ text }) => text);
  const done = [...new Set([...now.done, ...asked])];
  return { ...now, done, moved: true, over: now.over || done.includes(steps[now.at]?.text ?? "") };
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

// ------------------------------------------------------------------------------- remembered for as long as the tab is

const key = (table: string): string => `ziggurat coach ${table}`;

export function recall(table: string): Progress {
  try {
    return { ...BEGIN, ...(JSON.parse(sessionStorage.getItem(key(table)) ?? "{}") as Partial<Progress>) };
  } catch {
    return BEGIN; // no storage, or not ours
  }
}

export function remember(table: string, progress: Progress): void {
  try {
    sessionStorage.setItem(key(table), JSON.stringify(progress));
  } catch {
    // It begins again when the reader comes back.
  }
}
