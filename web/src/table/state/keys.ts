/** Keyboard shortcuts at a table. Everything can be done with them alone. */

import { aliveSpots, first, isDirection, nearest, next, type Direction, type Spot } from "./arrowKeys";
import { mayBeShortcut } from "../../lib/settings.svelte";
import type { Desk } from "./desk.svelte";

let last: Spot | null = null; // where the focus was: places come and go

/** Do what a key asks for; true: it has been done. */
export function pressed(event: KeyboardEvent, desk: Desk): boolean {
  const target = event.target as Element | null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || desk.dialog) return false;
  if (target?.closest("input, textarea, select")) return event.key === "Escape" && (blur(target), true);
  if (isDirection(event.key)) return move(event.key, target);
  if (event.key === " ") return !target?.closest("button, [data-place], a") && skip(desk);
  if (event.key === "Escape") return skip(desk) || leave(desk);
  if (!mayBeShortcut(event)) return false;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (/^[1-9]$/.test(key)) return !event.repeat && desk.press(Number(key) - 1);
  const does = KEYS[key];
  if (!event.repeat || !ONCE.has(key)) does?.(desk);
  return does !== undefined;
}

const ONCE = new Set(["u", "h", "e"]); // held down, these do nothing more
const KEYS: Record<string, (desk: Desk) => void> = {
  u: (desk) => desk.undo(),
  h: (desk) => desk.hint(),
  e: (desk) => desk.end(),
  l: (desk) => open(desk, "log"),
  c: (desk) => open(desk, "chat"),
  r: (desk) => desk.openRules(),
  b: (desk) => (desk.dialog = "words"),
  p: (desk) => desk.explainScore(-1),
  "/": (desk) => (desk.dialog = "move"),
  "?": (desk) => (desk.dialog = "keys"),
  "[": (desk) => desk.step(-1),
  "]": (desk) => desk.step(1),
  ".": (desk) => desk.live(),
  End: (desk) => desk.live(),
};

function open(desk: Desk, tab: "log" | "chat"): void {
  desk.tab = tab;
  desk.sheet = true;
  requestAnimationFrame(() => {
    const inside = document.querySelector<HTMLElement>("#panel-inside");
    (tab === "chat"
      ? inside?.querySelector<HTMLElement>("input")
      : inside?.querySelector<HTMLElement>("[tabindex]")
    )?.focus();
  });
}

function skip(desk: Desk): boolean {
  if (!desk.stage.playing) return false;
  desk.stage.skip();
  return true;
}

/** Out of whatever is innermost: the last place chosen, the past, the sheet, a refusal. */
function leave(desk: Desk): boolean {
  if (desk.back()) return true;
  if (desk.refusal) desk.refusal = null;
  else if (desk.past) desk.live();
  else if (desk.sheet) desk.sheet = false;
  else return false;
  return true;
}

function blur(target: Element): void {
  (target as HTMLElement).blur();
}

function move(direction: Direction, target: Element | null): boolean {
  if (target?.closest("[role='tablist'], [role='region'], [role='log'], dialog")) return false;
  const spots = aliveSpots(document);
  const here = spots.find(({ element }) => element === target);
  const from = here ?? middle(target?.closest("[data-place]")) ?? last;
  // If there is nothing in that direction, a choice keeps the focus; anything else passes it to the nearest choice.
  const spot = from ? (next(spots, from, direction) ?? here ?? nearest(spots, from)) : first(spots);
  if (!spot) return false;
  last = { x: spot.x, y: spot.y };
  spot.element.focus();
  return true;
}

function middle(element: Element | null | undefined): Spot | null {
  const box = element?.getBoundingClientRect();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}
