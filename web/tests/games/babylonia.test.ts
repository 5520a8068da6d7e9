import { cleanup, fireEvent } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import babylonia from "../../src/games/babylonia";
import type { GameEvent, View } from "../../src/generated/babylonia";
import { say, type Language, type Messages } from "../../src/languages/language.svelte";
import { set } from "../../src/lib/settings.svelte";
import { eventSentence } from "../../src/lib/eventText";
import { beside, courses, frame, HEXES, hexNamed, outlines } from "../../src/games/babylonia/board/geometry";
import { layout, nameSize, turning } from "../../src/games/babylonia/board/layout";
import { Choosing } from "../../src/table/state/choice.svelte";
import placing from "./babylonia-place.json";
import scoring from "./babylonia-site.json";
import { eventsOf } from "./happened";
import { host } from "./host";

const NAMES = ["Enheduanna", "Hammurabi", "Nabu", "Semiramis"];

const LANGUAGES: Language[] = ["en", "nl"];
const place = placing as View;
const site = scoring as View;
const card: View = {
  ...site,
  phase: "card",
  choices: site.cards_on_offer.map((number) => ({
    action: 737 + number,
    text: `card ${number}`,
    clicks: [`card:${number}`],
  })),
};
const extra: View = {
  ...site,
  phase: "extra",
  choices: ["yes", "no"].map((answer, at) => ({
    action: 747 + at,
    text: `extra ${answer}`,
    clicks: [`extra:${answer}`],
  })),
};
const over: View = { ...site, over: true, actor: -1, ending: "a stand is empty", choices: [] };

const { en, nl } = babylonia.messages as { en: Messages; nl: Messages };
const happened = eventsOf<GameEvent>();

beforeEach(() => set("language", "en"));
afterEach(cleanup);

describe("words", () => {
  it("translates every value from the engine", () => {
    const filled = [
      ["farmer", "merchant", "civil servant", "priest"],
      ["ziggurats", "crop field", "nobles", "cities", "ziggurat card"],
      ["a stand is empty", "at most one city is left"],
      ["ten points at once", "one extra turn, once", "a stand of seven", "three different nobles in one turn"],
      ["one noble with three or more farmers", "nobles may enter crop fields"],
      ["one more point for every two cities", "free central land connects", "free river connects"],
    ];
    for (const word of filled.flat()) expect(nl[`word:${word}`], word).toBeTypeOf("string");
  });

  it("describes events in Dutch", () => {
    set("language", "nl");
    const sentence = (event: GameEvent) => eventSentence("babylonia", babylonia.messages, event, ["Nabu", "Enlil"]);
    expect(sentence(happened("placed", 0, { place: "d7", token: "civil servant" }))).toBe(
      "Nabu zet een ambtenaar op d7",
    );
    expect(sentence(happened("placed in river", 1, { place: "e5", token: null }))).toBe(
      "Enlil legt een fiche gedekt in de rivier op e5",
    );
    expect(sentence(happened("gained", 1, { place: "d7", points: 6, source: "crop field" }))).toBe(
      "Enlil scoort 6 punten met de akker bij d7",
    );
    expect(sentence(happened("gained", 0, { place: null, points: 10, source: "ziggurat card" }))).toBe(
      "Nabu scoort 10 punten met een zigguratkaart",
    );
  });

  it.each(LANGUAGES)("has a question for every phase (%s)", (language) => {
    set("language", language);
    const finished = { ...place, choices: [{ action: 700, text: "end", clicks: ["end"] }] };
    const more = { ...place, choices: [...finished.choices, ...place.choices] };
    for (const view of [place, finished, more, site, card, extra, over, { ...over, ending: "" } as const])
      for (const mine of [true, false]) {
        const { key, values } = babylonia.question(view, mine);
        expect(babylonia.messages[language], key).toHaveProperty([key]);
        expect(say(babylonia.messages, key, { name: "Nabu", ...values })).not.toMatch(/[{}]/);
      }
    expect(babylonia.question(more, true).key).not.toBe(babylonia.question(finished, true).key);
  });

  it.each(LANGUAGES)("has words for every place (%s)", (language) => {
    set("language", language);
    const clicks = [place, site, card, extra].flatMap((view) => view.choices.flatMap((choice) => choice.clicks));
    const places = [
      ...clicks,
      "end",
      ...HEXES.map((hex) => hex.place),
      ...Array.from({ length: 9 }, (_, at) => `card:${at + 1}`),
    ];
    for (const view of [place, site, over])
      for (const name of places) {
        const label = babylonia.label(name, view, NAMES);
        expect(label, name).not.toBe(name);
        expect(label, name).not.toMatch(/[{}]|\w:\w/);
      }
  });

  it("describes a hexagon and the neighbours of a site", () => {
    const view: View = {
      ...place,
      seat: 0,
      tokens: [
        { place: "d7", seat: 0, kind: "m" },
        { place: "e5", seat: 1, kind: null },
        { place: "f5", seat: 0, kind: "f" },
      ],
      tiles: [
        { place: "c7", tile: "PS" },
        { place: "e8", tile: "C" },
      ],
      waiting: ["c7"],
    };
    expect(babylonia.label("hex:d7", view, NAMES)).toBe("d7, land in the North: your merchant");
    expect(babylonia.label("hex:e5", view, NAMES)).toBe("e5, river: face-down token of Hammurabi");
    expect(babylonia.label("hex:f5", view, NAMES)).toBe("f5, river: your farmer, face down");
    expect(babylonia.label("hex:f6", view, NAMES)).toBe("f6, river, free");
    expect(babylonia.label("hex:c7", view, NAMES)).toMatch(
      /^c7: city of priests and civil servants, surrounded and waiting to be scored\. Next to it: 1 of yours; \d land hexagons free\.$/,
    );
    expect(babylonia.label("hex:q9", view, NAMES)).toBe("q9, not in play");
  });

  it("describes a card's owner and use", () => {
    const own = { ...site.players[site.seat]!, cards: [2] };
    const view: View = {
      ...site,
      players: site.players.map((player) => (player.seat === site.seat ? own : player)),
      cards_on_offer: [1, 3],
    };
    expect(babylonia.label("card:3", view, NAMES)).toBe(
      "Card 3, Stand of seven: Refill your stand to seven tokens instead of five.",
    );
    expect(babylonia.label("card:2", view, NAMES)).toMatch(/You own it\.$/);
    expect(babylonia.label("card:2", { ...view, seat: -1, extra_turn_used: true }, NAMES)).toMatch(
      /Hammurabi owns it\. Already used\.$/,
    );
  });

  it.each(LANGUAGES)("describes the whole board (%s)", (language) => {
    set("language", language);
    const chapters = babylonia.describe(site, NAMES);
    expect(chapters).toHaveLength(8);
    const cities = site.tiles.filter(({ tile }) => /[PSM]/.test(tile));
    expect(chapters[0]!.lines).toHaveLength(cities.length);
    for (const { heading, lines } of chapters)
      for (const line of [heading, ...lines]) expect(line).not.toMatch(/[{}]|\w:\w/);
    const spoken = chapters.flatMap(({ lines }) => lines).join(" ");
    for (const token of site.tokens) expect(spoken.toLowerCase()).toContain(token.place);
  });

  it("starts the coach with the first decision", () => {
    const begun: View = { ...place, tokens: [] };
    expect(babylonia.coach[0]!.when(begun, begun.actor)).toBe(true);
    expect(babylonia.coach[1]!.when(begun, begun.actor)).toBe(false);
    expect(babylonia.coach[0]!.when(begun, 1 - begun.actor)).toBe(false);
  });
});

