/** The review of a finished match: requests it and polls until it is done. It is the same for everybody. */

import type { Grade, Judged, Review, Reviewed } from "../../generated/protocol";
import { api } from "../../lib/api";

const AGAIN = 700; // milliseconds between two questions how far it is

/** How chess players write it: a slip, a mistake, a blunder. */
export const SIGNS: Record<Grade, string> = { slip: "?!", mistake: "?", blunder: "??" };

/** A decision that cost so much that it is marked. */
export type Marked = Judged & { grade: Grade; better: NonNullable<Judged["better"]> };

const isMarked = (one: Judged): one is Marked => Boolean(one.grade && one.better);

export class Reviewing {
  told = $state.raw<Reviewed | null>(null);
  /** Judged with everything visible, not by what each seat knew. */
  open = $state(false);
  problem = $state("");
  asking = $state(false);

  review: Review | null = $derived.by(() => (this.open && this.told?.open) || this.told?.known || null);
  marked: Marked[] = $derived.by(() => this.review?.judged.filter(isMarked) ?? []);
  byDecision: ReadonlyMap<number, Marked> = $derived.by(() => new Map(this.marked.map((one) => [one.decision, one])));
  underWay: boolean = $derived.by(() => this.told?.status === "waiting" || this.told?.status === "running");

  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(readonly table: string) {}

  /** How far it is, or what it says. */
  load = (): Promise<void> => this.#hear(api.get<Reviewed>(`/tables/${this.table}/review`));

  async ask(): Promise<void> {
    this.asking = true;
    await this.#hear(api.post<Reviewed>(`/tables/${this.table}/review`));
    this.asking = false;
  }

  /** Nobody wants to know any more. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  async #hear(answer: Promise<Reviewed>): Promise<void> {
    try {
      [this.told, this.problem] = [await answer, ""];
    } catch (refused) {
      this.problem = (refused as Error).message;
    }
    clearTimeout(this.#timer);
    if (this.underWay && !this.#ended) this.#timer = setTimeout(() => void this.load(), AGAIN);
  }

  /** The costly decision before or after a moment, around the end. */
  next(from: number, by: 1 | -1): Marked | undefined {
    const later = this.marked.filter((one) => (by > 0 ? one.decision > from : one.decision < from));
    return (by > 0 ? later[0] : later.at(-1)) ?? this.marked.at(by > 0 ? 0 : -1);
  }
}
