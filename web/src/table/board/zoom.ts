/** The zoom of the board: scale and offset. */

export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export const FITTED: Zoom = { scale: 1, x: 0, y: 0 };
export const MOST = 5;

/** Zoom in or out around the point (x, y). */
export function zoomAt(zoom: Zoom, by: number, at: { x: number; y: number }, width: number, height: number): Zoom {
  const scale = Math.min(MOST, Math.max(1, zoom.scale * by));
  const grown = scale / zoom.scale;
  return clamp({ scale, x: at.x - (at.x - zoom.x) * grown, y: at.y - (at.y - zoom.y) * grown }, width, height);
}

/** Keep the board's edges outside the window. */
export function clamp(zoom: Zoom, width: number, height: number): Zoom {
  if (zoom.scale <= 1.001) return FITTED;
  const least = (size: number) => size - size * zoom.scale;
  return {
    scale: zoom.scale,
    x: Math.min(0, Math.max(least(width), zoom.x)),
    y: Math.min(0, Math.max(least(height), zoom.y)),
  };
}
