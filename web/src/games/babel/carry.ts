/** A card of the hand can be carried to the board as well as clicked: to the row at one's pawn, where it is deployed,
 *  or to the site of its nation, where it takes the pawn. Only what the server offers can be done with it. */

import type { Choosing } from "../../table/choosing.svelte";
import { drag } from "../../table/drag.svelte";

const FAR = 8; // pixels before a press becomes a drag

/** What carrying a card of a nation to a place means, as things to click; none where it means nothing. */
export function meaning(choosing: Choosing, nation: string, pawn: string, onto: string): string[] | null {
  const site = /^(?:site|row|temple)(?::\d)?:([A-Z])$/.exec(onto)?.[1];
  const here = site === pawn || onto.startsWith("run:") || onto === "pawn";
  const clicks = here ? [`hand:${nation}`] : site === nation ? ["pawn", `site:${nation}`] : null;
  const offered = clicks && choosing.choices.some((choice) => choice.clicks.join() === clicks.join());
  return offered ? clicks : null;
}

/** An attachment for a card of the hand. */
export function carry(choosing: Choosing, nation: string, pawn: string) {
  return (card: Element) => {
    const begin = (press: Event) => {
      if (!(press instanceof PointerEvent) || press.button !== 0) return;
      if (!choosing.choices.some(({ clicks }) => clicks[0] === `hand:${nation}` || clicks[1] === `site:${nation}`))
        return;
      follow(press, choosing, nation, pawn);
    };
    card.addEventListener("pointerdown", begin);
    return () => card.removeEventListener("pointerdown", begin);
  };
}

function follow(press: PointerEvent, choosing: Choosing, nation: string, pawn: string): void {
  const { clientX, clientY, pointerId } = press;
  const gone = new AbortController();
  const { signal } = gone;
  let moved = false;
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    moved ||= Math.hypot(event.clientX - clientX, event.clientY - clientY) >= FAR;
    if (moved) drag.at = { x: event.clientX, y: event.clientY, place: `hand:${nation}` };
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    gone.abort();
    drag.at = null;
    if (!moved) return;
    // The click that follows a drag would deploy the card wherever it was let go.
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    if (event.type !== "pointerup") return;
    const below = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
    const clicks = meaning(choosing, nation, pawn, below?.getAttribute("data-place") ?? "");
    if (!clicks) return;
    while (choosing.path.length > 0) choosing.back();
    for (const place of clicks) choosing.choose(place);
  };
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
