import { describe, expect, it } from "vitest";
import { Choosing } from "../../src/table/state/choice.svelte";
import { along, onwards, straight } from "../../src/table/board/drag.svelte";

const choosing = (...clicks: string[][]): Choosing => {
  const made = new Choosing();
  made.reset(clicks.map((path, action) => ({ action, text: path.join(" "), clicks: path })));
  return made;
};

describe("dragging a piece that is chosen before its target", () => {
  it("chooses the piece when picked up and the target when dropped", () => {
    const table = choosing(["pawn", "site:A"], ["pawn", "site:B"], ["end"]);
    const pawn = along(table, "pawn")!;
    pawn.take();
    expect(table.path).toEqual(["pawn"]);
    expect(["site:A", "site:C", "pawn"].map(pawn.takes)).toEqual([true, false, false]);
    pawn.put("site:A");
    expect(table.made?.action).toBe(0);
  });

  it("changes nothing when dropped elsewhere", () => {
    const table = choosing(["stand:f", "hex:a1"], ["stand:m", "hex:a1"]);
    table.choose("stand:f");
    const other = along(table, "stand:m")!;
    other.take();
    expect(table.path).toEqual(["stand:m"]);
    other.back();
    expect(table.path).toEqual(["stand:f"]);
  });

  it("ignores places that are a choice by themselves", () => {
    expect(along(choosing(["field:a1"]), "field:a1")).toBeNull();
  });

  it("drops nothing after the turn has passed", () => {
    const table = choosing(["pawn", "site:A"]);
    const pawn = along(table, "pawn")!;
    pawn.take();
    table.reset([]);
    expect(pawn.takes("site:A")).toBe(false);
    pawn.back();
    expect(table.path).toEqual([]);
  });
});

describe("dragging a piece that takes two decisions", () => {
  let taken = 0;
  const takeBack = () => void taken++;
  const next = [
    { action: 7, text: "to c4", clicks: ["onto:c4"] },
    { action: 8, text: "done", clicks: ["done"] },
  ];

  it("makes the first decision when picked up and the second when dropped", () => {
    const table = choosing(["stones:c3"], ["done"]);
    const stone = onwards(table, "stones:c3", "onto", takeBack)!;
    stone.take();
    expect(table.made).toBeNull(); // it may be a slow tap
    stone.away!();
    expect(table.made?.action).toBe(0);
    expect(stone.takes("onto:c4")).toBe(false); // nobody has said so yet
    table.reset(next);
    expect(["onto:c4", "onto:c5", "done"].map(stone.takes)).toEqual([true, false, false]);
    stone.put("onto:c4");
    expect(table.made?.action).toBe(7);
  });

  it("undoes the first decision when dropped elsewhere", () => {
    const table = choosing(["stones:c3"]);
    const stone = onwards(table, "stones:c3", "onto", takeBack)!;
    taken = 0;
    stone.away!();
    stone.back();
    expect(taken).toBe(0);
    table.reset(next);
    stone.back();
    expect(taken).toBe(1);
  });

  it("ignores pieces that cannot be chosen", () => {
    expect(onwards(choosing(["done"]), "stones:c3", "onto", takeBack)).toBeNull();
  });
});

describe("dragging a piece without choosing it", () => {
  const means = (onto: string) => (onto.startsWith("city:") ? [onto] : null);

  it("marks the targets and chooses the one dropped on", () => {
    const table = choosing(["city:ur"], ["pass"]);
    const caravan = straight(table, "caravan", ["city:ur", "city:mari"], means)!;
    expect(caravan.marks).toEqual(["city:ur"]);
    expect(["city:ur", "city:mari", "pass"].map(caravan.takes)).toEqual([true, false, false]);
    caravan.put("city:ur");
    expect(table.made?.action).toBe(0);
  });

  it("ignores pieces without a target", () => {
    expect(straight(choosing(["pass"]), "caravan", ["city:ur"], means)).toBeNull();
  });
});
