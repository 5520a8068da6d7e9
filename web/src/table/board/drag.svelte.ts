/** Drag and drop of pieces. Dropped anywhere else, or with Escape, a piece goes back. */

import type { Choosing } from "../state/choice.svelte";
import { placeAt, reached } from "./reach";

export const FAR = 8; // pixels before a press becomes a drag: until then it may be a tap
const HOLD = 220; // milliseconds for which a finger rests on a piece of the board to take it up: a swipe is for moving the board
const LIFT = 44; // pixels above the finger at which a piece is carried, to be seen

/** A thing that can be dragged, and what that means. */
export interface Carried {
  piece: string; // what `Piece` draws
  marks: string[]; // where it may be put, besides what is alive
  take(): void;
  away?(): void; // it has left where it lay: no tap any more
  takes(onto: string): boolean;
  put(onto: string): void;
  back(): void;
}

class Drag {
  /** The position of the dragged thing in the window; null if there is none. */
  at = $state.raw<{ x: number; y: number } | null>(null);
  /** The dragged thing. */
  carried = $state.raw<Carried | null>(null);
  /** The place below, if it would take the thing. */
  over = $state.raw<string | null>(null);

  /** A press on something draggable: dragging begins once the pointer moves; on the board, once a finger has rested. */
  begin(press: PointerEvent, carried: Carried | null): void {
    if (press.button !== 0 || !press.isPrimary || this.carried || !carried) return;
    const { clientX, clientY, pointerId, pointerType, target } = press;
    const finger = pointerType !== "mouse";
    const rests = finger && (target as Element).closest("[data-board]") !== null;
    const listening = new AbortController();
    const { signal } = listening;
    let last = { x: clientX, y: clientY };
    let moved = false;

    const take = () => {
      this.carried = carried;
      carried.take();
      if (moved) carried.away?.();
      follow();
    };
    const follow = () => {
      this.at = { x: last.x, y: last.y - (finger ? LIFT : 0) };
      // A finger may mean what the piece is over, or what it is over itself.
      this.over = below(carried, this.at, finger) ?? (finger ? below(carried, last, finger) : null);
    };
    const leave = (put: boolean) => {
      clearTimeout(timer);
      listening.abort();
      if (this.carried !== carried) return;
      if (put) follow(); // what it is over may have come alive since it got there
      const onto = put && moved ? this.over : null;
      this.at = this.carried = this.over = null;
      if (moved) swallowClick(); // else it was a slow tap
      if (onto !== null && carried.takes(onto)) carried.put(onto);
      else carried.back();
    };

    const timer = rests ? setTimeout(take, HOLD) : undefined;
    const ofPointer = (does: (event: PointerEvent) => void) => (event: PointerEvent) =>
      event.pointerId === pointerId && does(event);
    const move = (event: PointerEvent) => {
      last = { x: event.clientX, y: event.clientY };
      const before = moved;
      moved ||= Math.hypot(last.x - clientX, last.y - clientY) >= FAR;
      if (this.carried === carried) {
        if (moved && !before) carried.away?.();
        follow();
      } else if (!moved) return;
      else if (rests) leave(false);
      else take();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || this.carried !== carried) return;
      event.stopPropagation();
      event.preventDefault();
      leave(false);
    };
    addEventListener("pointermove", ofPointer(move), { signal });
    addEventListener(
      "pointerup",
      ofPointer(() => leave(true)),
      { signal },
    );
    addEventListener(
      "pointercancel",
      ofPointer(() => leave(false)),
      { signal },
    );
    addEventListener("keydown", escape, { signal, capture: true });
    addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    // A second finger is for zooming.
    addEventListener("pointerdown", (event) => event.pointerId !== pointerId && leave(false), { signal });
  }
}

/** The place at a point that would take the dragged thing. */
function below(carried: Carried, { x, y }: { x: number; y: number }, finger: boolean): string | null {
  const hit = (at: number, down: number) =>
    placeAt(at, down, (place) => carried.takes(place.getAttribute("data-place")!));
  const element = finger ? reached(x, y, hit)[0]?.element : hit(x, y);
  return element?.getAttribute("data-place") ?? null;
}

/** Ignore the click that follows a drag: it would choose the dropped piece or the place below it. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}

export const drag = new Drag();

/** The drag of a place that is the first click of a choice: picking up clicks it, dropping clicks the second place.
 *  Null: it is a choice by itself. */
export function along(choosing: Choosing, place: string): Carried | null {
  const { choices, path } = choosing;
  const at = path.indexOf(place);
  const before = at >= 0 ? path.slice(0, at) : choosing.alive.has(place) ? path : [];
  const way = [...before, place];
  if (!choices.some(({ clicks }) => clicks.length > way.length && way.every((each, step) => clicks[step] === each)))
    return null;
  return {
    piece: place,
    marks: [],
    take: () => (choosing.path = way),
    takes: (onto) => onto !== place && choosing.choices === choices && choosing.alive.has(onto),
    put: (onto) => choosing.choose(onto),
    back: () => choosing.choices === choices && (choosing.path = path),
  };
}

/** The drag of a place that is a decision by itself; the next decision is where to drop it. Dropped elsewhere, the
 *  first decision is undone. */
export function onwards(choosing: Choosing, place: string, kind: string, takeBack: () => void): Carried | null {
  const { choices } = choosing;
  if (!choosing.alive.has(place)) return null;
  return {
    piece: place,
    marks: [],
    take: () => undefined,
    away: () => choosing.choose(place),
    takes: (onto) => choosing.choices !== choices && onto.startsWith(`${kind}:`) && choosing.alive.has(onto),
    put: (onto) => choosing.choose(onto),
    back: () => choosing.choices !== choices && takeBack(),
  };
}

/** The drag of a thing that is no place: `means` gives the clicks for dropping it somewhere, if that is a choice. Null:
 *  it can go nowhere. */
export function straight(
  choosing: Choosing,
  piece: string,
  marks: string[],
  means: (onto: string) => string[] | null,
): Carried | null {
  const { choices } = choosing;
  const offered = (clicks: string[] | null) =>
    clicks !== null && choices === choosing.choices && choices.some((choice) => choice.clicks.join() === clicks.join());
  const open = marks.filter((place) => offered(means(place)));
  if (open.length === 0) return null;
  return {
    piece,
    marks: open,
    take: () => undefined,
    takes: (onto) => offered(means(onto)),
    put: (onto) => {
      choosing.path = [];
      for (const place of means(onto) ?? []) choosing.choose(place);
    },
    back: () => undefined,
  };
}

/** A Svelte attachment that makes an element draggable that is no place. */
export function carries(carried: () => Carried | null) {
  return (element: Element) => {
    const begin = (press: Event) => drag.begin(press as PointerEvent, carried());
    element.addEventListener("pointerdown", begin);
    return () => element.removeEventListener("pointerdown", begin);
  };
}
