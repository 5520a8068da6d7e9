/** The client's session at one table: its state and all requests. Handles reconnects: unanswered messages are sent
 *  again, and nothing is done twice. */

import type {
  Foreseen,
  FromClient,
  FromServer,
  Hinted,
  Plannable,
  Previewed,
  Reasoned,
  Shown,
  Table,
  UndoRequest,
} from "../generated/protocol";
import type { MakeView } from "../lib/api";
import { newId, Outbox } from "./outbox";
import { TableSocket } from "./records";
import type { Link } from "./socket";
import { isGap, isOld, plays, received, toTakeBack, type TableState } from "./state";

const SILENCE = 8_000; // milliseconds without an answer until a connection counts as lost

/** The transport of a session: a socket, a local stand-in, or a test. */
export interface Speaking {
  send(message: string): boolean;
  /** An answer is overdue: reconnect. */
  doubt(): void;
  close(): void;
}
type Connect = (heard: (message: string) => void, changed: (link: Link) => void, returned: () => void) => Speaking;

/** A change of the position to show; `before` is the previous state. */
export type Frame = {
  state: TableState;
  message: Extract<FromServer, { type: "changed" | "welcome" }>;
  before: TableState | null;
};

export class Session {
  /** The latest state from the server; null before the first message. */
  state = $state.raw<TableState | null>(null);
  link = $state<Link>("opening");
  /** Whether a message that changes the position is unanswered. */
  sending = $state(false);
  /** What the choices of this decision would score; out of date if `version` differs. */
  preview = $state.raw<Previewed | null>(null);
  hint = $state.raw<Hinted | null>(null);
  /** Whether the search has been asked and has not answered. */
  asking = $state(false);
  /** The table of the rematch, once one is offered. */
  rematch = $state.raw<Table | null>(null);
  /** Who gets the device next, where several people share one: their name, and what hides this hand from them. */
  next = $state.raw<{ name: string; go: () => void } | null>(null);
  /** How many lines of the chat the reader has seen. */
  seen = $state(0);
  unread: boolean = $derived((this.state?.chat.length ?? 0) > this.seen);

  /** Whether the reader is to decide. */
  mine: boolean = $derived(
    this.state !== null && plays(this.state) && this.state.view?.actor === this.state.seat && !this.isOver,
  );

  #outbox = new Outbox();
  #speaking: Speaking;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #foreseen = -1; // the version the choices were last asked about for
  #listeners = new Set<(frame: Frame) => void>();

