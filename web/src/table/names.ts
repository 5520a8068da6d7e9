/** What the seats are called at a table: bots of one kind are told apart by number. */

import type { Table } from "../generated/protocol";
import { seatName } from "../lib/tables";

export function seatNames(table: Table): string[] {
  const names = table.seats.map((seat) => seatName(table, seat.seat));
  return names.map((name, at) => {
    if (table.seats[at]!.kind !== "bot" || names.filter((other) => other === name).length === 1) return name;
    return `${name} ${names.slice(0, at + 1).filter((other) => other === name).length}`;
  });
}