describe("what happened", () => {
  it("has a place on the board or on a card", () => {
    expect(babylonia.places(happened("placed", 0, { place: "d7", token: "farmer" }))).toEqual(["hex:d7"]);
    expect(babylonia.places(happened("card taken", 0, { card: 3, effect: "a stand of seven" }))).toEqual(["card:3"]);
    expect(babylonia.places(happened("gained", 0, { place: null, points: 10, source: "ziggurat card" }))).toEqual([]);
  });

  it("is animated: tokens of others, points, removed cities", () => {
    const view: View = { ...site, seat: 0 };
    expect(babylonia.effects(happened("placed", 1, { place: "d7", token: "priest" }), view)).toEqual([
      { kind: "fly", from: "seat:1", to: "hex:d7", seat: 1, pieces: ["token:1:p"] },
      { kind: "pulse", place: "hex:d7" },
    ]);
    expect(babylonia.effects(happened("placed", 0, { place: "d7", token: "priest" }), view)).toEqual([
      { kind: "pulse", place: "hex:d7" },
    ]);
    expect(
      babylonia.effects(happened("gained", 2, { place: null, points: 10, source: "ziggurat card" }), view),
    ).toEqual([{ kind: "points", from: null, seat: 2, points: 10 }]);
    const kinds = (event: GameEvent) => babylonia.effects(event, view).map((effect) => effect.kind);
    expect(kinds(happened("city taken", 1, { place: "c7", tile: "PS" }))).toEqual(["light", "fly"]);
    expect(kinds(happened("city discarded", 1, { place: "c7", tile: "PS" }))).toEqual(["fall"]);
    expect(kinds(happened("drew", 1, { token: null }))).toEqual([]);
  });

  it("adds up to the score, source by source", () => {
    const history = [
      happened("placed", 0, { place: "d7", token: "farmer" }),
      happened("gained", 0, { place: "d7", points: 2, source: "ziggurats" }),
      happened("gained", 0, { place: "e8", points: 7, source: "crop field" }),
      happened("gained", 1, { place: "c7", points: 4, source: "nobles" }),
      happened("gained", 1, { place: "c7", points: 1, source: "cities" }),
      happened("gained", 2, { place: null, points: 10, source: "ziggurat card" }),
      happened("gained", 0, { place: "d8", points: 3, source: "ziggurats" }),
    ];
    const sources = babylonia.sources(history, site);
    expect(sources.find(({ name }) => name === "source:ziggurats")!.points).toEqual([5, 0, 0]);
    expect([0, 1, 2].map((seat) => sources.reduce((sum, { points }) => sum + points[seat]!, 0))).toEqual([12, 5, 10]);
    for (const { name } of sources) expect(en).toHaveProperty([name]);
  });
});

