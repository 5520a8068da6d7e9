import type { GameEvent, View } from "../../generated/babel";
import type { GameModule } from "../kit";
import { about } from "./about";
import { also } from "./also";
import Belongings from "./Belongings.svelte";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Piece from "./Piece.svelte";
import Sign from "./Sign.svelte";
import { clause } from "./clauses";
import { coach } from "./coach";
import { scoring } from "./scoring";
import { deeds } from "./deeds";
import { effects, places, sources } from "./events";
import { name } from "./names";
import { LETTERS } from "./nations";
import { describe, isButton, label, messages, question, refusals } from "./words";

export default {
  Board,
  Hand,
  Belongings,
  Piece,
  Sign,
  signs: Object.fromEntries(LETTERS.map((letter) => [`nation:${letter}`, letter])),
  messages,
  question,
  label,
  name,
  isButton,
  behind: ["half", "end"],
  also,
  ends: ["end"],
  places,
  effects,
  deeds,
  describe,
  sources,
  coach,
  welcome: [
    { piece: "pawn", text: "welcome:1" },
    { piece: "card:S", text: "welcome:2" },
    { piece: "temple:3", text: "welcome:3" },
  ],
  scoring,
  about,
  clause,
  refusals,
} satisfies GameModule<View, GameEvent>;
