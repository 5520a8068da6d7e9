import type { GameEvent, View } from "../../generated/wells";
import type { Effect, GameModule } from "../kit";
import Belongings from "./Belongings.svelte";
import Board from "./Board.svelte";
import { describe, label, messages, name, question, refusals } from "./words";

const places = (event: GameEvent): string[] => ("well" in event.arguments ? [`well:${event.arguments.well}`] : []);

function effects(event: GameEvent): Effect[] {
  const [place = ""] = places(event);
  switch (event.kind) {
    case "claimed":
      return [{ kind: "fly", from: `seat:${event.seat}`, to: place, seat: event.seat }];
    case "rolled":
      return [{ kind: "points", from: place, seat: event.seat, points: event.arguments.water }];
    case "spring":
      return [{ kind: "light", places: [place], seat: event.seat }];
    case "game ended":
      return [];
  }
}

export default {
  Board,
  Belongings,
  messages,
  refusals,
  question,
  label,
  name,
  describe,
  places,
  effects,
  isButton: (place) => place === "die",
  sources: (_, view) => {
    const water = view.players.map(({ seat }) => view.wells.reduce((sum, well) => sum + (well.seat === seat ? well.water : 0), 0));
    return [
      { name: "source:wells", points: water },
      { name: "source:springs", points: view.players.map(({ score }, seat) => score - (water[seat] ?? 0)) },
    ];
  },
  coach: [
    { when: (view, you) => view.actor === you && view.phase === "claim", text: "coach:claim", clause: 2 },
    { when: (view, you) => view.actor === you && view.phase === "roll", text: "coach:roll", places: ["die"], clause: 2 },
    { when: (view) => view.over, text: "coach:end", clause: 3 },
  ],
  clause: (view) => (view.over ? 3 : 2),
} satisfies GameModule<View, GameEvent>;
