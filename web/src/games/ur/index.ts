import type { GameEvent, View } from "../../generated/ur";
import type { GameModule } from "../kit";
import { about } from "./about";
import Belongings from "./Belongings.svelte";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Piece from "./Piece.svelte";
import Sign from "./Sign.svelte";
import { all } from "./all";
import { clause } from "./clauses";
import { coach } from "./coach";
import { scoring } from "./scoring";
import { deeds } from "./deeds";
import { effects, places } from "./events";
import { sources } from "./sources";
import { name } from "./names";
import { describe, isButton, label, messages, question, refusals } from "./words";

export default {
  Board,
  Hand,
  Belongings,
  Piece,
  Sign,
  signs: Object.fromEntries(["agriculture", "trade", "culture", "politics", "war"].map((action) => [action, action])),
  messages,
  question,
  label,
  name,
  isButton,
  all,
  ends: ["done"],
  places,
  effects,
  deeds,
  describe,
  sources,
  coach,
  welcome: [
    { piece: "stone:0", text: "welcome:1" },
    { piece: "tile:trade/war", text: "welcome:2" },
    { piece: "tile:agriculture/culture", text: "welcome:3" },
  ],
  scoring,
  about,
  clause,
  refusals,
} satisfies GameModule<View, GameEvent>;
