/** The controller of a live table: combines the session, what is shown (stage), what is being chosen (choosing) and
 *  what is pointed at. Boards see it as their `TableContext`. */

import { tick, untrack } from "svelte";
import type { BaseView, Choice, GameModule } from "../../lib/game";
import { voiceOf } from "../../lib/voice";
import type { GameEvent } from "../../generated/protocol";
import { either, say } from "../../languages/language.svelte";
import type { Frame, Session } from "../../live/session.svelte";
import { moving, settings } from "../../lib/settings.svelte";
import { play as sound } from "../../lib/browser/sound";
import { share } from "../../live/structuralSharing";
import { answered, deedsOfOthers, isFree, plays, toTakeBack, type TableState } from "../../live/state";
import { namesAt, seatNames } from "../../lib/tables";
import { eventSentence } from "../../lib/eventText";
import { reasonOf, Refusal, type Reason } from "../../lib/refusals";
import { t } from "../../languages/table";
import { toast } from "../../parts/toast.svelte";
import { Choosing } from "./choice.svelte";
import { Planning } from "./premove.svelte";
import type { TableContext } from "./context";
import { gains, gainsByPlace, type Gain } from "./gains";
import { Prospecting } from "./prospects.svelte";
import { hintedPlaces } from "./hints";
import { Stage, type Step } from "./stage.svelte";

const PATIENCE = 1500; // milliseconds to wait for word on whether a choice is final
const SLOW = 400; // milliseconds until something on its way is worth a word

/** A position the reader has seen before. */
export interface Past {
  decision: number;
  view: BaseView;
  scores: number[];
}

export type Tab = "log" | "hint" | "chat" | "notes" | "more";

export class Desk implements TableContext {
  readonly choosing = new Choosing((place, path) => (this.view && this.module.also?.(place, this.view, path)) || []);
  readonly stage: Stage;
  readonly prospecting: Prospecting;
  readonly plan: Planning;
  readonly game: string;

  /** Where the reader looks: a place pointed at or focused. */
  looked = $state<string | null>(null);
  past = $state.raw<Past | null>(null);
  /** Why the last thing asked for was refused. */
  refusal = $state.raw<Reason | null>(null);
  /** Why the place clicked last does nothing; until something else is chosen. */
  note = $state.raw<Reason | null>(null);
  /** What has come to an end, in a sentence; until the reader decides something, or sends it away. */
  closing = $state("");
  tab = $state<Tab>("log");
  /** Whether the panel is open, where it is a sheet. */
  sheet = $state(false);
  dialog = $state<"" | "keys" | "move" | "rules" | "words" | "scores" | "resign" | "result">("");
  clause = $state<number | null>(null);
  /** The seat whose score is being explained; -1: all scores are. */
  explained = $state(-1);
  /** What the live region says. */
  heard = $state("");

  pointedAt = $state.raw<string[]>([]); // from the log
  arrows = $state.raw<string[]>([]); // of a line that is pointed at
  /** Places the coach speaks of. */
  coached = $state.raw<ReadonlySet<string>>(new Set());
  /** The clicks of the choice sent last. */
  chose = $state.raw<string[] | null>(null);
  /** Whether a choice was made by a button, which needs no second word. */
  #isPressed = (path: string[]): boolean => !this.everything && this.module.isButton(path.at(-1)!);
  #patient = $state(true); // still waiting to hear whether the choice made is final
  #named: string[] = []; // as before, while nobody comes or goes: every sentence has them
  #saying: string[] = []; // what has not been drawn yet of what the live region says
  #wanted = 0; // counts the moments asked for
  #target: number | null = null; // the moment asked for last; none: now
  #submitted = -1; // the version for which a choice has been sent
  #keeping: string | null = null; // what of the choice made last stays chosen for the next

  // ------------------------------------------------------------------------------------------------ what is shown

