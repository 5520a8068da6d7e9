/** The unsaved analysis, stored in this browser until it is saved or another one is started. */

import type { StudyMove, StudyContents } from "../generated/protocol";
import { recall, remember } from "../lib/browser/storage";
import { entries, walk, type Tree } from "./tree";

export interface Draft {
  studied: StudyContents;
  names: string[];
  here: number; // the position that was shown, by its number in the study
  changed: number;
}

const NAME = "analysis";

/** The tree as a study, and the number that a position has in it. */
export function drafted(
  tree: Tree,
  here: number,
  about: Pick<StudyContents, "start" | "seats" | "options">,
  names: string[],
): Draft {
  const order = [...walk(tree)];
  const moves: StudyMove[] = order.map(({ move }) => move);
  const studied: StudyContents = { ...about, entries: entries(tree), moves };
  return {
    studied,
    names,
    here: Math.max(
      0,
      order.findIndex(({ id }) => id === here),
    ),
    changed: Date.now(),
  };
}

export const keep = (draft: Draft): void => remember(NAME, draft);
export const forget = (): void => remember(NAME, null);

/** The stored draft; null if there is none, or another version wrote it. */
export function left(): Draft | null {
  const stored = recall<Partial<Draft> | null>(NAME);
  const whole = stored?.studied?.entries?.length && stored.studied.entries.length === stored.studied.moves?.length;
  return whole && stored.studied?.start?.game && Array.isArray(stored.names) ? (stored as Draft) : null;
}
