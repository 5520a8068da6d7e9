/** The five nations: their letters, as the server writes them, and emblems of our own in a box from -10 to 10. */

import babel from "../../generated/printed.babel.json";

export const LETTERS: readonly string[] = Object.values(babel.nations);

/** How many cards each nation has. */
export const CARDS = babel.copies;
/** The totals that end the game. */
export const ENDS = babel.ends;

/** An emblem: what is filled, and what is drawn as a line. */
export interface Drawing {
  fill?: string;
  line?: string;
}

const ray = (turn: number): string => {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const at = (along: number, off: number) =>
    `${(along * cos - off * sin).toFixed(2)} ${(along * sin + off * cos).toFixed(2)}`;
  return `M${at(5.7, -1.9)}L${at(9.8, 0)}L${at(5.7, 1.9)}Z`;
};
const RAYS = Array.from({ length: 8 }, (_, turn) => ray((turn * Math.PI) / 4)).join("");
const wave = (y: number): string => `M-9 ${y}q2.25 -4.4 4.5 0t4.5 0t4.5 0t4.5 0`;

export const EMBLEMS: Record<string, Drawing> = {
  // the bull
  A: {
    fill:
      "M-9.6 -8.6C-10.4 -3.2 -7.4 -1 -4.4 -1L-3.2 6.4Q0 10.4 3.2 6.4L4.4 -1C7.4 -1 10.4 -3.2 9.6 -8.6" +
      "C8.4 -5.6 6.4 -5.2 3.6 -5.2H-3.6C-6.4 -5.2 -8.4 -5.6 -9.6 -8.6Z" +
      "M-2.6 0a1 1 0 1 0 0.01 0ZM2.6 0a1 1 0 1 0 0.01 0Z",
  },
  // the sun
  H: { fill: `M4.3 0A4.3 4.3 0 1 1 -4.3 0A4.3 4.3 0 1 1 4.3 0Z${RAYS}` },
  // the mountains
  M: { fill: "M-10 8L-3.2 -8.4L-0.9 -3.2L-3 -1.6L-4.6 -2.6L-3.2 0.6L-0.2 -1.4L1.3 1.8L4.2 -3.2L10 8Z" },
  // the bow
  P: { fill: "M10 0L4.6 -3.6V3.6Z", line: "M-3.6 -9C7.4 -6 7.4 6 -3.6 9L-3.6 -9M-9.4 0H6M-9.4 -2.4V2.4" },
  // the two rivers, and the reeds' wind on them
  S: { line: `${wave(-5)}${wave(0.6)}${wave(6.2)}` },
};
