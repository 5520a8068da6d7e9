/** The window's title, with the number of waiting turns. */

import { t } from "../../languages/notifications";
import { myMatches } from "../myMatches.svelte";

export const withTurns = (title: string): string =>
  myMatches.turns ? t("turns", { n: myMatches.turns, title }) : title;
