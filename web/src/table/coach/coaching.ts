/** How far the reader is in the guided match. Steps come in order, each when it holds for the first time; one that asks
 *  for a deed is over when the deed is done, even before it was shown. */

import type { BaseView, CoachStep } from "../../games/module";

export interface Progress {
  at: number; // the step shown; -1: none yet
  over: boolean; // it has been read, or what it asks for has been done
  moved: boolean; // the reader has decided something since it is shown
  done: string[]; // the steps whose deeds have been done, by their texts
}

export const BEGIN: Progress = { at: -1, over: false, moved: false, done: [] };

/** The step after the one shown. */
export const upcoming = (steps: CoachStep[], { at, done }: Progress): number =>
  steps.findIndex((step, index) => index > at && !done.includes(step.text));

/** On to the next step, if it holds and nobody is still at the one shown. */
export function advance(steps: CoachStep[], now: Progress, view: BaseView, you: number): Progress {
  const next = upcoming(steps, now);
  if (next < 0 || !steps[next]!.when(view, you)) return now;
  const current = steps[now.at];
  const stays = current && !now.over && !now.moved && current.when(view, you);
  return stays ? now : { ...now, at: next, over: false, moved: false };
}

/** The reader has read the step shown. */
export const read = (now: Progress): Progress => ({ ...now, over: true });

/** The reader has made a choice, by clicking these places. */
export function acted(steps: CoachStep[], now: Progress, clicks: string[]): Progress {
  const asked = steps.filter(({ places }) => places?.some((place) => clicks.includes(place))).map(({ text }) => text);
  const done = [...new Set([...now.done, ...asked])];
  return { ...now, done, moved: true, over: now.over || done.includes(steps[now.at]?.text ?? "") };
}

/** What to mark on the table for a step: of what it asks for, what can be chosen now; and what it is about. */
export const marked = (
  { places = [], about }: CoachStep,
  alive: ReadonlySet<string>,
  view: BaseView,
  you: number,
): string[] => [...places.filter((place) => alive.has(place)), ...(about?.(view, you) ?? [])];

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
