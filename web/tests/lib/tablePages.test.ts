import { expect, test } from "vitest";
import { TablePages } from "../../src/lib/tablePages.svelte";
import { TABLE } from "../cards";

test("moves updated tables to the top and keeps the reader's own fields", () => {
  const open = new TablePages("open");
  open.state = "there";
  open.tables = [{ ...TABLE, status: "open" }];
  const strangers = TABLE.seats.map((seat) => ({ ...seat, you: false })); // the lobby tells everybody the same
  open.update({ ...TABLE, id: "new", status: "open", seats: strangers });
  open.update({ ...TABLE, status: "open", seats: strangers, yours: false });
  expect(open.tables.map((table) => table.id)).toEqual(["abc", "new"]);
  expect(open.tables[0]!.seats[0]!.you).toBe(true);
  expect(open.tables[0]!.yours).toBe(true);
  open.update({ ...TABLE, status: "running" });
  expect(open.tables.map((table) => table.id)).toEqual(["new"]);
});
