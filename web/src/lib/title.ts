/** A window's title, with how many turns wait: it is read on the tab. */

import { t } from "../languages/notifications";
import { myMatches } from "./myMatches.svelte";

export const withTurns = (title: string): string =>
  myMatches.turns ? t("turns", { n: myMatches.turns, title }) : title;
