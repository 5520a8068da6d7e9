/** A game's pictures on a table of their own. */

import { render } from "@testing-library/svelte";
import type { BaseView, GameModule } from "../../src/lib/game";
import type { Choosing } from "../../src/table/state/choice.svelte";
import Host from "./Host.svelte";

interface Given<V extends BaseView> {
  view: V;
  choosing?: Choosing;
  path?: string[];
  lit?: string[];
}

export const host = <V extends BaseView>(module: GameModule<V>, given: Given<V>) =>
  render(Host, { module: module as unknown as GameModule, ...given });
