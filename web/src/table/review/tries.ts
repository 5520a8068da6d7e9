/** Where a decision of one's own is tried again, before the answer is shown. */

import type { Replaying } from "../state/replay.svelte";

export const tryAddress = ({ replay }: Replaying, { decision }: { decision: number }): string =>
  `/replay/${replay.table.id}/${decision}/try`;
