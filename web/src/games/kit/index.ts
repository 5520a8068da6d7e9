/** Everything a game's folder may import of the page, besides `generated/` and itself: places to click, what is known of
 *  the table around the board, dragging, words in the reader's language, and the shapes of the seats. */

export type {
  About,
  BaseView,
  CoachStep,
  Effect,
  GameModule,
  Link,
  Pointed,
  ScoreSource,
  SeatLine,
} from "../../lib/game";

export { default as Target } from "../../table/board/Target.svelte";
export { default as GainBadge } from "../../table/board/GainBadge.svelte";
export { carries, straight, type Carried } from "../../table/board/drag.svelte";
export type { Choosing } from "../../table/state/choice.svelte";
export { useMarks, useTable } from "../../table/state/context";

export { list, number, type Message, type Messages, type Values } from "../../languages/language.svelte";
export { gameWords } from "./words";
export { moving } from "../../lib/settings.svelte";

export { shape } from "../../lib/seatShapes";
export { default as SeatMark } from "../../parts/SeatMark.svelte";
