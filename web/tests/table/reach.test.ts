import { describe, expect, it } from "vitest";
import { meant, reached } from "../../src/table/board/reach";

/** Boxes that can be hit, the later above the earlier. */
function boxes(...all: [x: number, y: number, width: number, height: number][]) {
  const elements = all.map(() => document.createElement("i"));
  const hit = (x: number, y: number): Element | null => {
    const at = all.findLastIndex(
      ([left, top, width, height]) => x >= left && x < left + width && y >= top && y < top + height,
    );
    return elements[at] ?? null;
  };
  return { elements, hit };
}

describe("touch targets", () => {
  it("include everything within 22 pixels, nearest first", () => {
    const { elements, hit } = boxes([100, 100, 20, 20], [136, 100, 20, 20], [200, 100, 20, 20]);
    expect(reached(122, 110, hit).map(({ element }) => element)).toEqual([elements[0], elements[1]]);
    expect(reached(170, 170, hit)).toEqual([]);
  });

  it("choose the only thing in reach", () => {
    const { elements, hit } = boxes([100, 100, 8, 8]);
    expect(meant(115, 104, hit)).toEqual({ one: elements[0] });
    expect(meant(140, 104, hit)).toBeNull();
  });

  it("choose what is clearly nearer", () => {
    const { elements, hit } = boxes([100, 100, 20, 20], [136, 100, 20, 20]);
    expect(meant(108, 110, hit)).toEqual({ one: elements[0] });
  });

  it("are ambiguous where small things lie close together", () => {
    const { elements, hit } = boxes([100, 100, 24, 24], [124, 100, 24, 24]);
    expect(meant(121, 112, hit)).toEqual({ several: [elements[0], elements[1]] });
  });

  it("choose a large thing up to its edge", () => {
    const { elements, hit } = boxes([100, 100, 44, 44], [144, 100, 44, 44]);
    expect(meant(141, 122, hit)).toEqual({ one: elements[0] });
    expect(meant(146, 122, hit)).toEqual({ one: elements[1] });
  });
});
