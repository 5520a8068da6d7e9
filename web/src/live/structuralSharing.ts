/** Every message brings a whole view, and a move changes little of it. What is equal is taken from the view before, so
 *  that only what has changed is a new object, and only that is drawn again. */

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