  constructor(connect: Connect) {
    this.#speaking = connect(
      (text) => this.#hear(JSON.parse(text) as FromServer),
      (link) => {
        this.link = link;
        this.#await();
      },
      () => this.look(), // the connection may have died unnoticed; only an answer tells
    );
  }

  get isOver(): boolean {
    return this.state?.table.status === "finished";
  }

  /** Call a listener with every change of the position, in order. */
  listen(listener: (frame: Frame) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#speaking.close();
    this.#outbox.close();
    clearTimeout(this.#watch);
  }

  // ------------------------------------------------------------------------------------------------- asking

  play = (move: number | string): Promise<FromServer> =>
    this.#change({ type: "play", id: newId(), version: this.#version, move });

  /** Undo the reader's last decision, or ask the others to allow it. */
  undo(): Promise<FromServer> | null {
    const decisions = this.state ? toTakeBack(this.state) : 0;
    return decisions ? this.#change({ type: "undo", id: newId(), version: this.#version, decisions }) : null;
  }

  /** Answer the undo request that was shown, even if there is another by now. */
  consent = (agree: boolean, { seat, decisions }: UndoRequest): Promise<FromServer> =>
    this.#change({ type: "consent", id: newId(), version: this.#version, agree, seat, decisions });
  resign = (): Promise<FromServer> => this.#change({ type: "resign", id: newId() });
  say = (text: string): Promise<FromServer> => this.#send({ type: "say", id: newId(), text });

  /** Say whether the reader looks at the table. */
  attend = (here: boolean): Promise<FromServer> => this.#send({ type: "attend", id: newId(), here });

  async note(text: string): Promise<void> {
    if (this.state) this.state = { ...this.state, note: text };
    await this.#send({ type: "note", id: newId(), text });
  }

  async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      const answer = (await this.#send({ type: "hint", id: newId() })) as Hinted;
      if (answer.version === this.#version) this.hint = answer;
    } finally {
      this.asking = false;
    }
  }

  /** Score previews now, or before an earlier decision. */
  prospects = (decision: number | null): Promise<Foreseen> =>
    this.#send({ type: "prospects", id: newId(), decision }) as Promise<Foreseen>;

  /** Why a place cannot be chosen now. */
  why = (place: string): Promise<Reasoned> =>
    this.#send({ type: "why", id: newId(), version: this.#version, place }) as Promise<Reasoned>;

  /** Choices for a premove. */
  ahead = (): Promise<Plannable> =>
    this.#send({ type: "ahead", id: newId(), version: this.#version }) as Promise<Plannable>;

  /** What the reader saw before a decision. */
  past = (decision: number): Promise<Shown> => this.#send({ type: "past", id: newId(), decision }) as Promise<Shown>;

  // ---------------------------------------------------------------------------------------- sending and hearing

  get #version(): number {
    return this.state?.version ?? 0;
  }

  async #change(message: FromClient): Promise<FromServer> {
    this.sending = true;
    try {
      return await this.#send(message);
    } finally {
      this.sending = this.#outbox.changing;
    }
  }

  /** Reconnect if an answer is overdue: a connection can be dead unnoticed. */
  #await(): void {
    clearTimeout(this.#watch);
    if (this.link === "open" && this.#outbox.overdue) this.#watch = setTimeout(() => this.#speaking.doubt(), SILENCE);
  }

  async #send(message: FromClient): Promise<FromServer> {
    const answered = this.#outbox.put(message);
    if (this.state) this.#speaking.send(JSON.stringify(message));
    this.#await();
    try {
      return await answered;
    } finally {
      this.#await();
    }
  }

  #hear(message: FromServer): void {
    const before = this.state;
    if (before && isGap(before, message)) {
      this.look();
      return;
    }
    const old = message.type === "changed" && before !== null && isOld(before, message);
    this.state = received(before, message, performance.now());
    if (before === null && this.state) this.seen = this.state.chat.length;
    const answered = this.#outbox.answer(message);
    if (message.type === "welcome") this.#welcomed(this.state!, answered);
    // Refused because of another position than ours: we have missed a message.
    if (message.type === "refused" && this.state && (message.version ?? 0) > this.state.version) this.look();
    // The match has started: the position comes on demand.
    if (message.type === "seated" && message.table.status !== "open" && !this.state?.view) this.look();
    if ((message.type === "changed" && !old) || message.type === "welcome") {
      if (this.hint && this.hint.version !== this.#version) this.hint = null;
      this.#foresee();
      for (const listener of this.#listeners) listener({ state: this.state!, message, before });
    }
  }

  #welcomed(state: TableState, asked: boolean): void {
    // Chat lines written since have not arrived yet.
    const note = this.#outbox.unanswered().findLast((message) => message.type === "note");
    if (note) this.state = { ...state, note: note.text };
    if (asked) return; // same connection: unanswered messages will be answered
    for (const message of this.#outbox.unanswered()) this.#speaking.send(JSON.stringify(message));
  }

  /** Ask for the whole table again. */
  look(): void {
    if (this.#outbox.unanswered().some((message) => message.type === "look")) return;
    this.#send({ type: "look", id: newId() }).catch(() => undefined);
  }

  /** Ask once per decision of the reader what the choices would score. */
  #foresee(): void {
    const version = this.#version;
    if (!this.mine || this.#foreseen === version) return;
    this.#foreseen = version;
    this.#send({ type: "preview", id: newId(), version })
      .then((answer) => {
        if (version === this.#version) this.preview = answer as Previewed;
      })
      .catch(() => undefined); // the position has changed since
  }
}

/** A session over a real socket; `load` gives what makes views here, if this browser can. */
export function joinTable(id: string, load: () => Promise<MakeView | null>): Session {
  const session: Session = new Session(
    (heard, changed, returned) => new TableSocket(id, heard, changed, returned, load, () => session.look()),
  );
  return session;
}
