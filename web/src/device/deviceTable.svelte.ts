/** A table on this device: the engine's worker in place of a server, and this device's store in place of its database.
 *  Each decision is stored before it is shown. Where several people share the device, nothing of a hand is on the page
 *  while it is handed over: the worker then sends what a spectator sees. */

import type { FromServer } from "../generated/protocol";
import { t } from "../languages/device";
import { Session } from "../live/session.svelte";
import type { DeviceTable as EngineTable, DeviceProblem } from "./device";
import { changedBy, peopleOf, type DeviceEntry, type DeviceMatch, type Journal } from "./match";
import { deviceMatches } from "./matches.svelte";
import { own } from "./ownership";
import { problemText, withDevice } from "./start";
import { StorageProblem } from "./store";

const SPECTATOR = -1;

export class DeviceTable {
  /** What the reader sees and does; none while the device is handed over. */
  session = $state.raw<Session | null>(null);
  /** The seat that the device is to be handed to. */
  awaited = $state<number | null>(null);
  /** Why the table cannot be shown. */
  problem = $state("");
  /** Whether another tab plays this match. */
  elsewhere = $state(false);
  /** Why moves are not stored. */
  unstored = $state("");
  match = $state.raw<DeviceMatch | null>(null);

  #people: number[] = [];
  #secrets: boolean;
  #seat = SPECTATOR; // whose messages come
  #engine: EngineTable | null = null;
  #heard: ((text: string) => void) | null = null; // the session's
  #release: (() => void) | null = null;
  #missing: DeviceEntry[] = []; // decided and not stored yet
  #shown: Promise<void> = Promise.resolve(); // when all messages until now are shown
  #closed = false;

  constructor(
    readonly id: string,
    secrets: (game: string) => boolean,
  ) {
    this.#secrets = true;
    void this.#open(secrets, false);
  }

  /** Play here, although another tab does. */
  take = (): void => {
    this.elsewhere = false;
    void this.#open(() => this.#secrets, true);
  };

  close(): void {
    this.#closed = true;
    this.#leave();
    this.#release?.();
  }

  /** Show the table to the person on a seat. */
  show(seat: number): void {
    this.awaited = null;
    this.#seat = seat;
    this.session = new Session((heard, changed) => {
      this.#heard = heard;
      queueMicrotask(() => changed("open"));
      return {
        send: (text) => this.#send(text),
        doubt: () => undefined, // a worker that thinks is not a lost connection
        close: () => undefined,
      };
    });
    this.#engine?.sit(seat);
  }

  /** Hide the table, until the next person says that they have the device. */
  hide(seat: number): void {
    this.session?.close();
    this.session = null;
    this.#heard = null;
    this.#seat = SPECTATOR;
    this.awaited = seat;
    this.#engine?.sit(SPECTATOR);
  }

  name(seat: number): string {
    return this.match?.plan.seats[seat]?.name ?? "";
  }

