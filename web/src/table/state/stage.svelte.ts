/** The position on screen: plays changes one after the other with their effects, while the real position may be ahead.
 *  Skipping, acting, or turning animations off shows the real position at once. */

import type { GameModule } from "../../lib/game";
import type { GameEvent } from "../../generated/protocol";
import type { TableState } from "../../live/state";
import { measure, type Boxes } from "./boxes";
import { placesOf, timed, type Timed } from "./effects";

const BREATH = 350; // milliseconds before something is shown again
const STILL = 800; // for each step of it, where nothing moves

export interface Step {
  state: TableState;
  events: GameEvent[]; // what to show of it
  own: boolean; // the reader's own doing: nothing waits for it
}

export interface Running extends Timed {
  key: number;
  before: Boxes; // where its places were before the change: some are gone afterwards
}

export class Stage {
  /** What stands on the table as shown. */
  shown = $state.raw<TableState | null>(null);
  /** Effects that are being drawn. */
  running = $state.raw<Running[]>([]);
  /** Whether it came of a decision, and not out of the blue. */
  came = $state(false);
  /** Whether more is to come. */
  playing = $state(false);

  #queue: Step[] = [];
  #again = false; // what has been shown before is shown once more, at its own pace
  #timer: ReturnType<typeof setTimeout> | undefined;
  #key = 0;

  constructor(
    readonly module: () => GameModule | null,
    readonly moving: () => boolean,
    readonly happened: (step: Step) => void,
  ) {}

  /** Show a position as it is, with no way to it. */
  set(state: TableState): void {
    this.#clear();
    [this.shown, this.came] = [state, false];
  }

  /** Show how the position changed, after everything that waits; the reader's own doing at once. */
  push(step: Step): void {
    if (step.own && this.playing) this.skip();
    this.#queue.push(step);
    if (!this.playing) this.#next();
  }

  /** Show once more how the position came about, from an earlier one; also where nothing else moves. */
  replay(start: TableState, steps: Step[]): void {
    this.set(start);
    this.#queue = [...steps];
    this.#again = this.playing = true;
    this.#timer = setTimeout(() => this.#next(), BREATH);
  }

  /** Everything at once. */
  skip(): void {
    const rest = this.#queue;
    this.#clear();
    for (const step of rest) this.#show(step);
  }

  /** What is known besides the position (chat, clocks, who is here) needs no showing. */
  refresh(state: TableState): void {
    if (!this.playing && this.shown?.version === state.version) this.shown = state;
  }

  finish(key: number): void {
    this.running = this.running.filter((effect) => effect.key !== key);
  }

  close(): void {
    this.#clear();
  }

  #next(): void {
    const step = this.#queue.shift();
    if (step === undefined) {
      this.playing = this.#again = false;
      return;
    }
    const module = this.module();
    if (this.#again && module !== null && !this.moving()) {
      this.#show(step);
      this.#timer = setTimeout(() => this.#next(), STILL);
      return;
    }
    if (module === null || !this.moving()) {
      this.#show(step);
      this.#next();
      return;
    }
    const { effects, lasts } = timed(module, step.events, step.state.view!, this.#again ? 0 : this.#queue.length);
    const before = measure(effects.flatMap(({ effect }) => placesOf(effect)));
    this.running = [...this.running, ...effects.map((effect) => ({ ...effect, key: this.#key++, before }))];
    this.#show(step);
    this.playing = true;
    this.#timer = setTimeout(() => this.#next(), step.own ? 0 : lasts);
  }

  #show(step: Step): void {
    [this.shown, this.came] = [step.state, true];
    if (!this.#again) this.happened(step);
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.running = [];
    this.playing = this.#again = false;
  }
}
