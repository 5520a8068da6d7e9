/** What happened, as a sentence in the reader's language. English comes from the engine's own forms (generated); other
 *  languages have a message for each form: `event:placed`, `event:placed/2` for the second form of a kind. Words that
 *  the engine fills in ("farmer") are translated by messages `word:farmer`. */

import events from "../generated/events.json";
import type { Happening } from "../generated/protocol";
import { language, type Message, type Messages } from "./language.svelte";
import { written } from "./values";

const FORMS: Record<string, Record<string, string[]>> = events;

export const formKey = (kind: string, at: number): string => (at === 0 ? `event:${kind}` : `event:${kind}/${at + 1}`);

/** All keys a translation of a game's events must have, with the placeholders each uses. */
export function formKeys(game: string): [string, string][] {
  return Object.entries(FORMS[game] ?? {}).flatMap(([kind, forms]) =>
    forms.map((form, at): [string, string] => [formKey(kind, at), form]),
  );
}

/** The sentence, with the seat's name in it. */
export function tell(game: string, messages: { en: Messages; nl: Messages }, happening: Happening, names: string[]): string {
  const forms = FORMS[game]?.[happening.kind] ?? [];
  // The first form of which everything is known: secrets are missing in what others are told.
  const at = forms.findIndex((form) => placeholders(form).every((name) => name === "seat" || known(happening, name)));
  const form = forms[at];
  if (form === undefined) return happening.text;
  const words: Messages = messages[language()];
  const translated: Message | undefined = words[formKey(happening.kind, at)];
  const text = (typeof translated === "string" ? translated : undefined) ?? form;
  const sentence = text.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "seat" ? (names[happening.seat] ?? happening.text.split(" ")[0]!) : written(words, happening.arguments[name]),
  );
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export const placeholders = (form: string): string[] => [...form.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!);

const known = (happening: Happening, name: string): boolean => happening.arguments[name] !== null && happening.arguments[name] !== undefined;
