/** What a seat did in its turn, in a few words, the most important first. */

import babel from "../../generated/printed.babel.json";
import type { GameEvent } from "../../generated/babel";
import { words } from "./words";

type Told = Extract<GameEvent, { arguments: { site: string } }>;

/** The level and the site of a temple. */
const temple = ({ arguments: named }: Told): Record<string, string | number> => ({
  level: "level" in named ? named.level : "",
  nation: words(`nation:${babel.sites[named.site]}`),
});

export function deeds(events: GameEvent[], seat: number): string[] {
  const deployed = events.filter((event) => event.kind === "deployed" && event.seat === seat).length;
  const great = events.flatMap((event) => {
    if (event.kind === "destroyed") return words(event.seat === seat ? "deed:lost" : "deed:destroyed", temple(event));
    if (event.seat !== seat) return event.kind === "halved" ? words("deed:halved") : [];
    if (event.kind === "stole") return words("deed:stole", temple(event));
    return event.kind === "built" || event.kind === "skipped" ? words("deed:built", temple(event)) : [];
  });
  const migrated = events.some((event) => event.kind === "migrated" && event.seat === seat);
  return [
    ...great,
    ...(deployed ? [words("deed:deployed", { n: deployed })] : []),
    ...(migrated ? [words("deed:migrated")] : []),
  ];
}
