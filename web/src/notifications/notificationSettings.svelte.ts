/** The reader's notification settings on the server. */

import type { NotificationSettings, TurnNotificationSettings } from "../generated/protocol";
import { api } from "../lib/api";
import { me } from "../lib/me.svelte";

class SettingsStore {
  now = $state.raw<NotificationSettings | null>(null);

  async load(): Promise<void> {
    try {
      await me.load(); // a newcomer's cookie comes first
      this.now = await api.get<NotificationSettings>("/notifications");
    } catch {
      // The page says by itself when the server is away.
    }
  }

  choose = async (turns: TurnNotificationSettings): Promise<void> =>
    this.become(await api.put<NotificationSettings>("/notifications/turns", turns));

  become(told: NotificationSettings): void {
    this.now = told;
  }
}

export const notificationSettings = new SettingsStore();
