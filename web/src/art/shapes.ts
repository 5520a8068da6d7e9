/** Outlines that come back in several pictures. */

/** A stepped merlon of the gate: three steps, 22 wide and 18 high at scale 1, standing on (x, y). */
const merlon = (x: number, y: number, s: number): string =>
  `M${x} ${y}v${-6 * s}h${4 * s}v${-6 * s}h${4 * s}v${-6 * s}h${6 * s}v${6 * s}h${4 * s}v${6 * s}h${4 * s}v${6 * s}z`;

/** A row of merlons from `from` to `to`, as many as fit. */
export function merlons(from: number, to: number, y: number, s: number): string {
  const count = Math.floor((to - from + 4 * s) / (26 * s));
  const step = (to - from - 22 * s) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, at) => merlon(from + at * step, y, s)).join("");
}

/** A gate's opening: straight sides and a round head. */
export const arch = (x: number, foot: number, half: number, shoulder: number): string =>
  `M${x - half} ${foot}V${shoulder}A${half} ${half} 0 0 1 ${x + half} ${shoulder}V${foot}z`;

/** A stepped tower of `tiers` tiers, its foot's middle on (x, y). */
export function ziggurat(x: number, y: number, width: number, tier: number, tiers: number, inset: number): string {
  let path = `M${x - width / 2} ${y}`;
  for (let at = 0; at < tiers; at++) path += `v${-tier}h${at < tiers - 1 ? inset : width - 2 * inset * (tiers - 1)}`;
  for (let at = 0; at < tiers - 1; at++) path += `v${tier}h${inset}`;
  return `${path}v${tier}z`;
}

/** A hexagon with a corner above. */
export const hexagon = (x: number, y: number, r: number): string =>
  Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 2;
    return `${(x + r * Math.cos(angle)).toFixed(1)},${(y + r * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
