import { render } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import amyitis from "../../src/games/amyitis";
import babel from "../../src/games/babel";
import babylonia from "../../src/games/babylonia";
import { connection } from "../../src/games/babylonia/connection";
import { MODULES } from "../../src/games/modules";
import type { BaseView, Effect, GameModule } from "../../src/lib/game";
import ur from "../../src/games/ur";
import type { GameEvent as AmyitisEvent, View as AmyitisView } from "../../src/generated/amyitis";
import type { GameEvent as BabelEvent, View as BabelView } from "../../src/generated/babel";
import type { GameEvent as BabyloniaEvent, View as BabyloniaView } from "../../src/generated/babylonia";
import type { GameEvent as UrEvent, View as UrView } from "../../src/generated/ur";
import amyitisFixture from "./amyitis.fixture.json";
import babelFixture from "./babel.fixture.json";
import { eventsOf } from "./happened";
import site from "./babylonia-site.json";
import urFixture from "./ur.fixture.json";

// only games whose events are drawn in a way of their own
const happened = {
  amyitis: eventsOf<AmyitisEvent>(),
  babel: eventsOf<BabelEvent>(),
  babylonia: eventsOf<BabyloniaEvent>(),
  ur: eventsOf<UrEvent>(),
};

// only those games'
const views = {
  babylonia: { ...site, seat: 0, seats: 4 } as unknown as BabyloniaView,
  babel: babelFixture.views.acting as unknown as BabelView,
  ur: urFixture.acting as unknown as UrView,
  amyitis: (amyitisFixture as unknown as { view: AmyitisView }).view ?? (amyitisFixture as unknown as AmyitisView),
};

describe("a city that scores", () => {
  const nobles = happened.babylonia("gained", 1, {
    place: "e12",
    points: 4,
    source: "nobles",
    counted: ["d11", "c11"],
    connected: ["f11", "d11", "c11", "d10"],
  });

  it("highlights connected tokens from the city outwards", () => {
    const [light, points] = babylonia.effects(nobles, views.babylonia);
    expect(light).toMatchObject({ kind: "light", places: ["hex:d11", "hex:c11"], seat: 1 });
    const links = light?.kind === "light" ? (light.links ?? []) : [];
    expect(new Set(links.map(([, to]) => to))).toEqual(new Set(["hex:f11", "hex:d11", "hex:c11", "hex:d10"]));
    expect(links.slice(0, 2).map(([from]) => from)).toEqual(["hex:e12", "hex:e12"]);
    const drawn = new Set(["hex:e12"]);
    for (const [from, to] of links) {
      expect(drawn, `${from} to ${to}`).toContain(from);
      drawn.add(to);
    }
    expect(points).toEqual({ kind: "points", from: "hex:e12", seat: 1, points: 4 });
  });

  it("highlights the same from the log", () => {
    expect(new Set(babylonia.places(nobles))).toEqual(new Set(["hex:e12", "hex:d11", "hex:c11", "hex:f11", "hex:d10"]));
  });

  it("connects over gaps bridged by roads and boats", () => {
    expect(connection("e12", ["d11", "c9"], 4)).toEqual([
      ["hex:e12", "hex:d11"],
      ["hex:d11", "hex:c9"],
    ]);
    expect(connection("nowhere", ["d11"], 4)).toEqual([]);
  });

  it("shows the majority and moves the tile to its owner", () => {
    const taken = happened.babylonia("city taken", 2, { place: "e12", tile: "PS", counted: ["d11", "e11"] });
    expect(babylonia.effects(taken, views.babylonia)).toEqual([
      { kind: "light", places: ["hex:e12", "hex:d11", "hex:e11"], seat: 2 },
      { kind: "fly", from: "hex:e12", to: "seat:2", seat: 2, pieces: ["tile:PS"] },
    ]);
  });

  it("highlights scoring ziggurats", () => {
    const touched = happened.babylonia("gained", 3, {
      place: "c9",
      points: 2,
      source: "ziggurats",
      counted: ["b2", "i7"],
    });
    expect(babylonia.effects(touched, views.babylonia)[0]).toEqual({
      kind: "light",
      places: ["hex:b2", "hex:i7"],
      seat: 3,
      links: [],
    });
  });
});

