/** The same people and bots again, each a seat further: asked for, or accepted where somebody has asked before. */

import type { Table } from "../../generated/protocol";
import { api } from "../../lib/api";
import { router } from "../../lib/router.svelte";

export async function rematch(id: string): Promise<void> {
  const table = await api.post<Table>(`/tables/${id}/rematch`);
  router.go(`/table/${table.id}`);
}
