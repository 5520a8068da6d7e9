import { afterEach, describe, expect, it } from "vitest";
import { MODULES } from "../../src/games/modules";
import type { GameEvent } from "../../src/generated/protocol";
import { settings } from "../../src/lib/settings.svelte";
import { formKeys, placeholders, eventSentence } from "../../src/lib/eventText";

const NAMES = ["Enheduanna", "Hammurabi"];

afterEach(() => {
  settings.language = "auto";
});

async function sentences(game: string, kind: string, details: Record<string, unknown>): Promise<string[]> {
  const { messages } = await MODULES[game]!();
  const event = { kind, seat: 0, arguments: details, text: "Seat 0", decision: 0 } as unknown as GameEvent;
  return (["en", "nl"] as const).map((language) => {
    settings.language = language;
    return eventSentence(game, messages, event, NAMES);
  });
}

describe.each(Object.keys(MODULES))("events of %s", (game) => {
  it("have forms for zero, one and two in both languages", async () => {
    for (const [key, form] of formKeys(game)) {
      const kind = key.replace(/^event:|\/\d+$/g, "");
      for (const n of [0, 1, 2]) {
        const details = Object.fromEntries(placeholders(form).map((name) => [name, n]));
        for (const sentence of await sentences(game, kind, details)) {
          expect(sentence, key).not.toMatch(/[{}|#]|undefined| {2}| ,/);
        }
      }
    }
  });
});

describe("plural forms", () => {
  it("for none, one and more", async () => {
    const hired = (price: number) => sentences("amyitis", "recruited", { craft: "engineer", group: 2, price });
    expect(await hired(0)).toEqual([
      "Enheduanna recruits an engineer of group 2 for free",
      "Enheduanna neemt een ingenieur uit groep 2 in dienst, gratis",
    ]);
    expect((await hired(1)).map((text) => text.slice(-12))).toEqual(["for 1 talent", "oor 1 talent"]);
    expect((await hired(3)).map((text) => text.slice(-13))).toEqual(["for 3 talents", "or 3 talenten"]);
  });

  it("do not mention gardeners who did not help", async () => {
    expect(await sentences("amyitis", "planted", { square: "b2", tile: 4, gardeners: 0 })).toEqual([
      "Enheduanna plants b2 and takes its tile",
      "Enheduanna beplant b2 en neemt de tegel",
    ]);
  });

  it("also twice in a sentence", async () => {
    expect(await sentences("babel", "changed camps", { site: "Medes' site", nation: "Persians", count: 1 })).toEqual([
      "1 card of the Persians at the Medes' site changes camps to Enheduanna",
      "1 kaart van de Perzen bij de bouwplaats van de Meden loopt over naar Enheduanna",
    ]);
  });
});

it("counts cards that move together", async () => {
  const moved = async (cards: string) =>
    (await sentences("babel", "migrated", { site: "Medes' site", target: "Hittites' site", cards })).map(
      (text) => text.split(/ from | van /)[0],
    );
  expect(await moved("Hittites, Hittites, Hittites")).toEqual([
    "Enheduanna moves 3 Hittites",
    "Enheduanna verhuist 3 Hittieten",
  ]);
  expect(await moved("Medes, Hittites, Hittites")).toEqual([
    "Enheduanna moves 1 Mede and 2 Hittites",
    "Enheduanna verhuist 1 Meder en 2 Hittieten",
  ]);
});
