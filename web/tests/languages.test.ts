import { expect, test } from "vitest";
import { t } from "../src/languages";
import en from "../src/languages/en";
import nl from "../src/languages/nl";
import { set } from "../src/lib/settings.svelte";
import type { Message } from "../src/lib/language.svelte";

const sources = Object.values(
  import.meta.glob<string>(["../src/**/*.{svelte,ts}", "!../src/languages/**"], { query: "?raw", import: "default", eager: true }),
);
// keys that are put together from what the server names
const BUILT = /^(level|option|note|why|new\.seat|new\.pace|lobby|lobby\.none|settings\.(theme|motion))\./;

const values = (message: Message): string[] =>
  [...new Set((typeof message === "string" ? message : Object.values(message).join(" ")).match(/\{\w+\}/g) ?? [])].sort();

test("translations fill in the same values", () => {
  for (const key of Object.keys(en) as (keyof typeof en)[]) expect([key, values(nl[key])]).toEqual([key, values(en[key])]);
});

test("every message is used somewhere", () => {
  const unused = Object.keys(en).filter((key) => !BUILT.test(key) && !sources.some((text) => text.includes(`"${key}"`)));
  expect(unused).toEqual([]);
});

test("plurals follow the language", () => {
  set("language", "en");
  expect(t("table.free", { n: 1 })).toBe("1 seat free");
  set("language", "nl");
  expect(t("table.free", { n: 2 })).toBe("2 plaatsen vrij");
});
