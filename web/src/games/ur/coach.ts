/** A guided first match: what to click, why, and what it scores. */

import type { View } from "../../generated/ur";
import type { CoachStep } from "../kit";
import { ACTIONS } from "./actions";

const asked = (phase: View["phase"]) => (view: View, you: number) => view.actor === you && view.phase === phase;
const begins = (view: View, you: number) => asked("act")(view, you) && view.used.length === 0;

const late = (view: View) => view.ziggurats_left <= 2;
const sides = ACTIONS.map((action) => `side:${action}`);
const actions = ACTIONS.map((action) => `action:${action}`);
const own = (view: View) => (view.players[view.seat]?.hand ?? []).map((action) => `side:${action}`);

export const coach: CoachStep<View>[] = [
  { when: asked("first_stone"), asked: asked("first_stone"), text: "coach:first", clause: 2 },
  { when: asked("more_stones"), asked: asked("more_stones"), text: "coach:more", waits: "waits:more", clause: 2 },
  {
    when: asked("first_swap"),
    asked: asked("first_swap"),
    text: "coach:swap",
    waits: "waits:swap",
    places: [...sides, "keep"],
    clause: 2,
  },
  { when: begins, asked: begins, text: "coach:act", places: actions, clause: 4 },
  { when: asked("swap"), asked: asked("swap"), text: "coach:end", waits: "waits:end", about: own, clause: 12 },
  { when: (view, you) => view.actor !== you || begins(view, you), text: "coach:points", clause: 15 },
  {
    when: (view, you) => asked("act")(view, you) && view.used.length > 0,
    text: "coach:bonus",
    waits: "waits:bonus",
    clause: 5,
  },
  {
    when: (view) => view.fields.some((field) => field.ziggurat || field.stones === 5),
    text: "coach:ziggurat",
    waits: "waits:ziggurat",
    clause: 11,
  },
  { when: late, text: "coach:over", waits: "waits:over", clause: 15 },
];
