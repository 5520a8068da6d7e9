/** Score previews for the inspector: requested on demand, once per position. */

import { untrack } from "svelte";
import type { Foreseen } from "../../generated/protocol";

export class Prospecting {
  /** Whether the reader is looking at something that needs them. */
  wanted = $state(false);
  #found = $state.raw<{ of: string; prospects: object | null } | null>(null);

  /** `position` names the position shown, or is null where nothing is to be counted. */
  constructor(
    readonly position: () => string | null,
    ask: () => Promise<Foreseen>,
  ) {
    $effect(() => {
      const of = position();
      if (!this.wanted || of === null || untrack(() => this.#found?.of) === of) return;
      untrack(ask).then(
        ({ prospects }) => (this.#found = { of, prospects: (prospects as object | undefined) ?? null }),
        () => undefined, // refused, or for a position that is gone: what is known without them is shown
      );
    });
  }

  /** The prospects of the position shown; none while they are on their way. */
  get now(): object | null {
    return this.#found !== null && this.#found.of === this.position() ? this.#found.prospects : null;
  }
}
