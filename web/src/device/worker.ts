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
interface Thinking {
  settle: (answer: string | null) => void;
  question: Question;
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
  return { is: "failed", kind: "crash", reason: String((problem as Error).stack ?? problem), ...at };
}

// ------------------------------------------------------------------------------------------------------------- tables

class TableWorker {
  #files!: Manifest;
  #interpreter!: Interpreter;
  #bots: Worker | null = null;
  #thinking = new Map<number, Thinking>();
  #count = 0;

  async hear(message: ToDevice): Promise<void> {
    switch (message.do) {
      case "start":
        this.#files = message.files;
        this.#interpreter = newInterpreter(message.files);
        this.#interpreter.start("core", ...(message.game && message.game in message.files.games ? [message.game] : []));
        this.#say({ is: "ready", version: message.files.version });
        return;
      case "ask": // it may take its time, and nothing waits for it
        return void this.#request(message).catch((problem: unknown) => {
          if (problem instanceof BrokenFile) this.#say(failure(problem)); // the page fetches it again, and asks again
          this.#say({ is: "answer", id: message.id, status: 500, body: { reason: String(problem) } });
        });
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
    const late = [...this.#thinking.values()].some((other) => other.question.table === table && !hint);
    if (late) this.#stopBots();
    const answer = await this.#askBots(question.game, question, { table, number, hint, question });
    const decision = answer === null ? null : (JSON.parse(answer) as unknown);
    this.#tell({ do: "decided", table, number, hint, decision });
  }

  /** The bots' answer to a question; null if they have failed or were stopped. */
  #askBots(game: string, question: object, about: Question): Promise<string | null> {
    const id = ++this.#count;
    return new Promise((settle) => {
      this.#thinking.set(id, { settle, question: about });
      this.#startBots().postMessage({ do: "think", id, game, question: JSON.stringify(question) } satisfies ToBots);
    });
  }

  #startBots(): Worker {
    if (this.#bots) return this.#bots;
    const bots = new Worker(world.location.href, { name: "bots" });
    bots.onmessage = ({ data }: MessageEvent<FromBots>) => {
      if (data.problem) this.#say(data.problem);
      if (data.id < 0) return this.#stopBots();
      const thinking = this.#thinking.get(data.id);
      this.#thinking.delete(data.id);
      thinking?.settle(data.answer);
    };
    bots.onerror = () => this.#stopBots();
    bots.postMessage({ do: "start", files: this.#files } satisfies ToBots);
    this.#bots = bots;
    return bots;
  }

  #stopBots(): void {
    this.#bots?.terminate();
    this.#bots = null;
    const stopped = [...this.#thinking.values()];
    this.#thinking.clear();
    for (const { settle } of stopped) settle(null);
  }

  #forget(table: string): void {
    if ([...this.#thinking.values()].some(({ question }) => question.table === table)) this.#stopBots();
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
    for (const need of this.#interpreter.call(REQUESTS, "needs", ...given)) {
      const [game, ...parts] = need.split(" ") as [string, ...Part[]];
      await this.#interpreter.game(game, ...parts);
    }
    let [status, answer] = this.#interpreter.call(REQUESTS, "answer", ...given) as [string, string];
    if (status === "search") {
      const question = JSON.parse(answer) as { game: string };
      const found = await this.#askBots(question.game, question, { table: "", number: 0, hint: "", question });
      [status, answer] = this.#interpreter.call(REQUESTS, "found", ...given, found ?? "null") as [string, string];
    }
    this.#say({ is: "answer", id, status: Number(status), body: JSON.parse(answer) as unknown });
  }
}

// --------------------------------------------------------------------------------------------------------------- bots

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
