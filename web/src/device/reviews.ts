/** Reviews that this device makes, of matches here and of matches on a server that is busy. They are stored, so that
 *  they are made once; a lost one can be made again. */

import type { Judged, Reviewed, ReviewTry, TryPlayed } from "../generated/protocol";
import { Refused } from "../lib/api";
import { askEngine } from "./start";

const NAME = "ziggurat-reviews"; // a database of its own: what it has need not be kept
const STORE = "reviews";
const NONE: Reviewed = { status: "none" };
const NO_CHOICE = "There is no choice to be tried at this decision.";
const NOT_FOUND = 404;

/** The match that a review is of. */
export interface ReviewedMatch {
  id: string;
  log: () => Promise<string>;
}

/** A match as the engine is given it. */
async function given({ log }: ReviewedMatch): Promise<{ game: string; log: string }> {
  const text = await log();
  return { game: /^game (\w+)/m.exec(text)?.[1] ?? "", log: text };
}

interface Stored {
  id: string;
  made: Reviewed;
}

const underWay = new Map<string, Reviewed>();

/** The review of a match, or how far it is. */
export async function reviewState(id: string): Promise<Reviewed> {
  return underWay.get(id) ?? (await stored((reviews) => reviews.get(id) as IDBRequest<Stored>))?.made ?? NONE;
}

/** Begin a review, unless there is one. */
export async function startReview(match: ReviewedMatch): Promise<Reviewed> {
  const before = await reviewState(match.id);
  if (before.status === "running" || before.status === "done") return before;
  underWay.set(match.id, { status: "running", progress: 0 });
  void make(match);
  return underWay.get(match.id)!;
}

async function make(match: ReviewedMatch): Promise<void> {
  const { id } = match;
  const progress = (done: number) => underWay.set(id, { status: "running", progress: done });
  try {
    const made = await askEngine<Reviewed>("POST", "/device/review", await given(match), progress);
    underWay.set(id, made); // where nothing is stored, it lasts as long as the page
    await stored((reviews) => reviews.put({ id, made } satisfies Stored));
  } catch (problem) {
    const said = problem instanceof Refused ? problem.said : { reason: (problem as Error).message };
    underWay.set(id, { status: "failed", problem: said });
  }
}

/** A decision of a reviewed match, as its seat saw it; with a move, what that would have been worth. */
export async function tryAgain(match: ReviewedMatch, decision: number, wanted: ReviewTry): Promise<TryPlayed> {
  const { known } = await reviewState(match.id);
  const judged: Judged | undefined = known?.judged.find((one) => one.decision === decision);
  if (!judged) throw new Refused({ reason: NO_CHOICE }, NOT_FOUND);
  return askEngine("POST", "/device/try", { ...(await given(match)), decision, judged, ...wanted });
}

/** Do something with the store; undefined where the browser has none. */
function stored<T>(act: (reviews: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const none = () => resolve(undefined);
    try {
      const opening = indexedDB.open(NAME, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "id" });
      opening.onerror = opening.onblocked = none;
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(STORE, "readwrite");
        const request = act(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = none;
        transaction.addEventListener("complete", () => opening.result.close());
      };
    } catch {
      none();
    }
  });
}
