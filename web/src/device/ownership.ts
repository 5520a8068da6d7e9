/** One tab plays a match; another asks before it takes it over. */

/** Becomes the owner of a match, if nobody else is or if it is `taken`. Calls `lost` when another tab takes it.
 *  Returns a function that gives it up; null: another tab has it. */
export async function own(id: string, lost: () => void, taken = false): Promise<(() => void) | null> {
  const { locks } = navigator;
  if (!locks) return () => undefined; // the store refuses what two tabs would both write
  return new Promise((resolve) => {
    const held = locks.request(
      `ziggurat:${id}`,
      taken ? { steal: true } : { ifAvailable: true },
      (lock) => lock && new Promise<void>((release) => resolve(release)),
    );
    held.then(() => resolve(null), lost); // not available; or stolen
  });
}
