/** An analysis as a table session: turns the current position into the messages a socket would bring, so that boards,
 *  hands, dragging, keys and undo work as at a table. */

import type { FromClient, FromServer, StudyMoment, Table } from "../generated/protocol";
import type { BaseView } from "../lib/game";
import { Refused } from "../lib/api";
import { Session, type Speaking } from "../live/session.svelte";

/** Requests from the analysis board. */
export interface Asking {
  readonly game: string;
  readonly names: string[];
  play(move: number | string): Promise<void>;
  back(): Promise<void>;
  why(place: string): Promise<StudyMoment>;
}

export class Line implements Speaking {
  readonly session: Session;
  #heard!: (message: string) => void;
  #changed!: (link: "open") => void;
  #version = 0;
  #now: StudyMoment | null = null;
  #answering = ""; // the message that a new position answers: what is not answered is sent again with it

  constructor(readonly asking: Asking) {
    this.session = new Session((heard, changed) => {
      [this.#heard, this.#changed] = [heard, changed];
      return this;
    });
  }

  /** Lay a position on the table. */
  show(moment: StudyMoment, depth: number): void {
    if (!this.#now) this.#changed("open");
    this.#now = moment;
    this.#version++;
    const { seat, scores } = moment;
    const view = moment.view as BaseView & Record<string, unknown>;
    // Every decision counts as the reader's own, because all can be undone here.
    const history = depth ? [{ kind: "", seat, arguments: {}, text: "", decision: depth - 1 }] : [];
    this.#say({
      type: "welcome",
      table: this.#table(),
      seat,
      version: this.#version,
      decisions: depth,
      scores,
      view,
      undoable: depth,
      present: { type: "present", seats: [], spectators: 0 },
      history,
      ...(this.#answering ? { id: this.#answering } : {}),
    });
    this.#answering = "";
  }

  send(text: string): boolean {
    void this.#answer(JSON.parse(text) as FromClient);
    return true;
  }

  doubt(): void {}
  close(): void {}

  async #answer(message: FromClient): Promise<void> {
    const { id } = message;
    const version = this.#version;
    try {
      if (message.type === "preview")
        this.#say({ type: "previewed", id, version, gains: this.#now?.gains ?? {}, final: [] });
      else if (message.type === "play") await this.#change(id, () => this.asking.play(message.move));
      else if (message.type === "undo") await this.#change(id, () => this.asking.back());
      else if (message.type === "why") {
        const { why } = await this.asking.why(message.place ?? "");
        this.#say({ type: "reasoned", id, version, ...(why ?? { reason: "" }) });
      } else this.#say({ type: "refused", id, reason: "" });
    } catch (problem) {
      const said = problem instanceof Refused ? problem.said : { reason: String(problem) };
      this.#say({ type: "refused", id, version: this.#version, ...said });
    }
  }

  async #change(id: string, change: () => Promise<void>): Promise<void> {
    this.#answering = id; // before it is changed, which may be at once
    try {
      await change();
      if (this.#answering === id) this.#say({ type: "done", id, version: this.#version });
    } finally {
      if (this.#answering === id) this.#answering = "";
    }
  }

  #table(): Table {
    const { names, game } = this.asking;
    const { seat, actor } = this.#now!;
    return {
      id: "analysis",
      game,
      rules: 0,
      options: {},
      seats: names.map((name, at) => ({ seat: at, kind: "person", name, you: at === seat })),
      pace: {},
      leave: "loss",
      hints: false,
      prospects: false,
      public: false,
      status: "running",
      turn: actor,
      created: 0,
      changed: 0,
      yours: true,
    } as Table; // of what else a table may have, an analysis has nothing
  }

  #say(message: FromServer): void {
    this.#heard(JSON.stringify(message));
  }
}
