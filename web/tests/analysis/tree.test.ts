import { expect, test } from "vitest";
import {
  ROOT,
  add,
  at,
  backwards,
  beside,
  child,
  end,
  entries,
  forwards,
  grown,
  isVariation,
  path,
  promote,
  remove,
  rows,
  say,
  steps,
  toggle,
  walk,
  type Step,
  type Tree,
} from "../../src/analysis/tree";

const begin = (): Tree => grown({ entries: [{ parent: -1, step: null, comment: "", marks: [] }], moves: [] });
const move = { seat: 0, text: "m", clicks: ["hex:d7"] };

/** A tree from lines of steps: `put(tree, 1, 2, 3)` goes on from the beginning by these. */
function put(tree: Tree, ...line: Step[]): [Tree, number] {
  let here = ROOT;
  for (const step of line) [tree, here] = add(tree, here, step, move);
  return [tree, here];
}

function branched(): Tree {
  let tree = begin();
  [tree] = put(tree, 1, 2, 3);
  [tree] = put(tree, 1, 4, 5);
  [tree] = put(tree, 6);
  [tree] = put(tree, 1, { seat: 0, seed: "7" }, 9);
  return tree;
}
const shown = (tree: Tree) =>
  rows(tree).map(({ depth, positions }) => [depth, ...positions.map((id) => at(tree, id).step)]);

test("the same step leads to the same position", () => {
  const tree = branched();
  const there = child(tree, child(tree, ROOT, 1)!, 4)!;
  expect(steps(tree, there)).toEqual([1, 4]);
  expect(path(tree, there).map(({ id }) => id)).toEqual([1, there]);
  expect(add(tree, ROOT, 6, move)).toEqual([tree, child(tree, ROOT, 6)]);
  expect(child(tree, ROOT, 99)).toBeUndefined();
});

test("lists resampled truths after all decisions", () => {
  let tree = begin();
  [tree] = put(tree, { seat: 0, seed: "1" });
  [tree] = put(tree, 5);
  [tree] = put(tree, { seat: 0, seed: "2" });
  expect(at(tree, ROOT).children.map((id) => at(tree, id).step)).toEqual([
    5,
    { seat: 0, seed: "1" },
    { seat: 0, seed: "2" },
  ]);
  tree = promote(tree, at(tree, ROOT).children[2]!);
  expect(at(tree, ROOT).children.map((id) => at(tree, id).step)).toEqual([
    5,
    { seat: 0, seed: "2" },
    { seat: 0, seed: "1" },
  ]);
});

test("moves along the line and between variations by arrow keys", () => {
  const tree = branched();
  const one = child(tree, ROOT, 1)!;
  const [two, four] = [child(tree, one, 2)!, child(tree, one, 4)!];
  expect(forwards(tree, ROOT)).toBe(one);
  expect(forwards(tree, one)).toBe(two);
  expect(backwards(tree, two)).toBe(one);
  expect(backwards(tree, ROOT)).toBe(ROOT);
  expect(beside(tree, two, 1)).toBe(four);
  expect(beside(tree, four, -1)).toBe(two);
  expect(beside(tree, two, -1)).toBe(two);
  expect(beside(tree, child(tree, two, 3)!, 1)).toBe(four); // the nearest fork before it
  expect(beside(tree, ROOT, 1)).toBe(ROOT);
  expect(at(tree, end(tree, ROOT)).step).toBe(3);
  expect(forwards(tree, end(tree, ROOT))).toBe(end(tree, ROOT));
});

test("promotes and deletes variations with everything below", () => {
  let tree = branched();
  const one = child(tree, ROOT, 1)!;
  const four = child(tree, one, 4)!;
  expect(isVariation(tree, four)).toBe(true);
  tree = promote(tree, four);
  expect(isVariation(tree, four)).toBe(false);
  expect(at(tree, end(tree, ROOT)).step).toBe(5);
  tree = remove(tree, one);
  expect([...walk(tree)].map(({ step }) => step)).toEqual([null, 6]);
  expect(tree.positions.size).toBe(2);
  expect(remove(tree, ROOT)).toBe(tree);
  expect(promote(tree, ROOT)).toBe(tree);
});

test("writes a study as it was read", () => {
  let tree = branched();
  tree = say(tree, ROOT, "Where?");
  tree = toggle(tree, 1, "hex:d7");
  tree = toggle(tree, 1, "hex:d7>hex:e6");
  tree = toggle(tree, 1, "hex:d7");
  const sent = entries(tree);
  expect(sent[0]).toEqual({ parent: -1, comment: "Where?" });
  expect(sent[1]).toEqual({ parent: 0, step: 1, marks: ["hex:d7>hex:e6"] });
  expect(entries(grown({ entries: sent, moves: [] }))).toEqual(sent);
});

test("lists the tree line by line", () => {
  expect(shown(begin())).toEqual([]);
  expect(shown(branched())).toEqual([
    [0, 1],
    [1, 6],
    [0, 2],
    [1, 4, 5],
    [1, { seat: 0, seed: "7" }, 9],
    [0, 3],
  ]);
  const positions = rows(branched()).flatMap((row) => row.positions);
  expect(new Set(positions).size).toBe(positions.length);
  expect(positions.length).toBe(branched().positions.size - 1);
});

test("handles a line of thousands of moves", () => {
  const many = Array.from({ length: 5000 }, (_, at) => ({ parent: at - 1, step: at || null, comment: "", marks: [] }));
  const tree = grown({ entries: many, moves: [] });
  expect(rows(tree)[0]!.positions.length).toBe(4999);
  expect(steps(tree, 4999).length).toBe(4999);
});
