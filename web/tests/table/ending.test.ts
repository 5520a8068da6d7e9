import { expect, test } from "vitest";
import type { BaseView, GameModule } from "../../src/lib/game";
import type { Replay } from "../../src/generated/protocol";
import { headline, turningPoint } from "../../src/table/ending/ending";

const names = ["Anna", "Ben", "Cleo"];

test("states winner and margin in the headline", () => {
  const result = { winners: [0], scores: [15, 2], ending: "" };
  expect(headline(result, names, 0)).toBe("You win, 15 to 2");
  expect(headline(result, names, 1)).toBe("You lose, 2 to 15");
  expect(headline(result, names, -1)).toBe("Anna wins, 15 to 2");
  expect(headline({ winners: [2], scores: [4, 7, 9], ending: "" }, names, 2)).toBe("You win, 9 to 7 and 4");
  expect(headline({ winners: [0, 1], scores: [4, 4], ending: "" }, names, 0)).toBe("You win together with Ben");
  expect(headline({ winners: [0], scores: [1, 9], ending: "", why: "resigned", seat: 1 }, names, 0)).toBe("You win");
});

function replay(...rows: number[][]): Replay {
  const steps = rows.map((scores, decision) => ({
    seat: decision % 2,
    scores,
    events: [{ decision, seat: decision % 2, kind: "unknown", arguments: {}, text: `${names[decision % 2]} moves` }],
  }));
  return { table: { game: "babel", result: { winners: [0], scores: rows.at(-1) } }, steps } as unknown as Replay;
}
const module = { messages: { en: {}, nl: {} }, effects: () => [] } as unknown as GameModule;

test("finds the move at which the winner took the lead for good", () => {
  const turningPointOf = (...rows: number[][]) =>
    turningPoint(replay(...rows), [0, 0], names.slice(0, 2), module, {} as BaseView);
  expect(turningPointOf([0, 0], [0, 3], [4, 3], [4, 3])).toBe("Anna took the lead for good at move 3: Anna moves.");
  expect(turningPointOf([1, 0], [4, 3])).toBe("Anna led from start to finish.");
  expect(turningPointOf([1, 0], [3, 3])).toBe(""); // on equal points something else decided
});
