/** The state of an analysis: tree, current position, point of view, and the server's answers. */

import type { GameModule } from "../lib/game";
import type {
  EngineLines,
  GameEvent,
  StudyContents,
  StudyCard,
  StudyLog,
  StudyMoment,
  StudyMove,
  StudyStart,
} from "../generated/protocol";
import { t, type Key } from "../languages";
import { api } from "../lib/api";
import { language } from "../languages/language.svelte";
import { eventSentence } from "../lib/eventText";
import type { BaseView } from "../lib/game";
import { Engine, type Ground } from "./engine.svelte";
import { Line, type Asking } from "./analysisSession";
import * as trees from "./tree";
import { ROOT, type Step, type Tree } from "./tree";

/** The point of view: the player to decide, everything open, or a seat. */
export type Eyes = "actor" | "open" | `${number}`;

export class Analysing implements Asking {
  readonly game: string;
  readonly start: StudyStart;
  readonly about: Pick<StudyContents, "start" | "seats" | "options">;
  readonly names: string[];
  readonly line: Line;
  readonly engine: Engine;

  tree = $state.raw<Tree>(trees.grown({ entries: [], moves: [] }));
  /** The position that is shown. */
  here = $state(ROOT);
  moment = $state.raw<StudyMoment | null>(null);
  eyes = $state<Eyes>("actor");
  problem = $state("");
  /** The saved study's id, if there is one; and whether it has been changed since. */
  id = $state("");
  yours = $state(false);
  kept = $state(true);

