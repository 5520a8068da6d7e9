/** The server's HTTP interface. A refusal is an error whose message is the server's sentence, in the reader's language. */

import type { Problem } from "../generated/protocol";
import { t } from "../languages";
import { Refusal, type Said } from "./refusals";

export class Refused extends Refusal {
  constructor(
    said: Said,
    readonly status: number,
  ) {
    super(said);
  }
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => {
    throw new Refused({ reason: t("problem.offline") }, 0); // the browser's own message is for programmers
  });
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

export const api = {
  get: async <T>(path: string): Promise<T> => json<T>(await ask("GET", path)),
  blob: async (path: string): Promise<Blob> => (await ask("GET", path)).blob(),
  text: async (path: string): Promise<string> => (await ask("GET", path)).text(),
  post: async <T>(path: string, body: unknown = {}): Promise<T> => json<T>(await ask("POST", path, body)),
  put: async <T>(path: string, body: unknown): Promise<T> => json<T>(await ask("PUT", path, body)),
  patch: async <T>(path: string, body: unknown): Promise<T> => json<T>(await ask("PATCH", path, body)),
  delete: async (path: string): Promise<void> => void (await ask("DELETE", path)),
};
