import { afterEach, describe, expect, it } from "vitest";
import type { GameEvent, View } from "../../src/generated/amyitis";
import { set } from "../../src/lib/settings.svelte";
import { eventSentence } from "../../src/lib/eventText";
import amyitis from "../../src/games/amyitis";
import { channel, edgeLine, middle, waterWay } from "../../src/games/amyitis/board/geometry";
import { EMBLEMS } from "../../src/games/amyitis/pieces/emblems";
import { arrange, TALL, WIDE } from "../../src/games/amyitis/board/layout";
import sample from "./amyitis.fixture.json";
import { eventsOf } from "./happened";
import { host } from "./host";

const NAMES = ["Ea", "Nabu", "Sin", "Anu"];

const view = sample as View;
const { en, nl } = amyitis.messages;
const LANGUAGES = ["en", "nl"] as const;

// Every phase a decision can be asked in (Phase in state.py).
const PHASES =
  "turn peasant priest engineer sell sell_more irrigate pay_city pay_plant court token plant gift bonus procession ishtar harvest exchange exchange_for discard".split(
    " ",
  ) as View["phase"][];
// One of each kind of place the engine asks to click (moves.py).
const TARGETS = [
  ..."group:1 craft:1:priest city:mari city:babylon field:top temple:ishtar edge:a1-a2 square:b2 square:d4".split(" "),
  ..."sell:salt pay:wine supply:palm give:dates discard:barley court:palace court:gardener".split(" "),
  ..."prize:camel prize:talent pass done keep".split(" "),
];

const happened = eventsOf<GameEvent>();

afterEach(() => set("language", "auto"));

describe("words", () => {
  it("translates events and game words into Dutch", () => {
    set("language", "nl");
    const paid = happened("resource", 1, { resource: "salt", source: "the field" });
    expect(eventSentence("amyitis", amyitis.messages, paid, ["Ea", "Nabu"])).toBe("Nabu neemt zout van de akker");
  });

  it("uses the right article for a craft", () => {
    set("language", "en");
    const recruited = happened("recruited", 0, { craft: "engineer", group: 2, price: 1 });
    const sentence = eventSentence("amyitis", amyitis.messages, recruited, ["Ea"]);
    expect(sentence).toBe("Ea recruits an engineer of group 2 for 1 talent");
  });

  it("asks only for possible actions of a turn", () => {
    const asks = (...clicks: string[]) => {
      const choices = clicks.map((click, action) => ({ action, text: click, clicks: [click] }));
      return amyitis.question({ ...view, phase: "turn", choices }, true).key;
    };
    expect(asks("craft:1:priest", "city:ur", "pass")).toBe("ask:turn");
    expect(asks("craft:1:priest", "pass")).toBe("ask:turn/recruit");
    expect(asks("city:ur", "pass")).toBe("ask:turn/caravan");
    expect(asks("pass")).toBe("ask:turn/pass");
  });

  it.each(PHASES)("has a question for phase %s, for the reader and for others", (phase) => {
    for (const mine of [true, false]) {
      const { key } = amyitis.question({ ...view, phase }, mine);
      expect(en).toHaveProperty([key]);
      expect(nl).toHaveProperty([key]);
    }
  });

  it.each(LANGUAGES)("labels every kind of place in %s", (language) => {
    set("language", language);
    for (const place of TARGETS) {
      const label = amyitis.label(place, view, NAMES);
      expect(label, place).not.toMatch(/[{}]|:[a-z]|undefined/);
      expect(label.length, place).toBeGreaterThan(2);
    }
  });

  it("describes what a place holds", () => {
    set("language", "en");
    expect(amyitis.label("square:b3", view, NAMES)).toBe("square b3, floor 2, planted by Anu");
    expect(amyitis.label("square:a2", view, NAMES)).toBe("square a2, floor 3, dry; tile: 6 prestige and a court card");
    expect(amyitis.label("edge:a2-b2", view, NAMES)).toBe("edge a2-b2, 1 of 2 filled; cubes: you");
    expect(amyitis.label("edge:a1-a2", view, NAMES)).toBe("edge a1-a2, empty; room for 2 cubes");
    expect(amyitis.label("city:ur", view, NAMES)).toBe("Ur, asks palm and dates, offers a plant of quality 3");
    expect(amyitis.label("group:4", view, NAMES)).toBe("group 4: engineer; the next costs 2 talents");
    expect(amyitis.label("group:3", view, NAMES)).toBe("group 3: peasant, engineer and merchant; the next is free");
    expect(amyitis.label("field:bottom", view, NAMES)).toBe("bottom field, next space dates; cubes: Ea");
  });

  it.each(LANGUAGES)("describes the whole board in %s", (language) => {
    set("language", language);
    const parts = amyitis.describe(view, NAMES);
    expect(parts.map((part) => part.lines.length)).toEqual([17, 19, 9, 2, 3, 4, 5, 4]);
    for (const line of parts.flatMap((part) => part.lines)) expect(line).not.toMatch(/[{}]|undefined/);
  });

  it("advances the coach whatever the reader does", () => {
    // Whoever reads each step sees all of them by the last rounds, at an ordinary turn of theirs.
    const late = { ...view, actor: 2, phase: "turn" as const, round: 9, tiles_left: 5 };
    for (const step of amyitis.coach) expect(step.when(late, 2), step.text).toBe(true);
    expect(amyitis.coach.map((step) => step.when({ ...view, actor: 0 }, 2))).toEqual([true, ...Array(9).fill(false)]);
  });
});

