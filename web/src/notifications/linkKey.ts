/** The key in a letter's link. It stands behind the #, which no server and no other page gets to see. */

import { router } from "../lib/router.svelte";

export const keyInLink = (): string => {
  const key = router.hash.slice(1);
  return /^[\w-]{20,64}$/.test(key) ? key : "";
};