  position = $derived.by(() => trees.at(this.tree, this.here));
  rows = $derived.by(() => trees.rows(this.tree));
  /** What is searched from the position that is shown. */
  #ground: Ground | null = $derived.by(() => {
    if (!this.moment) return null;
    const path = trees.steps(this.tree, this.here);
    return { key: `${this.here}`, wanted: { start: this.start, path, open: this.eyes === "open" } };
  });

  #moments = new Map<string, StudyMoment>();
  #asked = new Map<string, Promise<StudyMoment>>();
  #words = new Map<string, string>();
  #wanted = 0;
  #target = ROOT; // where the last wish leads, which may still be on its way

  constructor(
    studied: StudyContents,
    readonly module: GameModule,
    names: string[] = [],
  ) {
    this.game = studied.start.game;
    this.start = studied.start;
    this.about = { start: studied.start, seats: studied.seats, options: studied.options };
    this.names = Array.from({ length: studied.seats }, (_, seat) => names[seat] ?? t(`new.seat.${seat}` as Key));
    this.tree = trees.grown(studied);
    [this.id, this.yours] = [studied.id ?? "", studied.yours ?? false];
    this.line = new Line(this);
    this.engine = new Engine((wanted) => api.post<EngineLines>("/analysis/lines", wanted));
  }

  get session() {
    return this.line.session;
  }

  // ------------------------------------------------------------------------------------------------------- walking

  /** Show a position; at once, if it was looked at before. */
  go = (to: number): Promise<void> | void => {
    const wanted = ++this.#wanted;
    this.#target = to;
    const cached = this.#moments.get(this.#name(to));
    if (cached) return this.#show(to, cached);
    return this.#fetch(to).then(
      (moment) => {
        if (wanted === this.#wanted) this.#show(to, moment);
      },
      (refused: Error) => {
        if (wanted === this.#wanted) [this.problem, this.#target] = [refused.message, this.here];
      },
    );
  };

  forwards = () => this.go(trees.forwards(this.tree, this.#target));
  backwards = () => this.go(trees.backwards(this.tree, this.#target));
  beside = (by: 1 | -1) => this.go(trees.beside(this.tree, this.#target, by));
  first = () => this.go(ROOT);
  last = () => this.go(trees.end(this.tree, this.#target));

  /** Change the point of view. */
  see(eyes: Eyes): void {
    this.eyes = eyes;
    void this.go(this.#target);
  }

  #show(to: number, moment: StudyMoment): void {
    [this.here, this.moment, this.problem] = [to, moment, ""];
    this.line.show(moment, trees.path(this.tree, to).length);
    this.engine.look(moment.actor < 0 ? null : this.#ground);
    // Whoever goes on need not wait.
    const { children, parent } = trees.at(this.tree, to);
    for (const near of [...children.slice(0, 3), parent]) if (near >= 0) void this.#fetch(near).catch(() => undefined);
  }

  #name = (position: number): string => `${this.eyes} ${position}`;

  #fetch(position: number): Promise<StudyMoment> {
    return this.#look(this.#name(position), trees.steps(this.tree, position));
  }

  #look(name: string, path: Step[]): Promise<StudyMoment> {
    const cached = this.#moments.get(name);
    if (cached) return Promise.resolve(cached);
    let asked = this.#asked.get(name);
    if (!asked) {
      asked = this.#ask(path);
      asked.then((moment) => this.#moments.set(name, moment)).catch(() => undefined);
      asked.finally(() => this.#asked.delete(name)).catch(() => undefined);
      this.#asked.set(name, asked);
    }
    return asked;
  }

  #ask = (path: Step[], why = ""): Promise<StudyMoment> =>
    api.post<StudyMoment>("/analysis/position", { start: this.start, path, eyes: this.eyes, why });

  why = (place: string): Promise<StudyMoment> => this.#ask(trees.steps(this.tree, this.here), place);

  // ------------------------------------------------------------------------------------------------------- playing

  /** Play a decision, or redraw hidden information: the position is added to the tree if it is new. */
  async step(step: Step): Promise<void> {
    const from = this.here;
    const there = trees.child(this.tree, from, step);
    if (there !== undefined) return void (await this.go(there));
    const moment = await this.#ask([...trees.steps(this.tree, from), step]);
    const [tree, id] = trees.add(this.tree, from, step, moment.move!);
    [this.tree, this.kept] = [tree, false];
    this.#moments.set(this.#name(id), moment);
    if (this.here === from) await this.go(id);
  }

  async play(move: number | string): Promise<void> {
    const choices = this.session.state?.view?.choices ?? [];
    const action = typeof move === "number" ? move : choices.find(({ text }) => text === move)?.action;
    if (action === undefined) throw new Error(t("analysis.nosuch", { move }));
    await this.step(action);
  }

  async back(): Promise<void> {
    await this.go(trees.backwards(this.tree, this.here));
  }

  /** Redraw hidden information consistently with what a seat knows. */
  draw(): Promise<void> {
    const [high, low] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number];
    const seed = ((BigInt(high) << 32n) | BigInt(low)).toString();
    const seat = this.eyes === "actor" || this.eyes === "open" ? (this.moment?.actor ?? -1) : Number(this.eyes);
    return this.step({ seat, seed });
  }

  /** Play a line of the search, up to one of its moves. What has one answer is not in it, and played all the same; where
   *  things lie otherwise than the search thought likely, it ends. */
  async follow(actions: number[]): Promise<void> {
    for (const action of actions) {
      for (;;) {
        const choices = await this.#choices();
        if (choices.includes(action)) break;
        if (choices.length !== 1) return;
        await this.step(choices[0]!);
      }
      await this.step(action);
    }
  }

  /** The choices in this position, from any point of view. */
  async #choices(): Promise<number[]> {
    const shown = this.moment?.seat === this.moment?.actor ? this.moment : null;
    const path = trees.steps(this.tree, this.here);
    const moment = shown ?? (await api.post<StudyMoment>("/analysis/position", { start: this.start, path }));
    return (moment.view as BaseView).choices.map(({ action }) => action);
  }

  // ------------------------------------------------------------------------------------------------------ changing

  #change(tree: Tree): void {
    if (tree === this.tree) return;
    [this.tree, this.kept] = [tree, false];
  }

  say = (comment: string): void => this.#change(trees.say(this.tree, this.here, comment));
  mark = (marks: string[]): void => this.#change(trees.mark(this.tree, this.here, marks));
  toggle = (mark: string): void => this.#change(trees.toggle(this.tree, this.here, mark));
  promote = (): void => this.#change(trees.promote(this.tree, this.here));

  remove = (): void => {
    const { parent } = this.position;
    const gone = this.here;
    if (parent < 0) return;
    void Promise.resolve(this.go(parent)).then(() => this.#change(trees.remove(this.tree, gone)));
  };

  // ------------------------------------------------------------------------------------------------- in and out

  #sent = () => ({ start: this.start, entries: trees.entries(this.tree) });

  /** Save it: under its link if that is the reader's, else under a new one. */
  async keep(): Promise<void> {
    const card =
      this.id && this.yours
        ? await api.put<StudyCard>(`/studies/${this.id}`, this.#sent())
        : await api.post<StudyCard>("/studies", this.#sent());
    [this.id, this.yours, this.kept] = [card.id, true, true];
  }

  text = async (): Promise<string> => (await api.post<StudyLog>("/analysis/log", this.#sent())).text;

  // ------------------------------------------------------------------------------------------------------- in words

  /** A decision in words: the names of its clicks. */
  moveWords({ seat, text, clicks }: StudyMove): string {
    const name = `${language()} ${seat} ${clicks.join()}`;
    let words = this.#words.get(name);
    if (words === undefined) {
      const seen = this.moment?.view as BaseView | undefined;
      if (!seen) return text;
      const view = { ...seen, seat };
      words = clicks.map((place) => this.module.name(place, view, this.names)).join(" → ") || text;
      this.#words.set(name, words);
    }
    return words;
  }

  stepWords(position: trees.Position): string {
    if (!trees.isTruth(position.step)) return this.moveWords(position.move);
    const { seat } = position.step;
    return seat < 0 ? t("analysis.truth.all") : t("analysis.truth", { name: this.names[seat] ?? "" });
  }

  sentence = (event: GameEvent): string => eventSentence(this.game, this.module.messages, event, this.names);

  /** What is heard of the position shown. */
  heard = $derived.by(() => {
    if (!this.moment) return "";
    const sentences = (this.moment.events as GameEvent[]).map(this.sentence);
    const step = this.position.step === null ? t("analysis.beginning") : this.stepWords(this.position);
    return [...(sentences.length ? sentences : [step]), this.position.comment].filter(Boolean).join(". ");
  });
}
