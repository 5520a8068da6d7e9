/** A replay: a finished match by decision, with all hands open. A board's context in which nothing can be chosen. */

import type { BaseView, GameModule } from "../../lib/game";
import type { GameEvent, Moment, Replay } from "../../generated/protocol";
import { t } from "../../languages/table";
import { api } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import { namesAt, seatNames } from "../../lib/tables";
import { eventSentence } from "../../lib/eventText";
import { Choosing } from "./choice.svelte";
import type { TableContext } from "./context";

/** Where the turn before or after a decision begins; the number of decisions is the end. */
export function turnFrom(steps: { seat: number }[], decision: number, by: number): number {
  const begins = (at: number) => at <= 0 || at >= steps.length || steps[at]!.seat !== steps[at - 1]!.seat;
  let at = decision + by;
  while (!begins(at)) at += by;
  return at;
}

export class Replaying implements TableContext {
  readonly choosing = new Choosing();
  /** By place: which decision of a better line it belongs to, where a review says so. */
  hinted = $state.raw<ReadonlyMap<string, number>>(new Map());
  readonly history: GameEvent[];
  readonly open = true;

  /** The position shown is the one before this decision. */
  decision = $state(0);
  moment = $state.raw<Moment | null>(null);
  forwards = $state(false);
  /** The seat through whose eyes the board is seen. */
  viewer = $state(0);
  pointedAt = $state.raw<string[]>([]);
  arrows = $state.raw<string[]>([]); // of a line that is pointed at
  problem = $state("");
  /** How it began and how it ended, for the summary. */
  ends = $state.raw<{ first: Moment; last: Moment } | null>(null);

  view: BaseView | null = $derived.by(() =>
    this.moment ? { ...(this.moment.open as BaseView), seat: this.viewer } : null,
  );
  /** The same to be described in words: nobody in it is the reader. */
  described: BaseView | null = $derived.by(() => this.view && { ...this.view, seat: -1 });
  names: string[] = $derived.by(() => seatNames(this.replay.table));
  /** The decision that comes next, in words; none: the match is over. */
  next: string | null = $derived.by(() => this.#nextWords());
  lit: ReadonlySet<string> = $derived.by(() => new Set(this.pointedAt.length ? this.pointedAt : this.#happenedHere()));

  #moments = new Map<number, Promise<Moment>>();
  #wanted = 0;
  #target = 0; // where the last wish leads, which may still be on its way

  constructor(
    readonly replay: Replay,
    readonly module: GameModule,
  ) {
    this.history = replay.steps.flatMap((step) => step.events);
    this.viewer = Math.max(
      0,
      replay.table.seats.findIndex((seat) => seat.you),
    );
  }

  get game(): string {
    return this.replay.table.game;
  }

  get you(): number {
    return this.viewer;
  }

  get decisions(): number {
    return this.replay.steps.length;
  }

  label = (place: string): string => (this.view ? this.module.label(place, this.view, this.names) : place);
  look = (): void => undefined;
  sentence = (event: GameEvent): string =>
    eventSentence(this.game, this.module.messages, event, namesAt(this.replay.table, this.names, event.decision));

  /** A decision in words: the names of its clicks. */
  moveWords(clicks: string[], seat: number, text: string): string {
    if (!this.view) return text;
    const view = { ...this.view, seat };
    return clicks.map((place) => this.module.name(place, view, this.names)).join(" → ") || text;
  }

  /** Show the position before a decision; the number of decisions is the end. */
  async go(decision: number): Promise<void> {
    const wanted = ++this.#wanted;
    const to = (this.#target = Math.min(this.decisions, Math.max(0, decision)));
    try {
      const moment = await this.#fetch(to);
      if (wanted !== this.#wanted) return;
      this.forwards = to === this.decision + 1;
      [this.decision, this.moment, this.problem] = [to, moment, ""];
      if (to < this.decisions) void this.#fetch(to + 1).catch(() => undefined); // whoever steps on need not wait
    } catch (refused) {
      if (wanted === this.#wanted) this.problem = (refused as Error).message;
    }
  }

  /** Steps from the target of the last step: pressing a key five times moves five steps. */
  step = (by: number): Promise<void> =>
    this.go(settings.steps === "turn" ? turnFrom(this.replay.steps, this.#target, by) : this.#target + by);

  /** Stay at the position shown and ignore answers in flight. */
  stay(): void {
    this.#wanted++;
    this.#target = this.decision;
  }

  async loadEnds(): Promise<void> {
    const [first, last] = await Promise.all([this.#fetch(0), this.#fetch(this.decisions)]);
    this.ends = { first, last };
  }

  #fetch(decision: number): Promise<Moment> {
    let moment = this.#moments.get(decision);
    if (!moment) {
      moment = api.get<Moment>(`/tables/${this.replay.table.id}/replay/${decision}`);
      moment.catch(() => this.#moments.delete(decision));
      this.#moments.set(decision, moment);
    }
    return moment;
  }

  /** Decisions without an event (ending a turn) are named by their clicks. */
  #nextWords(): string | null {
    const step = this.replay.steps[this.decision];
    if (!step || !this.view) return null;
    if (step.events[0]) return t("next decides", { move: this.sentence(step.events[0]) });
    const move = this.moveWords(step.clicks, step.seat, step.text);
    return t("next chooses", { name: this.names[step.seat] ?? "", move });
  }

  #happenedHere(): string[] {
    return (this.replay.steps[this.decision - 1]?.events ?? []).flatMap(this.module.places);
  }
}
