/** Which step of the guided match is shown. Steps come in order, each when it holds for the first time. */

import type { BaseView, CoachStep } from "../games/module";

/** The step to show now: the one shown stays until it has been read or the match has gone on to the next. */
export function advance(steps: CoachStep[], at: number, read: boolean, view: BaseView, you: number): number {
  const next = steps[at + 1];
  if (next === undefined || !next.when(view, you)) return at;
  const current = steps[at];
  return current === undefined || read || !current.when(view, you) ? at + 1 : at;
}
