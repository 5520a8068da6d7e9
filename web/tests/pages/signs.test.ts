import { expect, test } from "vitest";
import { addSigns } from "../../src/pages/rules/signs";

const RULES = `
  <h2 id="section-1">To win</h2><p>Camels help.</p>
  <h2 id="section-2">The pieces</h2>
  <p class="clause"><strong>1. Tokens.</strong> Two camels and a camel; <code>camel</code>, cameleers.</p>
  <table><tbody><tr><td>2 Camels</td><td>none</td></tr></tbody></table>
  <h2 id="section-3">A turn</h2>
  <p class="clause"><strong>2. A camel.</strong> It moves the camel.</p>`;

test("shows an icon before the first mention of a piece", () => {
  const article = document.createElement("article");
  article.innerHTML = RULES;
  addSigns(article, [{ word: "camel", sign: "c" }], (place, sign) => (place.textContent = `(${sign})`));
  expect([...article.querySelectorAll("p, td")].map((block) => block.textContent)).toEqual([
    "Camels help.",
    "1. Tokens. Two (c)camels and a camel; camel, cameleers.",
    "2 (c)Camels",
    "none",
    "2. A (c)camel. It moves the camel.",
  ]);
});
