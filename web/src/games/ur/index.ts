import type { View } from "../../generated/ur";
import type { GameModule } from "../module";
import Board from "./Board.svelte";
import Belongings from "./Belongings.svelte";
import { en } from "./en";
import { nl } from "./nl";

export default {
  Board,
  Belongings,
  messages: { en, nl },
  question: (view) => ({ key: view.question }),
  label: (place) => place,
  isButton: () => false,
  places: () => [],
  effects: () => [],
  describe: () => [],
  sources: () => [],
  coach: [],
} satisfies GameModule<View>;
