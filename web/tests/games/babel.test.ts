import { fireEvent } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import babel from "../../src/games/babel";
import { meaning } from "../../src/games/babel/carry";
import { layout, type Box } from "../../src/games/babel/board/layout";
import { EMBLEMS, LETTERS } from "../../src/games/babel/nations";
import { folded, folds, runs, spread } from "../../src/games/babel/rows";
import type { GameEvent, View } from "../../src/generated/babel";
import type { Choice } from "../../src/lib/game";
import { LANGUAGES, type Language, type Messages } from "../../src/languages/language.svelte";
import { settings } from "../../src/lib/settings.svelte";
import { eventSentence } from "../../src/lib/eventText";
import { placesOf } from "../../src/table/state/effects";
import { Choosing } from "../../src/table/state/choice.svelte";
import { host } from "./host";
import fixture from "./babel.fixture.json"; // real views, choices and events: written by babel_fixture.py

const NAMES = ["Enheduanna", "Hammurabi"];

const views = fixture.views as unknown as Record<"opening" | "acting" | "halved" | "final", View>;
const { opening, acting, halved, final } = views;
const events = fixture.events as unknown as GameEvent[];
const { en, nl }: { en: Messages; nl: Messages } = babel.messages;
const both = Object.keys(LANGUAGES) as Language[];
const clickable = [...new Set(fixture.clicks.flat())];
const watched: View = {
  ...acting,
  seat: -1,
  choices: [],
  players: acting.players.map((one) => ({ ...one, hand: null })),
};

const choosingOf = (view: View): Choosing => {
  const choosing = new Choosing();
  choosing.reset(view.choices);
  return choosing;
};
const event = (kind: string): GameEvent => events.find((event) => event.kind === kind)!;

beforeEach(() => {
  settings.language = "en";
  settings.motion = "none";
});
afterEach(() => {
  settings.language = "auto";
});

