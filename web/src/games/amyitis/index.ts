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
  ends: ["done"],
  closing,
  places,
  effects,
  describe,
  sources,
  coach,
  about,
  clause,
  refusals,
} satisfies GameModule<View, GameEvent>;
