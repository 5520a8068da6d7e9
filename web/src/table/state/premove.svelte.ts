/** Premoves: the next decision, chosen while others think. The server guesses what will be possible; the premove is
 *  played in the reader's turn if it is legal. */

import { untrack } from "svelte";
import type { Choice } from "../../lib/game";
import type { Plannable } from "../../generated/protocol";

export class Planning {
  /** What may be possible when it is the reader's turn. */
  choices = $state.raw<Choice[]>([]);
  planned = $state.raw<Choice | null>(null);

  /** `version`: of the position the reader waits in and may plan from; none: they do not. */
  constructor(version: () => number | null, ask: () => Promise<Plannable>) {
    $effect(() => {
      const wanted = version();
      if (wanted === null) return;
      ask()
        .then((answer) => {
          if (answer.version === untrack(version)) this.choices = answer.choices;
        })
        .catch(() => undefined); // it was for a position that is gone
    });
  }

  /** All possible premoves, including the planned one, which a guess about a later position may leave out. */
  get open(): Choice[] {
    const { planned, choices } = this;
    return !planned || choices.some(({ action }) => action === planned.action) ? choices : [...choices, planned];
  }

  /** On the reader's turn: take the planned move, which is then no longer planned. */
  take(): Choice | null {
    const plan = this.planned;
    this.forget();
    return plan;
  }

  forget(): void {
    this.planned = null;
    this.choices = [];
  }
}