  async #open(secrets: (game: string) => boolean, taken: boolean): Promise<void> {
    try {
      this.#release = await own(this.id, () => this.#lose(), taken);
      if (this.#closed) return this.#release?.();
      if (!this.#release) return void (this.elsewhere = true);
      const stored = await deviceMatches.load(this.id);
      if (this.#closed) return;
      if (!stored) throw new Error(t("gone"));
      if (deviceMatches.fleeting) this.unstored = t("unstored refused");
      this.match = stored.match;
      this.#people = peopleOf(stored.match.plan);
      this.#secrets = secrets(stored.match.plan.game);
      await this.#start(stored.match, stored.journal);
    } catch (problem) {
      this.problem = problemText(problem);
    }
  }

  async #start(match: DeviceMatch, journal: Journal): Promise<void> {
    const engine = await withDevice(
      (device) =>
        new Promise<EngineTable>((resolve, reject) => {
          let open = false;
          const table = device.open(match.plan, journal, {
            heard: (text, seat) => {
              if (!open) resolve(table);
              open = true;
              this.#say(text, seat);
            },
            stored: (entry) => this.#store(entry),
            failed: (problem) => (open ? this.#fail(problem) : reject(problem)),
          });
          table.sit(SPECTATOR); // nothing of a hand comes before we know whose turn it is
        }),
      match.plan.game,
    );
    if (this.#closed) return engine.close();
    this.#engine = engine;
    if (this.#people.length === 1) this.show(this.#people[0]!);
  }

  #fail(problem: DeviceProblem): void {
    this.problem = problemText(problem);
  }

  #send(text: string): boolean {
    const message = JSON.parse(text) as { type: string; text?: string };
    if (message.type === "note" && this.match) {
      this.match = { ...this.match, note: message.text ?? "" };
      void this.#save([]);
    }
    return this.#engine?.send(text) ?? false;
  }

  // ------------------------------------------------------------------------------------------------ from the engine

  #store(entry: DeviceEntry): void {
    this.#missing.push(entry);
  }

  /** Messages are shown in order, each after the moves before it are stored. */
  #say(text: string, seat: number): void {
    const message = JSON.parse(text) as FromServer;
    const before = this.match;
    this.#note(message);
    const entries = this.#missing;
    this.#missing = [];
    // What lists show may change with a later message than the one that comes with the entry.
    const stored = entries.length || this.match !== before ? this.#save(entries) : null;
    this.#shown = this.#shown.then(() => stored ?? undefined).then(() => this.#show(message, text, seat));
  }

  #show(message: FromServer, text: string, seat: number): void {
    if (this.#closed || this.elsewhere) return;
    if (seat === this.#seat) this.#heard?.(withNote(message, text, this.match?.note ?? ""));
    if (message.type === "welcome" || message.type === "changed") this.#handOver();
  }

  /** Keep what lists show. */
  #note(message: FromServer): void {
    if (!this.match) return;
    const progress =
      message.type === "changed"
        ? { turn: message.actor, decisions: message.decisions, result: message.result }
        : message.type === "welcome"
          ? { turn: message.table.turn, decisions: message.decisions, result: message.table.result }
          : null;
    if (!progress) return;
    const { table, decisions } = this.match;
    const same = table.turn === progress.turn && decisions === progress.decisions && !progress.result === !table.result;
    if (!same) this.match = changedBy(this.match, progress);
  }

  async #save(entries: DeviceEntry[]): Promise<void> {
    if (!this.match) return;
    try {
      await deviceMatches.save(this.match, entries);
      if (!deviceMatches.fleeting) this.unstored = "";
    } catch (problem) {
      if (!(problem instanceof StorageProblem)) throw problem;
      if (problem.kind === "elsewhere") return this.#lose();
      this.#missing = [...entries, ...this.#missing]; // with the next decision, or never
      this.unstored = t(`unstored ${problem.kind}`);
    }
  }

  // -------------------------------------------------------------------------------------- several people, one device

  /** The person whose decision it is gets the device. */
  #handOver(): void {
    if (this.#people.length < 2 || !this.match) return;
    const { turn, status } = this.match.table;
    if (status === "finished") {
      if (!this.session) this.show(this.#people[0]!);
      else this.session.next = null;
      return;
    }
    const person = this.#people.includes(turn) ? turn : null;
    if (!this.session) {
      if (person === null || person === this.awaited) return;
      if (this.#secrets) this.awaited = person;
      else this.show(person);
    } else if (person === null || person === this.#seat) this.session.next = null;
    else if (!this.#secrets) this.#pass(person);
    else this.session.next = { name: this.name(person), go: () => this.hide(person) };
  }

  /** Nothing is hidden in this game: the next person sees the same table from their own seat. */
  #pass(seat: number): void {
    if (this.#seat === seat) return;
    this.#seat = seat;
    this.#engine?.sit(seat);
  }

  #lose(): void {
    if (this.#closed) return;
    this.#leave();
    this.elsewhere = true;
  }

  #leave(): void {
    this.session?.close();
    this.session = null;
    this.#heard = null;
    this.#engine?.close();
    this.#engine = null;
  }
}

/** The reader's note lies in our store: the engine does not know it. */
function withNote(message: FromServer, text: string, note: string): string {
  return message.type === "welcome" && note ? JSON.stringify({ ...message, note }) : text;
}
