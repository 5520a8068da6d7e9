/** Mute and block requests, and how moderators treat the reader: warnings and silence by moderators. */

import type { MutesAndBlocks, ModerationStatus, PlayerReference } from "../generated/protocol";
import { api } from "../lib/api";
import { me } from "../lib/me.svelte";

export const mute = (whom: PlayerReference): Promise<MutesAndBlocks> => api.post<MutesAndBlocks>("/mutes", whom);
export const block = (whom: PlayerReference): Promise<MutesAndBlocks> => api.post<MutesAndBlocks>("/blocks", whom);

class ModerationStatusStore {
  now = $state.raw<ModerationStatus | null>(null);

  /** Reload. The cookie of a newcomer comes first. */
  async load(): Promise<void> {
    await me.load();
    this.now = await api.get<ModerationStatus>("/me/moderation");
  }

  async acknowledge(id: string): Promise<void> {
    this.now = await api.post<ModerationStatus>(`/me/warnings/${id}`);
  }
}

export const moderationStatus = new ModerationStatusStore();
