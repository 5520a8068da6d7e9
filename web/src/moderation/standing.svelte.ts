/** Mute and block requests, and the reader's standing: warnings and silence by moderators. */

import type { HushedLists, Standing, Whom } from "../generated/protocol";
import { api } from "../lib/api";
import { me } from "../lib/me.svelte";

export const mute = (whom: Whom): Promise<HushedLists> => api.post<HushedLists>("/peace/mute", whom);
export const block = (whom: Whom): Promise<HushedLists> => api.post<HushedLists>("/peace/block", whom);

class Standings {
  now = $state.raw<Standing | null>(null);

  /** Reload. The cookie of a newcomer comes first. */
  async load(): Promise<void> {
    await me.load();
    this.now = await api.get<Standing>("/me/standing");
  }

  async acknowledge(id: string): Promise<void> {
    this.now = await api.post<Standing>(`/me/warnings/${id}`);
  }
}

export const standing = new Standings();
