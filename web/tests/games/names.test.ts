/** What places are called by those who see them, and the clause a decision is about. */

import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { MODULES } from "../../src/games/modules";
import type { BaseView } from "../../src/lib/game";
import { LANGUAGES, type Language } from "../../src/languages/language.svelte";
import { settings } from "../../src/lib/settings.svelte";
import amyitis from "./amyitis.fixture.json";
import babel from "./babel.fixture.json";
import placing from "./babylonia-place.json";
import scoring from "./babylonia-site.json";
import ur from "./ur.fixture.json";

const NAMES = ["Enheduanna", "Hammurabi", "Ea", "Nabu"];
const LONGEST = 30; // letters; two places and an arrow fit a phone's line
const RESOURCES = ["barley", "dates", "salt", "palm", "wine"];
const TONGUES = Object.keys(LANGUAGES) as Language[];
const as = (view: unknown) => view as BaseView;
const clicks = (...views: BaseView[]) => views.flatMap((view) => view.choices.flatMap((choice) => choice.clicks));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Every place of a game that can be chosen, and a view to see it in. */
// only games with fixtures here; others are skipped by name below
const PLACES: Record<string, { views: BaseView[]; places: string[] }> = {
  babylonia: {
    views: [as(placing), as(scoring)],
    places: [
      ...clicks(as(placing), as(scoring)),
      ...[...placing.tiles, ...placing.ziggurats].map(({ place }) => `hex:${place}`),
      ...numbers(1, 9).map((card) => `card:${card}`),
      "stand:s",
      "extra:yes",
      "extra:no",
    ],
  },
  amyitis: {
    views: [as(amyitis)],
    places: [
      ...clicks(as(amyitis)),
      ...amyitis.crafts.map((_, at) => `group:${at + 1}`),
      ...["peasant", "priest", "engineer", "merchant"].map((craft) => `craft:2:${craft}`),
      ...amyitis.ring.map(({ name }) => `city:${name}`),
      ...amyitis.edges.map(({ place }) => `edge:${place}`),
      ...amyitis.squares.map(({ place }) => `square:${place}`),
      ...["ishtar", "marduk", "tammouz"].map((temple) => `temple:${temple}`),
      ...["top", "bottom"].map((row) => `field:${row}`),
      ...["camel", "talent"].map((prize) => `prize:${prize}`),
      "done",
      "keep",
      ...["sell", "pay", "supply", "give", "discard", "have"].flatMap((kind) =>
        RESOURCES.map((resource) => `${kind}:${resource}`),
      ),
      ...["caravaneer", "banker", "palace", "gardener"].map((kind) => `court:${kind}`),
    ],
  },
  ur: { views: [as(ur.acting)], places: [...ur.clicks.flat(), "side:war", "spare:1", "edge:north"] },
  babel: { views: Object.values(babel.views).map(as), places: babel.clicks.flat() },
};

afterEach(() => {
  settings.language = "auto";
});

// A game without fixtures in this folder is skipped by name.
for (const game of Object.keys(MODULES))
  it.skipIf(!(game in PLACES))(`there are views of ${game} to look at`, () => {
    expect(PLACES[game]!.views.length).toBeGreaterThan(0);
  });

describe.each(Object.entries(PLACES))("the names of %s", (game, { views, places }) => {
  it.each(TONGUES)("are short and exist for every place (%s)", async (tongue) => {
    settings.language = tongue;
    const module = await MODULES[game]!();
    for (const place of new Set(places)) {
      for (const view of views) {
        const name = module.name(place, view, NAMES);
        expect(name, place).toMatch(/\p{L}/u);
        expect(name, place).not.toMatch(/[{};:]|undefined/);
        expect(name.length, `${place}: ${name}`).toBeLessThanOrEqual(LONGEST);
      }
    }
  });
});

const CALLED: [string, BaseView, Record<string, [string, string]>][] = [
  ["babylonia", as(placing), { "stand:m": ["merchant", "koopman"], "card:2": ["Extra turn", "Extra beurt"] }],
  [
    "amyitis",
    as(amyitis),
    {
      "group:2": ["group 2", "groep 2"],
      "temple:ishtar": ["temple of Ishtar", "tempel van Ishtar"],
      "field:top": ["top field", "bovenste akker"],
    },
  ],
  [
    "ur",
    as(ur.acting),
    {
      "field:c3": ["c3", "c3"],
      "edge:north": ["north edge", "noordelijke rand"],
      "side:war": ["war up", "oorlog boven"],
    },
  ],
  [
    "babel",
    as(babel.views.acting),
    {
      "row:H": ["Hittites' row", "rij bij de Hittieten"],
      "hand:M": ["deploy Medes", "Meden inzetten"],
      pawn: ["your pawn", "jouw pion"],
    },
  ],
];

it.each(CALLED)("match spoken usage at a table of %s", async (game, view, called) => {
  const module = await MODULES[game]!();
  for (const [place, expected] of Object.entries(called)) {
    const said = TONGUES.map((tongue) => {
      settings.language = tongue;
      return module.name(place, view, NAMES);
    });
    expect(said).toEqual(expected);
  }
});

describe("the clause of a decision", () => {
  /** The number of the last clause of a game's rules. */
  function last(game: string): number {
    const rules = readFileSync(`../src/ziggurat/games/${game}/rules.md`, "utf-8");
    return Math.max(...[...rules.matchAll(/^\*\*(\d+)\. /gm)].map(([, number]) => Number(number)));
  }

  it.each(Object.entries(PLACES))("is one of the rules of %s", async (game, { views }) => {
    const module = await MODULES[game]!();
    for (const view of [...views, ...views.map((view) => ({ ...view, over: true }))]) {
      expect(module.clause(view), view.phase).toBeGreaterThan(0);
      expect(module.clause(view), view.phase).toBeLessThanOrEqual(last(game));
    }
  });

  it("follows the question", async () => {
    const at = async (game: string, view: BaseView, phase: string) =>
      (await MODULES[game]!()).clause({ ...view, phase });
    expect(await at("babylonia", as(placing), "extra")).toBe(15);
    expect(await at("amyitis", as(amyitis), "priest")).toBe(17);
    expect(await at("ur", as(ur.acting), "swap")).toBe(12);
    expect(await at("babel", as(babel.views.acting), "discard")).toBe(16);
  });

  it("exists for every phase", async () => {
    // only games whose clause follows from the phase
    const phases = {
      amyitis: (await import("../../src/games/amyitis/en")).en,
      ur: (await import("../../src/games/ur/en")).en,
    };
    for (const [game, words] of Object.entries(phases)) {
      const view = PLACES[game]!.views[0]!;
      const module = await MODULES[game]!();
      for (const [, phase] of Object.keys(words)
        .join("\n")
        .matchAll(/^wait:(\w+)$/gm)) {
        expect(module.clause({ ...view, phase: phase!, choices: [] }), phase).toBeGreaterThan(0);
      }
    }
  });
});
