/** Events as the server sends them: what a game does not know, or knows otherwise, does not compile. */

import type { GameEvent } from "../../src/generated/protocol";

/** How events of a game are made: `const happened = eventsOf<GameEvent>();`. */
export const eventsOf =
  <E extends GameEvent>() =>
  <Kind extends E["kind"]>(kind: Kind, seat: number, facts: Extract<E, { kind: Kind }>["arguments"]): E =>
    ({ kind, seat, arguments: facts, text: "", decision: 0 }) as unknown as E;
