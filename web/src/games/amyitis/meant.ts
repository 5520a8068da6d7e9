import type { View } from "../../generated/amyitis";

const VERBS: Partial<Record<View["phase"], string>> = {
  pay_city: "pay",
  pay_plant: "pay",
  exchange: "give",
  discard: "discard",
};

/** What somebody wants to do with a resource in front of them: what is asked for, or else to sell it. */
export function meant(place: string, view: View): string | null {
  const [kind, resource] = place.split(":");
  return kind === "have" && resource ? `${VERBS[view.phase] ?? "sell"}:${resource}` : null;
}
