/** How time is counted, in words. */

import type { Pace } from "../generated/protocol";
import { t } from "../languages/table";
import { duration } from "./durations";

export function paceWords(pace: Pace): string {
  if (pace.kind === "clock") return t("pace clock", { base: duration(pace.base ?? 0), increment: duration(pace.increment ?? 0) });
  if (pace.kind === "turn") return t("pace turn", { base: duration(pace.base ?? 0) });
  return t("pace untimed");
}
