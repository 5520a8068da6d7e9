/** A list of tables, page by page, that updates can be worked into. */

import type { Table, Tables } from "../generated/protocol";
import { api } from "./api";

/** Which tables are wanted: of one game, for so many players, at one pace; empty: all. */
export interface Wanted {
  game: string;
  seats: string;
  pace: "" | "untimed" | "clock" | "turn";
  rating: "" | "rated" | "casual" | "near"; // near: opened by somebody about as good as the reader
}
export const ANY: Wanted = { game: "", seats: "", pace: "", rating: "" };

const fits = (table: Table, { game, seats, pace, rating }: Wanted): boolean =>
  (!game || table.game === game) &&
  (!seats || table.seats.length === Number(seats)) &&
  (!pace || (table.pace.kind ?? "untimed") === pace) &&
  (rating !== "rated" || !!table.rated) &&
  (rating !== "casual" || !table.rated);

export type Show = "open" | "running" | "finished" | "mine" | "unfinished" | "hidden";

export class TablePages {
  tables = $state.raw<Table[]>([]);
  next = $state.raw<string | null>(null);
  state = $state<"loading" | "there" | "failed">("loading");
  /** Only these. */
  wanted = $state.raw<Wanted>(ANY);

  constructor(
    readonly show: Show,
    private readonly limit = 20,
  ) {}

  /** From the beginning. */
  async load(): Promise<void> {
    try {
      const page = await this.#ask("");
      this.tables = page.tables;
      this.next = page.next;
      this.state = "there";
    } catch {
      if (this.state !== "there") this.state = "failed";
    }
  }

  /** The page after the last. */
  async more(): Promise<void> {
    if (this.next === null) return;
    const page = await this.#ask(`&before=${this.next}`);
    this.tables = [
      ...this.tables,
      ...page.tables.filter((table) => !this.tables.some((known) => known.id === table.id)),
    ];
    this.next = page.next;
  }

  /** Put a table away, or bring it back: it leaves this list. */
  async move(table: Table, how: "hide" | "unhide"): Promise<void> {
    await api.post(`/tables/${table.id}/${how}`);
    this.drop(table);
  }

  drop(table: Table): void {
    this.tables = this.tables.filter((one) => one.id !== table.id);
  }

  /** A table is new or has changed: it comes to the head, or leaves if it no longer belongs here. */
  update(table: Table): void {
    if (this.state !== "there") return;
    if (this.wanted.rating === "near") return void this.load(); // the server knows how good everybody is
    const known = this.tables.find((one) => one.id === table.id);
    const rest = this.tables.filter((one) => one.id !== table.id);
    this.tables =
      table.status === this.show && fits(table, this.wanted)
        ? [known ? ownedLike(table, known) : table, ...rest]
        : rest;
  }

  #ask(more: string): Promise<Tables> {
    const only = Object.entries(this.wanted)
      .map(([name, value]) => value && `&${name}=${value}`)
      .join("");
    return api.get<Tables>(`/tables?show=${this.show}&limit=${this.limit}${only}${more}`);
  }
}

/** The lobby's updates are the same for everybody; what is the reader's own is known from before. */
function ownedLike(table: Table, known: Table): Table {
  const seats = table.seats.map((seat, at) => ({
    ...seat,
    you: seat.kind === "person" && (known.seats[at]?.you ?? false),
  }));
  return { ...table, seats, yours: known.yours };
}
