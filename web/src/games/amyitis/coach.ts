/** The guided first match of Amyitis. A step comes with the decision it is about, or, if the reader goes another way,
 *  with a turn of a later round, so that no step waits for ever. */

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
/** There is a garden to plant in: the caravan can go to a city with a plant card. */
const canPlant: When = (view, you) =>
  view.actor === you && view.ring.some(({ name, plant }) => plant !== null && offers(view, `city:${name}`));
/** A step about the decision of these phases. */
const about = (name: string, clause: number, phases: View["phase"][], when: When, waits?: string): Step => ({
  asked: asked(...phases),
  when: first(asked(...phases), when),
  text: `coach:${name}`,
  ...(waits ? { waits } : {}),
  clause,
});
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
  about("field", 4, ["peasant", "harvest"], turn(2), "waits:field"),
  about("engineer", 6, ["engineer", "irrigate"], turn(2)),
  {
    ...about("plant", 12, ["plant"], first(canPlant, turn(2)), "waits:later"),
    about: offered("square:"),
  },
  { when: first(canTravel, turn(2)), text: "coach:caravan", waits: "waits:later", about: offered("city:"), clause: 8 },
  about("court", 11, ["court", "bonus"], turn(3), "waits:later"),
  about("temple", 14, ["priest", "procession"], turn(2), "waits:temple"),
  {
    when: first(littleLeft, turn(2)),
    text: "coach:pass",
    waits: "waits:pass",
    places: ["pass"],
    once: littleLeft,
    clause: 13,
  },
  { when: (view) => view.tiles_left <= 9, text: "coach:end", waits: "waits:end", clause: 15 },
];
