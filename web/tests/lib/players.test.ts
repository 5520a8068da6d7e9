import { expect, test, vi } from "vitest";
import type { Seat } from "../../src/generated/protocol";
import { friends } from "../../src/matchmaking/friends.svelte";
import { changeText, pageOf, playerAddress, ratingText } from "../../src/lib/players";

const seat = (more: Partial<Seat>): Seat => ({ seat: 0, kind: "person", name: "Anna", you: false, ...more });

test("links to a player's page for any name", () => {
  expect(playerAddress("Anna of Ur")).toBe("/player/Anna%20of%20Ur");
  expect(playerAddress("Anna/Bob? #1 100%")).toBe("/player/Anna%20Bob%3F%20%231%20100%25");
});

test("follows players with a slash in their name", async () => {
  const asked = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ following: [], followers: [] }));
  await friends.follow("Anna/Bob");
  expect(asked.mock.calls[0]?.[0]).toBe("/api/players/Anna%20Bob/follow");
});

test("registered people and levels have a page, guests have none", () => {
  expect(pageOf(seat({ registered: true }))).toBe("/player/Anna");
  expect(pageOf(seat({}))).toBeNull();
  expect(pageOf(seat({ kind: "bot", name: "king" }))).toBe("/statistics/king");
  expect(pageOf(seat({ kind: "bot", name: "king", left: "Anna", registered: true }))).toBe("/player/Anna");
});

test("shows ratings and their changes in short", () => {
  expect(ratingText(1523, false)).toBe("1523");
  expect(ratingText(1523, true)).toBe("1523?");
  expect(changeText(seat({ before: 1500, rating: 1512 }))).toBe("+12");
  expect(changeText(seat({ before: 1500, rating: 1488 }))).toBe("−12");
  expect(changeText(seat({ before: 1500, rating: 1500 }))).toBe("±0");
  expect(changeText(seat({ rating: 1500 }))).toBe("");
});
