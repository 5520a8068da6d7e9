/** Offers or accepts a rematch: the same players, each one seat further. */

import type { Table } from "../../generated/protocol";
import { api } from "../../lib/api";
import { router } from "../../lib/router.svelte";

export async function rematch(id: string): Promise<void> {
  const table = await api.post<Table>(`/tables/${id}/rematch`);
  router.go(`/table/${table.id}`);
}
