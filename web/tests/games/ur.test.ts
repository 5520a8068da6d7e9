import { fireEvent } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import ur from "../../src/games/ur";
import { ACTIONS } from "../../src/games/ur/actions";
import { territory } from "../../src/games/ur/board/layout";
import type { Attack, Field, GameEvent, View } from "../../src/generated/ur";
import type { Choice } from "../../src/lib/game";
import { LANGUAGES, type Language, type Messages } from "../../src/languages/language.svelte";
import { settings } from "../../src/lib/settings.svelte";
import { eventSentence } from "../../src/lib/eventText";
import { placesOf } from "../../src/table/state/effects";
import { Choosing } from "../../src/table/state/choice.svelte";
import { eventsOf } from "./happened";
import { host } from "./host";
import fixture from "./ur.fixture.json"; // real views, choices and events: written by ur_fixture.py

const NAMES = ["Enheduanna", "Hammurabi", "Nabu", "Semiramis"];

const final = fixture.final as unknown as View;
const acting = fixture.acting as unknown as View;
const events = fixture.events as unknown as GameEvent[];
const { en, nl }: { en: Messages; nl: Messages } = ur.messages;

// Culture asks so rarely that no random match of the fixture does.
const PHASES = [...fixture.phases, "culture"] as View["phase"][];
const PLACES = [...new Set(fixture.clicks.flat()), "side:war", "spare:2", "edge:north", "hand:1"];
const both = Object.keys(LANGUAGES) as Language[];

const choices = (...clicks: string[][]): Choice[] =>
  clicks.map((path, action) => ({ action, text: path.join(" "), clicks: path }));
const asking = (phase: View["phase"], ...clicks: string[][]): View => ({
  ...acting,
  phase,
  used: [],
  choices: choices(...clicks),
});

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
    const sentences = events.map((event) => eventSentence("ur", ur.messages, event, ["An", "Bo", "Cy"]));
    expect(sentences).toContain("An neemt handel/cultuur van a6 en laat handel/oorlog (handel boven) achter");
    expect(sentences).toContain("Het spel is afgelopen: alle ziggurats staan er en de ronde is af");
    expect(sentences.join(" ")).not.toMatch(/agriculture|trade|culture|politics|war\b|spare|\{/);
  });

  it("have a question for every decision, for the reader and for others", () => {
    for (const phase of PHASES) {
      for (const mine of [true, false]) {
        const { key } = ur.question({ ...acting, phase }, mine);
        expect(en, phase).toHaveProperty([key]);
        expect(nl, phase).toHaveProperty([key]);
      }
    }
    expect(ur.question(final, false).key).toBe("game over");
  });

  it("name the actions of a turn", () => {
    const asked = (view: View) => ur.question(view, true).key;
    const act = (...clicks: string[][]) => asking("act", ["done"], ...clicks);
    expect(asked(act(["action:war"]))).toBe("ask:act");
    expect(asked(act(["action:war"], ["ziggurat", "field:a1"]))).toBe("ask:act/ziggurat");
    expect(asked(act(["return", "field:a1"]))).toBe("ask:act/return");
    expect(asked({ ...act(["action:war"]), used: ["trade"] })).toBe("ask:act/more");
    expect(asked({ ...act(["bonus", "field:a1"]), used: ["trade"], bonus_size: 1 })).toBe("ask:act/bonus");
    expect(asked({ ...act(["bonus", "field:a1"]), used: ["trade", "war"], bonus_size: 2 })).toBe("ask:act/bonus both");
    expect(asked({ ...act(["bonus", "field:a1"]), bonus_size: 2 })).toBe("ask:act/bonus none");
    expect(asked({ ...act(["ziggurat", "field:a1"]), built: 1 })).toBe("ask:act/second");
  });

  it.each(both)("name every clickable place (%s)", (tongue) => {
    settings.language = tongue;
    for (const place of PLACES) {
      const label = ur.label(place, acting, NAMES);
      expect(label, place).not.toBe(place);
      expect(label, place).not.toMatch(/[{}:]$|\{|undefined|place:/);
    }
  });

  it("name a field by its action and owner", () => {
    const field: Field = { place: "c3", shows: "trade", back: "war", seat: 1, stones: 2, ziggurat: false, allowed: 1 };
    const view: View = { ...acting, seat: 1, fields: [field] };
    expect(ur.label("field:c3", view, NAMES)).toBe("c3, trade, other side war, 2 of your stones, can get 1 more stone");
    expect(ur.label("field:c3", { ...view, seat: 0 }, NAMES)).toContain("2 stones of Hammurabi");
    expect(ur.label("stones:c3", view, NAMES)).toMatch(/^Move a stone from c3/);
  });

  it.each(both)("describe the whole board (%s)", (tongue) => {
    settings.language = tongue;
    const described = ur.describe(acting, NAMES);
    expect(described).toHaveLength(6 + 1 + acting.seats); // rows, beside the square, owners
    expect(described.slice(0, 6).flatMap(({ lines }) => lines)).toHaveLength(36);
    expect(JSON.stringify(described)).not.toMatch(/[{]\w+[}]|undefined/);
  });

  it("have a message for every source", () => {
    for (const { name } of ur.sources([], final)) expect(en).toHaveProperty([name]);
  });
});

