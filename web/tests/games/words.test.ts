/** What every game's catalogue owes the page, in every language. */

import { describe, expect, it } from "vitest";
import { MODULES } from "../../src/games/module";
import type { Message, Messages } from "../../src/lib/language.svelte";
import { formKeys, placeholders } from "../../src/lib/sentences";

const used = (message: Message | undefined): string[] =>
  [...new Set(placeholders(typeof message === "object" ? Object.values(message).join(" ") : (message ?? "")))].sort();

describe.each(Object.entries(MODULES))("the words of %s", (game, fetching) => {
  it("tell every event in Dutch, with everything it has to say", async () => {
    const nl: Messages = (await fetching()).messages.nl;
    const forms = formKeys(game);
    expect(forms.length).toBeGreaterThan(5);
    for (const [key, form] of forms) {
      expect(nl[key], key).toBeTypeOf("string");
      expect(used(nl[key]), key).toEqual(used(form));
    }
  });

  it("use the same values in both languages", async () => {
    const { en, nl } = (await fetching()).messages;
    for (const [key, message] of Object.entries(en)) expect(used(nl[key]), key).toEqual(used(message));
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
