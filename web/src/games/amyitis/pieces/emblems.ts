/** The emblems of Amyitis, drawn in a box from -12 to 12. A part is filled with the emblem's tint; a `line` is stroked
 *  with it; a `cut` shows the ground through. */

interface Part {
  d: string;
  line?: number; // the stroke's width
  cut?: boolean;
}

const n = (value: number): number => Math.round(value * 100) / 100;

/** A leaf from a point, in a direction (degrees, 0 to the right, -90 up). */
export function leaf(x: number, y: number, direction: number, length: number, width: number): string {
  const turn = (direction * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const at = (along: number, aside: number) =>
    `${n(x + along * cos - aside * sin)} ${n(y + along * sin + aside * cos)}`;
  return `M${at(0, 0)}Q${at(length * 0.45, width)} ${at(length, 0)}Q${at(length * 0.45, -width)} ${at(0, 0)}Z`;
}

const oval = (x: number, y: number, rx: number, ry: number): string =>
  `M${n(x - rx)} ${y}A${rx} ${ry} 0 1 1 ${n(x + rx)} ${y}A${rx} ${ry} 0 1 1 ${n(x - rx)} ${y}Z`;

/** A rosette of the Gate: petals around a middle. */
const rosette = (petals: number, inner: number, outer: number): string =>
  Array.from({ length: petals }, (_, at) => {
    const turn = (at * 360) / petals;
    const radians = (turn * Math.PI) / 180;
    return leaf(inner * Math.cos(radians), inner * Math.sin(radians), turn, outer - inner, 3.4);
  }).join("");

const CAMEL =
  "M-11 10V3C-11.5 0 -10 -2.5 -7.5 -3C-6 -8.5 -1.5 -8.5 -0.5 -3C1.5 -2.8 3 -2.6 4 -3.4C4.6 -5.5 4.8 -7.5 6 -9.2" +
  "C7.5 -10.4 9.5 -9.6 11.6 -8.4L11.2 -6.4L8.2 -6.2C7.6 -2.5 7 1 5.4 3.2V10H3.4V4H-6.4L-7 10H-9V4.5L-9.4 10Z";

export const EMBLEMS: Record<string, Part[]> = {
  // resources
  barley: [
    { d: "M0 11.5V-2", line: 1.5 },
    { d: leaf(0, -2, -90, 9.5, 4.5) },
    ...[0, 4, 8].flatMap((y) => [{ d: leaf(0, y, -140, 8.5, 3.8) }, { d: leaf(0, y, -40, 8.5, 3.8) }]),
  ],
  dates: [
    { d: "M0 -11C-1 -6 -5 -4 -5.5 1M0 -11C1 -6 5 -4 5.5 1M0 -11V3", line: 1.5 },
    { d: oval(-6, 4.5, 3.6, 5) + oval(6, 4.5, 3.6, 5) },
    { d: oval(0, 6.5, 3.6, 5) },
  ],
  salt: [
    { d: "M1 -11L7.5 -6.5V2.5L1 7L-5.5 2.5V-6.5Z" },
    { d: "M-5.5 -6.5L1 -2.4L7.5 -6.5M1 -2.4V7", line: 1.1, cut: true },
    { d: "M-7 3.5L-2.5 6V10L-7 12L-11.5 10V6Z" },
    { d: "M7.5 5L11.5 7V10.5L7.5 12L3.5 10.5V7Z" },
  ],
  palm: [
    { d: "M-1.6 11.5C-0.8 6 -0.8 2 -1 -3H1.4C1.6 2 1.8 6 2.8 11.5Z" },
    ...[-170, -130, -90, -50, -10].map((turn) => ({ d: leaf(0.2, -3, turn, 10.5, 3.4) })),
    { d: leaf(0.2, -3, 145, 8, 2.6) + leaf(0.2, -3, 35, 8, 2.6) },
  ],
  wine: [
    {
      d: "M-3.2 -11.5H3.2V-7.5C3.2 -5.5 7.5 -4 7.5 0.5C7.5 5.5 3 8.5 1.8 11.5H-1.8C-3 8.5 -7.5 5.5 -7.5 0.5C-7.5 -4 -3.2 -5.5 -3.2 -7.5Z",
    },
    { d: "M-3.4 -9C-9 -10 -9.5 -4 -7 -2M3.4 -9C9 -10 9.5 -4 7 -2", line: 1.5 },
    { d: "M-7 0.5H7", line: 1.4, cut: true },
  ],
  // tokens
  camel: [{ d: CAMEL }],
  talent: [
    { d: oval(0, 0, 10.5, 10.5) },
    { d: oval(0, 0, 7.6, 7.6), line: 1.1, cut: true },
    { d: "M-3 -4.6H3L0 5Z", cut: true },
  ],
  prestige: [{ d: rosette(8, 3, 12) }, { d: oval(0, 0, 2.6, 2.6) }],
  drop: [{ d: "M0 -11.5C4.5 -5 7.5 -1.5 7.5 3A7.5 7.5 0 0 1 -7.5 3C-7.5 -1.5 -4.5 -5 0 -11.5Z" }],
  any: [{ d: "M-9 -6L0 -11L9 -6V6L0 11L-9 6Z" }, { d: "M-9 -6L0 -1L9 -6M0 -1V11", line: 1.3, cut: true }],
  exchange: [{ d: "M-10 -4H6M2 -9L8 -4L2 1M10 5H-6M-2 0.5L-8 5L-2 10", line: 2 }],
  // crafts
  peasant: [
    { d: "M6.5 11.5L2 1.5", line: 3 },
    { d: "M2.6 3C-5 2 -9 -2.5 -8.6 -10.5C-5.5 -3.5 -1 -1 6 -2C11 -3 11.5 -7 9.5 -10.5C14.5 -5 12 3 2.6 3Z" },
  ],
  priest: [
    { d: "M-10 11.5V8H-7V4.5H-4V1H4V4.5H7V8H10V11.5Z" },
    { d: "M0 -11.5C3 -8 5 -6 4.4 -3.4A4.5 4.5 0 0 1 -4.4 -3.4C-4.8 -5.6 -2.6 -6.4 0 -11.5Z" },
  ],
  engineer: [
    { d: oval(0, 0, 9.4, 9.4), line: 2.4 },
    { d: "M0 -9V9M-9 0H9M-6.4 -6.4L6.4 6.4M6.4 -6.4L-6.4 6.4", line: 1.3 },
    { d: oval(0, 0, 2.8, 2.8) },
    { d: "M-2.4 -12H2.4V-8H-2.4ZM-2.4 8H2.4V12H-2.4ZM-12 -2.4H-8V2.4H-12ZM8 -2.4H12V2.4H8Z" },
  ],
  merchant: [
    { d: "M0 -11V9M-5.5 11H5.5M-10 -7.5H10", line: 1.8 },
    { d: "M-10 -7.5L-13 1.5H-7ZM10 -7.5L7 1.5H13Z", line: 1 },
    { d: "M-13 1.5H-7C-7 6 -13 6 -13 1.5ZM7 1.5H13C13 6 7 6 7 1.5Z" },
  ],
  // court
  caravaneer: [
    { d: CAMEL },
    { d: "M-8.6 -2.2C-7 -8.8 -0.5 -8.8 0.4 -2.2L1.2 2H-9Z", cut: true },
    { d: "M-6.4 -2C-6 -5 -2 -5 -1.6 -2L-1.2 1H-6.8Z" },
    { d: "M-4 -6.5V-12M-4 -12L2 -10.4L-4 -8.6", line: 1.1 },
  ],
  banker: [
    { d: oval(0, 7, 9.5, 3.6) + "M-9.5 3V7H9.5V3Z" },
    { d: oval(0, 2.6, 9.5, 3.6), line: 1, cut: true },
    { d: oval(0, -1.4, 9.5, 3.6) + "M-9.5 -5V-1.4H9.5V-5Z" },
    { d: oval(0, -5.6, 9.5, 3.6), line: 1, cut: true },
    { d: oval(0, -6, 9.5, 3.6) },
  ],
  palace: [
    {
      d: "M-12 11.5V-4H-10V-7H-6V-4H-4.5V-8H-2.5V-11.5H2.5V-8H4.5V-4H6V-7H10V-4H12V11.5H3.2V5A3.2 3.2 0 0 0 -3.2 5V11.5Z",
    },
    { d: "M-9.4 0H-6.4V4H-9.4ZM6.4 0H9.4V4H6.4Z", cut: true },
  ],
  gardener: [
    { d: "M-6.5 2.5H6.5L4.5 11.5H-4.5Z" },
    { d: "M0 3V-6", line: 1.6 },
    { d: leaf(0, -3, -150, 10, 4.4) + leaf(0, -3, -30, 10, 4.4) + leaf(0, -5, -90, 7, 3.4) },
  ],
  court: [{ d: "M-9 9.5L-10.5 -5L-4.5 0.5L0 -9.5L4.5 0.5L10.5 -5L9 9.5Z" }, { d: "M-8 5.5H8", line: 1.3, cut: true }],
  plant: [
    { d: "M0 11.5V-3", line: 1.8 },
    { d: leaf(0, 5, -155, 11, 4.6) + leaf(0, 5, -25, 11, 4.6) + leaf(0, -1, -140, 9, 3.8) + leaf(0, -1, -40, 9, 3.8) },
    { d: leaf(0, -2, -90, 9.5, 3.8) },
  ],
  // temples
  ishtar: [{ d: rosette(8, 2.4, 12) }, { d: oval(0, 0, 2.6, 2.6) }],
  marduk: [{ d: "M0 -12L8 4H2V11.5H-2V4H-8Z" }, { d: "M0 -6L3.8 2H-3.8Z", cut: true }],
  tammouz: [
    { d: "M0 11.5V-6M0 11.5C-3 5 -6 2 -8.5 -3M0 11.5C3 5 6 2 8.5 -3", line: 1.5 },
    { d: leaf(0, -3, -90, 9, 4.6) + leaf(-7.6, -1.5, -112, 8.5, 4.2) + leaf(7.6, -1.5, -68, 8.5, 4.2) },
    { d: "M-5 7.5H5", line: 2 },
  ],
  first: [{ d: "M-10 8L-11 -6L-5 0L0 -9L5 0L11 -6L10 8Z" }],
};

export const RESOURCES = ["barley", "dates", "salt", "palm", "wine"] as const;

/** What an emblem of a resource is drawn with on its own colour. */
export const inkOn = (resource: string): string => (resource === "salt" ? "var(--pitch)" : "var(--on-glaze)");
