/** The workers that play without a server. The page starts one, which has the tables and answers requests; that one starts
 *  another, in which bots think, so that views stay quick. Both run our Python (`src/ziggurat/browser`). */

import { BrokenFile, Interpreter, type Manifest, type Part } from "./interpreter.ts";
import type { FromDevice, ToDevice } from "./messages.ts";

/** What a bot is asked. */
interface Question {
  table: string;
  number: number;
  hint: string;
  question: { game: string; bot?: string };
}
/** To the bots' worker, and from it. */
type ToBots = { do: "start"; files: Manifest } | { do: "think"; id: number; game: string; question: string };
type FromBots = { id: number; answer: string | null; problem?: FromDevice };

const world = self as unknown as {
  importScripts(...urls: string[]): void;
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  location: Location;
};
const TABLE = "ziggurat.browser.worker";
const REQUESTS = "ziggurat.browser.requests";
const THINKER = "ziggurat.browser.thinker";
const REVIEWS = "ziggurat.browser.reviews";
const MOST_CORES = 8;
const SHORT = 4096; // iterations of a search that is not worth stopping
const STALE = "You have started another analysis since.";
const address = (name: string): string => new URL(name, world.location.href).href;

function newInterpreter(files: Manifest): Interpreter {
  return new Interpreter(
    files,
    {
      run: (...names) => world.importScripts(...names.map(address)),
      bytes: async (name) => {
        const answer = await fetch(address(name));
        if (!answer.ok) throw new Error(`${answer.status}`);
        return answer.arrayBuffer();
      },
    },
    self,
  );
}

/** A problem for the page. */
function failure(problem: unknown, table?: string): FromDevice {
  const at = table === undefined ? {} : { table };
  if (problem instanceof BrokenFile)
    return { is: "failed", kind: "file", name: problem.file, reason: problem.message, ...at };
  const { stack = "" } = problem as Error; // without the message in Firefox and Safari
  const reason = stack.includes(String(problem)) ? stack : `${String(problem)}\n${stack}`;
  return { is: "failed", kind: "crash", reason, ...at };
}

// ------------------------------------------------------------------------------------------------------------- tables

class TableWorker {
  #files!: Manifest;
  #interpreter!: Interpreter;
  #bots: Bots | null = null;
  #thinking: string[] = []; // the tables whose bots think
  #engine: { bots: Bots; long: boolean } | null = null; // what searches for lines

  async hear(message: ToDevice): Promise<void> {
    switch (message.do) {
      case "start":
        this.#files = message.files;
        this.#interpreter = newInterpreter(message.files);
        this.#interpreter.start("core", ...(message.game && message.game in message.files.games ? [message.game] : []));
        this.#say({ is: "ready", version: message.files.version });
        return;
      case "ask": // it may take its time, and nothing waits for it
        return void this.#request(message).catch((problem: unknown) => this.#refuse(message.id, problem));
      case "prepare": // a file that is missing is a problem once somebody plays
        return this.#prepare(message.game).catch(() => undefined);
      case "load":
        return this.#answer(message.id, async () => await this.#interpreter.game(message.game));
      case "view": {
        const { id, game, seat, record } = message;
        const asked = JSON.stringify({ game, seat, record });
        return this.#answer(id, async () => this.#interpreter.call(TABLE, "view", asked)[0]);
      }
      case "open":
        await this.#interpreter.game(message.plan.game);
        this.#tell(message);
        if (message.plan.seats.some((seat) => seat.bot)) this.#startBots();
        return;
      default:
        if (message.do === "close") this.#forget(message.table);
        this.#tell(message);
    }
  }

