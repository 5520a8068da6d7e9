/** Structural sharing: equal parts of a new view are taken from the one before, so that only changed objects are new
 *  and only they are redrawn. */

export function share<T>(before: unknown, after: T): T {
  if (before === after || !isPlain(before) || !isPlain(after) || Array.isArray(before) !== Array.isArray(after))
    return after;
  const fresh: Record<string, unknown> = after;
  const keys = Object.keys(fresh);
  let same = keys.length === Object.keys(before).length;
  for (const key of keys) {
    fresh[key] = share(before[key], fresh[key]);
    if (fresh[key] !== before[key]) same = false;
  }
  return same ? (before as T) : after;
}

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
