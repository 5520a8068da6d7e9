/** A position's JSON as form fields: everything that is not placed on the board. */

type Json = Record<string, unknown>;
export interface Field {
  path: (string | number)[];
  value: unknown;
}

const FIXED = new Set(["game", "rules", "seats", "options", "board", "generator", "ending"]);

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What can be filled in: the entries of the position and of its players, one field each. */
export function fields(position: Json): Field[] {
  return Object.entries(position).flatMap(([name, value]): Field[] => {
    if (FIXED.has(name)) return [];
    if (name === "players" && Array.isArray(value))
      return value.flatMap((player, seat) =>
        isObject(player) ? Object.entries(player).map(([entry, value]) => ({ path: [name, seat, entry], value })) : [],
      );
    return [{ path: [name], value }];
  });
}

/** A value as text for its field: strings unchanged, everything else as JSON. */
export const written = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The position with another value in a field; null if the value has the wrong type. */
export function changed(position: Json, path: Field["path"], text: string): Json | null {
  const copy = structuredClone(position);
  let holder: any = copy; // eslint-disable-line -- any JSON
  for (const step of path.slice(0, -1)) holder = holder[step];
  const last = path.at(-1)!;
  if (typeof holder[last] === "string") holder[last] = text;
  else
    try {
      holder[last] = JSON.parse(text);
    } catch {
      return null;
    }
  return copy;
}
