/** Points, lines and ticks of charts. */

/** The corners of a step line: a score stays until the decision that changes it. */
export function steps(values: number[]): [number, number][] {
  const corners: [number, number][] = [];
  values.forEach((value, at) => {
    const before = corners.at(-1);
    if (before && before[1] === value && at !== values.length - 1) return;
    if (before && before[1] !== value && before[0] !== at - 1) corners.push([at - 1, before[1]]);
    corners.push([at, value]);
  });
  return corners;
}

export function line(points: [number, number][], x: (at: number) => number, y: (value: number) => number): string {
  return points.map(([at, value], index) => `${index ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
}

/** A few round numbers between two values, for an axis. */
export function ticks(least: number, most: number): number[] {
  const rough = (most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 0.1)));
  const step = Math.max(1, [1, 2, 5, 10].map((by) => by * power).find((by) => by >= rough) ?? 1);
  const values: number[] = [];
  for (let tick = Math.ceil(least / step) * step; tick <= most; tick += step) values.push(tick);
  return values;
}
