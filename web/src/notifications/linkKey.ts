/** The key in an e-mail's link. It follows the #, so that it is never sent to a server. */

import { router } from "../lib/router.svelte";

export const keyInLink = (): string => {
  const key = router.hash.slice(1);
  return /^[\w-]{20,64}$/.test(key) ? key : "";
};
