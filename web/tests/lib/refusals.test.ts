import { afterEach, describe, expect, it } from "vitest";
import { MODULES as FETCHED } from "../../src/games/modules";
import type { GameModule } from "../../src/lib/game";
import { voiceOf } from "../../src/lib/voice";
import forms from "../../src/generated/refusals.json";
import common from "../../src/languages/nl/refusals/common";
import { settings } from "../../src/lib/settings.svelte";
import { placeholders } from "../../src/lib/eventText";
import { Refusal, why, worded } from "../../src/lib/refusals";

const NAMES = ["Enheduanna", "Hammurabi"];
const modules = await Promise.all(
  Object.entries(FETCHED).map(async ([name, fetching]) => [name, await fetching()] as const),
);
const MODULES: Record<string, GameModule> = Object.fromEntries(modules);
const CATALOGUES: Record<string, Record<string, string>> = {
  common,
  ...Object.fromEntries(Object.entries(MODULES).map(([name, { refusals }]) => [name, refusals.nl!])),
};
const at = (game: string) => voiceOf(MODULES[game]!, NAMES);

afterEach(() => {
  settings.language = "auto";
});

describe.each(Object.entries(forms))("the Dutch of %s", (owner, known) => {
  const dutch = CATALOGUES[owner]!;

  it("uses the values of the English text; 'you' is only the refused player", () => {
    for (const form of known) {
      const used = new Set(placeholders(dutch[form]!));
      const optional = /\bseat \{actor\}/i.test(form) && !used.has("actor") ? ["actor"] : [];
      expect([...used, ...optional].sort(), form).toEqual([...new Set(placeholders(form))].sort());
    }
  });

  it("names the same clauses in brackets at the end", () => {
    const clauses = (text: string, word: string) =>
      [...text.matchAll(new RegExp(`\\(${word}s? (\\d+(?: (?:and|en) \\d+)*)\\)\\.$`, "g"))].map((found) =>
        found[1]!.replace("en", "and"),
      );
    for (const form of known) expect(clauses(dutch[form]!, "regel"), form).toEqual(clauses(form, "clause"));
  });

  it("quotes typed text unchanged", () => {
    const quoted = (text: string) => [...text.matchAll(/(?<!\w)'([^']+)'/g)].map((found) => found[1]).sort();
    for (const form of known) for (const text of quoted(dutch[form]!)) expect(form, form).toContain(text);
  });
});

describe("a refusal", () => {
  const occupied = {
    reason: "Hexagon d7 already holds a token of seat 1 (clause 4).",
    form: "Hexagon {place} already holds a token of seat {seat} (clause 4).",
    values: { place: "d7", seat: 1 },
  };
  const missing = {
    reason: "There is no civil servant on seat 0's stand (clause 19).",
    form: "There is no {token} on seat {actor}'s stand (clause 19).",
    values: { token: "civil servant", actor: 0 },
  };

  it("shows names for seats and 'you' for the refused player", () => {
    settings.language = "en";
    expect(worded(occupied, at("babylonia"))).toBe("Hexagon d7 already holds a token of Hammurabi (clause 4).");
    expect(worded(missing, at("babylonia"))).toBe("There is no civil servant on your stand (clause 19).");
    const first = { reason: "", form: "Seat {actor} has no stone left (clause 3).", values: { actor: 0 } };
    expect(worded(first, at("ur"))).toBe("You have no stone left (clause 3).");
    const tile = { reason: "", form: "The hand tile of seat {actor} is {tile}, not {action} (clause 4).", values: {} };
    expect(worded(tile, at("ur"))).toBe("Your hand tile is {tile}, not {action} (clause 4).");
  });

  it("is the server's sentence without names", () => {
    settings.language = "en";
    expect(worded(occupied)).toBe(occupied.reason);
    expect(worded(missing)).toBe(missing.reason);
  });

  it("is Dutch on a Dutch page, with the game's words", () => {
    settings.language = "nl";
    expect(worded(occupied, at("babylonia"))).toBe("Op vak d7 ligt al een fiche van Hammurabi (regel 4).");
    expect(worded(missing, at("babylonia"))).toBe("Er staat geen ambtenaar op je houder (regel 19).");
    const salt = { reason: "", form: "{resource} is not asked for here (clause 10).", values: { resource: "Salt" } };
    expect(worded(salt, at("amyitis"))).toBe("Zout wordt hier niet gevraagd (regel 10).");
    const run = {
      reason: "",
      form: "You have no {number} run of three or more {nation} in your row here (clause 10).",
      values: { number: "second", nation: "Medes" },
    };
    expect(worded(run, at("babel"))).toBe("In je rij hier ligt geen tweede reeks van drie of meer Meden (regel 10).");
    const north = {
      reason: "",
      form: "There is no field {direction} of {field} (clause 10).",
      values: { direction: "north", field: "a1" },
    };
    expect(worded(north, at("ur"))).toBe("Ten noorden van a1 ligt geen veld (regel 10).");
  });

  it("may contain another refusal", () => {
    const log = {
      reason: "",
      form: "Decision {number}, '{move}', cannot be played: {problem}",
      values: {
        number: 2,
        move: "put c3",
        problem: {
          form: "{occupied}; the first stone goes on a free field (clause 2).",
          values: {
            occupied: { form: "There are stones of seat {seat} on {field}", values: { seat: 0, field: "c3" } },
          },
        },
      },
    };
    settings.language = "nl";
    expect(worded(log, voiceOf(MODULES["ur"]!))).toBe(
      "Beslissing 2, 'put c3', kan niet: Op c3 liggen stenen van plaats 0; de eerste steen komt op een vrij veld (regel 2).",
    );
    const pass = { ...log, values: { ...log.values, problem: "Put the first stone on a free field (clause 2)." } };
    expect(worded(pass, at("ur"))).toContain("kan niet: Leg je eerste steen op een vrij veld (regel 2).");
  });

  it("without values is its own form", () => {
    settings.language = "nl";
    expect(why(new Refusal({ reason: "There is no such table." }))).toBe("Deze tafel bestaat niet.");
    expect(new Refusal({ reason: "You already sit at this table." }).message).toBe("Je zit al aan deze tafel.");
  });

  it("keeps typed text unchanged", () => {
    settings.language = "nl";
    const typed = {
      reason: "",
      form: "'{text}' is not a move. Did you mean '{close}'?",
      values: { text: "salt", close: "sell salt" },
    };
    expect(worded(typed, at("amyitis"))).toBe("'salt' is geen zet. Bedoel je 'sell salt'?");
  });

  it("without a translation stays in English", () => {
    settings.language = "nl";
    expect(worded({ reason: "Out of cheese." })).toBe("Out of cheese.");
    expect(worded({ reason: "Out of 3 cheeses.", form: "Out of {n} cheeses.", values: { n: 3 } })).toBe(
      "Out of 3 cheeses.",
    );
    expect(why(new Error("offline"))).toBe("offline");
  });
});
