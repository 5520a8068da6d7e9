import { expect, test } from "vitest";
import { addressOfLink, readAddress, written } from "../../src/lib/site";

const here = { path: "/rules/ur", search: "", hash: "" };
const link = (href: string) => {
  const made = document.createElement("a");
  made.setAttribute("href", href);
  return made;
};

test("keeps addresses with a server", () => {
  expect(written("/learn/ur", false)).toBe("/learn/ur");
  expect(readAddress(new URL("http://x/rules/ur?a=1#clause-4"), false)).toEqual({
    path: "/rules/ur",
    search: "?a=1",
    hash: "#clause-4",
  });
  expect(addressOfLink(link("/learn/ur"), here, false)).toBe("/learn/ur");
  expect(addressOfLink(link("/api/tables/x/log"), here, false)).toBeNull();
  expect(addressOfLink(link("https://elsewhere.example/"), here, false)).toBeNull();
});

test("uses fragments of one address on a static host, in any folder", () => {
  expect(written("/rules/ur#clause-4", true)).toBe("#/rules/ur#clause-4");
  expect(readAddress(new URL("http://x/some/folder/#/rules/ur?a=1#clause-4"), true)).toEqual({
    path: "/rules/ur",
    search: "?a=1",
    hash: "#clause-4",
  });
  expect(readAddress(new URL("http://x/some/folder/"), true).path).toBe("/");
  expect(readAddress(new URL("http://x/some/folder/#games"), true).path).toBe("/");
});

test("recognises all forms of internal links on a static host", () => {
  expect(addressOfLink(link("/learn/ur"), here, true)).toBe("/learn/ur");
  expect(addressOfLink(link("#/learn/ur"), here, true)).toBe("/learn/ur");
  expect(addressOfLink(link("#clause-4"), here, true)).toBe("/rules/ur#clause-4");
  expect(addressOfLink(link("/api/tables/x/log"), here, true)).toBeNull();
  expect(addressOfLink(link("https://elsewhere.example/"), here, true)).toBeNull();
});
