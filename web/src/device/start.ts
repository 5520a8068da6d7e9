/** Starts the engine when it is first needed. A file of it that does not fit is fetched again, once; then a sentence. */

import { t } from "../languages/device";
import { Refused, type MakeView } from "../lib/api";
import { Refusal } from "../lib/refusals";
import { savesData } from "../lib/offline.svelte";
import type { Device } from "./device";
import { isSupported } from "./support";

/** Do something with the engine; `game` is loaded along. */
export async function withDevice<T>(use: (device: Device) => T | Promise<T>, game?: string): Promise<T> {
  const { DeviceProblem, restartDevice, startDevice } = await import("./device");
  try {
    return await use(await startDevice(game));
  } catch (problem) {
    if (!(problem instanceof DeviceProblem && problem.kind === "file")) throw problem;
    await fetchAgain(problem.file);
    return use(await restartDevice(game));
  }
}

/** Load the engine and a game that somebody may play next, so that the table is there at once. A problem is told when
 *  somebody plays. */
export async function prepareGame(game: string): Promise<void> {
  if (!isSupported() || savesData()) return;
  const { startDevice } = await import("./device");
  await startDevice().then(
    (device) => device.prepare(game),
    () => undefined,
  );
}

/** Load what makes views of a game from a server's records; null where that cannot be, or the reader saves data. */
export async function loadViews(game: string): Promise<MakeView | null> {
  if (!isSupported() || savesData()) return null;
  return withDevice(async (device): Promise<MakeView> => {
    await device.load(game);
    return (seat, record) => device.view(game, seat, record);
  }, game);
}

/** Ask the engine what a server would be asked; a refusal is the same as a server's. `progress` gets the part done. */
export async function askEngine<T>(
  method: string,
  path: string,
  body?: unknown,
  progress?: (done: number) => void,
): Promise<T> {
  try {
    return await withDevice((device) => device.ask<T>(method, path, body, progress));
  } catch (problem) {
    const { status, problem: said } = problem as { status?: number; problem?: { reason: string } };
    throw status && said ? new Refused(said, status) : new Error(problemText(problem));
  }
}

/** Fetch a file of the engine past all caches; the service worker keeps what comes. */
async function fetchAgain(file: string | undefined): Promise<void> {
  const address = `${import.meta.env.BASE_URL}assets/device/${file?.split("/").at(-1)}`;
  if (file) await fetch(address, { cache: "reload" }).catch(() => undefined); // offline: as it was
}

const KINDS = ["file", "unsupported", "crash"] as const;

/** Why the engine cannot do something, in a sentence. */
export function problemText(problem: unknown): string {
  if (problem instanceof Refusal) return problem.message;
  const { kind, problem: said } = problem as { kind?: string; problem?: { reason: string } };
  const worded = KINDS.find((one) => one === kind);
  if (kind === "crash") console.error(problem); // for whoever is told about it
  if (worded) return t(`problem ${worded}`);
  if (said) return new Refusal(said).message;
  return problem instanceof Error ? problem.message : String(problem);
}
