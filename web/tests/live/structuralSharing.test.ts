import { expect, test } from "vitest";
import { share } from "../../src/live/structuralSharing";

const view = () => ({
  fields: [
    { place: "a1", stones: 2 },
    { place: "a2", stones: 0 },
  ],
  choices: ["a1"],
  actor: 0,
  target: null,
});

test("keeps equal objects identical", () => {
  const before = view();
  expect(share(before, view())).toBe(before);
});

test("replaces only the changed branch", () => {
  const before = view();
  const after = share(before, {
    ...view(),
    fields: [
      { place: "a1", stones: 3 },
      { place: "a2", stones: 0 },
    ],
  });
  expect(after).not.toBe(before);
  expect(after.fields[0]).toEqual({ place: "a1", stones: 3 });
  expect(after.fields[1]).toBe(before.fields[1]);
  expect(after.choices).toBe(before.choices);
  expect(before).toEqual(view());
});

test("notices added and removed entries", () => {
  const before = view();
  expect(share(before, { ...view(), choices: [] }).choices).toEqual([]);
  expect(share(before.choices, ["a1", "a2"])).toEqual(["a1", "a2"]);
  expect(share({ a: 1, b: 2 } as object, { a: 1 })).toEqual({ a: 1 });
  expect(share({ 0: "a" }, ["a"])).toEqual(["a"]);
  expect(share(null, view())).toEqual(view());
});
