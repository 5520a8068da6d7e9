/** The guided first match of Amyitis. Steps show one at a time, each when its decision comes up for the first time. */

import type { BaseView, CoachStep } from "../module";

const asked = (...phases: string[]) => (view: BaseView, you: number): boolean =>
  view.actor === you && phases.includes(view.phase);
const can = (kind: string) => (view: BaseView, you: number): boolean =>
  view.actor === you && view.choices.some((choice) => choice.clicks[0]?.startsWith(kind));

export const coach: CoachStep[] = [
  { when: () => true, text: "coach:welcome", places: ["square:a1"], clause: 5 },
  { when: can("group:"), text: "coach:recruit", places: ["group:1", "group:2"], clause: 3 },
  { when: asked("peasant", "harvest"), text: "coach:field", places: ["field:top", "field:bottom"], clause: 4 },
  { when: asked("engineer", "irrigate"), text: "coach:engineer", clause: 6 },
  { when: asked("priest", "procession"), text: "coach:temple", clause: 14 },
  { when: can("city:"), text: "coach:caravan", clause: 8 },
  { when: asked("pay_city", "pay_plant", "sell", "sell_more"), text: "coach:pay", clause: 10 },
  { when: asked("plant"), text: "coach:plant", clause: 12 },
  { when: (view, you) => can("pass")(view, you) && view.choices.length <= 4, text: "coach:pass", clause: 13 },
];