  /** Load a game, so that the first table of it is there at once. */
  async #prepare(game: string): Promise<void> {
    await this.#interpreter.game(game);
    this.#interpreter.call(TABLE, "prepare", game);
  }

  async #answer(id: number, make: () => Promise<unknown>): Promise<void> {
    try {
      this.#say({ is: "answer", id, status: 200, body: await make() });
    } catch (problem) {
      this.#refuse(id, problem);
    }
  }

  #refuse(id: number, problem: unknown): void {
    if (problem instanceof BrokenFile) this.#say(failure(problem)); // the page fetches it again, and asks again
    this.#say({ is: "answer", id, status: 500, body: { reason: String(problem) } });
  }

  /** Give Python a message; send on what it answers. */
  #tell(message: object): void {
    const answers = this.#interpreter.call(TABLE, "handle", JSON.stringify({ at: Date.now(), ...message }));
    for (const answer of answers) {
      const [heading, text] = answer.split("\n", 2) as [string, string?];
      const told = JSON.parse(heading) as FromDevice | ({ is: "think" } & Question);
      if (told.is === "think") this.#think(told).catch((problem: unknown) => this.#say(failure(problem, told.table)));
      else this.#say(told.is === "said" ? { ...told, text: text! } : told);
    }
  }

  #say(message: FromDevice): void {
    world.postMessage(message);
  }

  // -------------------------------------------------------------------------------------------------------- thinking

  async #think({ table, number, hint, question }: Question): Promise<void> {
    // A bot that thinks about a position which is gone would keep the next one waiting.
    if (this.#thinking.includes(table) && !hint) this.#bots?.stop();
    this.#thinking.push(table);
    const answer = await this.#startBots().ask(question.game, JSON.stringify(question));
    this.#thinking.splice(this.#thinking.indexOf(table), 1);
    const decision = answer === null ? null : (JSON.parse(answer) as unknown);
    this.#tell({ do: "decided", table, number, hint, decision });
  }

  #startBots(): Bots {
    if (!this.#bots?.alive) this.#bots = this.#newBots();
    return this.#bots!;
  }

  #newBots = (): Bots => new Bots(this.#files, (problem) => this.#say(problem));

  #forget(table: string): void {
    if (this.#thinking.includes(table)) this.#bots?.stop();
  }

  // -------------------------------------------------------------------------------------------------------- requests

  async #request({ id, method, path, body }: Extract<ToDevice, { do: "ask" }>): Promise<void> {
    if (method === "GET" && path === "/games") {
      this.#say({ is: "answer", id, status: 200, body: await this.#interpreter.json("games.json") });
      return;
    }
    const given = [method, path, JSON.stringify(body ?? null)] as const;
    await this.#interpreter.bundle("bots");
    await this.#interpreter.bundle("study");
    const job = /^\/device\/(review|try)$/.exec(path)?.[1] as "review" | "try" | undefined;
    if (job) return this.#judge(id, job, body as { game: string });
    for (const need of this.#interpreter.call(REQUESTS, "needs", ...given)) {
      const [game, ...parts] = need.split(" ") as [string, ...Part[]];
      await this.#interpreter.game(game, ...parts);
    }
    let [status, answer] = this.#interpreter.call(REQUESTS, "answer", ...given) as [string, string];
    if (status === "search") {
      const found = await this.#search(answer);
      if (found === STALE) return this.#say({ is: "answer", id, status: 409, body: { reason: STALE } });
      [status, answer] = this.#interpreter.call(REQUESTS, "found", ...given, found ?? "null") as [string, string];
    }
    this.#say({ is: "answer", id, status: Number(status), body: JSON.parse(answer) as unknown });
  }

  /** Engine lines. Only the last question is worth an answer: a long search gives way to it. */
  async #search(question: string): Promise<string | null> {
    const { game, iterations } = JSON.parse(question) as { game: string; iterations: number };
    if (this.#engine?.long) this.#engine.bots.stop();
    const bots = this.#engine?.bots.alive ? this.#engine.bots : this.#newBots();
    const engine = (this.#engine = { bots, long: iterations > SHORT });
    const found = await bots.ask(game, question);
    if (this.#engine !== engine) return STALE;
    engine.long = false; // it has ended
    return found;
  }

  /** A review, or a move that is tried again: its searches run on all cores but one. */
  async #judge(id: number, kind: "review" | "try", body: { game: string }): Promise<void> {
    await this.#interpreter.bundle("reviews");
    await this.#interpreter.game(body.game);
    const job = String(id);
    const cores = Math.max(1, Math.min(MOST_CORES, (navigator.hardwareConcurrency || 2) - 1));
    const crew = kind === "try" ? [this.#startBots()] : Array.from({ length: cores }, this.#newBots);
    try {
      const { status, body: answer } = await new Promise<{ status: number; body: unknown }>((settle, fail) => {
        const idle = [...crew];
        const waiting: { number: number; question: string }[] = [];
        const take = (texts: string[]) => {
          for (const text of texts) {
            const [heading, question] = text.split("\n", 2) as [string, string?];
            const told = JSON.parse(heading) as Judging;
            if (told.is === "ask") waiting.push({ number: told.number, question: question! });
            else if (told.is === "progress") this.#say({ is: "progress", id, progress: told.progress });
            else settle(told.is === "done" ? { status: 200, body: told.body } : told);
          }
          while (idle.length && waiting.length) search(idle.pop()!, waiting.shift()!).catch(fail);
        };
        const search = async (bots: Bots, { number, question }: { number: number; question: string }) => {
          const answer = await bots.ask(body.game, question);
          if (answer === null) throw new Error("the search failed");
          idle.push(bots);
          take(this.#interpreter.call(REVIEWS, "answered", job, String(number), answer));
        };
        take(this.#interpreter.call(REVIEWS, "begin", job, kind, JSON.stringify(body)));
      });
      this.#say({ is: "answer", id, status, body: answer });
    } finally {
      this.#interpreter.call(REVIEWS, "forget", job);
      if (kind === "review") for (const bots of crew) bots.stop();
    }
  }
}

/** What Python says while it judges (`browser/reviews.py`). */
type Judging =
  | { is: "ask"; number: number }
  | { is: "progress"; progress: number }
  | { is: "done"; body: unknown }
  | { is: "refused"; status: number; body: unknown };

// --------------------------------------------------------------------------------------------------------------- bots

/** A worker in which bots think. */
class Bots {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (answer: string | null) => void>();
  #count = 0;
  alive = true;

  constructor(files: Manifest, failed: (problem: FromDevice) => void) {
    this.#worker = new Worker(world.location.href, { name: "bots" });
    this.#worker.onmessage = ({ data }: MessageEvent<FromBots>) => {
      if (data.problem) failed(data.problem);
      if (data.id < 0) return this.stop();
      const settle = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      settle?.(data.answer);
    };
    this.#worker.onerror = () => this.stop();
    this.#worker.postMessage({ do: "start", files } satisfies ToBots);
  }

  /** The answer to a question; null if they have failed or were stopped. */
  ask(game: string, question: string): Promise<string | null> {
    if (!this.alive) return Promise.resolve(null);
    const id = ++this.#count;
    return new Promise((settle) => {
      this.#waiting.set(id, settle);
      this.#worker.postMessage({ do: "think", id, game, question } satisfies ToBots);
    });
  }

  stop(): void {
    this.alive = false;
    this.#worker.terminate();
    for (const settle of this.#waiting.values()) settle(null);
    this.#waiting.clear();
  }
}

class BotsWorker {
  #interpreter!: Interpreter;

  async hear(message: ToBots): Promise<void> {
    if (message.do === "start") {
      this.#interpreter = newInterpreter(message.files);
      this.#interpreter.start("core", "bots");
      return;
    }
    const answer = (told: string | null, problem?: unknown) =>
      world.postMessage({ id: message.id, answer: told, ...(problem ? { problem: failure(problem) } : {}) });
    try {
      await this.#interpreter.game(message.game, "network");
      answer(this.#interpreter.call(THINKER, "think", message.question)[0]!);
    } catch (problem) {
      answer(null, problem);
    }
  }
}

// One message after another, also while files are on their way.
const worker = self.name === "bots" ? new BotsWorker() : new TableWorker();
let last: Promise<void> = Promise.resolve();
world.onmessage = ({ data }: MessageEvent) => {
  last = last.then(() =>
    worker.hear(data).catch((problem: unknown) => {
      const failed = failure(problem, data.table);
      world.postMessage(worker instanceof TableWorker ? failed : { id: -1, answer: null, problem: failed });
    }),
  );
};
