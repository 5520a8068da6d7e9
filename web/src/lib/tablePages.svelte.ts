/** A paged list of tables that live updates change. */

import type { Table, Tables } from "../generated/protocol";
import { api } from "./api";

/** The filter: game, number of players, pace, rating; empty fields match all. */
export interface Wanted {
  game: string;
  seats: string;
  pace: "" | "untimed" | "clock" | "turn";
  rating: "" | "rated" | "casual" | "near"; // near: opened by somebody with about the reader's rating
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
  /** The filter. */
  wanted = $state.raw<Wanted>(ANY);

  constructor(
    readonly show: Show,
    private readonly limit = 20,
  ) {}

  /** Load the first page. */
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

  /** Load the next page. */
  async more(): Promise<void> {
    if (this.next === null) return;
    const page = await this.#ask(`&before=${this.next}`);
    this.tables = [
      ...this.tables,
      ...page.tables.filter((table) => !this.tables.some((known) => known.id === table.id)),
    ];
    this.next = page.next;
  }

  /** Hide a table, or show it again: it leaves this list. */
  async move(table: Table, how: "hide" | "unhide"): Promise<void> {
    await api.post(`/tables/${table.id}/${how}`);
    this.drop(table);
  }

  drop(table: Table): void {
    this.tables = this.tables.filter((one) => one.id !== table.id);
  }

  /** Apply a live update: the table moves to the top, or leaves if it no longer belongs here. */
  update(table: Table): void {
    if (this.state !== "there") return;
    if (this.wanted.rating === "near") return void this.load(); // only the server knows everybody's rating
    const before = this.tables.find((one) => one.id === table.id);
    const rest = this.tables.filter((one) => one.id !== table.id);
    this.tables =
      table.status === this.show && fits(table, this.wanted)
        ? [before ? ownedLike(table, before) : table, ...rest]
        : rest;
  }

  #ask(more: string): Promise<Tables> {
    const only = Object.entries(this.wanted)
      .map(([name, value]) => value && `&${name}=${value}`)
      .join("");
    return api.get<Tables>(`/tables?show=${this.show}&limit=${this.limit}${only}${more}`);
  }
}

/** Live updates are the same for everybody: which seats are the reader's is copied from the table known before. */
function ownedLike(table: Table, known: Table): Table {
  const seats = table.seats.map((seat, at) => ({
    ...seat,
    you: seat.kind === "person" && (known.seats[at]?.you ?? false),
  }));
  return { ...table, seats, yours: known.yours };
}
