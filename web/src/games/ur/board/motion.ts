/** How pieces come and go. Nothing moves for those who want it so. */

import type { TransitionConfig } from "svelte/transition";
import { cubicOut } from "svelte/easing";
import { moving } from "../../kit";

/** A board that has just been laid out stands still. */
interface Stillness {
  still: boolean;
}

const lasting = (duration: number, { still }: Stillness): number => (moving() && !still ? duration : 0);

/** A stone is put down. */
export const pop = (_: Element, { still, delay }: Stillness & { delay: number }): TransitionConfig => ({
  delay: lasting(delay, { still }),
  duration: lasting(260, { still }),
  easing: cubicOut,
  css: (t) => `transform: translateY(${(t - 1) * 26}px); opacity: ${t}`,
});

/** A stone is taken away. */
export const fade = (_: Element): TransitionConfig => ({
  duration: lasting(260, { still: false }),
  css: (t) => `opacity: ${t}`,
});

/** A tile is turned over on its way into the square. */
export const flip = (_: Element, still: Stillness): TransitionConfig => ({
  duration: lasting(420, still),
  easing: cubicOut,
  css: (t) => `transform: scaleX(${t})`,
});

/** A ziggurat rises from the ground. */
export const rise = (_: Element, still: Stillness): TransitionConfig => ({
  duration: lasting(700, still),
  easing: cubicOut,
  css: (t) => `transform: scaleY(${t})`,
});
