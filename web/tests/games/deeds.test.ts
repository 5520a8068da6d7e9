import { expect, test } from "vitest";
import { deeds as amyitis } from "../../src/games/amyitis/deeds";
import { deeds as babel } from "../../src/games/babel/deeds";
import { deeds as babylonia } from "../../src/games/babylonia/deeds";
import { deeds as ur } from "../../src/games/ur/deeds";
import { scoring as totals } from "../../src/games/babel/scoring";
import { scoring, worth } from "../../src/games/ur/scoring";

/** Events of one seat, or of the seat that they name. */
const events = (...told: [string, object, number?][]) =>
  told.map(([kind, named, seat = 1]) => ({ kind, seat, arguments: named, decision: 0, text: "" })) as never[];

test("summarises a player's events, the most important first", () => {
  const placed = [
    ["placed", { token: "farmer", place: "e4" }],
    ["placed in river", { token: null, place: "e5" }],
    ["gained", { points: 2, place: "e6" }],
  ] as [string, object][];
  expect(babylonia(events(...placed), 1)).toEqual(["2 tokens: e4 e5"]);
  const won: [string, object][] = [...placed, ["city taken", { place: "i12", tile: "P" }]];
  expect(babylonia(events(...won), 1)[0]).toBe("city i12");
  expect(ur(events(["used", { action: "trade" }], ["gained", { place: "a1", stones: 2 }]), 1)).toEqual([
    "trade",
    "2 stones",
  ]);
  expect(amyitis(events(["recruited", { craft: "engineer" }], ["irrigated", { edge: "c3-c4" }]), 1)).toEqual([
    "water at c3-c4",
    "engineer",
  ]);
  const site = { site: "Medes' site", level: 2 };
  expect(babel(events(["deployed", { nation: "Medes", ...site }], ["built", site]), 1)).toHaveLength(2);
  expect(babel(events(["destroyed", site, 0]), 1)[0]).toMatch(/^destroys level 2/);
});

test("leaves out what others did or lost meanwhile", () => {
  expect(babylonia(events(["city taken", { place: "i12", tile: "P" }, 0]), 1)).toEqual([]);
  expect(amyitis(events(["passed", {}, 0]), 1)).toEqual([]);
});

test("shows a score as a sum", () => {
  expect([1, 2, 3, 4, 5, 6].map(worth)).toEqual([1, 3, 6, 10, 15, 21]);
  expect(scoring({ players: [{ sets: [3, 1] }] } as never, 0)).toContain("Sets of 3 + 1 here: 6 + 1 = 7.");
  const sites = [
    { nation: "A", value: 3 },
    { nation: "M", value: 0 },
    { nation: "S", value: 2 },
  ];
  expect(totals({ players: [{ sites }] } as never, 0)).toContain("3 (Assyrians) + 2 (Sumerians) = 5.");
  expect(totals({ players: [{ sites: [] }] } as never, 0)).toContain("no temple yet");
});
