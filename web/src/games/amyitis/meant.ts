import type { View } from "../../generated/amyitis";

const VERBS: Partial<Record<View["phase"], string>> = {
  pay_city: "pay",
  pay_plant: "pay",
  exchange: "give",
  discard: "discard",
};

/** The likely use of a resource in front of the reader: to pay what is asked for, or else to sell it. */
export function meant(place: string, view: View): string | null {
  const [kind, resource] = place.split(":");
  return kind === "have" && resource ? `${VERBS[view.phase] ?? "sell"}:${resource}` : null;
}
