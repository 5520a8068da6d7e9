import type { View } from "../../generated/babylonia";

const CLAUSES: Record<string, number> = { place: 3, site: 9, card: 13, extra: 15 };
const END = 16;

/** The clause of rules.md about the decision asked for. */
export const clause = (view: View): number | null => (view.over ? END : (CLAUSES[view.phase] ?? null));
