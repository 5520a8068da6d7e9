/** The games of the page, by name. Each is a chunk of its own, fetched when it is needed. */

import type { GameModule } from "../lib/game";

export const MODULES: Record<string, () => Promise<GameModule>> = Object.fromEntries(
  Object.entries(import.meta.glob<GameModule>(["./*/index.ts", "!./kit/index.ts"], { import: "default" })).map(
    ([path, fetch]) => [path.split("/")[1]!, fetch],
  ),
);