  state: TableState = $derived.by(() => this.stage.shown ?? this.session.state!);
  #version: number = $derived.by(() => this.state.version);
  view: BaseView | null = $derived.by(() => this.past?.view ?? this.state.view);
  scores: number[] = $derived.by(() => this.past?.scores ?? this.state.scores);
  forwards: boolean = $derived.by(() => this.past === null && this.stage.came);
  names: string[] = $derived.by(() => (this.#named = share(this.#named, seatNames(this.state.table))));
  /** Whether the position shown is the one there is. */
  #present: boolean = $derived.by(() => this.past === null && this.state.version === this.session.state?.version);
  /** Whether it is the reader's to decide on. */
  deciding: boolean = $derived.by(() => this.session.mine && this.#present);
  /** Whether the match is over, and has been shown to its end. */
  over: boolean = $derived.by(() => this.session.isOver && this.#present);
  /** Whether the reader waits for others, and wants to choose already. */
  planning: boolean = $derived.by(
    () => settings.plans && plays(this.state) && !this.session.isOver && this.past === null && !this.deciding,
  );
  choices: Choice[] = $derived.by(() =>
    this.deciding ? (this.state.view?.choices ?? []) : this.planning ? this.plan.open : [],
  );
  lit: ReadonlySet<string> = $derived.by(() => new Set([...this.pointedAt, ...this.#pastPlaces(), ...this.#running()]));
  /** Where others have acted since the reader last decided; until the reader begins to choose. */
  recent: ReadonlySet<string> = $derived.by(() =>
    this.deciding && this.choosing.path.length === 0
      ? new Set(deedsOfOthers(this.state).flatMap(this.module.places))
      : new Set(),
  );
  hinted: ReadonlyMap<string, number> = $derived.by(() =>
    hintedPlaces(this.deciding ? this.session.hint : null, this.choosing.choices, this.choosing.path),
  );
  /** The gain of the hovered place, or of the clicks so far. */
  foreseen: Gain[] = $derived.by(() => {
    const { candidates, path, alive } = this.choosing;
    const place = this.looked !== null && alive.has(this.looked) ? this.looked : null;
    if (place === null && path.length === 0) return [];
    return gains(
      this.#preview(),
      place === null ? candidates : candidates.filter((choice) => choice.clicks[path.length] === place),
    );
  });
  /** By place: what choosing it would bring the reader. */
  gains: ReadonlyMap<string, number> = $derived.by(() =>
    this.counts && this.deciding
      ? gainsByPlace(this.#preview(), this.choosing.candidates, this.choosing.path, this.you)
      : new Map(),
  );
  /** The choice that waits for a last word. */
  confirming: Choice | null = $derived.by(() => {
    const { made, candidates, path } = this.choosing;
    if (made === null || path.length === 0 || !this.deciding) return null;
    if (candidates.length > 1) return made; // more could still be chosen
    if (!settings.confirm || this.#isPressed(path)) return null;
    return this.#preview()?.final.includes(made.action) ? made : null;
  });

  /** `everything`: buttons are confirmed like other choices, because each is an answer that counts. */
  constructor(
    readonly session: Session,
    readonly module: GameModule,
    private readonly everything = false,
  ) {
    this.game = session.state!.table.game;
    this.prospecting = new Prospecting(
      () => (this.counts ? `${this.past?.decision ?? "now"} ${this.session.state!.version}` : null),
      () => this.session.prospects(this.past?.decision ?? null),
    );
    this.stage = new Stage(
      () => this.module,
      () => moving() && document.visibilityState === "visible",
      (step) => this.#happened(step),
    );
    if (session.state) this.stage.set(session.state);
    $effect(() => session.listen((frame) => this.#frame(frame)));
    $effect(() => () => this.stage.close());
    $effect(() => {
      const state = session.state;
      if (state) untrack(() => this.stage.refresh(state));
    });
    this.plan = new Planning(
      () => (this.planning && !this.session.mine ? this.session.state!.version : null),
      () => this.session.ahead(),
    );
    // Before anything is drawn, so that the last choice is not drawn again.
    $effect.pre(() => {
      void this.#version; // the next decision may have the same choices
      const [choices, planning, deciding] = [this.choices, this.planning, this.deciding];
      untrack(() => {
        if (planning) this.choosing.renew(choices, this.plan.planned?.clicks);
        else this.choosing.reset(choices, this.#keeping);
        if (deciding) this.#asPlanned(choices);
      });
    });
    $effect(() => {
      const { made, path } = this.choosing;
      if (this.planning) untrack(() => (this.plan.planned = path.length ? made : null));
    });
    $effect(() => {
      void [this.choosing.path, this.#version];
      untrack(() => (this.note = null));
    });
    // What was pointed at is gone with the list it was in.
    $effect(() => {
      void [this.tab, this.sheet];
      untrack(() => (this.pointedAt = this.arrows = []));
    });
    $effect(() => this.#decide());
    $effect(() => this.#endItself());
    $effect(() => this.#hold());
    $effect(() => {
      if (this.deciding) untrack(() => this.#called());
    });
  }

  get you(): number {
    return this.state.seat;
  }

  /** Whether the reader plays; not if they watch, or have left their seat to a bot. */
  get plays(): boolean {
    return plays(this.state);
  }

  /** Whether the reader may ask the strongest bot at this table; after the match there is the review. */
  get hints(): boolean {
    return this.plays && this.state.table.hints && !this.session.isOver;
  }

  /** Whether the page counts for the reader what things would score: they, and the table, may not want it. */
  get counts(): boolean {
    return settings.prospects && this.state.table.prospects !== false;
  }

  label = (place: string): string =>
    this.view ? this.module.label(place, this.view, this.names, this.choosing.path) : place;
  /** What those who see a place, or one after another, call them. */
  name = (...places: string[]): string =>
    places.map((place) => (this.view ? this.module.name(place, this.view, this.names) : place)).join(" → ");
  look = (place: string | null): void => void (this.looked = place);
  sentence = (event: GameEvent): string =>
    eventSentence(this.game, this.module.messages, event, namesAt(this.state.table, this.names, event.decision));

  /** What a seat did with these events, in a few words: the two things that matter most. */
  deeds = (events: GameEvent[], seat: number): string[] => {
    const said = this.module.deeds?.(events, seat) ?? [];
    const name = `${this.names[seat] ?? ""} `;
    const withoutName = (event: GameEvent): string => this.sentence(event).replace(name, ""); // the chip has the name
    return (said.length ? said : events.slice(0, 1).map(withoutName)).slice(0, 2);
  };

  /** Why something was refused. */
  why = (problem: unknown): Reason => reasonOf(problem, voiceOf(this.module, this.names));

  /** The decision asked for, in words. */
  question = (): string => {
    if (!this.view || this.view.over) return "";
    const asked = this.module.question(this.view, this.view.actor === this.you && this.plays);
    return say(this.module.messages, asked.key, { name: this.names[this.view.actor] ?? "", ...asked.values });
  };

  // ------------------------------------------------------------------------------------------------------- doing

  /** Send a choice: an action's number, or its text. */
  async submit(move: number | string): Promise<void> {
    const version = this.session.state!.version;
    if (this.session.sending || this.#submitted === version) return;
    this.#submitted = version;
    this.refusal = null;
    sound("place");
    const chosen = this.choices.find(({ action, text }) => action === move || text === move);
    this.#keeping = (chosen && this.module.keeps?.(chosen.clicks)) ?? null;
    try {
      await this.session.play(move);
      this.chose = chosen?.clicks ?? [];
    } catch (problem) {
      this.refusal = this.why(problem);
      this.#submitted = -1;
      this.#keeping = null;
      this.choosing.reset(this.choices);
    }
  }

  /** Do something that may be refused, and say so in the usual place. */
  async attempt(doing: Promise<unknown> | null): Promise<void> {
    this.refusal = null;
    try {
      await doing;
    } catch (problem) {
      this.refusal = this.why(problem);
    }
  }

  get canUndo(): boolean {
    return toTakeBack(this.session.state!) > 0 && !this.session.sending && this.session.state!.wish === null;
  }

  /** Whether others are asked before it is taken back. */
  get undoAsks(): boolean {
    return !isFree(this.session.state!, toTakeBack(this.session.state!));
  }

  takeBack = (): void => {
    if (this.canUndo && !this.undoAsks) this.undo();
  };

  undo = (): void => {
    if (!this.canUndo) return;
    this.#keeping = null;
    this.live();
    this.stage.skip();
    void this.attempt(this.session.undo());
  };

  hint = (): void => {
    if (!this.deciding || !this.hints) return;
    this.tab = "hint";
    this.sheet = true;
    void this.attempt(this.session.ask());
  };

  /** The choices that are made one after the other by one button. */
  bundle = $derived.by(() => (this.deciding && this.view ? (this.module.all?.(this.view) ?? null) : null));

  /** Make all of them, as long as each can be made. */
  async makeAll(): Promise<void> {
    for (const action of this.bundle?.actions ?? []) {
      if (!this.choices.some((choice) => choice.action === action)) return;
      const { version } = this.session.state!;
      await this.submit(action);
      if (this.refusal) return;
      while (this.session.state!.version === version) await this.#next();
      this.stage.skip();
      await tick();
    }
  }

  /** The next change of the position. */
  #next(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.session.listen(() => (stop(), resolve()));
    });
  }

  /** The place that ends a complete turn or step, if it can be chosen now. */
  get ending(): string | undefined {
    const { first, alive } = this.choosing;
    return this.module.ends?.find((place) => first.has(place) || alive.has(place));
  }

  /** The buttons in the bar: choices without a place on the board, including those that replace kept clicks. */
  buttons: string[] = $derived.by(() => {
    const buttons = [...this.choosing.alive, ...(this.choosing.kept ? this.choosing.others : [])];
    const behind = (place: string): number => Number(this.module.behind?.includes(place) ?? false);
    const { path } = this.choosing;
    return buttons
      .filter((place) => this.module.isButton(place, path))
      .sort((one, other) => behind(one) - behind(other));
  });

  /** Press one of them, counted from 0; false: there are not so many. */
  press(at: number): boolean {
    const place = (this.deciding || this.planning) && !this.confirming ? this.buttons[at] : undefined;
    if (place) this.choosing.choose(place);
    return place !== undefined;
  }

  end(): void {
    const place = this.deciding || this.planning ? this.ending : undefined;
    if (place) this.choosing.choose(place);
  }

  /** A place that cannot be chosen was clicked: say what would have to be chosen before it, or why it cannot be now. */
  dead = (place: string): void => {
    if (!this.deciding || this.choosing.held) return;
    place = this.module.meant?.(place, this.view!) ?? place;
    const before = new Set(
      this.choosing.choices.flatMap(({ clicks }) => (clicks.indexOf(place) > 0 ? [clicks[0]!] : [])),
    );
    const name = this.name(place);
    if (before.size) {
      const first = either([...before].map((one) => this.name(one)));
      this.note = { text: t("choose first", { place: name, first }), clauses: [] };
    } else void this.#explain(place, { text: t("cannot choose", { place: name }), clauses: [] });
  };

  /** The reason is the rules', and the server's to tell; where it has none, or does not answer, it is said shortly. */
  async #explain(place: string, shortly: Reason): Promise<void> {
    const { version } = this.session.state!;
    const { path } = this.choosing;
    let said: Reason = shortly;
    try {
      const { reason, ...more } = await this.session.why(place);
      if (reason) said = this.why(new Refusal({ reason, ...more }));
    } catch {
      // it is said shortly
    }
    if (this.session.state?.version === version && this.choosing.path === path) this.note = said;
  }

  /** One step back in choosing; false: there was none. */
  back(): boolean {
    if (this.choosing.path.length === 0 || this.choosing.held) return false;
    this.choosing.back();
    return true;
  }

  /** Where a seat's points came from. */
  explainScore = (seat: number): void => {
    this.explained = seat;
    this.dialog = "scores";
  };

  /** Open the rules at a clause: that of the refusal, or that of the question. */
  openRules(clause: number | null = this.refusal?.clauses[0] ?? (this.view && this.module.clause(this.view))): void {
    this.clause = clause;
    this.dialog = "rules";
  }

  // --------------------------------------------------------------------------------------------------- the past

  /** Show the view before a decision; the last one is the present. */
  async goTo(decision: number): Promise<void> {
    const { decisions } = this.session.state!;
    if (decision >= decisions || decision < 0) return this.live();
    this.stage.skip();
    this.#target = decision;
    const wanted = ++this.#wanted;
    try {
      const shown = await this.session.past(decision);
      if (wanted !== this.#wanted) return; // somebody who drags the slider wants the last one
      this.past = { decision, view: shown.view as unknown as BaseView, scores: shown.scores };
    } catch (problem) {
      this.refusal = this.why(problem);
    }
  }

  step(by: number): void {
    // From where the last step leads, which may still be on its way.
    void this.goTo(Math.max(0, (this.#target ?? this.session.state!.decisions) + by));
  }

  live = (): void => {
    this.#wanted++;
    this.#target = null;
    this.past = null;
  };

  /** What the decision before the position shown was about. */
  #pastPlaces(): string[] {
    const past = this.past;
    if (past === null || this.pointedAt.length) return [];
    return this.state.history.filter((event) => event.decision === past.decision - 1).flatMap(this.module.places);
  }

  /** What an effect shows to belong together. */
  #running(): string[] {
    return this.stage.running.flatMap(({ effect }) => (effect.kind === "light" ? effect.places : []));
  }

  // ------------------------------------------------------------------------------------------------ what happens

  #preview() {
    return this.session.preview?.version === this.session.state?.version ? this.session.preview : null;
  }

  /** With that setting, a complete turn ends automatically: there is nothing else to choose. */
  #endItself(): void {
    const [only, ...others] = this.choices;
    const place = only?.clicks[0];
    if (!settings.ends || !only || others.length || !place || !this.module.ends?.includes(place)) return;
    if (!this.session.sending) untrack(() => void this.submit(only.action));
  }

  /** It is the reader's decision: what they planned is played, if it can be. */
  #asPlanned(choices: Choice[]): void {
    const plan = this.plan.take();
    if (!plan) return;
    if (choices.some(({ action }) => action === plan.action)) void this.submit(plan.action);
    else toast(t("plan impossible", { choice: this.name(...plan.clicks) }));
  }

  #decide(): (() => void) | undefined {
    const { made, path } = this.choosing;
    if (!this.deciding) return undefined; // it is only planned
    if (made === null || path.length === 0) {
      this.#patient = true;
      return undefined;
    }
    if (this.confirming || this.session.sending) return undefined;
    const unknown = settings.confirm && this.#preview() === null && !this.#isPressed(path);
    if (unknown && this.#patient) {
      const timer = setTimeout(() => (this.#patient = false), PATIENCE);
      return () => clearTimeout(timer);
    }
    untrack(() => void this.submit(made.action));
    return undefined;
  }

  /** What is on its way stands: it is sent when the connection is back, and another click would be lost. */
  #hold(): (() => void) | undefined {
    const { sending, link } = this.session;
    if (!sending || link === "lost") this.choosing.held = sending;
    else {
      const timer = setTimeout(() => (this.choosing.held = true), SLOW);
      return () => clearTimeout(timer);
    }
    return undefined;
  }

  #frame({ state, message, before }: Frame): void {
    if (this.past && this.past.decision >= state.decisions) this.live();
    if (message.type === "welcome") {
      this.stage.set(state);
      return;
    }
    this.refusal = null;
    if (message.kind !== "move") {
      this.stage.skip(); // what waits to be shown has happened all the same
      this.stage.set(state);
      if (message.kind === "away") return; // the seat says who is on vacation
      const kind = message.kind === "answer" ? answered(before, message) : (message.kind as "undo");
      const said = t(`kind:${kind}`, { name: this.names[message.seat] ?? "" });
      if (kind === "refuses" && before?.wish?.seat === this.you) this.refusal = { text: `${said}.`, clauses: [] }; // said by itself
      else this.#announce([said]);
      return;
    }
    this.stage.push({ state, events: message.events ?? [], own: message.seat === state.seat });
  }

  #happened(step: Step): void {
    const closing = this.module.closing?.(step.events, step.state.history, step.state.view!, this.names) ?? "";
    if (closing) this.closing = closing;
    else if (step.own) this.closing = "";
    this.#announce([...step.events.map(this.sentence), ...(closing ? [closing] : [])]);
    if (step.own) return;
    if (
      step.events.some((event) =>
        this.module.effects(event, step.state.view!).some((effect) => effect.kind === "points"),
      )
    )
      sound("score");
    else sound("place");
  }

  #called(): void {
    if (this.session.state!.view!.actor === this.you) sound("turn");
  }

  /** Whatever happens before the next drawing is said together, or only the last of it would be heard. */
  #announce(sentences: string[]): void {
    if (this.#saying.length === 0) void tick().then(() => (this.#saying = []));
    this.#saying = [...this.#saying, ...sentences];
    const asked = this.deciding ? t("asked", { question: this.question() }) : "";
    this.heard = [...this.#saying, asked].filter(Boolean).join(". ");
  }
}