describe("places and effects", () => {
  it("exist on the board for every event", () => {
    const isPlace = (place: string) => /^(field:[a-f][1-6]|spare:[12]|action:\w+|hand:\d|seat:\d)$/.test(place);
    for (const event of events) {
      expect(ur.places(event).every(isPlace), event.kind).toBe(true);
      expect(ur.effects(event).flatMap(placesOf).every(isPlace), event.kind).toBe(true);
      if (event.kind !== "game ended") expect(ur.places(event), event.kind).not.toEqual([]);
    }
  });

  it("know the tiles beside the square", () => {
    const [taken, tile, side] = ["trade/culture", "trade/war", "trade"] as const;
    const swapped = {
      place: "spare 1",
      taken,
      given: `${tile} (${side} up)`,
      given_tile: tile,
      given_side: side,
    } as const;
    expect(ur.places(eventsOf<GameEvent>()("swapped", 2, swapped))).toEqual(["spare:1", "hand:2"]);
  });
});

describe("sources", () => {
  it("add up to the points", () => {
    const sources = ur.sources([], final);
    const totals = final.players.map((_, seat) => sources.reduce((sum, { points }) => sum + points[seat]!, 0));
    expect(totals).toEqual(final.players.map(({ score }) => score));
    expect(sources.every(({ points }) => points.every((count) => count >= 0))).toBe(true);
  });
});

describe("coach", () => {
  it("starts with the first stone and ends when few ziggurats are left", () => {
    const { coach } = ur;
    const view = (changed: Partial<View>) => ({ ...acting, ...changed });
    expect(coach[0]!.when(view({ phase: "first_stone", actor: 1 }), 1)).toBe(true);
    expect(coach[0]!.when(view({ phase: "first_stone", actor: 0 }), 1)).toBe(false);
    expect(coach.at(-1)!.when(view({ ziggurats_left: 3 }), 0)).toBe(false);
    expect(coach.at(-1)!.when(view({ ziggurats_left: 2 }), 0)).toBe(true);
  });
});

describe("territories", () => {
  const fields = (owned: number[]): Field[] =>
    Array.from({ length: 36 }, (_, at) => ({
      place: `${"abcdef"[at % 6]}${Math.floor(at / 6) + 1}`,
      shows: "war",
      back: "trade",
      seat: owned.includes(at) ? 0 : null,
      stones: owned.includes(at) ? 1 : 0,
      ziggurat: false,
      allowed: 0,
    }));
  const shapes = (owned: number[]) => territory(fields(owned), 0).split("M").length - 1;

  it("merge across sides but not across the edge", () => {
    expect(shapes([0])).toBe(1);
    expect(shapes([0, 1])).toBe(3); // two fields and what joins them
    expect(shapes([0, 1, 6, 7])).toBe(9); // four fields, four sides, and the middle
    expect(shapes([5, 6])).toBe(2); // f1 and a2
    expect(shapes([0, 7])).toBe(2); // only a corner
  });

  it("end at ziggurats", () => {
    const built = fields([0, 1]);
    built[1] = { ...built[1]!, ziggurat: true };
    expect(territory(built, 0).split("M").length - 1).toBe(1);
  });
});

