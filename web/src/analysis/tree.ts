/** A study's tree: positions, what leads from one to the next, and the order in which one walks them. Nothing in here
 *  asks the server or draws. A change makes a new tree; positions keep their numbers. */

import type { DrawnTruth, StudyContents, StudyEntry, StudyMove } from "../generated/protocol";

export type Step = number | DrawnTruth;

export interface Position {
  id: number;
  parent: number; // -1: where the study begins
  step: Step | null;
  move: StudyMove;
  comment: string;
  marks: string[];
  children: number[]; // the main line first, other truths last
}

export interface Tree {
  positions: ReadonlyMap<number, Position>;
  next: number; // the number of the position that is added next
}

export const ROOT = 0;
const NOBODY: StudyMove = { seat: -1, text: "", clicks: [] };

export const isTruth = (step: Step | null): step is DrawnTruth => typeof step === "object" && step !== null;
const same = (one: Step | null, other: Step | null): boolean =>
  isTruth(one) && isTruth(other) ? one.seat === other.seat && one.seed === other.seed : one === other;

/** The tree of a study as the server tells it. */
export function grown({ entries, moves }: Pick<StudyContents, "entries" | "moves">): Tree {
  const positions = new Map<number, Position>();
  entries.forEach((entry, id) => {
    const { parent, step = null, comment = "", marks = [] } = entry;
    positions.set(id, {
      id,
      parent,
      step: step as Step | null,
      move: moves[id] ?? NOBODY,
      comment,
      marks,
      children: [],
    });
    positions.get(parent)?.children.push(id);
  });
  return { positions, next: entries.length };
}

export const at = (tree: Tree, id: number): Position => tree.positions.get(id) ?? tree.positions.get(ROOT)!;

/** The positions from the first step on to this one. */
export function path(tree: Tree, id: number): Position[] {
  const path: Position[] = [];
  for (let here = at(tree, id); here.parent >= 0; here = at(tree, here.parent)) path.push(here);
  return path.reverse();
}

export const steps = (tree: Tree, id: number): Step[] => path(tree, id).map(({ step }) => step!);

/** Every position, parents first, a line to its end before the next. */
export function* walk(tree: Tree): Generator<Position> {
  const waiting = [ROOT];
  while (waiting.length) {
    const here = at(tree, waiting.pop()!);
    yield here;
    waiting.push(...here.children.toReversed());
  }
}

/** The study as it is sent: as short as can be. */
export function entries(tree: Tree): StudyEntry[] {
  const numbers = new Map<number, number>();
  const entries: StudyEntry[] = [];
  for (const { id, parent, step, comment, marks } of walk(tree)) {
    numbers.set(id, entries.length);
    entries.push({
      parent: parent < 0 ? -1 : numbers.get(parent)!,
      ...(step === null ? {} : { step }),
      ...(comment ? { comment } : {}),
      ...(marks.length ? { marks } : {}),
    } as StudyEntry);
  }
  return entries;
}

/** The number that a position has in the study as it is sent: links name it. */
export const numberOf = (tree: Tree, id: number): number => [...walk(tree)].findIndex((position) => position.id === id);

// ------------------------------------------------------------------------------------------------------- walking

/** The next position of the line, the one before, the way on beside this one (1: after it, -1: before it); itself where
 *  there is none. */
export const forwards = (tree: Tree, id: number): number => at(tree, id).children[0] ?? id;
export const backwards = (tree: Tree, id: number): number => Math.max(ROOT, at(tree, id).parent);

/** The next or previous variation, here or at the nearest position before that has one. */
export function beside(tree: Tree, id: number, by: 1 | -1): number {
  for (let here = at(tree, id); here.parent >= 0; here = at(tree, here.parent)) {
    const { children } = at(tree, here.parent);
    if (children.length > 1) return children[children.indexOf(here.id) + by] ?? id;
  }
  return id;
}

