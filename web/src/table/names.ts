/** What the seats are called: bots of one kind are told apart by number. */

import type { Seat, Table } from "../generated/protocol";

export function seatNames(table: Table, called: (seat: Seat) => string): string[] {
  const names = table.seats.map(called);
  return names.map((name, at) => {
    if (table.seats[at]!.kind !== "bot" || names.filter((other) => other === name).length === 1) return name;
    return `${name} ${names.slice(0, at + 1).filter((other) => other === name).length}`;
  });
}
