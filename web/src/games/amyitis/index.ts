import type { GameEvent, View } from "../../generated/amyitis";
import type { GameModule } from "../kit";
import { about } from "./about";
import Belongings from "./Belongings.svelte";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Piece from "./Piece.svelte";
import Sign from "./Sign.svelte";
import { clause } from "./clauses";
import { closing } from "./closing";
import { coach } from "./coach";
import { deeds } from "./deeds";
import { effects, places, sources } from "./events";
import { meant } from "./meant";
import { name } from "./names";
import { describe, label, messages, question, refusals } from "./words";

const NAMED = "barley dates salt palm wine peasant priest engineer merchant caravaneer banker palace gardener".split(
  " ",
);
const BUTTONS = new Set(["pass", "done", "keep"]);

export default {
  Board,
  Hand,
  Belongings,
  Piece,
  Sign,
  signs: {
    ...Object.fromEntries(NAMED.map((name) => [`name:${name}`, name])),
    camelsWord: "camel",
    talentsWord: "talent",
  },
  messages,
  question,
  label,
  name,
  isButton: (place) => BUTTONS.has(place),
  meant,
  behind: ["pass"],
  passes: ["pass"],
  ends: ["done"],
  closing,
  places,
  effects,
  deeds,
  describe,
  sources,
  coach,
  welcome: [
    { piece: "good:barley", text: "welcome:1" },
    { piece: "cube:0", text: "welcome:2" },
    { piece: "plant", text: "welcome:3" },
  ],
  about,
  clause,
  refusals,
} satisfies GameModule<View, GameEvent>;
