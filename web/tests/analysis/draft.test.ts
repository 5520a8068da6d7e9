import { beforeEach, expect, test } from "vitest";
import { drafted, forget, keep, left } from "../../src/analysis/draft";
import { ROOT, add, grown, promote, say } from "../../src/analysis/tree";

const move = (text: string) => ({ seat: 0, text, clicks: [] });
const about = { start: { game: "babel" }, seats: 2, options: {} };

beforeEach(() => forget());

test("restores an unfinished analysis and the position shown", () => {
  let tree = grown({ entries: [{ parent: -1 }], moves: [move("")] });
  let [first, second] = [0, 0];
  [tree, first] = add(tree, ROOT, 3, move("pawn H"));
  [tree, second] = add(tree, ROOT, 4, move("pawn A"));
  tree = say(promote(tree, second), second, "better");
  expect(left()).toBeNull();
  keep(drafted(tree, first, about, ["Anna", "Bert"]));
  const { studied, names, here } = left()!;
  expect(names).toEqual(["Anna", "Bert"]);
  const again = grown(studied);
  expect(studied.entries.map(({ step, comment }) => [step ?? null, comment ?? ""])).toEqual([
    [null, ""],
    [4, "better"],
    [3, ""],
  ]);
  expect(again.positions.get(here)!.move.text).toBe("pawn H");
  forget();
  expect(left()).toBeNull();
});

test("ignores stored text that is not a draft", () => {
  for (const text of ["[]", "{}", "null", "7", '{"studied": {"entries": [1], "moves": []}}', "not even JSON"]) {
    localStorage.setItem("ziggurat:analysis", text);
    expect(left()).toBeNull();
  }
});
