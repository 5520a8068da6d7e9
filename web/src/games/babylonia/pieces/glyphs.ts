/** Signs drawn by us, in a box of 24 around the origin: the same on tokens, on cities, in the hand and on cards. */

/** An ear of grain, an amphora, a clay tablet, the eight-pointed star. */
export const KINDS: Record<string, string> = {
  f:
    "M0-12C3.2-9 3.2-5.6 0-3.2C-3.2-5.6-3.2-9 0-12Z" +
    "M.9 1.4C.9-3 3.6-5.6 7.8-5.9C7.9-1.6 5.4 1.2.9 1.4ZM-.9 1.4C-.9-3-3.6-5.6-7.8-5.9C-7.9-1.6-5.4 1.2-.9 1.4Z" +
    "M.9 8C.9 3.6 3.6 1 7.8.7C7.9 5 5.4 7.8.9 8ZM-.9 8C-.9 3.6-3.6 1-7.8.7C-7.9 5-5.4 7.8-.9 8ZM-1 8.6H1V12H-1Z",
  m:
    "M-4.2-11.8H4.2V-9.3H2.7V-6.4C6.4-4.9 7.9-1.7 6.9 2C6 5.4 3.6 7.8 2.3 9.2H3.8V11.8H-3.8V9.2H-2.3" +
    "C-3.6 7.8-6 5.4-6.9 2C-7.9-1.7-6.4-4.9-2.7-6.4V-9.3H-4.2Z" +
    "M4.6-10.4C9.2-10.2 10.8-6 8.6-1.8L7.2-3.2C8.2-6 7.4-8.1 4.6-8.3Z" +
    "M-4.6-10.4C-9.2-10.2-10.8-6-8.6-1.8L-7.2-3.2C-8.2-6-7.4-8.1-4.6-8.3Z",
  s:
    "M-6-11.2H6Q8.6-11.2 8.6-8.6V8.6Q8.6 11.2 6 11.2H-6Q-8.6 11.2-8.6 8.6V-8.6Q-8.6-11.2-6-11.2Z" +
    wedge(-5.6) +
    wedge(0) +
    wedge(5.6),
  p: star(8, 12, 5.2) + "M0-2.6A2.6 2.6 0 1 0 0 2.6A2.6 2.6 0 1 0 0-2.6Z",
};

/** A wall with a gate: the city symbol of crop fields. */
export const CITY =
  "M-11 10V-6H-8V-3.4H-5V-6H-5V-10H-2.4V-7.6H2.4V-10H5V-6H5V-3.4H8V-6H11V10H3.4V5.4A3.4 3.4 0 0 0-3.4 5.4V10Z";

/** A mark of the wedge-tipped reed, with its line. */
function wedge(y: number): string {
  return `M-6 ${y - 2.1}L-2.4 ${y - 0.8}H6V${y + 0.8}H-2.4L-6 ${y + 2.1}Z`;
}

function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: 2 * points }, (_, at) => {
    const [radius, angle] = [at % 2 ? inner : outer, (Math.PI * at) / points];
    return `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** A seat's stone: its shape, worn smooth, in the same room as a hexagon of side 40. */
const STONES = [
  "M0-25.5A25.5 25.5 0 1 1 0 25.5A25.5 25.5 0 1 1 0-25.5Z",
  "M-5-28Q0-34 5-28Q20-13 29 11Q32 22 21 23.5Q0 27-21 23.5Q-32 22-29 11Q-20-13-5-28Z",
  "M-18.5-23.5H18.5Q23.5-23.5 23.5-18.5V18.5Q23.5 23.5 18.5 23.5H-18.5Q-23.5 23.5-23.5 18.5V-18.5Q-23.5-23.5-18.5-23.5Z",
  "M-3.5-29.5Q0-33 3.5-29.5L30-3.5Q33.5 0 30 3.5L3.5 29.5Q0 33-3.5 29.5L-30 3.5Q-33.5 0-30-3.5Z",
];

export const stone = (seat: number): string => STONES[seat] ?? STONES[0]!;
/** How far below the middle a stone's face has most room. */
export const drop = (seat: number): number => (seat === 1 ? 3.5 : 0);