describe("events", () => {
  it("names the places of an event by their click names", () => {
    expect(amyitis.places(happened("moved", 0, { city: "Mari", camels: 1 }))).toEqual(["city:mari"]);
    expect(amyitis.places(happened("prayed", 0, { temple: "Ishtar" }))).toEqual(["temple:ishtar"]);
    expect(amyitis.places(happened("recruited", 0, { craft: "priest", group: 2, price: 0 }))).toEqual(["group:2"]);
    expect(amyitis.places(happened("round began", -1, { round: 2 }))).toEqual([]);
  });

  it("animates water from the river to a new cube", () => {
    const shown = amyitis.effects(happened("irrigated", 2, { edge: "b2-c2" }), view);
    expect(shown[0]).toEqual({ kind: "fly", from: "seat:2", to: "edge:b2-c2", seat: 2, pieces: ["cube:2"] });
    const way = shown[1]?.kind === "run" ? shown[1].places : [];
    expect(way.at(-1)).toBe("edge:b2-c2");
    expect(way.length).toBeGreaterThan(1);
  });

  it("animates points to their seat", () => {
    const shown = amyitis.effects(happened("gained", 1, { count: 3, source: "a sale", square: null }), view);
    expect(shown).toEqual([{ kind: "points", from: "city:babylon", seat: 1, points: 3 }]);
  });

  it("adds up the sources of points", () => {
    const history = [
      happened("gained", 0, { count: 2, source: "the engineer", square: null }),
      happened("gained", 0, { count: 2, source: "the engineer", square: null }),
      happened("gained", 2, { count: 10, source: "the garden tile", square: null }),
      happened("talents", 2, { count: 5, source: "the banker" }),
      happened("gained", 2, { count: 1, source: "the merchant", square: null }),
    ];
    expect(amyitis.sources(history, view)).toEqual([
      { name: "source:the garden tile", points: [0, 0, 10, 0] },
      { name: "source:the engineer", points: [4, 0, 0, 0] },
      { name: "source:other", points: [0, 0, 1, 0] },
    ]);
    for (const { name } of amyitis.sources(history, view)) expect(en).toHaveProperty([name]);
  });
});

