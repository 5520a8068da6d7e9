/** How much of the board is seen, and which part. */

export interface Sight {
  scale: number;
  x: number;
  y: number;
}

export const FITTED: Sight = { scale: 1, x: 0, y: 0 };
export const MOST = 5;

/** Closer or further, with the point at (x, y) staying where it is. */
export function zoomAt(sight: Sight, by: number, at: { x: number; y: number }, width: number, height: number): Sight {
  const scale = Math.min(MOST, Math.max(1, sight.scale * by));
  const grown = scale / sight.scale;
  return clamp({ scale, x: at.x - (at.x - sight.x) * grown, y: at.y - (at.y - sight.y) * grown }, width, height);
}

/** No further than the edges. */
export function clamp(sight: Sight, width: number, height: number): Sight {
  if (sight.scale <= 1.001) return FITTED;
  const least = (size: number) => size - size * sight.scale;
  return {
    scale: sight.scale,
    x: Math.min(0, Math.max(least(width), sight.x)),
    y: Math.min(0, Math.max(least(height), sight.y)),
  };
}
