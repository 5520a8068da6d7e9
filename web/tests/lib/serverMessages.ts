/** Words of a server, for tests of what the page makes of them. */

import type { Changed, FromClient, FromServer, GameEvent, Table, Welcome } from "../../src/generated/protocol";
import type { Link } from "../../src/live/socket";
import { Session } from "../../src/live/session.svelte";

export const table: Table = {
  id: "t1",
  game: "babel",
  rules: 1,
  options: {},
  seats: [
    { seat: 0, kind: "person", name: "Enheduanna", you: true },
    { seat: 1, kind: "bot", name: "scribe", you: false },
  ],
  pace: {},
  leave: "bot",
  hints: true,
  public: false,
  status: "running",
  turn: 0,
  created: 0,
  changed: 0,
  yours: true,
};

export const event = (decision: number, seat = 0): GameEvent => ({
  kind: "moved",
  seat,
  arguments: {},
  text: `event of ${decision}`,
  decision,
});

export const view = (actor: number) =>
  ({ seat: 0, seats: 2, actor, choices: [], players: [] }) as unknown as { [key: string]: unknown };

export const welcome = (decisions: number, more: Partial<Welcome> = {}): Welcome => ({
  type: "welcome",
  table,
  seat: 0,
  version: decisions,
  decisions,
  scores: [0, 0],
  present: { type: "present", seats: [true, true], spectators: 0 },
  view: view(0),
  history: Array.from({ length: decisions }, (_, decision) => event(decision)),
  ...more,
});

export const changed = (version: number, decisions: number, more: Partial<Changed> = {}): Changed => ({
  type: "changed",
  version,
  decisions,
  kind: "move",
  seat: 0,
  actor: 1,
  scores: [0, 0],
  events: [event(decisions - 1)],
  view: view(1),
  ...more,
});

/** The same table after the reader has left it to a bot. */
export const left: Table = {
  ...table,
  seats: [
    { seat: 0, kind: "bot", name: "scribe", you: true, left: "Enheduanna" },
    { seat: 1, kind: "person", name: "Naram", you: false },
  ],
};

/** A session and the other end of its line. */
export function lineUp() {
  const sent: FromClient[] = [];
  let up = true;
  let heard!: (message: string) => void;
  let turned!: (link: Link) => void;
  let woken!: () => void;
  const session = new Session((hear, turn, wake) => {
    [heard, turned, woken] = [hear, turn, wake];
    return {
      send: (message) => {
        if (up) sent.push(JSON.parse(message) as FromClient);
        return up;
      },
      doubt: () => {
        up = false;
        turned("lost");
      },
      close: () => undefined,
    };
  });
  return {
    session,
    sent,
    receive: (message: FromServer) => heard(JSON.stringify(message)),
    wake: () => woken(),
    cut: () => {
      up = false;
      turned("lost");
    },
    restore: () => {
      up = true;
      turned("open");
    },
  };
}
