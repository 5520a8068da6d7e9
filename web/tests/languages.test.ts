/** What a language owes the page: a folder with everything in it that `languages/nl` has, and the rules of every game. */

import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { t } from "../src/languages";
import { t as table } from "../src/languages/table";
import { MODULES } from "../src/games/modules";
import { GAMES } from "../src/lib/games.svelte";
import { set } from "../src/lib/settings.svelte";
import { TONGUES, type Message, type Messages } from "../src/languages/language.svelte";

const sources = Object.values(
  import.meta.glob<string>(["../src/**/*.{svelte,ts}", "!../src/languages/**"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
const files = import.meta.glob<Messages>("../src/languages/**/*.ts", { eager: true, import: "default" });
const file = (tongue: string, name: string): Messages | undefined => files[`../src/languages/${tongue}/${name}.ts`];
/** All catalogues of the page, by their English. */
const CATALOGUES = Object.keys(files).flatMap((path) => /languages\/en\/(\w+)\.ts$/.exec(path)?.[1] ?? []);
/** By catalogue: keys that are put together from what the server names. */
const BUILT: Record<string, RegExp> = {
  page: /^(level|goal|difficulty|count|option|opening|note|why|new\.seat|colour|new\.pace|lobby|lobby\.none|analysis\.piece|settings\.(theme|motion|speed)|profile\.(registration|guests)|stats\.(by|head))(\.|$)/,
  puzzles: /^theme:/,
  tournaments: /^(system|none|cancel|end|state|buchholz|berger|direct|share|running|coming|over)(:|$)/,
  moderation: /^(report|act|hours|moderation):/,
  ratings: /^uncounted:/,
  administration: /^(do|role|registration):/,
  device: /^(unstored|problem) /,
  matchmaking: /^(find\.pace|filter)\./,
};

const values = (message: Message | undefined): string[] =>
  [
    ...new Set(
      (typeof message === "object" ? Object.values(message).join(" ") : (message ?? "")).match(/\{\w+\}/g) ?? [],
    ),
  ].sort();

describe.each(TONGUES.filter((tongue) => tongue !== "en"))("the language %s", (tongue) => {
  test("is complete", () => {
    const games = Object.keys(GAMES);
    const owed = [
      ...CATALOGUES,
      ...["common", ...games].map((name) => `refusals/${name}`),
      ...games.map((name) => `games/${name}`),
    ];
    const missing = owed.filter((name) => !file(tongue, name)).map((name) => `web/src/languages/${tongue}/${name}.ts`);
    const rules = games
      .flatMap((name) => {
        const folder = `src/ziggurat/games/${name}`;
        const lessons = existsSync(`../${folder}/teaching/lessons.json`) ? [`teaching/lessons.${tongue}.json`] : [];
        return [`rules.${tongue}.md`, ...lessons].map((file) => `${folder}/${file}`);
      })
      .filter((path) => !existsSync(`../${path}`));
    expect([...missing, ...rules]).toEqual([]);
  });

  test.each(CATALOGUES)("fills in the same values (%s)", (name) => {
    for (const [key, message] of Object.entries(file("en", name)!))
      expect([key, values(file(tongue, name)![key])]).toEqual([key, values(message)]);
  });
});

test("the page has a folder for every game there is, and no other", () => {
  expect(Object.keys(MODULES).sort()).toEqual(Object.keys(GAMES).sort());
  expect(Object.keys(import.meta.glob("../src/art/games/*.svelte")).map((path) => path.split("/").at(-1))).toEqual(
    Object.keys(GAMES)
      .sort()
      .map((name) => `${name}.svelte`),
  );
});

// What is said at a table is also put together from what a game names, in more ways than a pattern tells.
test.each(CATALOGUES.filter((name) => name !== "table"))("every message is used somewhere (%s)", (name) => {
  const unused = Object.keys(file("en", name)!).filter(
    (key) => !BUILT[name]?.test(key) && !sources.some((text) => text.includes(`"${key}"`)),
  );
  expect(unused).toEqual([]);
});

test("plurals follow the language", () => {
  set("language", "en");
  expect(t("table.free", { n: 1 })).toBe("1 seat free");
  set("language", "nl");
  expect(t("table.free", { n: 2 })).toBe("2 plaatsen vrij");
  expect(table("rematch wanted", { n: 1, names: "Enki" })).toBe("Enki wil revanche");
  expect(table("rematch wanted", { n: 2, names: "Enki en Nabu" })).toBe("Enki en Nabu willen revanche");
});
