/** What every game's catalogue owes the page, in every language. */

import { describe, expect, it } from "vitest";
import { MODULES } from "../../src/games/modules";
import { TONGUES, type Message } from "../../src/languages/language.svelte";
import { formKeys, placeholders } from "../../src/lib/eventText";

const OTHERS = TONGUES.filter((tongue) => tongue !== "en");
const used = (message: Message | undefined): string[] =>
  [...new Set(placeholders(typeof message === "object" ? Object.values(message).join(" ") : (message ?? "")))].sort();

describe.each(Object.entries(MODULES))("the words of %s", (game, fetching) => {
  it.each(OTHERS)("have a complete sentence for every event (%s)", async (tongue) => {
    const messages = (await fetching()).messages[tongue];
    const forms = formKeys(game);
    expect(forms.length).toBeGreaterThan(5);
    for (const [key, form] of forms) {
      expect(messages[key], key).toBeTypeOf("string");
      expect(used(messages[key]), key).toEqual(used(form));
    }
  });

  it.each(OTHERS)("use the same values as in English (%s)", async (tongue) => {
    const { messages } = await fetching();
    for (const [key, message] of Object.entries(messages.en))
      expect(used(messages[tongue][key]), key).toEqual(used(message));
  });

  it("have a message for every step of the coach, and a clause of the rules", async () => {
    const { coach, messages } = await fetching();
    expect(coach.length).toBeGreaterThanOrEqual(6);
    expect(coach.length).toBeLessThanOrEqual(10);
    expect(new Set(coach.map(({ text }) => text)).size).toBe(coach.length);
    for (const { text, waits, clause } of coach) {
      expect(messages.en, text).toHaveProperty([text]);
      if (waits) expect(messages.en, text).toHaveProperty([waits]);
      expect(clause, text).toBeGreaterThan(0);
    }
  });
});
