/** The texts of a game: its own English, and what `languages/` has of it. */

import {
  byLanguage,
  catalogue,
  say,
  type Catalogue,
  type Language,
  type Messages,
  type Values,
} from "../../languages/language.svelte";

interface GameWords<Key extends string> {
  messages: Catalogue;
  refusals: Partial<Record<Language, Record<string, string>>>;
  /** A message in the reader's language, filled in. */
  words: (key: Key, values?: Values) => string;
}

/** `files` are those of `languages/<language>/games/` and `languages/<language>/refusals/`, by path. */
export function gameWords<Key extends string = string>(en: Messages, files: Record<string, unknown>): GameWords<Key> {
  const inFolder = (folder: string) =>
    Object.fromEntries(Object.entries(files).filter(([path]) => path.includes(`/${folder}/`)));
  const messages = catalogue(en, inFolder("games"));
  return {
    messages,
    refusals: byLanguage(inFolder("refusals") as Record<string, Record<string, string>>),
    words: (key, values) => say(messages, key, values),
  };
}
