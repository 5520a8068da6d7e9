/** Where everything lies, for a box of any shape: piles beside the sites where there is width for them, else above and
 *  below. `far` is the other end of the table, `near` the reader's. */

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Lane {
  from: number; // y of the row's beginning, at the site
  length: number;
  way: 1 | -1; // down to the reader, or up to the other end
}

export type End = "far" | "near";
export const ENDS: readonly End[] = ["far", "near"];

export interface Layout {
  width: number;
  height: number;
  narrow: boolean;
  columns: { x: number; w: number }[];
  panel: { y: number; h: number }; // a site: two temples, and the plate between them
  plate: { y: number; h: number };
  temple: { h: number } & Record<End, number>; // its height, and the y of its base
  lane: Record<End, Lane>;
  stack: Record<End, Box>;
  total: Record<End, Box>;
  quarry: Box;
  piles: Box;
}

const SITES = 5;
const GAP = 8;
const PLATE = 54;
const SIDE = 138; // the piles' width beside the sites
const STRIP = 84; // their height above and below

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The layout for a box so many times as wide as it is high. */
export function layout(aspect: number): Layout {
  return aspect >= 1.15 ? wide(aspect) : narrow(aspect);
}

function wide(aspect: number): Layout {
  const height = 640;
  const width = clamp(height * aspect, 900, 1240);
  const left = GAP;
  const right = width - GAP - SIDE;
  const sites = common(width, height, SIDE + 2 * GAP, GAP, 90);
  const { y, h } = sites.panel;
  const upper = { y: GAP, h: y - 2 * GAP };
  const middle = { y, h };
  const lower = { y: y + h + GAP, h: height - y - h - 2 * GAP };
  return {
    ...sites,
    narrow: false,
    stack: { far: { x: left, w: SIDE, ...upper }, near: { x: left, w: SIDE, ...lower } },
    total: { far: { x: right, w: SIDE, ...upper }, near: { x: right, w: SIDE, ...lower } },
    quarry: { x: left, w: SIDE, ...middle },
    piles: { x: right, w: SIDE, ...middle },
  };
}

function narrow(aspect: number): Layout {
  const width = 520;
  const height = clamp(width / aspect, 630, 940);
  const sites = common(width, height, GAP, STRIP + 2 * GAP, 80);
  const strip = (y: number): Box[] => [
    { x: GAP, y, w: 222, h: STRIP },
    { x: 238, y, w: 176, h: STRIP },
    { x: 422, y, w: 90, h: STRIP },
  ];
  const [stackFar, quarry, totalFar] = strip(GAP) as [Box, Box, Box];
  const [stackNear, piles, totalNear] = strip(height - GAP - STRIP) as [Box, Box, Box];
  return {
    ...sites,
    narrow: true,
    stack: { far: stackFar, near: stackNear },
    total: { far: totalFar, near: totalNear },
    quarry,
    piles,
  };
}

/** The sites, and the rows to both ends of the table. */
function common(width: number, height: number, beside: number, beyond: number, storey: number) {
  const w = (width - 2 * beside - (SITES - 1) * GAP) / SITES;
  const h = 2 * storey + PLATE;
  const y = (height - h) / 2;
  const length = y - beyond - 4;
  return {
    width,
    height,
    columns: Array.from({ length: SITES }, (_, site) => ({ x: beside + site * (w + GAP), w })),
    panel: { y, h },
    plate: { y: y + storey, h: PLATE },
    temple: { h: storey, far: y + storey - 6, near: y + h - 6 },
    lane: {
      far: { from: y - 4, length, way: -1 } as Lane,
      near: { from: y + h + 4, length, way: 1 } as Lane,
    },
  };
}
