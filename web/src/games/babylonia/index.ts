import type { GameEvent, View } from "../../generated/babylonia";
import type { GameModule } from "../kit";
import { about } from "./about";
import Belongings from "./Belongings.svelte";
import Board from "./Board.svelte";
import { clause } from "./clauses";
import { coach } from "./coach";
import { deeds } from "./deeds";
import Hand from "./Hand.svelte";
import { effects, places, sources } from "./events";
import Piece from "./Piece.svelte";
import Sign from "./Sign.svelte";
import { name } from "./names";
import { describe, label, messages, question, refusals } from "./words";

export default {
  Board,
  Hand,
  Belongings,
  Piece,
  Sign,
  signs: Object.fromEntries([..."fmsp"].map((kind) => [`kind:${kind}`, kind])),
  messages,
  question,
  label,
  name,
  isButton: (place) => place === "end" || place.startsWith("extra:"),
  keeps: ([first = ""]) => (first.startsWith("stand:") ? first : null),
  ends: ["end"],
  places,
  effects,
  deeds,
  describe,
  sources,
  coach,
  welcome: [
    { piece: "token:0:f", text: "welcome:1" },
    { piece: "tile:PS", text: "welcome:2" },
    { piece: "card:1", text: "welcome:3" },
  ],
  about,
  clause,
  refusals,
} satisfies GameModule<View, GameEvent>;