// Drawing everything takes a slow machine a while in a simulated document.
describe("picture", { timeout: 30_000 }, () => {
  it("draws higher terraces further back", () => {
    expect(middle("a1", 4).y).toBeLessThan(middle("b2", 3).y);
    expect(middle("b2", 3).y).toBeLessThan(middle("d4", 1).y);
    expect(middle("d1", 1).x).toBeLessThan(middle("a4", 1).x);
  });

  it("draws a channel between its squares' corners", () => {
    expect(edgeLine("c1-c2").ends).toEqual(["2,1", "3,1"]);
    expect(edgeLine("b3-c3").ends).toEqual(["2,2", "2,3"]);
    const { from, to } = channel("d1-d2", 1, false);
    expect(from.y).toBeLessThan(to.y);
  });

  it("finds the path of water, and none without full channels", () => {
    expect(waterWay("c1-c2", new Set(["d1-d2"]))).toEqual(["d1-d2", "c1-c2"]);
    expect(waterWay("a1-a2", new Set())).toEqual(["a1-a2"]);
    expect(waterWay("d1-d2", new Set(["c1-c2"]))).toEqual(["d1-d2"]);
  });

  it("has a place on the road for each city, in both arrangements", () => {
    for (const layout of [WIDE, TALL, arrange(true, 2)]) {
      expect(layout.cities).toHaveLength(9);
      for (const { x, y } of layout.cities) {
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(layout.width);
        expect(y).toBeLessThan(layout.height);
      }
    }
    expect(arrange(true, 2).height).toBeLessThan(TALL.height);
  });

  it("lays signs, cards and cities beside each other", () => {
    const { city, cities, court, crafts, fields, passing, tally, temples } = WIDE;
    const box = (of: { x: number; y: number; scale: number }, width: number, height: number) => ({
      left: of.x,
      top: of.y,
      right: of.x + width * of.scale,
      bottom: of.y + height * of.scale,
    });
    const boxes = [
      ...cities.map(({ x, y }) =>
        box({ x: x - city.width / 2, y: y - city.height / 2, scale: 1 }, city.width, city.height),
      ),
      box(court, 346, 172),
      box(crafts, 358, 228),
      box(fields, 310, 120),
      box(passing, 158, 82),
      box(tally, 190, 86),
      box(temples, 366, 172),
    ];
    const beside = boxes.flatMap((one, at) => boxes.slice(at + 1).map((other) => [one, other] as const));
    const crossing = ([one, other]: (typeof beside)[number]) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    expect(beside.filter(crossing)).toEqual([]);
  });

  it("summarises income at the end of a round", () => {
    const began = (round: number) => happened("round began", -1, { round });
    const gained = (seat: number, count: number) =>
      happened("gained", seat, { count, source: "the engineer", square: null });
    const history = [began(1), gained(0, 9), began(2), gained(0, 2), gained(1, 3), gained(0, 2), began(3)];
    const names = ["Enki", "Anu"];
    expect(amyitis.closing!(history.slice(-1), history, { ...view, tiles_left: 9 }, names)).toBe(
      "Round 2 is over: Enki +4 and Anu +3. 9 tiles left, ends at 4.",
    );
    expect(amyitis.closing!(history.slice(-1), history, { ...view, tiles_left: 4 }, names)).toContain("Last round.");
    expect(amyitis.closing!(history.slice(0, 1), history.slice(0, 1), view, names)).toBeNull();
    expect(amyitis.closing!(history.slice(1, 2), history, view, names)).toBeNull();
  });

  it("has an emblem for every name", () => {
    const names = Object.keys(en).flatMap((key) => /^name:(?!top|bottom)(.*)$/.exec(key)?.[1] ?? []);
    for (const name of names) expect(EMBLEMS, name).toHaveProperty(name);
  });

  it("draws every clickable place, including craft cards", () => {
    const { container } = host(amyitis, { view });
    const drawn = () => [...container.querySelectorAll("[data-place]")].map((each) => each.getAttribute("data-place"));
    const alive = () => [...container.querySelectorAll(".alive")].map((each) => each.getAttribute("data-place"));
    for (const square of view.squares) expect(drawn()).toContain(`square:${square.place}`);
    for (const edge of view.edges) expect(drawn()).toContain(`edge:${edge.place}`);
    expect(new Set(drawn()).size).toBe(drawn().length);
    const cards = view.crafts.flatMap(({ cards }, at) =>
      [...new Set(cards)].map((craft) => `craft:${at + 1}:${craft}`),
    );
    expect(drawn().filter((place) => place?.startsWith("craft:"))).toEqual(cards);
    expect(alive()).toEqual(cards.filter((card) => view.choices.some(({ clicks }) => clicks[0] === card)));
  });

  it("offers the resources in the hand that are asked for", () => {
    const choice = (action: number, click: string) => ({ action, text: click, clicks: [click] });
    const paying: View = { ...view, phase: "pay_city", choices: [choice(1, "pay:salt"), choice(2, "pay:wine")] };
    const { container } = host(amyitis, { view: paying });
    const buttons = [...container.querySelectorAll("button:not([aria-disabled])")];
    expect(buttons.map((button) => button.getAttribute("data-place"))).toEqual(["pay:salt", "pay:wine"]);
  });
});
