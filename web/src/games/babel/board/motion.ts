/** How pieces come and go. Nothing moves for readers who want no motion. */

import { cubicIn, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { moving } from "../../kit";

/** A card or a level comes in from a little way off, in the units of the drawing. */
export function arrive(
  _: Element,
  { x = 0, y = 0, delay = 0 }: { x?: number; y?: number; delay?: number },
): TransitionConfig {
  return {
    delay: moving() ? delay : 0,
    duration: moving() ? 320 : 0,
    easing: cubicOut,
    css: (t, u) => `transform: translate(${x * u}px, ${y * u}px); opacity: ${t}`,
  };
}

/** A level of a temple falls. */
export function fall(_: Element, { delay = 0 }: { delay?: number }): TransitionConfig {
  return {
    delay: moving() ? delay : 0,
    duration: moving() ? 420 : 0,
    easing: cubicIn,
    css: (t, u) => `transform: translate(0, ${46 * u}px); opacity: ${t}`,
  };
}
