/** The reader's notification settings on the server. */

import type { Reaching, Wishes } from "../generated/protocol";
import { api } from "../lib/api";
import { me } from "../lib/me.svelte";

class NotificationSettings {
  now = $state.raw<Reaching | null>(null);

  async load(): Promise<void> {
    try {
      await me.load(); // a newcomer's cookie comes first
      this.now = await api.get<Reaching>("/reaching");
    } catch {
      // The page says by itself when the server is away.
    }
  }

  wish = async (wishes: Wishes): Promise<void> => this.become(await api.put<Reaching>("/reaching/wishes", wishes));

  become(told: Reaching): void {
    this.now = told;
  }
}

export const notificationSettings = new NotificationSettings();
