import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test } from "vitest";
import type { GameCard } from "../../src/generated/protocol";
import { set } from "../../src/lib/settings.svelte";
import GameOptions from "../../src/parts/GameOptions.svelte";
import cards from "../../src/generated/cards.json";

const card = (cards as unknown as GameCard[]).find(({ name }) => name === "ur")!;
const usual = Object.fromEntries(card.options.map((option) => [option.name, option.values[0]!]));
const warnings = () => screen.queryAllByRole("status").map((one) => one.textContent);

beforeEach(() => set("language", "en"));

test("warns where a reading plays badly with so many seats, and nowhere else", async () => {
  const { rerender, unmount } = render(GameOptions, { props: { card, seats: 3, options: usual } });
  expect(warnings()).toEqual([]);
  await rerender({ card, seats: 4, options: usual });
  expect(warnings()).toEqual([expect.stringContaining("finds no tile to swap for")]);
  await fireEvent.click(screen.getByRole("radio", { name: /For using none/ }));
  expect(warnings()).toEqual([expect.stringContaining("leave their actions unused")]);
  unmount();
});

test("warns in Dutch too", () => {
  set("language", "nl");
  render(GameOptions, { props: { card, seats: 4, options: usual } });
  expect(warnings()).toEqual([expect.stringContaining("zijn tegel niet meer ruilen")]);
});
