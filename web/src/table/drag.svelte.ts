/** Dragging a piece from where it lies to where it goes: taking it up chooses it, letting go chooses the place below. */

import type { Choosing } from "./choosing.svelte";

const FAR = 8; // pixels before a press becomes a drag

class Drag {
  /** Where the piece is carried, in the window; none while nothing is. */
  at = $state.raw<{ x: number; y: number; place: string } | null>(null);

  begin(press: PointerEvent, place: string, choosing: Choosing): void {
    if (press.button !== 0) return;
    const { clientX, clientY, pointerId } = press;
    let moved = false;
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      if (!moved && Math.hypot(event.clientX - clientX, event.clientY - clientY) < FAR) return;
      if (!moved && !choosing.path.includes(place)) choosing.choose(place);
      moved = true;
      this.at = { x: event.clientX, y: event.clientY, place };
    };
    const end = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.at = null;
      if (!moved) return;
      // The click that follows a drag would let go of what has just been chosen.
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      const below = document.elementFromPoint(event.clientX, event.clientY)?.closest<Element>("[data-place]");
      const onto = below?.getAttribute("data-place");
      if (event.type === "pointerup" && onto && onto !== place && choosing.alive.has(onto)) choosing.choose(onto);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

export const drag = new Drag();
