/** The data for the result of a match: its replay and its first position. Loaded once. */

import type { Moment, Replay } from "../../generated/protocol";
import { api } from "../../lib/api";

export interface Ending {
  replay: Replay;
  first: number[]; // the scores before the first decision
}

const asked = new Map<string, Promise<Ending>>();

export function loadEnding(table: string): Promise<Ending> {
  const cached = asked.get(table);
  if (cached) return cached;
  const loading = Promise.all([
    api.get<Replay>(`/tables/${table}/replay`),
    api.get<Moment>(`/tables/${table}/replay/0`),
  ]).then(([replay, { scores }]) => ({ replay, first: scores }));
  asked.set(table, loading);
  loading.catch(() => asked.delete(table)); // it can be tried again
  return loading;
}