describe("the map", () => {
  it("has the engine's neighbours", () => {
    const names = (name: string, seats: number) =>
      beside(hexNamed(name)!, seats)
        .map((hex) => hex.name)
        .sort();
    expect(names("b2", 4)).toEqual(["a2", "a3", "b1", "b3", "c2", "c3"]);
    expect(names("i2", 2)).toEqual(["h1", "h2", "i1", "i3"]);
  });

  it("closes its outlines and follows both rivers from edge to edge", () => {
    expect(outlines(HEXES)).toHaveLength(1);
    expect(courses(HEXES.filter((hex) => hex.ground === "river"))).toHaveLength(2);
    expect(frame(2, 0).width).toBeLessThan(frame(4, 0).width);
  });
});

describe("the map", () => {
  it("rotates where that makes it clearly larger", () => {
    const desk = { width: 900, height: 520 };
    const lying = turning(frame(2, 14), desk);
    expect(lying.turned).toBe(true);
    expect(lying.scale).toBeGreaterThan(1.12 * layout(frame(2, 14), desk).scale);
    expect(turning(frame(4, 14), desk).turned).toBe(false);
    expect(turning(frame(2, 14), { width: 390, height: 480 }).turned).toBe(false);
  });

  it("keeps names legible at any size", () => {
    for (const scale of [0.38, 0.5, 0.75, 1.2]) expect(nameSize(scale) * scale).toBeGreaterThan(9);
  });
});

describe("the cards' place", () => {
  const map = frame(4, 0);

  it("is beside a wide map and below a high one", () => {
    expect(layout(map, { width: 900, height: 540 }).across).toBe(false);
    expect(layout(map, { width: 390, height: 500 }).across).toBe(true);
  });

  it("fits the box without covering the zoom buttons", () => {
    for (const box of [
      { width: 390, height: 360 },
      { width: 780, height: 540 },
    ]) {
      const { whole, offer, scale } = layout(map, box);
      expect(whole.width * scale).toBeLessThan(box.width + 5);
      expect(whole.height * scale).toBeLessThan(box.height + 5);
      const right = (offer.x + offer.width - whole.x) * scale;
      const low = (offer.y + offer.height - whole.y) * scale;
      expect(right <= box.width - 48 || low <= box.height - 48).toBe(true);
    }
  });
});

describe("at the table", { timeout: 30_000 }, () => {
  const places = (root: Element) =>
    [...root.querySelectorAll("[data-place]")].map((each) => each.getAttribute("data-place")!);

  it.each([place, site, card])("shows every clickable place once", (view) => {
    const { container } = host(babylonia, { view });
    const shown = places(container);
    expect(new Set(shown).size).toBe(shown.length);
    const wanted = view.choices.flatMap((choice) => choice.clicks).filter((name) => !babylonia.isButton(name));
    for (const name of wanted) expect(shown).toContain(name);
  });

  it("makes a choice of a token and a hexagon", async () => {
    const choosing = new Choosing();
    const { container } = host(babylonia, { view: place, choosing });
    const choice = place.choices[0]!;
    for (const click of choice.clicks) await fireEvent.click(container.querySelector(`[data-place="${click}"]`)!);
    expect(choosing.made?.text).toBe(choice.text);
  });

  it("draws every token, hidden ones without a kind", () => {
    const { container } = host(babylonia, { view: site });
    const drawn = new Map(
      [...container.querySelectorAll("[data-place]")].map((each) => [each.getAttribute("data-place"), each]),
    );
    const signs = (name: string) => drawn.get(`hex:${name}`)!.querySelectorAll(".sign").length;
    const hidden = site.tokens.filter(({ kind }) => kind === null);
    expect(hidden.length).toBeGreaterThan(0);
    for (const { place: name } of hidden) expect(signs(name)).toBe(0);
    for (const { place: name } of site.tokens.filter(({ kind }) => kind !== null)) expect(signs(name)).toBe(1);
    expect(container.querySelectorAll(".halo")).toHaveLength(site.waiting.length);
  });

  it("gives spectators no hand", () => {
    const { container } = host(babylonia, { view: { ...site, seat: -1, choices: [] } });
    expect(places(container).some((name) => name.startsWith("stand:"))).toBe(false);
  });

  it("has no style attribute in its markup, which the server's policy would block", () => {
    const { container } = host(babylonia, { view: card });
    expect(container.querySelectorAll("[style]")).toHaveLength(0);
  });
});