describe("words", () => {
  it("translate the values of events into Dutch", () => {
    settings.language = "nl";
    const sentences = events.map((event) => eventSentence("babel", babel.messages, event, ["An", "Bo"]));
    expect(sentences).toContain(
      "Bo verhuist 1 Assyriër, 1 Pers en 1 Sumeriër van de bouwplaats van de Meden naar de bouwplaats van de Perzen",
    );
    expect(sentences).toContain("Het spel is afgelopen: een speler had 20 of meer in de slotfase");
    expect(sentences.join(" ")).not.toMatch(/Assyrians|Hittites|Medes|Persians|Sumerians|site|stack|\{/);
  });

  it("have a question for every decision, for the reader and for others", () => {
    const keys = [opening, acting, halved, final, watched].flatMap((view) =>
      [true, false].map((mine) => babel.question(view, mine).key),
    );
    for (const key of keys) {
      expect(en).toHaveProperty([key]);
      expect(nl).toHaveProperty([key]);
    }
    expect(babel.question(opening, true).key).toBe("ask:first/deploy");
    expect(babel.question({ ...opening, choices: [{ action: 0, text: "first", clicks: ["first"] }] }, true).key).toBe(
      "ask:first",
    );
    expect(babel.question(acting, true).key).toBe("ask:act");
    expect(babel.question(halved, false).key).toBe("wait:discard");
    expect(babel.question(watched, false)).toEqual({ key: "wait:act", values: { n: 0 } });
    expect(babel.question(final, false).key).toBe("ask:over");
  });

  it.each(both)("name every place of all 99 actions (%s)", (tongue) => {
    settings.language = tongue;
    expect(fixture.clicks).toHaveLength(99);
    for (const view of [acting, opening, watched]) {
      for (const place of [
        ...clickable,
        "row:1:A",
        "temple:0:P",
        "stack:1",
        "pawn:0",
        "quarry",
        "temple deck",
        "draw pile",
      ]) {
        const label = babel.label(place, view, NAMES);
        expect(label, place).not.toBe(place);
        expect(label, place).not.toMatch(/\{|undefined|label:|^\w+:\w/);
      }
    }
  });

  it.each(both)("describe the whole table, site by site (%s)", (tongue) => {
    settings.language = tongue;
    for (const view of [acting, watched, final]) {
      const described = babel.describe(view, NAMES);
      expect(described).toHaveLength(LETTERS.length + 2); // sites, players, piles
      expect(JSON.stringify(described)).not.toMatch(/[{]\w+[}]|undefined|describe:/);
    }
  });

  it("describe a site, the reader's side first", () => {
    const { row, value } = acting.players[1]!.sites[1]!;
    const [site] = babel.describe(acting, NAMES).slice(1);
    expect(site!.heading).toBe("Hittites' site");
    expect(site!.lines[0]).toBe(
      value
        ? `You: temple worth ${value}, levels ${acting.players[1]!.sites[1]!.temple.join(", ")}.`
        : "You: no temple.",
    );
    expect(site!.lines[1]!.split(", ").length).toBe(row.length + 1); // "oldest card first" has a comma too
  });

  it.each(both)("name the owner of each piece (%s)", (tongue) => {
    settings.language = tongue;
    expect(babel.label("stack:their", acting, NAMES)).toContain("Enheduanna");
    for (const described of [babel.describe(acting, NAMES), babel.describe(watched, NAMES)])
      expect(JSON.stringify(described)).toMatch(/Enheduanna: /);
    expect(JSON.stringify(babel.describe(watched, NAMES))).not.toMatch(/[Ss]eat \d|[Pp]laats \d/);
  });

  it("never reveal another player's hand", () => {
    expect(
      babel
        .describe(watched, NAMES)
        .flatMap(({ lines }) => lines)
        .join(" "),
    ).not.toMatch(/Your hand/);
  });

  it("have a message for every source", () => {
    for (const { name } of babel.sources([], final)) expect(en).toHaveProperty([name]);
  });
});

describe("places and effects", () => {
  it("exist for every event", () => {
    const { container } = host(babel, { view: acting, choosing: choosingOf(acting) });
    const isDrawn = (place: string) =>
      place.startsWith("seat:") || container.querySelector(`[data-place="${place}"]`) !== null;
    for (const event of events) {
      for (const place of babel.places(event)) expect(isDrawn(place), `${event.kind} ${place}`).toBe(true);
      for (const effect of babel.effects(event, acting)) {
        for (const place of placesOf(effect)) expect(isDrawn(place), `${event.kind} ${place}`).toBe(true);
      }
      if (!["game ended", "end phase"].includes(event.kind)) expect(babel.places(event), event.kind).not.toEqual([]);
    }
  });

  it("move a stolen level and its points to the thief", () => {
    const stole = event("stole"); // seat 1 takes level 4 at the Persians' site
    const temples = [
      [1, 2, 3],
      [1, 4],
    ];
    const players = acting.players.map((player, seat) => ({
      ...player,
      sites: player.sites.map((site) => (site.nation === "P" ? { ...site, temple: temples[seat]! } : site)),
    }));
    expect(babel.effects(stole, { ...acting, players })).toEqual([
      { kind: "fly", from: "temple:0:P", to: "temple:1:P", seat: 1, pieces: ["temple:4"] },
      { kind: "points", from: "temple:0:P", seat: 0, points: -1 },
      { kind: "points", from: "temple:1:P", seat: 1, points: 3 },
    ]);
  });

  it("animate a destroyed temple and its lost points", () => {
    const effects = babel.effects(event("destroyed"), acting);
    expect(effects[0]).toEqual({ kind: "fall", place: "temple:1:A", pieces: ["temple:3", "temple:2", "temple:1"] });
    expect(effects).toContainEqual({ kind: "points", from: "temple:1:A", seat: 1, points: -3 });
  });

  it("do not reveal draws of other players", () => {
    expect(babel.effects(event("drew"), { ...acting, seat: 0 })).toEqual([
      { kind: "fly", from: "draw pile", to: "seat:1", seat: 1, pieces: ["card:"] },
    ]);
  });
});

describe("sources", () => {
  it.each(Object.entries(views))("add up to the totals (%s)", (_, view) => {
    const sources = babel.sources([], view);
    const totals = view.players.map((_, seat) => sources.reduce((sum, { points }) => sum + points[seat]!, 0));
    expect(totals).toEqual(view.players.map(({ score }) => score));
  });
});

describe("coach", () => {
  const at = (text: string) => babel.coach.find((step) => step.text === `coach:${text}`)!;
  const holds = (text: string, view: Partial<View>, you = 0) => at(text).when({ ...opening, ...view }, you);
  const offering = (...clicks: string[]): Choice[] => [{ action: 0, text: "", clicks }];

  it("covers the first turn", () => {
    expect(babel.coach.map(({ text }) => text).slice(0, 4)).toEqual([
      "coach:pawn",
      "coach:deploy",
      "coach:first",
      "coach:end",
    ]);
    const quarry = opening.players.map((player) => ({ ...player, pawn: "quarry" }));
    expect(holds("pawn", { players: quarry })).toBe(true);
    expect(holds("pawn", { players: quarry, actor: 1 })).toBe(false);
    expect(holds("deploy", {})).toBe(true);
    expect(holds("first", { choices: offering("first") })).toBe(true);
    expect(holds("end", { choices: offering("end") })).toBe(false); // the first card is not built yet
  });

  it("names only existing places", () => {
    for (const place of babel.coach.flatMap(({ places }) => places ?? [])) expect(clickable).toContain(place);
  });
});

describe("rows", () => {
  it("group three or more equal neighbours, from the oldest", () => {
    expect(runs("SSSASSSSMM").map(({ name, from, to }) => [name, from, to])).toEqual([
      ["S", 0, 2],
      ["S2", 4, 7],
    ]);
    expect(runs("SSAASS")).toEqual([]);
  });

  it("folds long rows into columns that keep every card visible", () => {
    expect(folds(5, 160)).toBe(1);
    for (const cards of [20, 26, 40]) {
      const cells = Array.from({ length: cards }, (_, at) => folded(at, cards, 160, 110));
      expect(folds(cards, 160)).toBeGreaterThan(1);
      for (const { x, y, width, height } of cells) {
        expect(height).toBeGreaterThan(9);
        expect(x + width).toBeLessThan(110.001);
        expect(y + height).toBeLessThan(160 - 15);
      }
      expect(new Set(cells.map(({ x, y }) => `${x} ${y}`)).size).toBe(cards);
    }
  });

  it("fit their lanes at any length", () => {
    for (const length of [100, 190, 260]) {
      for (const cards of [1, 6, 12, 24]) {
        const { card, step } = spread(cards, length);
        expect(step).toBeGreaterThan(0);
        expect(card + (cards - 1) * step).toBeLessThanOrEqual(length);
      }
    }
  });
});

describe("layout", () => {
  it.each([0.5, 0.7, 0.91, 1.1, 1.2, 1.5, 2, 3])("separates everything inside the box at aspect ratio %s", (aspect) => {
    const { width, height, columns, panel, lane, stack, total, quarry, piles } = layout(aspect);
    const boxes: Box[] = [stack.far, stack.near, total.far, total.near, quarry, piles];
    for (const { x, w } of columns) {
      boxes.push({ x, w, y: panel.y, h: panel.h });
      boxes.push({ x, w, y: lane.far.from - lane.far.length, h: lane.far.length });
      boxes.push({ x, w, y: lane.near.from, h: lane.near.length });
    }
    for (const [at, one] of boxes.entries()) {
      expect(one.x >= 0 && one.y >= 0 && one.x + one.w <= width && one.y + one.h <= height, `box ${at}`).toBe(true);
      for (const other of boxes.slice(at + 1)) {
        const apart =
          one.x + one.w <= other.x ||
          other.x + other.w <= one.x ||
          one.y + one.h <= other.y ||
          other.y + other.h <= one.y;
        expect(apart, JSON.stringify([one, other])).toBe(true);
      }
    }
  });
});

describe("pictures", () => {
  const table = (view: View, lit: string[] = []) => {
    const choosing = choosingOf(view);
    const { container } = host(babel, { view, choosing, lit });
    return {
      choosing,
      container,
      at: (place: string) => container.querySelector<HTMLElement>(`[data-place="${place}"]`),
    };
  };

  it("have an emblem for every nation", () => expect(Object.keys(EMBLEMS)).toEqual([...LETTERS]));

  it.each(Object.entries(views))("show every clickable place that is not a button (%s)", (_, view) => {
    const { at } = table(view);
    for (const place of view.choices.flatMap(({ clicks }) => clicks)) {
      expect(at(place) !== null, place).toBe(!babel.isButton(place));
    }
  });

  it("move three cards from row to row, by click and by keyboard", async () => {
    const { at, choosing } = table(acting);
    await fireEvent.click(at("row:H")!);
    expect(at("row:H")!.classList).toContain("chosen");
    expect(at("row:A")!.classList).toContain("alive");
    await fireEvent.keyDown(at("row:A")!, { key: "Enter" });
    expect(choosing.made?.text).toBe("migrate H A");
  });

  it("use a run with one click, not two", async () => {
    const { at, choosing } = table(acting);
    await fireEvent.click(at("run:S")!);
    expect(choosing.path).toEqual(["run:S"]);
  });

  it("seat the reader at the near end", () => {
    const own = table(acting);
    expect(own.at("row:1:H")!.contains(own.at("row:H"))).toBe(true);
    expect(own.at("stack:1")!.contains(own.at("stack:own"))).toBe(true);
    const spectator = table(watched);
    expect(spectator.at("row:0:H")!.contains(spectator.at("row:H"))).toBe(true);
    expect(spectator.container.querySelector(".hand")).toBeNull();
  });

  it("highlight what the log points at", () => {
    const { container } = table(acting, ["row:0:A", "temple:1:S"]);
    const lit = [...container.querySelectorAll(".lit")].map((found) => found.getAttribute("data-place"));
    expect(lit.sort()).toEqual(["row:0:A", "temple:1:S"]);
  });

  it("show each nation of the hand, also for discarding half", () => {
    const { at } = table(halved);
    const alive = LETTERS.filter((nation) => at(`discard:${nation}`)!.classList.contains("alive"));
    expect(alive.map((nation) => `discard ${nation}`)).toEqual(halved.choices.map(({ text }) => text));
    expect(at("hand:A")).toBeNull();
  });
});

describe("carrying a card", () => {
  const { pawn } = acting.players[1]!;

  it("deploys it at the pawn", () => {
    for (const onto of [`row:${pawn}`, `row:1:${pawn}`, `site:${pawn}`, "pawn", "run:S"]) {
      expect(meaning("A", pawn, onto), onto).toEqual(["hand:A"]);
    }
  });

  it("moves the pawn to the site of its nation and does nothing elsewhere", () => {
    expect(meaning("A", pawn, "site:A")).toEqual(["pawn", "site:A"]);
    expect(meaning("A", pawn, "temple:0:A")).toEqual(["pawn", "site:A"]);
    expect(meaning("A", pawn, "draw pile")).toBeNull();
    expect(meaning("A", pawn, pawn === "M" ? "site:S" : "site:M")).toBeNull();
  });
});
