/** The people the reader follows, and invitations. */

import type { Friends, Invitation } from "../generated/protocol";
import { api } from "../lib/api";
import { me } from "../lib/me.svelte";
import { inAddress } from "../lib/players";

class FriendList {
  list = $state.raw<Friends | null>(null);
  invitations = $state.raw<Invitation[]>([]);

  /** Load both; guests follow nobody. */
  async load(): Promise<void> {
    try {
      const { login } = await me.load();
      [this.list, this.invitations] = await Promise.all([
        login === null ? null : api.get<Friends>("/friends"),
        api.get<Invitation[]>("/invitations"),
      ]);
    } catch {
      // Nothing to show; the page says by itself when the server is away.
    }
  }

  follows = (name: string): boolean => this.list?.following.some((friend) => friend.name === name) ?? false;

  async follow(name: string): Promise<void> {
    this.list = await api.put<Friends>(`/players/${inAddress(name)}/follow`, {});
  }

  async unfollow(name: string): Promise<void> {
    await api.delete(`/players/${inAddress(name)}/follow`);
    await this.load();
  }

  async decline({ table }: Invitation): Promise<void> {
    await api.delete(`/invitations/${table.id}`);
    this.invitations = this.invitations.filter((one) => one.table.id !== table.id);
  }
}

export const friends = new FriendList();
