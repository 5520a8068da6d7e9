/** The rules of a game as HTML, from the same text the engine ships. Every clause can be gone to. */

import { api } from "../lib/api";
import type { Language } from "../lib/language.svelte";

const read = new Map<string, Promise<string>>();

export function rulebook(game: string, language: Language): Promise<string> {
  const key = `${game}/${language}`;
  let page = read.get(key);
  if (!page) {
    page = Promise.all([import("marked"), api.text(`/games/${game}/rules?language=${language}`)]).then(([{ marked }, text]) =>
      withClauses(marked.parse(text, { async: false })),
    );
    page.catch(() => read.delete(key));
    read.set(key, page);
  }
  return page;
}

/** A paragraph that begins with its number in bold is a clause. */
export function withClauses(html: string): string {
  return html.replace(/<p><strong>(\d+)\./g, '<p id="clause-$1" class="clause" tabindex="-1"><strong>$1.');
}