describe("animated things", () => {
  const pieces = (effects: Effect[]): string[] =>
    effects.flatMap((effect) => (effect.kind === "fly" || effect.kind === "fall" ? (effect.pieces ?? []) : []));

  it("include tokens, face down when hidden", () => {
    const flown = (event: BabyloniaEvent) => pieces(babylonia.effects(event, views.babylonia));
    expect(flown(happened.babylonia("placed", 1, { place: "c4", token: "merchant" }))).toEqual(["token:1:m"]);
    expect(flown(happened.babylonia("placed in river", 1, { place: "c4", token: null }))).toEqual(["token:1:"]);
    expect(flown(happened.babylonia("placed in river", 1, { place: "c4", token: "merchant" }))).toEqual(["token:1:"]);
  });

  it("include every stone that moves or is lost in a war", () => {
    const war = [
      happened.ur("attacked", 1, { place: "c3", target: "c4" }),
      happened.ur("lost", 2, { place: "c4", stones: 2 }),
      happened.ur("crossed", 1, { place: "c3", target: "c4", stones: 3 }),
    ].map((event) => ur.effects(event));
    expect(war[0]).toEqual([{ kind: "light", places: ["field:c4"], seat: 1, links: [["field:c3", "field:c4"]] }]);
    expect(war[1]).toEqual([{ kind: "fall", place: "field:c4", pieces: ["stone:2", "stone:2"] }]);
    expect(war[2]).toEqual([
      { kind: "fly", from: "field:c3", to: "field:c4", seat: 1, pieces: Array(3).fill("stone:1") },
    ]);
  });

  it("include both tiles of a swap", () => {
    const swapped = happened.ur("swapped", 0, {
      place: "a6",
      taken: "trade/culture",
      given: "trade/war (trade up)",
      given_tile: "trade/war",
      given_side: "trade",
    });
    expect(pieces(ur.effects(swapped))).toEqual(["tile:trade/culture", "tile:trade/war"]);
  });

  it("include deployed and migrating cards and built levels", () => {
    const flown = (event: BabelEvent) => pieces(babel.effects(event, views.babel));
    const site = "Medes' site";
    expect(flown(happened.babel("deployed", 0, { site, nation: "Sumerians" }))).toEqual(["card:S"]);
    const migrated = happened.babel("migrated", 0, {
      site,
      target: "Persians' site",
      cards: "Medes, Persians, Medes",
      nations: ["Medes", "Persians", "Medes"],
    });
    expect(flown(migrated)).toEqual(["card:M", "card:P", "card:M"]);
    expect(flown(happened.babel("deserted", 0, { site, nation: "Hittites", count: 3 }))).toEqual([
      "card:H",
      "card:H",
      "card:H",
    ]);
    expect(flown(happened.babel("built", 0, { site, level: 4, source: "the other stack" }))).toEqual(["temple:4"]);
  });

  it("include taken goods in Amyitis", () => {
    const flown = (event: AmyitisEvent) => pieces(amyitis.effects(event, views.amyitis));
    expect(flown(happened.amyitis("resource", 0, { resource: "wine", source: "the field" }))).toEqual(["good:wine"]);
    expect(flown(happened.amyitis("camels", 0, { count: 2, source: "the caravaneer" }))).toEqual([
      "good:camel",
      "good:camel",
    ]);
    expect(flown(happened.amyitis("court taken", 0, { kind: "banker", level: 1 }))).toEqual(["court:banker"]);
    expect(flown(happened.amyitis("planted", 0, { square: "c2", tile: 3, gardeners: 0 }))).toEqual(["plant"]);
  });

  it("are drawn by their game as one picture each", async () => {
    const drawn: [GameModule, BaseView, string[]][] = [
      [
        babylonia as unknown as GameModule,
        views.babylonia as unknown as BaseView,
        ["token:2:m", "token:2:", "tile:PS", "tile:C", "card:3"],
      ],
      [ur as unknown as GameModule, views.ur as unknown as BaseView, ["stone:1", "tile:trade/war"]],
      [babel as unknown as GameModule, views.babel as unknown as BaseView, ["card:S", "card:", "temple:4"]],
      [
        amyitis as unknown as GameModule,
        views.amyitis as unknown as BaseView,
        ["cube:1", "good:wine", "good:camel", "court:banker", "plant"],
      ],
    ];
    const every = await Promise.all(Object.values(MODULES).map((fetch) => fetch()));
    const drawing = every.filter((module) => module.Piece);
    expect(new Set(drawn.map(([module]) => module))).toEqual(new Set(drawing));
    for (const [module, view, things] of drawn)
      for (const place of things) {
        const { container, unmount } = render(module.Piece!, { place, view });
        expect(container.querySelectorAll("svg"), place).toHaveLength(1);
        expect(container.querySelectorAll("path, rect, circle").length, place).toBeGreaterThan(0);
        expect(container.innerHTML, place).not.toMatch(/undefined|NaN/);
        unmount();
      }
  });
});

describe("water in the garden", () => {
  it("is counted where it scores", () => {
    const gained = happened.amyitis("gained", 2, {
      count: 2,
      source: "irrigation",
      square: "c2",
      counted: ["b2-c2", "b2-c2", "c1-c2"],
    });
    expect(amyitis.effects(gained, views.amyitis)).toEqual([
      { kind: "light", places: ["edge:b2-c2", "edge:c1-c2"], seat: 2 },
      { kind: "points", from: "square:c2", seat: 2, points: 2 },
    ]);
    expect(amyitis.places(gained)).toEqual(["square:c2", "edge:b2-c2", "edge:c1-c2"]);
  });
});
