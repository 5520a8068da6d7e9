/** Whoever has a mouse reads a card by pointing at it, and chooses it where it lies. A finger cannot point without
 *  choosing: for fingers the cards to choose from are shown with what they do, in place of the stand. */

import { MediaQuery } from "svelte/reactivity";
import type { View } from "../../generated/babylonia";
import { choosesCard } from "./words";

const mouse = new MediaQuery("(hover: hover)");

/** Whether the reader chooses among the cards in front of them, not among those beside the map. */
export const choosesInHand = (view: View): boolean => choosesCard(view) && !mouse.current;
