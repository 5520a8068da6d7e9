/** Refusals in the reader's language, with the players' names. The server refuses in English and says how it made the
 *  sentence: its form and what was filled in. Other languages have a sentence for each form (a refusal into which nothing
 *  was filled is its own form); without one, the server's English is shown. */

import type { Problem, Wording } from "../generated/protocol";
import { t } from "../languages";
import { byLanguage, language, number } from "../languages/language.svelte";

export type Said = Pick<Problem, "reason" | "form" | "values" | "clauses">;
type Value = string | number | Wording;

/** Translations of the refusals that belong to no game, by form. */
const COMMON = byLanguage(
  import.meta.glob<Record<string, string>>("../languages/*/refusals/common.ts", { eager: true, import: "default" }),
);

/** What a table adds to a refusal: names and the game's words. */
export interface Voice {
  names?: string[]; // of the players, by seat
  refusals?: Record<string, string> | undefined; // the game's, in the reader's language, by form
  word?: (value: string) => string; // a word of the game, in the reader's language
}

/** A refusal from the server. Its message is in the reader's language, without the names at a table. */
export class Refusal extends Error {
  constructor(readonly said: Said) {
    super(worded(said));
  }
}

/** Why something was refused: a sentence, and the clauses of the rules that it names in brackets at its end. */
export interface Reason {
  text: string;
  clauses: number[];
}

export const reasonOf = (problem: unknown, voice?: Voice): Reason => ({
  text: why(problem, voice),
  clauses: problem instanceof Refusal ? (problem.said.clauses ?? []) : [],
});

/** Why something failed, in a sentence. */
export function why(problem: unknown, voice?: Voice): string {
  if (problem instanceof Refusal) return worded(problem.said, voice);
  return problem instanceof Error ? problem.message : String(problem);
}

export function worded({ reason, form, values }: Said, voice: Voice = {}): string {
  return form ? sentence(form, values ?? {}, voice) : (translated(reason, voice) ?? reason);
}

function translated(form: string, voice: Voice): string | undefined {
  return voice.refusals?.[form] ?? COMMON[language()]?.[form];
}

function sentence(form: string, values: Record<string, Value>, voice: Voice): string {
  // A seat's name stands for "seat 1" as a whole.
  const english = voice.names ? addressed(form) : form;
  const text = translated(form, voice) ?? english.replace(/\bseat (?=\{(?:seat|actor)\})/gi, "");
  const whole = text.replace(/('?)\{(\w+)\}/g, (placeholder, quote: string, name: string) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return quote + (quote ? String(value) : filled(name, value, voice)); // what is quoted was typed, and stays as it is
  });
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** English in the second person for the refused player, with names for the others. */
const addressed = (form: string): string =>
  form
    .replace(/\b(?:a|the) ([\w ]+) of seat \{actor\}/gi, "your $1")
    .replace(/\bseat \{actor\}'s(?= \w)/gi, "your")
    .replace(/\bseat \{actor\}'s/gi, "yours")
    .replace(/\bseat \{actor\} has/gi, "you have")
    .replace(/\bseat \{actor\}/gi, "you");

function filled(name: string, value: Value, voice: Voice): string {
  if (typeof value === "object") return sentence(value.form, value.values ?? {}, voice);
  if (typeof value === "string") return translated(value, voice) ?? voice.word?.(value) ?? value;
  if (name === "seat" || name === "actor") return voice.names?.[value] ?? t("seat", { n: value });
  return number(value);
}
