/** Builds a choice from clicks: each click narrows the server's list of choices, stepping back widens it, and a
 *  complete path is played. This is all the page knows of rules. */

import type { Choice } from "../../lib/game";

/** The places that all choices begin with; the last click of a choice is always left to the reader. */
function common(choices: Choice[]): string[] {
  const [first, ...others] = choices.map(({ clicks }) => clicks);
  if (!first) return [];
  const differs = first.findIndex(
    (place, at) => at === first.length - 1 || others.some((clicks) => clicks[at] !== place || clicks.length === at + 1),
  );
  return first.slice(0, differs);
}

export class Choosing {
  /** Alternative places for the next click, such as the temple that an ability targets. */
  constructor(private readonly also: (place: string, path: string[]) => string[] = () => []) {}

  choices = $state.raw<Choice[]>([]);
  path = $state.raw<string[]>([]);
  /** Whether the choice made is on its way and cannot be changed: then nothing is alive. */
  held = $state(false);
  /** Whether the clicks so far were kept from the previous choice. */
  kept = $state(false);

  /** The choices that begin with the clicks so far. */
  candidates = $derived(this.choices.filter((choice) => this.path.every((place, at) => choice.clicks[at] === place)));
  #next: ReadonlySet<string> = $derived(
    new Set(this.held ? [] : this.candidates.flatMap((choice) => choice.clicks[this.path.length] ?? [])),
  );
  /** By place that stands for another: that other. */
  #stands: ReadonlyMap<string, string> = $derived(
    new Map([...this.#next].flatMap((place) => this.also(place, this.path).map((other) => [other, place] as const))),
  );
  /** The places that can be clicked next. */
  alive: ReadonlySet<string> = $derived(
    this.#stands.size ? new Set([...this.#next, ...this.#stands.keys()]) : this.#next,
  );
  /** The places that could be clicked first. */
  first: ReadonlySet<string> = $derived(new Set(this.choices.flatMap((choice) => choice.clicks[0] ?? [])));
  /** The choices that may replace the clicks so far. */
  others: string[] = $derived(
    this.path.length > 0 && !this.held
      ? [...this.first].filter((place) => !this.alive.has(place) && !this.path.includes(place))
      : [],
  );
  /** The choice whose path has been walked to its end. */
  made: Choice | null = $derived(this.candidates.find((choice) => choice.clicks.length === this.path.length) ?? null);

  /** Other choices, from the beginning; or with this place clicked already, if a choice begins with it. What every choice
   *  begins with is clicked already, too. */
  reset(choices: Choice[], keep: string | null = null): void {
    this.choices = choices;
    this.kept = keep !== null && choices.some(({ clicks }) => clicks[0] === keep && clicks.length > 1);
    this.path = this.kept ? [keep!] : common(choices);
    this.kept = this.path.length > 0;
  }

  /** Replace the choices while the reader chooses: the clicks so far are kept if a choice begins with them. */
  renew(choices: Choice[], path: string[] = this.path): void {
    this.choices = choices;
    this.kept = false;
    this.path = choices.some(({ clicks }) => path.every((place, at) => clicks[at] === place)) ? path : [];
  }

  /** Click a place. What is alive narrows; another beginning starts over; the last place clicked lets go of it. */
  choose(place: string): void {
    if (this.held) return;
    const again = this.kept && this.path.at(-1) === place; // who clicks what was kept means it, and does not let go
    this.kept = false;
    if (again) return;
    if (this.alive.has(place)) this.path = [...this.path, this.#stands.get(place) ?? place];
    else if (this.path.at(-1) === place) this.back();
    else if (this.first.has(place)) this.path = [place];
  }

  /** Step back. */
  back(): void {
    if (this.held) return;
    this.kept = false;
    this.path = this.path.slice(0, -1);
  }
}
