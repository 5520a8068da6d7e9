/** What happened since the reader's last decision, seat by seat: what the others did, and what everybody gained. */

import { untrack } from "svelte";
import type { BaseView } from "../../lib/game";
import type { GameEvent, Shown } from "../../generated/protocol";
import { decider, type TableState } from "../../live/state";
import type { Step } from "./stage.svelte";

export interface Since {
  seat: number;
  events: GameEvent[]; // of this seat's decisions
  first: number; // its first decision; -1: it decided nothing, and only gained
  last: number; // its last one
  gain: number; // points since then
}

/** The first decision after the reader's last one; as many as there are, if the reader decided last. */
export function sinceWhen(state: TableState): number {
  let decision = state.decisions;
  while (decision > 0 && decider(state, decision - 1) !== state.seat) decision--;
  return decision;
}

/** What each seat did since a decision, in the order of play; the reader comes last, and only if their score changed. */
export function since(state: TableState, from: number, scores: number[]): Since[] {
  const bySeat = new Map<number, Since>();
  const gain = (seat: number): number => (scores[seat] === undefined ? 0 : (state.scores[seat] ?? 0) - scores[seat]);
  for (let decision = from; decision < state.decisions; decision++) {
    const seat = decider(state, decision);
    if (seat < 0) continue;
    const deeds = bySeat.get(seat) ?? { seat, events: [], first: decision, last: decision, gain: gain(seat) };
    deeds.events.push(...state.history.filter((event) => event.decision === decision));
    deeds.last = decision;
    bySeat.set(seat, deeds);
  }
  const silent = state.scores.map((_, seat) => seat).filter((seat) => !bySeat.has(seat) && gain(seat) !== 0);
  return [...bySeat.values(), ...silent.map((seat) => ({ seat, events: [], first: -1, last: -1, gain: gain(seat) }))];
}

/** Remembers the scores at the reader's last decision, asking for them once per turn. */
export class SinceLastTurn {
  #scores = $state.raw<{ decision: number; scores: number[] } | null>(null);

  constructor(
    private readonly state: () => TableState | null, // none: the reader does not decide, or has begun to
    private readonly past: (decision: number) => Promise<Shown>,
  ) {
    $effect(() => {
      const state = this.state();
      const from = state ? sinceWhen(state) : 0;
      if (state && from < state.decisions) untrack(() => void this.#ask(from));
    });
  }

  chips: Since[] = $derived.by(() => {
    const state = this.state();
    if (!state) return [];
    const from = sinceWhen(state);
    if (from >= state.decisions) return [];
    return since(state, from, this.#scores?.decision === from ? this.#scores.scores : []);
  });

  /** The states from before a seat's first decision to after its last, to be shown again. */
  async replay(state: TableState, { first, last }: Since): Promise<{ start: TableState; steps: Step[] }> {
    const moments = await Promise.all(
      Array.from({ length: last - first + 2 }, (_, at) => first + at).map(async (decision) =>
        decision >= state.decisions ? state : at(state, await this.past(decision)),
      ),
    );
    const steps = moments.slice(1).map((moment, index) => ({
      state: moment,
      events: state.history.filter((event) => event.decision === first + index),
      own: false,
    }));
    if (moments.at(-1) !== state) steps.push({ state, events: [], own: false });
    return { start: moments[0]!, steps };
  }

  async #ask(decision: number): Promise<void> {
    if (this.#scores?.decision === decision) return;
    try {
      this.#scores = { decision, scores: (await this.past(decision)).scores };
    } catch {
      // Without them, chips show moves without gains.
    }
  }
}

/** A table as it was before an earlier decision. */
const at = (state: TableState, { decision, view, scores }: Shown): TableState => ({
  ...state,
  version: -1 - decision, // of no position there is: nothing can be chosen meanwhile
  decisions: decision,
  view: view as unknown as BaseView,
  scores,
  history: state.history.filter((event) => event.decision < decision),
});
