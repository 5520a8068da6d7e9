/** Games and tables as the server tells them, for tests. */
import type { GameCard, Table } from "../src/generated/protocol";

export const CARD: GameCard = {
  name: "ur",
  title: "Ur",
  summary: "Tiles.",
  rules: 1,
  seats: [2, 3, 4],
  seat_notes: { "2": "a house variant: the published game is for 3 or 4" },
  options: [{ name: "bonus", values: ["seed", "published"], text: "extra stones" }],
  levels: [
    { name: "apprentice", text: "tries a few things" },
    { name: "king", text: "uses all the time it has" },
  ],
  bots: ["apprentice", "king", "random"],
  secrets: false,
  ready: true,
  ahead: 0,
};

export const TABLE: Table = {
  id: "abc",
  game: "ur",
  rules: 1,
  options: {},
  seats: [
    { seat: 0, kind: "person", name: "Enki", you: true },
    { seat: 1, kind: "bot", name: "apprentice", you: false },
    { seat: 2, kind: "person", name: "Inanna", you: false },
  ],
  pace: { kind: "untimed" },
  leave: "bot",
  hints: true,
  public: true,
  status: "running",
  turn: 0,
  created: 0,
  changed: 0,
  yours: true,
};
