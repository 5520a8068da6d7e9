/** A window's title, with how many turns wait: it is read on the tab. */

import { t } from "../languages/reaching";
import { waiting } from "../lib/waiting.svelte";

export const withTurns = (title: string): string => (waiting.turns ? t("turns", { n: waiting.turns, title }) : title);
