/** How and why a match ended, in the reader's language where there are words for it. */

import type { BaseView, GameModule } from "../../lib/game";
import type { GameEvent, Replay, Result } from "../../generated/protocol";
import { eventSentence } from "../../lib/eventText";
import { language, list, number, type Messages } from "../../languages/language.svelte";
import { t } from "../../languages/table";

/** Who won, as told to a seat; -1: a spectator. */
export function outcome({ winners }: Result, names: string[], you: number): string {
  if (winners.length === 0) return t("nobody wins");
  const others = winners.filter((seat) => seat !== you).map((seat) => names[seat] ?? "");
  if (winners.includes(you)) return others.length ? t("you win together", { names: list(others) }) : t("you win");
  if (you >= 0) return t("you lose", { n: others.length, names: list(others) });
  return others.length > 1 ? t("win together", { names: list(others) }) : t("wins", { name: others[0] ?? "" });
}

/** Who won, and by how much: "You win, 15 to 2". */
export function headline(result: Result, names: string[], you: number): string {
  const { winners, scores, why } = result;
  const [winner] = winners;
  if (winner === undefined || winners.length > 1 || why === "resigned" || why === "timeout")
    return outcome(result, names, you);
  const whose = you >= 0 ? you : winner;
  const others = scores.flatMap((score, seat) => (seat === whose ? [] : score)).sort((one, other) => other - one);
  const values = { score: number(scores[whose] ?? 0), others: list(others.map(number)), name: names[winner] ?? "" };
  const tied = scores.filter((score) => score === scores[winner]).length > 1 ? (" tie" as const) : ("" as const);
  return t(`${you < 0 ? "wins by" : you === winner ? "you win by" : "you lose by"}${tied}` as const, values);
}

/** When the match was decided, as far as the scores tell: where the winner took the lead for good. */
export function turningPoint(
  { steps, table }: Replay,
  first: number[],
  names: string[],
  module: GameModule,
  view: BaseView,
): string {
  const [winner, ...shared] = table.result?.winners ?? [];
  if (winner === undefined || shared.length || names.length < 2) return "";
  const scores = [first, ...steps.map((step) => step.scores)];
  const leads = (row: number[]): boolean => row.every((score, seat) => seat === winner || (row[winner] ?? 0) > score);
  const name = names[winner] ?? "";
  const behind = scores.findLastIndex((row) => !leads(row)); // the last position in which the winner did not lead
  if (behind >= scores.length - 1) return "";
  if (scores.slice(0, behind + 1).every((row) => new Set(row).size <= 1)) return t("turning start", { name });
  const { events } = steps[behind]!;
  const pays = (event: GameEvent): boolean =>
    module.effects(event, view).some((effect) => effect.kind === "points" && effect.seat === winner);
  const telling = events.findLast(pays) ?? events[0];
  const what = telling ? eventSentence(table.game, module.messages, telling, names) : "";
  return what ? t("turning lead", { name, decision: number(behind + 1), what }) : "";
}

/** Why it ended. */
export function ended({ why, seat, ending }: Result, names: string[], module: GameModule): string {
  if (why === "resigned" || why === "timeout") return t(`ended ${why}`, { name: names[seat ?? -1] ?? "" });
  if (why === "aborted") return t("ended aborted", { why: ending });
  const catalogue: Messages = module.messages[language()];
  const message = catalogue[`word:${ending}`];
  const words = typeof message === "string" ? message : ending; // the engine speaks English
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
