/** What the seats see together: in a replay nothing is hidden that one of them saw. */

import type { BaseView } from "../../games/module";

/** One seat's view, with everything filled in that it is not told (`null`) and another seat is. */
export const seenByAll = (views: BaseView[], viewer: number): BaseView => filled(views[viewer], views) as BaseView;

function filled(value: unknown, others: unknown[]): unknown {
  if (value === null) return others.find((other) => other !== null && other !== undefined) ?? null;
  if (typeof value !== "object") return value;
  const inside = (key: string | number) => others.map((other) => (other as Record<string | number, unknown> | null)?.[key]);
  if (Array.isArray(value)) return value.map((item, at) => filled(item, inside(at)));
  return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, filled(item, inside(key))]));
}
