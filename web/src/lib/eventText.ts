/** Events as sentences in the reader's language. English comes from the engine's own forms (generated); other
 *  languages have a message for each form: `event:placed`, `event:placed/2` for the second form of a kind. Words that
 *  the engine fills in ("farmer") are translated by messages `word:farmer`. */

import FORMS_BY_GAME from "../generated/events.json";
import type { GameEvent } from "../generated/protocol";
import { language, list, number, type Catalogue, type Message, type Messages } from "../languages/language.svelte";
import { written } from "./gameWords";

const FORMS: Record<string, Record<string, string[]>> = FORMS_BY_GAME;

const formKey = (kind: string, at: number): string => (at === 0 ? `event:${kind}` : `event:${kind}/${at + 1}`);

/** All keys a translation of a game's events must have, with the placeholders each uses. */
export function formKeys(game: string): [string, string][] {
  return Object.entries(FORMS[game] ?? {}).flatMap(([kind, forms]) =>
    forms.map((form, at): [string, string] => [formKey(kind, at), form]),
  );
}

/** The sentence, with the seat's name in it. */
export function eventSentence(game: string, messages: Catalogue, event: GameEvent, names: string[]): string {
  const forms = FORMS[game]?.[event.kind] ?? [];
  // The first form whose values are all known: others are not sent a player's secrets.
  const at = forms.findIndex((form) => placeholders(form).every((name) => name === "seat" || hasValue(event, name)));
  const form = forms[at];
  if (form === undefined) return event.text;
  const words: Messages = messages[language()];
  const translated: Message | undefined = words[formKey(event.kind, at)];
  const text = (typeof translated === "string" ? translated : undefined) ?? form;
  const sentence = text.replace(FILLED, (_, name: string, wordings?: string) => {
    if (name === "seat") return names[event.seat] ?? event.text.split(" ")[0]!;
    const value = event.arguments[name];
    return wordings === undefined ? said(words, value) : following(Number(value), wordings);
  });
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

// {name}, or words that follow a number: {stones:# stone|# stones}, {price:for free|for # talent|for # talents}.
const FILLED = /\{(\w+)(?::([^{}]*))?\}/g;

export const placeholders = (form: string): string[] => [...form.matchAll(FILLED)].map((found) => found[1]!);

/** Plural wordings: two are for one and more, three for none, one and more; `#` is the number. */
function following(n: number, wordings: string): string {
  const [more = "", one = more, none = more] = wordings.split("|").reverse();
  return (n === 0 ? none : n === 1 ? one : more).replaceAll("#", number(n));
}

/** A value in a sentence. Messages `told:engineer` replace the usual word there. In a list, equal neighbours are
 *  counted: "2 Medes and 1 Persian"; `told:1 Persians` is the singular. */
function said(words: Messages, value: unknown): string {
  const own = (text: string): string | undefined => {
    const message = words[`told:${text}`];
    return typeof message === "string" ? message : undefined;
  };
  const several = String(value).split(", ");
  if (several.length === 1) return own(String(value)) ?? written(words, value);
  if (!several.every((text) => own(`1 ${text}`))) return written(words, value);
  const runs: { text: string; n: number }[] = [];
  for (const text of several) {
    const last = runs.at(-1);
    if (last?.text === text) last.n++;
    else runs.push({ text, n: 1 });
  }
  return list(runs.map(({ text, n }) => (n === 1 ? own(`1 ${text}`)! : `${number(n)} ${written(words, text)}`)));
}

const hasValue = (event: GameEvent, name: string): boolean =>
  event.arguments[name] !== null && event.arguments[name] !== undefined;
