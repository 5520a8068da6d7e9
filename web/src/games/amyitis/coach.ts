/** The guided first match of Amyitis. Steps come in order; each begins with the decision it is about, or, if the reader
 *  goes another way, with a turn of a later round, so that no step waits for ever. */

import type { View } from "../../generated/amyitis";
import type { CoachStep } from "../kit";

type Step = CoachStep<View>;
type When = Step["when"];

const asked =
  (...phases: View["phase"][]): When =>
  (view, you) =>
    view.actor === you && phases.includes(view.phase);
const turn =
  (round = 1): When =>
  (view, you) =>
    asked("turn")(view, you) && view.round >= round;
const first =
  (...conditions: When[]): When =>
  (view, you) =>
    conditions.some((condition) => condition(view, you));
const offers = ({ choices }: View, start: string): boolean =>
  choices.some(({ clicks }) => clicks[0]?.startsWith(start));
const canTravel: When = (view, you) => view.actor === you && offers(view, "city:");
/** Nobody can be recruited for free, and there is nowhere to travel: passing is worth a thought. */
const littleLeft: When = (view, you) =>
  turn()(view, you) &&
  !canTravel(view, you) &&
  view.crafts.every((group, at) => group.price > 0 || !offers(view, `craft:${at + 1}:`));
/** What can be chosen first and begins so. */
const offered =
  (start: string): Step["about"] =>
  ({ choices }) =>
    choices.flatMap(({ clicks }) => (clicks[0]?.startsWith(start) ? clicks[0] : []));

const CRAFTS = ["peasant", "priest", "engineer", "merchant"];
const CARDS = [1, 2, 3, 4].flatMap((group) => CRAFTS.map((craft) => `craft:${group}:${craft}`));

export const coach: Step[] = [
  { when: () => true, text: "coach:welcome", about: () => ["square:a1"], clause: 5 },
  { when: turn(), text: "coach:recruit", places: CARDS, clause: 3 },
  {
    when: first(asked("peasant", "harvest"), turn(2)),
    text: "coach:field",
    waits: "waits:field",
    places: ["field:top", "field:bottom"],
    clause: 4,
  },
  {
    when: first(asked("engineer", "irrigate"), turn()),
    text: "coach:engineer",
    about: () => ["edge:d3-d4", "edge:c4-d4"],
    clause: 6,
  },
  {
    when: first(littleLeft, turn(2)),
    text: "coach:pass",
    waits: "waits:pass",
    places: ["pass"],
    once: littleLeft,
    clause: 13,
  },
  {
    when: first(asked("priest", "procession"), turn(2)),
    text: "coach:temple",
    waits: "waits:temple",
    places: ["temple:ishtar", "temple:marduk", "temple:tammouz"],
    clause: 14,
  },
  { when: first(canTravel, turn(4)), text: "coach:caravan", waits: "waits:later", about: offered("city:"), clause: 8 },
  {
    when: first(asked("plant"), turn(3)),
    text: "coach:plant",
    waits: "waits:later",
    about: offered("square:"),
    clause: 12,
  },
  { when: (view) => view.tiles_left <= 9, text: "coach:end", waits: "waits:end", clause: 15 },
];
