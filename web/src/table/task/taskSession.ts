/** A lesson or puzzle as a table session: turns the server's answers into the messages a socket would bring, so that
 *  boards, dragging, keys and undo work as at a table. The server keeps nothing: all moves are sent every time. */

import type { FromClient, FromServer, LessonPlayed, Table } from "../../generated/protocol";
import type { BaseView } from "../../lib/game";
import { t, type Key } from "../../languages";
import { Refused } from "../../lib/api";
import { Session, type Speaking } from "../../live/session.svelte";

/** What a table needs to know of where a lesson or a puzzle stands. */
export type Played = Pick<
  LessonPlayed,
  "seat" | "seats" | "decisions" | "scores" | "events" | "view" | "gains" | "why"
>;

/** A view as a table knows it. */
type Seen = BaseView & Record<string, unknown>;
const seen = (played: Played): Seen => played.view as Seen;

/** Play these moves from the beginning; and ask why nothing can be done with a thing then. */
export type Ask<P extends Played = LessonPlayed> = (moves: (number | string)[], why?: string) => Promise<P>;

class Line<P extends Played> implements Speaking {
  #moves: (number | string)[] = [];
  #version = 0;

  constructor(
    readonly game: string,
    readonly ask: Ask<P>,
    private now: P,
    readonly heard: (message: string) => void,
    readonly judged: (played: P) => void,
    readonly final: boolean,
    readonly names: string[],
  ) {}

  open(): void {
    this.#say({ type: "welcome", seat: this.now.seat, table: this.#table(), ...this.#position(), ...this.#rest() });
  }

  send(text: string): boolean {
    void this.#answer(JSON.parse(text) as FromClient);
    return true;
  }

  doubt(): void {}
  close(): void {}

  async #answer(message: FromClient): Promise<void> {
    const { id } = message;
    try {
      if (message.type === "preview")
        this.#say({ type: "previewed", id, version: this.#version, gains: this.now.gains, final: this.#final() });
      else if (message.type === "play") await this.#go("move", [...this.#moves, message.move], id);
      else if (message.type === "undo") await this.#go("undo", this.#moves.slice(0, -(message.decisions ?? 1)), id);
      else if (message.type === "past") {
        const { decision } = message;
        const then = await this.ask(this.#moves.slice(0, decision));
        this.#say({ type: "shown", id, decision, view: { ...seen(then), choices: [] }, scores: then.scores });
      } else if (message.type === "why") {
        const { why } = await this.ask(this.#moves, message.place);
        this.#say({ type: "reasoned", id, version: this.#version, ...(why ?? { reason: "" }) });
      } else this.#say({ type: "refused", id, reason: "" });
    } catch (problem) {
      const said = problem instanceof Refused ? problem.said : { reason: String(problem) };
      this.#say({ type: "refused", id, version: this.#version, ...said });
    }
  }

  async #go(kind: "move" | "undo", moves: (number | string)[], id: string): Promise<void> {
    const now = await this.ask(moves);
    [this.now, this.#moves] = [now, moves];
    this.#version++;
    const events = kind === "move" ? now.events.filter((event) => event.decision === now.decisions - 1) : [];
    this.#say({ type: "changed", kind, seat: now.seat, actor: seen(now).actor, events, ...this.#position() });
    this.#say({ type: "done", id, version: this.#version });
    this.judged(now);
  }

  #final(): number[] {
    return this.final ? seen(this.now).choices.map(({ action }) => action) : [];
  }

  #position() {
    const { decisions, scores } = this.now;
    return { version: this.#version, decisions, scores, view: seen(this.now), undoable: decisions };
  }

  #rest() {
    return { present: { type: "present" as const, seats: [], spectators: 0 }, history: this.now.events };
  }

  #table(): Table {
    const { seat, seats } = this.now;
    const names = Array.from({ length: seats }, (_, at) => this.names[at] ?? t(`colour.${at}` as Key));
    return {
      id: "",
      game: this.game,
      rules: 0,
      options: {},
      seats: names.map((name, at) => ({ seat: at, kind: at === seat ? "person" : "bot", name, you: at === seat })),
      pace: {},
      leave: "loss",
      hints: false,
      prospects: false, // what a choice would bring is what is asked
      public: false,
      status: "running",
      turn: seen(this.now).actor,
      created: 0,
      changed: 0,
      yours: true,
    } as Table; // of what else a table may have, there is nothing here
  }

  #say(message: FromServer): void {
    this.heard(JSON.stringify(message));
  }
}

/** Sit down at a lesson, or a puzzle; `judged` hears how far it is after every move. */
export function takeLesson<P extends Played>(
  game: string,
  first: P,
  ask: Ask<P>,
  judged: (played: P) => void,
  final = false, // whether every choice is for good, and to be confirmed by those who want to confirm such
  names: string[] = [], // the players', where there are any; otherwise they are called by their colours
): Session {
  return new Session((heard, changed) => {
    const line = new Line(game, ask, first, heard, judged, final, names);
    queueMicrotask(() => {
      changed("open");
      line.open();
    });
    return line;
  });
}
