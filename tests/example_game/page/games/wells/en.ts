/** Nine Wells in English. What happened comes from the engine in English; other languages add it to their catalogue. */

import type { Messages } from "../kit";

export const en = {
  board: "The nine wells",
  "ask:claim": "Claim a well that nobody has.",
  "ask:roll": "Roll for your well, or take the claim back.",
  "wait:claim": "{name} claims a well.",
  "wait:roll": "{name} rolls for a well.",
  "game over": "The game is over.",
  free: "{place}, free",
  claimed: "{place}, claimed by {name}",
  water: { one: "{place}, {n} water of {name}", other: "{place}, {n} water of {name}" },
  die: "Roll the die",
  "your spring": "Your spring: {place}",
  spring: "Spring: {place}",
  unknown: "A spring unknown to you",
  wells: "Wells",
  "source:wells": "Wells",
  "source:springs": "Own springs",
  "coach:claim": "The most water wins. Claim any free well: your own spring, which only you know, gives 6 more at the end.",
  "coach:roll": "The die decides how much water your well gives. Before you roll, the claim can be taken back.",
  "coach:end": "Everybody has shown their spring. Whoever claimed their own got 6 more.",
} satisfies Messages;
