/** How effects move: keyframes from where their places are in the window. Only transforms and opacity change, so that
 *  the browser draws each thing once and moves it without laying anything out again. */

import type { Effect } from "../../lib/game";

export interface Spot {
  x: number;
  y: number;
}

/** One thing that moves: its keyframes, and how much later than the first it begins, as a share of the time. */
export interface Motion {
  frames: Keyframe[];
  after: number;
}

export type Find = (place: string) => DOMRect | undefined;

export const NOTHING: Motion = { frames: [], after: 0 };
const SPREAD = 0.55; // the share of the time in which the last of many begins
const PIECE = 56; // pixels, the usual size of what `Piece` draws
export const DROPS = 5; // that run one behind the other

const middle = (rect: DOMRect): Spot => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
const at = (spot: Spot, more = ""): string => `translate(${spot.x}px, ${spot.y}px) translate(-50%, -50%) ${more}`;
const later = (index: number, count: number, most: number): number =>
  count < 2 ? 0 : Math.min(most, SPREAD / (count - 1)) * index;

/** The motions of an effect's parts; parts whose places are not visible do not move. */
export function motions(effect: Effect, was: Find, is: Find): Motion[] {
  switch (effect.kind) {
    case "pulse":
      return [ring(is(effect.place), 0)];
    case "light":
      return lights(effect, is);
    case "run":
      return runs(effect.places.map((place) => is(place)));
    case "fly":
      return flights(was(effect.from), is(effect.to), effect.pieces?.length ?? 1);
    case "points":
      return [flight(effect.from === null ? undefined : is(effect.from), is(`seat:${effect.seat}`), 0.2)];
    case "fall":
      return falls(was(effect.place), effect.pieces?.length);
  }
}

/** A ring swells and goes. */
function ring(rect: DOMRect | undefined, after: number): Motion {
  if (!rect) return NOTHING;
  const size = Math.max(20, Math.min(rect.width, rect.height, 120));
  const still = { width: `${size}px`, height: `${size}px` };
  const here = middle(rect);
  return {
    after,
    frames: [
      { ...still, transform: at(here, "scale(0.5)"), opacity: 0 },
      { ...still, transform: at(here, "scale(0.95)"), opacity: 1, offset: 0.3 },
      { ...still, transform: at(here, "scale(1)"), opacity: 1, offset: 0.65 },
      { ...still, transform: at(here, "scale(1.3)"), opacity: 0 },
    ],
  };
}

/** First the lines, one after the other as they lead on, then what they lead to. */
function lights({ places, links = [] }: Extract<Effect, { kind: "light" }>, is: Find): Motion[] {
  const lines = links.map(([from, to], index) => line(is(from), is(to), later(index, links.length, 0.08)));
  const behind = lines.at(-1)?.after ?? 0;
  return [...lines, ...places.map((place, index) => ring(is(place), behind + later(index, places.length, 0.06)))];
}

/** A line is drawn from one place to another, stays, and goes. */
function line(from: DOMRect | undefined, to: DOMRect | undefined, after: number): Motion {
  if (!from || !to) return NOTHING;
  const [start, end] = [middle(from), middle(to)];
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const still = { width: `${Math.hypot(dx, dy)}px`, transformOrigin: "0 50%" };
  const drawn = (share: number) =>
    `translate(${start.x}px, ${start.y}px) translateY(-50%) rotate(${Math.atan2(dy, dx)}rad) scaleX(${share})`;
  return {
    after,
    frames: [
      { ...still, transform: drawn(0), opacity: 1 },
      { ...still, transform: drawn(1), opacity: 1, offset: 0.3 },
      { ...still, transform: drawn(1), opacity: 1, offset: 0.75 },
      { ...still, transform: drawn(1), opacity: 0 },
    ],
  };
}

/** Each place shines as the water comes to it, and drops run along the way one behind the other. */
function runs(rects: (DOMRect | undefined)[]): Motion[] {
  const seen = rects.filter((rect) => rect !== undefined);
  const rings = rects.map((rect, index) => ring(rect, later(index, rects.length, 0.2)));
  return [...rings, ...Array.from({ length: DROPS }, (_, index) => drop(seen.map(middle), index * 0.09))];
}

function drop(way: Spot[], after: number): Motion {
  const [first, last] = [way[0], way.at(-1)];
  if (!first || !last) return NOTHING;
  const steps = [{ x: first.x, y: first.y + 26 }, ...way]; // the water comes from below: the river lies there
  return {
    after,
    frames: [
      ...steps.map((spot, index) => ({
        transform: at(spot),
        opacity: index === 0 ? 0 : 1,
        offset: (0.85 * index) / (steps.length - 1),
      })),
      { transform: at(last, "scale(1.8)"), opacity: 0, offset: 1 },
    ],
  };
}

function flights(from: DOMRect | undefined, to: DOMRect | undefined, count: number): Motion[] {
  const one = flight(from, to, 1, to && fitting(to));
  return Array.from({ length: count }, (_, index) => ({ ...one, after: later(index, count, 0.2) }));
}

/** How large a thing is when it arrives: no larger than the place it comes to, on a small board too. */
const fitting = (to: DOMRect): number => Math.max(0.4, Math.min(0.9, Math.min(to.width, to.height) / PIECE));

/** From place to place in an arc; from nowhere, it rises to where it belongs. */
function flight(from: DOMRect | undefined, to: DOMRect | undefined, left: number, size = 0.9): Motion {
  if (!to) return NOTHING;
  const end = middle(to);
  const start = from ? middle(from) : { x: end.x, y: end.y + 60 };
  const height = Math.min(90, Math.hypot(start.x - end.x, start.y - end.y) / 4);
  const top = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 - height };
  return {
    after: 0,
    frames: [
      { transform: at(start, "scale(0.6)"), opacity: 0 },
      { transform: at(start, "scale(1.15)"), opacity: 1, offset: 0.18 },
      { transform: at(top, "scale(1.1)"), opacity: 1, offset: 0.6 },
      { transform: at(end, `scale(${size})`), opacity: left },
    ],
  };
}

/** Things topple to both sides, the topmost first; bricks fly apart. */
function falls(rect: DOMRect | undefined, pieces: number | undefined): Motion[] {
  const count = pieces ?? 3;
  if (!rect) return Array.from({ length: count }, () => NOTHING);
  const from = middle(rect);
  const step = pieces === undefined ? 0 : Math.min(20, rect.height / count);
  return Array.from({ length: count }, (_, index) => {
    const side = pieces === undefined ? index - 1 : index % 2 === 0 ? 1 : -1;
    const start =
      pieces === undefined
        ? { x: from.x + side * 10, y: from.y }
        : { x: from.x, y: from.y + (index - (count - 1) / 2) * step };
    const end = { x: start.x + side * 34, y: start.y + 56 + 10 * index };
    return {
      after: pieces === undefined ? 0 : later(index, count, 0.12),
      frames: [
        { transform: at(start), opacity: 0.95 },
        { transform: at({ x: start.x + side * 8, y: start.y }, `rotate(${side * 12}deg)`), opacity: 1, offset: 0.35 },
        { transform: at(end, `rotate(${side * 75}deg)`), opacity: 0 },
      ],
    };
  });
}