export function end(tree: Tree, id: number): number {
  let here = at(tree, id);
  while (here.children.length) here = at(tree, here.children[0]!);
  return here.id;
}

// ------------------------------------------------------------------------------------------------------- changing

function changed(tree: Tree, ...positions: Position[]): Tree {
  const all = new Map(tree.positions);
  for (const position of positions) all.set(position.id, position);
  return { ...tree, positions: all };
}

/** The position after a move, if it is in the tree. */
export const child = (tree: Tree, id: number, step: Step): number | undefined =>
  at(tree, id).children.find((one) => same(at(tree, one).step, step));

/** Add a move; it is a variation if there is another move already. */
export function add(tree: Tree, parent: number, step: Step, move: StudyMove): [Tree, number] {
  const there = child(tree, parent, step);
  if (there !== undefined) return [tree, there];
  const before = at(tree, parent);
  const id = tree.next;
  const truths = before.children.filter((one) => isTruth(at(tree, one).step)).length;
  const place = before.children.length - (isTruth(step) ? 0 : truths);
  const children = before.children.toSpliced(place, 0, id);
  const position: Position = { id, parent, step, move, comment: "", marks: [], children: [] };
  return [{ ...changed(tree, { ...before, children }, position), next: id + 1 }, id];
}

/** Delete a position and everything after it. */
export function remove(tree: Tree, id: number): Tree {
  const { parent } = at(tree, id);
  if (parent < 0) return tree;
  const before = at(tree, parent);
  const positions = new Map(tree.positions);
  const waiting = [id];
  while (waiting.length) {
    const gone = waiting.pop()!;
    waiting.push(...at(tree, gone).children);
    positions.delete(gone);
  }
  positions.set(parent, { ...before, children: before.children.filter((one) => one !== id) });
  return { ...tree, positions };
}

/** Promote a variation to the main line. */
export function promote(tree: Tree, id: number): Tree {
  const { parent, step } = at(tree, id);
  if (parent < 0) return tree;
  const before = at(tree, parent);
  const others = before.children.filter((one) => one !== id);
  const decisions = others.filter((one) => !isTruth(at(tree, one).step));
  const truths = others.filter((one) => isTruth(at(tree, one).step));
  const children = isTruth(step) ? [...decisions, id, ...truths] : [id, ...decisions, ...truths];
  return changed(tree, { ...before, children });
}

/** Whether it goes on from a position by more than one way, of which this is not the first. */
export function isVariation(tree: Tree, id: number): boolean {
  const { parent } = at(tree, id);
  return parent >= 0 && at(tree, parent).children[0] !== id;
}

export const say = (tree: Tree, id: number, comment: string): Tree => changed(tree, { ...at(tree, id), comment });
export const mark = (tree: Tree, id: number, marks: string[]): Tree => changed(tree, { ...at(tree, id), marks });

/** Add or remove a mark. */
export function toggle(tree: Tree, id: number, text: string): Tree {
  const { marks } = at(tree, id);
  return mark(tree, id, marks.includes(text) ? marks.filter((one) => one !== text) : [...marks, text]);
}

// -------------------------------------------------------------------------------------------------------- drawing

/** Positions that stand in one line, one after the other. */
export interface Row {
  depth: number; // 0: the main line
  positions: number[];
}

/** The tree as rows of text: variations come before the main line goes on. */
export function rows(tree: Tree): Row[] {
  const rows: Row[] = [];
  const line = (begin: number[], tail: number, depth: number): void => {
    let row: Row = { depth, positions: begin };
    if (begin.length || at(tree, tail).children.length) rows.push(row);
    for (let here = at(tree, tail); here.children.length;) {
      const [first, ...others] = here.children as [number, ...number[]];
      row.positions.push(first);
      here = at(tree, first);
      for (const other of others) line([other], other, depth + 1);
      if (others.length && here.children.length) rows.push((row = { depth, positions: [] }));
    }
  };
  line([], ROOT, 0);
  return rows;
}
