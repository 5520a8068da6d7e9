import type { View } from "../../generated/babel";
import type { GameModule } from "../module";
import { refusals } from "./refusals";
import Belongings from "./Belongings.svelte";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Piece from "./Piece.svelte";
import { coach } from "./coach";
import { effects, places, sources } from "./happenings";
import { describe, isButton, label, messages, question } from "./words";

export default {
  Board,
  Hand,
  Belongings,
  Piece,
  messages,
  question,
  label,
  isButton,
  places,
  effects,
  describe,
  sources,
  coach,
  refusals,
} satisfies GameModule<View>;
