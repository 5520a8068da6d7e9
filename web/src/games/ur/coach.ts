/** A guided first match: what to click, why, and what it scores. */

import type { View } from "../../generated/ur";
import type { BaseView, CoachStep } from "../module";

const asked = (phase: string) => (view: BaseView, you: number) => view.actor === you && view.phase === phase;
const ur = (view: BaseView) => view as unknown as View;
const begins = (view: BaseView, you: number) => asked("act")(view, you) && ur(view).used.length === 0;

export const coach: CoachStep[] = [
  { when: asked("first_stone"), text: "coach:first", clause: 2 },
  { when: asked("more_stones"), text: "coach:more", clause: 2 },
  { when: asked("first_swap"), text: "coach:swap", clause: 2 },
  { when: begins, text: "coach:act", clause: 4 },
  { when: asked("swap"), text: "coach:end", clause: 12 },
  { when: (view, you) => view.actor !== you || begins(view, you), text: "coach:points", clause: 15 },
  { when: (view, you) => asked("act")(view, you) && ur(view).used.length > 0, text: "coach:bonus", clause: 5 },
  {
    when: (view) => ur(view).fields.some((field) => field.ziggurat || field.stones === 5),
    text: "coach:ziggurat",
    clause: 11,
  },
  { when: (view) => view.over, text: "coach:over", clause: 15 },
];
