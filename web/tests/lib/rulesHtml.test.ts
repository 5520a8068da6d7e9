import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { GAMES } from "../../src/lib/games.svelte";
import { TONGUES } from "../../src/languages/language.svelte";
import { find, readRules } from "../../src/lib/rulesHtml";

const rules = (game: string, language: string) =>
  readFileSync(`../src/ziggurat/games/${game}/rules${language === "en" ? "" : `.${language}`}.md`, "utf-8");

describe.each(Object.keys(GAMES))("the rules of %s", (game) => {
  const en = readRules(rules(game, "en"));
  const all = TONGUES.map((tongue) => readRules(rules(game, tongue)));
  const numbers = (book: typeof en) =>
    book.sections.flatMap((section) => section.clauses.map((clause) => clause.number));

  test("numbers every clause in every language", () => {
    const sorted = [...numbers(en)].sort((a, b) => a - b); // they stand in the order one learns them
    expect(sorted).toEqual(Array.from({ length: sorted.length }, (_, at) => at + 1));
    for (const book of all) expect(numbers(book)).toEqual(numbers(en));
    for (const number of numbers(en)) expect(en.html).toContain(`id="clause-${number}"`);
  });

  test("complies with the content policy", () => {
    for (const { html } of all) expect(html).not.toMatch(/ style=|<script|javascript:/);
  });
});

test("clauses are found by number and by words", () => {
  const { sections } = readRules(rules("babylonia", "en"));
  expect(find(sections, "9").map((clause) => clause.title)).toEqual(["The order of scoring"]);
  expect(find(sections, "emptied HEXAGON").map((clause) => clause.number)).toContain(12);
  expect(find(sections, "bicycle")).toEqual([]);
});
