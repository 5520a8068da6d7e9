/** Who may register at this server, what guests may do, and its welcome text; null until it has said so. */

import type { ServerInfo } from "../generated/protocol";
import { api } from "../lib/api";

class ServerInfoStore {
  now = $state.raw<ServerInfo | null>(null);
  settled = $state(false); // it has answered, or cannot

  async load(): Promise<void> {
    try {
      this.now ??= await api.get<ServerInfo>("/server");
    } catch {
      // The page says by itself when the server is away; and it refuses what it does not allow.
    } finally {
      this.settled = true;
    }
  }
}

export const serverInfo = new ServerInfoStore();
