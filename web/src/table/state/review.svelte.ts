/** The review of a finished match: requests it and polls until it is done. The server's is the same for everybody; this
 *  device makes its own where there is no server, or where the reader does not want to wait. */

import type { Grade, Judged, Review, Reviewed, ReviewTry, TryPlayed } from "../../generated/protocol";
import { api } from "../../lib/api";
import { isOnDevice } from "../../lib/tables";

const TURNING = 3; // turning points
const AGAIN = 700; // milliseconds between two questions how far it is

/** How chess players write it: a slip, a mistake, a blunder; and what a deeper search did not confirm. */
export const SIGNS: Record<Grade, string> = { unclear: "∞", slip: "?!", mistake: "?", blunder: "??" };

/** A decision that cost so much that it is marked. */
export type Marked = Judged & { grade: Exclude<Grade, "unclear">; better: NonNullable<Judged["better"]> };

const isMarked = (one: Judged): one is Marked => Boolean(one.grade && one.better);

export class Reviewing {
  told = $state.raw<Reviewed | null>(null);
  /** Judged with everything visible, not by what each seat knew. */
  open = $state(false);
  problem = $state("");
  asking = $state(false);
  /** Whether this device makes it, or has made it. */
  here = $state(false);
  /** Whose decisions are listed: a seat, or everybody's (-1). */
  whose = $state(-1);
  /** The turning points whose answer has been shown. */
  #shown = $state.raw<ReadonlySet<number>>(new Set());

  review: Review | null = $derived.by(() => (this.open && this.told?.open) || this.told?.known || null);
  marked: Marked[] = $derived.by(() => this.review?.judged.filter(isMarked) ?? []);
  /** The marked decisions of those that are listed. */
  listed: Marked[] = $derived.by(() => this.marked.filter(({ seat }) => this.whose < 0 || seat === this.whose));
  /** The moments that cost most: the reader's own, or those of all players. */
  turning: Marked[] = $derived.by(() => {
    const seats = this.review?.seats.filter(({ seat }) => this.whose < 0 || seat === this.whose) ?? [];
    const moments = new Set(seats.flatMap(({ turning }) => turning ?? []));
    const offered = this.marked.filter(({ decision }) => moments.has(decision));
    return offered.toSorted((a, b) => b.cost - a.cost).slice(0, TURNING);
  });
  byDecision: ReadonlyMap<number, Marked> = $derived.by(() => new Map(this.marked.map((one) => [one.decision, one])));
  underWay: boolean = $derived.by(() => this.told?.status === "waiting" || this.told?.status === "running");

  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  /** `own` is the reader's seat, or -1. */
  constructor(
    readonly table: string,
    readonly own = -1,
  ) {
    this.whose = own;
    this.here = isOnDevice(table);
  }

  /** Whether the answer is still hidden: the reader's own turning points are tried first. */
  isCovered = (decision: number): boolean =>
    this.own >= 0 && !this.#shown.has(decision) && Boolean(this.review?.seats[this.own]?.turning?.includes(decision));

  uncover(decision: number): void {
    this.#shown = new Set([...this.#shown, decision]);
  }

  /** How far it is, or what it says. */
  async load(): Promise<void> {
    await this.#hear(api.get<Reviewed>(this.#path));
    if (this.here || (this.told && this.told.status !== "none")) return;
    const made = await api.get<Reviewed>(`${this.#path}/here`).catch(() => null);
    if (made && made.status !== "none") [this.told, this.problem, this.here] = [made, "", true];
  }

  /** Have it made: by the server, or `here`. */
  async ask(here = this.here): Promise<void> {
    this.asking = true;
    this.here = here;
    await this.#hear(api.post<Reviewed>(this.#path));
    this.asking = false;
  }

  /** A decision, as its seat saw it; with a move, what that would have been worth. */
  tryAgain = (decision: number, wanted: ReviewTry): Promise<TryPlayed> =>
    api.post<TryPlayed>(`${this.#path}/${decision}`, wanted);

  get #path(): string {
    return `/tables/${this.table}/review${this.here && !isOnDevice(this.table) ? "/here" : ""}`;
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
    const later = this.listed.filter((one) => (by > 0 ? one.decision > from : one.decision < from));
    return (by > 0 ? later[0] : later.at(-1)) ?? this.listed.at(by > 0 ? 0 : -1);
  }
}
