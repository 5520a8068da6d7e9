/** The server's HTTP interface. A refusal is an error whose message is the server's sentence, in the reader's language.
 *  What needs no other people the device answers, where the server does not. */

import type { Problem } from "../generated/protocol";
import { t } from "../languages";
import { Refusal, type Said } from "./refusals";
import { server } from "./server.svelte";
import { SITE } from "./site";

export class Refused extends Refusal {
  constructor(
    said: Said,
    readonly status: number,
  ) {
    super(said);
  }
}

/** Makes the view (as JSON) that a record, in base64, gives a seat. */
export type MakeView = (seat: number, record: string) => Promise<string>;

/** The part of the interface that the device answers. */
export interface DeviceAnswers {
  /** The games that can be played on this device. */
  games: string[];
  /** Whether it answers a request: always (its own tables), before the server is asked, where the server does not, or never. */
  takes(method: string, path: string): "always" | "first" | "instead" | "never";
  /** Load a game that somebody may play next. */
  prepare(game: string): void;
  /** What makes views of a game on the server, once that is loaded; null where the server is to make them. */
  views(game: string): Promise<MakeView | null>;
  /** The answer, as the server would give it; or a `Refused`. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
}
let device: DeviceAnswers | null = null;

/** Whether a game can be played on this device. */
export const canPlayHere = (game: string): boolean => device?.games.includes(game) ?? false;

/** Load a game that somebody may play on this device next, so that its table is there at once. */
export function prepareHere(game: string): void {
  if (canPlayHere(game)) device!.prepare(game);
}

/** Have this device make the views of a game on the server; null where it cannot. */
export const viewsHere = async (game: string): Promise<MakeView | null> =>
  canPlayHere(game) ? device!.views(game) : null;

export const answerBy = (answers: DeviceAnswers): void => void (device = answers);

const NO_ANSWER = [502, 504]; // from a proxy whose server is away
const NOT_NOW = 503; // from a server that is busy, or still compiles rules

async function ask<T>(method: string, path: string, body: unknown, read: (answer: Response) => Promise<T>): Promise<T> {
  const takes = device?.takes(method, path) ?? "never";
  const local = async () => (await device!.ask(method, path, sent(body))) as T;
  if (takes === "always") return local();
  if (takes === "first") {
    try {
      return await local();
    } catch (refused) {
      if (SITE || server.away) throw refused; // otherwise the server can, if this browser or its files cannot
    }
  }
  try {
    return await read(await request(method, path, body));
  } catch (problem) {
    const missing = problem instanceof Refused && [0, NOT_NOW, ...NO_ANSWER].includes(problem.status);
    if (takes !== "instead" || !missing) throw problem;
    try {
      return await local();
    } catch (refused) {
      throw refused instanceof Refused ? refused : problem; // a device that cannot is no reason
    }
  }
}

/** A body as it would arrive at a server: plain values, and nobody else's to change. */
const sent = (body: unknown): unknown => (body === undefined ? undefined : JSON.parse(JSON.stringify(body)));

async function request(method: string, path: string, body: unknown): Promise<Response> {
  if (SITE) throw new Refused({ reason: t("server.none") }, 0);
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => {
    server.miss();
    throw new Refused({ reason: t("problem.offline") }, 0); // the browser's own message is for programmers
  });
  if (NO_ANSWER.includes(answer.status)) server.miss();
  else server.hear();
  if (answer.ok) return answer;
  let said: Said = { reason: `${answer.status} ${answer.statusText}` };
  try {
    said = { ...said, ...((await answer.json()) as Problem) };
  } catch {
    // not JSON from our server: perhaps a proxy's error page
  }
  throw new Refused(said, answer.status);
}

const json = async <T>(answer: Response): Promise<T> => (answer.status === 204 ? undefined : await answer.json()) as T;
const text = (answer: Response): Promise<string> => answer.text();
const blob = (answer: Response): Promise<Blob> => answer.blob();

export const api = {
  get: <T>(path: string): Promise<T> => ask("GET", path, undefined, json<T>),
  blob: (path: string): Promise<Blob> => ask("GET", path, undefined, blob),
  text: (path: string): Promise<string> => ask("GET", path, undefined, text),
  post: <T>(path: string, body: unknown = {}): Promise<T> => ask("POST", path, body, json<T>),
  put: <T>(path: string, body: unknown): Promise<T> => ask("PUT", path, body, json<T>),
  patch: <T>(path: string, body: unknown): Promise<T> => ask("PATCH", path, body, json<T>),
  delete: (path: string): Promise<void> => ask("DELETE", path, undefined, async () => undefined),
};