describe("pictures", { timeout: 30_000 }, () => {
  const table = (view: View) => {
    const choosing = new Choosing();
    choosing.reset(view.choices);
    const { container } = host(ur, { view, choosing });
    const at = (place: string) => container.querySelectorAll<HTMLElement>(`[data-place="${place}"]`);
    return { choosing, container, at };
  };

  it("show every clickable place that is not a button", () => {
    const { at } = table(acting);
    const [own, other] = acting.players[acting.seat]!.hand as string[];
    for (const place of new Set(fixture.clicks.flat())) {
      const [kind, name] = place.split(":");
      if (kind === "side") expect(at(`side:${own}`).length + at(`side:${other}`).length).toBe(2);
      else expect(at(place).length > 0, place).toBe(!ur.isButton(place));
      if (kind === "action") expect(ACTIONS).toContain(name);
    }
  });

  it("make only the clickable name of a field respond", async () => {
    const { at, choosing } = table(asking("politics", ["stones:b2"], ["done"]));
    expect(at("field:b2")[0]!.getAttribute("role")).toBeNull();
    expect(at("stones:b2")[0]!.getAttribute("role")).toBe("button");
    await fireEvent.click(at("stones:b2")[0]!);
    expect(choosing.made?.clicks).toEqual(["stones:b2"]);
  });

  it("swap by the side of the hand tile and then the field, by keyboard too", async () => {
    const [side] = acting.players[acting.seat]!.hand as string[];
    const { at, choosing } = table(asking("swap", [`side:${side}`, "field:c1"], ["spare:1"]));
    expect(at("field:c1")[0]!.classList).not.toContain("alive");
    await fireEvent.click(at(`side:${side}`)[0]!);
    expect(at("field:c1")[0]!.classList).toContain("alive");
    await fireEvent.keyDown(at("field:c1")[0]!, { key: "Enter" });
    expect(choosing.made?.clicks).toEqual([`side:${side}`, "field:c1"]);
  });

  it("use an action from the board and from the hand tile", () => {
    const [side] = acting.players[acting.seat]!.hand as string[];
    const { at } = table(asking("act", [`action:${side}`], ["done"]));
    expect(at(`action:${side}`)).toHaveLength(2);
    expect(at(`side:${side}`)).toHaveLength(0);
    for (const found of at(`action:${side}`)) expect(found.getAttribute("aria-label")).toBe(`Use ${side}`);
  });

  it("write the number of stones on the field", () => {
    const { at } = table(acting);
    for (const { place, stones, ziggurat } of acting.fields) {
      expect(at(`field:${place}`)[0]!.textContent.trim()).toBe(stones > 0 && !ziggurat ? String(stones) : "");
    }
  });
});

describe("cards", () => {
  const card = (thing: string, view: View, attacks: Attack[] = []) =>
    ur.about!(thing, view, NAMES, { seats: [], fields: [], attacks })!;

  it("tell of the five attacks that change the points most, where wars reach any field", () => {
    const seat = acting.seat;
    const source = acting.fields.find((field) => field.seat === seat)!.place;
    const targets = acting.fields.map(({ place }) => place).filter((place) => place !== source);
    const attacks = [3, 1, 7, 5, 2, 6, 4].map((gain, at) => {
      return { seat, source, target: targets[at]!, victim: -1, fall: 0, losses: 1, left: 1, gain, loss: 0 };
    });
    const told = (some: Attack[]) => card(`field:${source}`, acting, some).seats!.map(({ text }) => text);
    expect(told(attacks).map((line) => /\+(\d)|(\d more)/.exec(line)?.[0])).toEqual([
      "+7",
      "+6",
      "+5",
      "+4",
      "+3",
      "2 more",
    ]);
    expect(told(attacks.slice(0, 5)).map((line) => /\+\d/.exec(line)?.[0])).toEqual(["+3", "+1", "+7", "+5", "+2"]);
  });

  it("say how far a war reaches", () => {
    expect(card("action:war", { ...acting, reach: "beside" }).lines[0]).toContain("a neighbouring field");
    expect(card("action:war", { ...acting, reach: "any" }).lines[0]).toContain("however far away");
  });
});
